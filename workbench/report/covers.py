"""Covers of games, as SVG: a game's own, or one that is drawn from its title."""

from base64 import b64encode
from hashlib import sha256
from html import escape

from workbench.engine.game import Game

HUES = 360


def cover_html(game: Game, height: int) -> str:
    """The cover as an image that fills its width, `height` pixels high; it says nothing that the title does not."""
    svg = game.cover.read_text(encoding="utf-8") if game.cover else drawn_cover(game.title)
    data = b64encode(svg.encode()).decode()
    style = f"width:100%;height:{height}px;object-fit:cover;border-radius:.4rem;display:block"
    return f'<img alt="" style="{style}" src="data:image/svg+xml;base64,{data}">'


def drawn_cover(title: str) -> str:
    """Three cards in a color of the title's own, with its initials on the one in front."""
    hue = int.from_bytes(sha256(title.encode()).digest()[:2]) % HUES
    initials = escape("".join(word[0] for word in title.split() if word[0].isalnum())[:3].upper())
    card = '<rect x="-45" y="-65" width="90" height="130" rx="10" fill="{}" stroke="#0003" stroke-width="2"/>'
    light, other = f"hsl({hue} 45% 88%)", f"hsl({(hue + 40) % HUES} 60% 62%)"
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 200" preserveAspectRatio="xMidYMid slice">'
        f'<rect width="640" height="200" fill="hsl({hue} 38% 30%)"/>'
        f'<circle cx="560" cy="10" r="190" fill="hsl({hue} 38% 36%)"/>'
        f'<g transform="translate(262 110) rotate(-16)">{card.format(other)}</g>'
        f'<g transform="translate(378 110) rotate(16)">{card.format(other)}</g>'
        f'<g transform="translate(320 100)">{card.format(light)}'
        f'<text y="14" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="38" '
        f'fill="hsl({hue} 45% 22%)">{initials}</text></g></svg>\n'
    )
