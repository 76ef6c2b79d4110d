"""Hollywood 1947: trace events as sentences, made from their fields (`events.py`).

Sentences are made of the fields alone, so an event as one player sees it makes the sentence for that player: null is a
face-down card, or a loyalty that is not known. Players are numbers from 0.
"""

from collections.abc import Callable, Sequence

from workbench.engine.types import Fields
from workbench.engine.wording import counted, listed, plural, upper_first

HIDDEN = "a face-down card"
SOURCES = {
    "star": "for a star on a die",
    "token": "for a token",
    "strike": "on strike",
    "composer": "as composer",
    "deck": "from the deck",
    "ghost": "",
}
ENDED_BY = {
    "patriot_target": "who have made the movies they need",
    "communist_target": "who have made the movies they need",
    "communist_target_3_players": "who have made the movies they need",
    "rising_star_margin": "since the last movie was close",
    "max_movies": "since no further movie may be made",
}
"""Why the play ended, by the rule that ended it."""


def describe(event: str, fields: Fields) -> str:
    """An event in a sentence or two."""
    return _SENTENCES[event](fields)


# Cards, dice and players


def card(key: str | None) -> str:
    """A propaganda card, from its key: `a double patriot card (Congressional Hearing)`."""
    if key is None:
        return HIDDEN
    symbol, count, special = key.split(" ")
    extra = {"none": "", "hearing": " (Congressional Hearing)", "shake_up": " (Shake Up)"}[special]
    return f"a {'double ' if count == '2' else ''}{symbol} card{extra}"


def cards(keys: Sequence[str | None]) -> str:
    """Several cards: `a neutral card and a patriot card`."""
    return listed([card(key) for key in keys]) if keys else "nothing"


def job(key: str) -> str:
    """A job card, from its key: `composer (8)`."""
    number, name = key.split(" ", 1)
    return f"{name} ({number})"


def jobs(keys: Sequence[str]) -> str:
    """Job cards of one player, or of the center."""
    return listed([job(key) for key in keys]) if keys else "no job"


def cards_or_backs(fields: Fields) -> str:
    """The cards of an event, or how many lie face down."""
    return f"{counted(fields['number'], 'card')} face down" if fields["cards"] is None else cards(fields["cards"])


def who(target: int | str) -> str:
    """A player, or a ghost."""
    return str(target) if isinstance(target, str) else f"player {target}"


def stars(dice: Sequence[bool]) -> str:
    """The faces of dice in words: `a star`, `a blank and a star`."""
    return listed(["a star" if star else "a blank" for star in dice])


def loyalty(name: str | None) -> str:
    """`a patriot`, `a communist`, `the rising star`."""
    if name is None:
        return "of unknown loyalty"
    return "the rising star" if name == "rising_star" else f"a {name}"


def symbols(number: int, side: str) -> str:
    """`1 patriot symbol`, `3 communist symbols`."""
    return f"{counted(number, f'{side} symbol')}"


# Events


def _setup(fields: Fields) -> str:
    players = [
        f"Player {seat} is {loyalty(side)}, has {jobs(numbers)} and holds {_hand(hand)}; {_thrown(dice)}."
        for seat, (side, numbers, hand, dice) in enumerate(
            zip(fields["loyalties"], fields["jobs"], fields["hands"], fields["dice"], strict=True)
        )
    ]
    center = f"In the center: {jobs(fields['center'])}, {counted(fields['tokens'], 'token')}."
    ghosts = [
        f"Ghost {number}: {card(key)}, die: {stars([star])}."
        for number, (key, star) in enumerate(zip(fields["ghosts"], fields["ghost_dice"], strict=True))
    ]
    return " ".join([*players, center, *ghosts])


def _hand(keys: Sequence[str] | None) -> str:
    return "cards face down" if keys is None else cards(keys)


def _thrown(dice: Sequence[bool]) -> str:
    return f"{plural(len(dice), 'die', 'dice')}: {stars(dice)}"


def _movie(fields: Fields) -> str:
    poster = f"{fields['genre']}, {fields['symbol']}" if fields["genre"] else "without a poster"
    by = f"chosen by {who(fields['player'])}, the screenwriter" if fields["by"] == "screenwriter" else "off the top"
    return f"Movie {fields['number']}: {poster}, {by}."


def _posters(fields: Fields) -> str:
    return (
        f"{upper_first(who(fields['player']))} puts another poster aside, {fields['put_aside'] or 'unseen by others'}."
    )


def _option(fields: Fields) -> str:
    does = {
        "swap": "swaps a job with the center",
        "reroll": "re-rolls dice",
        "pass": "passes",
        "peek": "views the ghost cards",
    }
    choice = f"performs the job {job(fields['job'])}" if fields["choice"] == "job" else does[fields["choice"]]
    if fields["chained"]:
        at_once = choice if fields["choice"] == "job" else f"declines to perform the job {job(fields['job'])}"
        return f"Player {fields['player']}, with the new job, {at_once} at once."
    return f"Player {fields['player']} {choice}."


def _reroll(fields: Fields) -> str:
    now, which = stars([fields["star"]]), "die" if fields["dice"] == 1 else ("first die", "second die")[fields["die"]]
    if fields["by"] is None:
        return f"The {which} of {who(fields['die_of'])} is rolled: {now}."
    die = f"their {which}" if fields["by"] == fields["die_of"] else f"the {which} of {who(fields['die_of'])}"
    return f"Player {fields['by']} re-rolls {die}: {now}."


def _swap_jobs(fields: Fields) -> str:
    one, other = (f"{job(swapped['job'])} of {_holder(swapped['from'])}" for swapped in (fields["a"], fields["b"]))
    return f"Player {fields['by']} swaps the jobs {one} and {other}."


def _holder(player: int | None) -> str:
    return "the center" if player is None else who(player)


def _token(fields: Fields) -> str:
    return f"{upper_first(who(fields['to']))} is given a token of {_holder(fields['from'])}."


def _look(fields: Fields) -> str:
    at = who(fields["at"])
    at_what = f"the card of {at}" if isinstance(fields["at"], str) else f"the hand of {at}"
    seen = "" if fields["cards"] is None else f": {cards(fields['cards'])}"
    return f"Player {fields['player']} looks at {at_what}{seen}."


def _draw(fields: Fields) -> str:
    return f"Player {fields['player']} draws {cards_or_backs(fields)}."


def _discard(fields: Fields) -> str:
    return f"Player {fields['player']} discards {cards_or_backs(fields)}."


def _add(fields: Fields) -> str:
    what, source = card(fields["card"]), SOURCES[fields["from"]]
    if fields["from"] == "deck":
        return f"The deck adds {what} to the movie."
    return f"{upper_first(who(fields['player']))} adds {what} to the movie {source}".rstrip() + "."


def _edit(fields: Fields) -> str:
    then = "puts it back" if fields["put_back"] else "discards it"
    return f"Player {fields['player']}, the editor, looks at {card(fields['card'])} of the movie and {then}."


def _discard_from_movie(fields: Fields) -> str:
    if fields["seen_by"] is None:
        return f"By chance, and seen by nobody, {card(fields['card'])} leaves the movie."
    return f"{upper_first(card(fields['card']))} leaves the movie, cut by player {fields['seen_by']}."


def _premiere(fields: Fields) -> str:
    score = f"{symbols(fields['patriot'], 'patriot')} to {symbols(fields['communist'], 'communist')}"
    strip = {"nobody": "nobody gets the filmstrip", "both": "each side gets a filmstrip"}
    won = strip.get(fields["winner"], f"the {fields['winner']} get the filmstrip")
    revealed = f"{cards(fields['cards'])}, and the poster is {fields['symbol']}"
    strips = f"patriots {fields['filmstrips']['patriots']}, communists {fields['filmstrips']['communists']}"
    return f"Premiere of movie {fields['number']}: {revealed}; {score}, {won}. Filmstrips: {strips}."


def _hearing(fields: Fields) -> str:
    return f"Congressional Hearing: all dice are rolled again: {stars(fields['dice'])}."


def _shake_up(fields: Fields) -> str:
    dealt = [f"player {seat} has {jobs(numbers)}" for seat, numbers in enumerate(fields["jobs"])]
    return f"Shake Up: all jobs are dealt again; {', '.join(dealt)}; in the center: {jobs(fields['center'])}."


def _redraw(fields: Fields) -> str:
    drawn = "" if fields["cards"] is None else f": {cards(fields['cards'])}"
    return f"Player {fields['player']} draws back up, {counted(fields['number'], 'card')}{drawn}."


def _reshuffle(fields: Fields) -> str:
    return f"The deck has run out: the discards are shuffled, {counted(fields['cards'], 'card')}."


def _reshuffle_posters(fields: Fields) -> str:
    number = fields["posters"]
    return f"The genre deck has run out: {counted(number, 'poster is', 'posters are')} shuffled to renew it."


def _ghost_card(fields: Fields) -> str:
    return f"Ghost {fields['ghost']} is dealt {card(fields['card'])}."


def _end(fields: Fields) -> str:
    side = {
        "patriots": "The patriots win",
        "communists": "The communists win",
        "rising_star": "The rising star wins",
        "both": "Both sides win",
    }[fields["side"]]
    winners = f": {listed([who(item) for item in fields['winners']])}" if fields["winners"] else ""
    told = [f"player {seat} was {loyalty(item)}" for seat, item in enumerate(fields["loyalties"])]
    return f"{side}{winners}, {ENDED_BY[fields['ended_by'].split(' ')[0]]}. {upper_first(', '.join(told))}."


_SENTENCES: dict[str, Callable[[Fields], str]] = {
    "setup": _setup,
    "movie": _movie,
    "posters": _posters,
    "option": _option,
    "reroll": _reroll,
    "swap_jobs": _swap_jobs,
    "token": _token,
    "look": _look,
    "draw": _draw,
    "discard": _discard,
    "add": _add,
    "edit": _edit,
    "discard_from_movie": _discard_from_movie,
    "premiere": _premiere,
    "hearing": _hearing,
    "shake_up": _shake_up,
    "redraw": _redraw,
    "reshuffle": _reshuffle,
    "reshuffle_posters": _reshuffle_posters,
    "ghost_card": _ghost_card,
    "end": _end,
}
