"""A referee of Showbiz Shuffle, written from the rule texts: it has a trace with its card lists, and nothing else."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.support.referee import Line, Reader, demand

KINDS = ("director", "star", "support")
LASTING = ("boost", "award", "upstage", "scandal", "bad_ratings", "stand_in")
PLACES, MOST_HAND, MOST_BIZ_HAND = 4, 20, 40


@dataclass
class Movie:
    """A movie in production: its cast, by what each is spoilt, and its Biz cards, each with the Bod it lies on."""

    genre: str
    cast: list[str] = field(default_factory=list)
    spoilt: dict[str, str] = field(default_factory=dict)
    papers: list[tuple[str, str | None]] = field(default_factory=list)
    stand_ins: int = 0


class Referee(Reader):
    """Keeps hands, decks, piles, movies and scores by hand."""

    def __init__(self, lines: Sequence[Line]) -> None:
        super().__init__(lines)
        self.bods = {row["id"]: row for row in lines[0]["card_lists"]["bods"]}
        self.rows = {row["id"]: row for row in lines[0]["card_lists"]["biz"]}
        self.needs = [self.rules[f"{kind}s_needed"] for kind in KINDS]
        self.deck = Counter(self.bods.keys())
        self.biz_deck = Counter({name: row["copies"] for name, row in self.rows.items()})
        self.pile: Counter[str] = Counter()
        self.biz_pile: Counter[str] = Counter()
        self.movies: list[dict[int, Movie]] = [{} for _ in range(self.players)]
        self.earned, self.turns, self.left, self.ending = [0] * self.players, 0, 0, False

    def judge(self) -> None:
        """The whole play."""
        self.setup()
        self.player = 0
        while not self.turn():
            self.player = (self.player + 1) % self.players
        self.finish()
        self.expect("nothing more")

    # Decks

    def draw(self, deck: Counter[str], pile: Counter[str], drawn: list[str], count: int, reshuffles: bool) -> None:
        """`drawn` are the next cards of the deck, which is renewed from its pile where that is the rule."""
        for card in drawn:
            if not deck.total() and reshuffles:
                self.renew(deck, pile)
            demand(deck[card] > 0, f"{card} is not in the deck", self.line)
            deck[card] -= 1
        short = len(drawn) < count
        demand(
            len(drawn) <= count and not (short and (deck.total() or (reshuffles and pile.total()))), "draw", self.line
        )
        if deck is self.deck and (short or not (deck.total() or reshuffles)):
            self.over = True

    def renew(self, deck: Counter[str], pile: Counter[str]) -> None:
        """The reshuffle was told before the draw."""
        demand(bool(self.renewed), "a reshuffle was due", self.line)
        name, cards = self.renewed.pop(0)
        demand(name == ("bods" if deck is self.deck else "biz") and cards == pile.total(), "reshuffle", self.line)
        deck.update(pile)
        pile.clear()

    def after_reshuffles(self) -> str:
        """The event that comes once decks are renewed."""
        self.renewed: list[tuple[str, int]] = getattr(self, "renewed", [])
        while self.line["event"] == "reshuffle":
            line = self.next()
            self.renewed.append((line["deck"], line["cards"]))
        return str(self.line["event"])

    def draw_bods(self, drawn: list[str], count: int) -> None:
        self.draw(self.deck, self.pile, drawn, count, self.rules["reshuffle_bods"])

    def fill(self, drawn: list[str], size: int) -> None:
        """The hand is filled."""
        hand = self.hands[self.player]
        self.draw_bods(drawn, max(0, min(size, MOST_HAND) - len(hand)))
        hand += drawn

    def check_endgame(self, why: str) -> None:
        """The end game begins once, after what brings it about."""
        if self.over and not self.ending:
            self.demand_next("endgame", player=self.player, why=why)
            self.ending, self.left = True, self.players * self.rules["final_turns"]

    # Setting up, and turns

    def setup(self) -> None:
        self.after_reshuffles()
        self.over, self.hands, self.held, self.player = False, [], [], 0
        line = self.expect("setup")
        for self.player, (bods, biz) in enumerate(zip(line["hands"], line["biz_hands"], strict=True)):
            self.hands.append([])
            self.held.append(list(biz))
            self.fill(bods, self.rules["hand_size"])
            self.draw(self.biz_deck, self.biz_pile, biz, self.rules["starting_biz"], False)
        self.call = list(line["cattle_call"])
        self.draw_bods(line["cattle_call"], self.rules["cattle_call_size"])
        self.player = 0
        self.check_endgame("bods")

    def turn(self) -> bool:
        """One turn; whether the play is over."""
        self.demand_next("turn", player=self.player)
        self.after_reshuffles()
        line = self.demand_next("refill", player=self.player)
        self.draw_bods(line["cattle_call"], self.rules["cattle_call_size"] - len(self.call))
        self.call += line["cattle_call"]
        self.fill(line["drawn"], self.rules["hand_size"])
        self.check_endgame("bods")
        self.plays = {
            "hand": self.rules["plays_from_hand"],
            "cattle_call": self.rules["plays_from_cattle_call"],
            "biz": self.rules["biz_per_turn"],
        }
        acted = False
        while not self.is_stopped():
            event = self.after_reshuffles()
            if event == "shake_up":
                demand(self.rules["shake_up"] and not acted, "no shake-up now", self.line)
                self.shake_up()
                break
            if event not in ("open", "cast", "biz"):
                break
            acted = True
            getattr(self, event)(self.next())
        return self.is_over()

    def is_stopped(self) -> bool:
        """Without final turns the play stops there and then."""
        return self.ending and self.left == 0

    def is_over(self) -> bool:
        demand(not self.renewed, "a reshuffle for nothing", self.line)
        self.turns += 1
        if self.is_stopped():
            self.capped = False
            return True
        self.left -= self.ending
        self.capped = not (self.ending and self.left == 0)
        return not self.capped or self.turns == self.players * self.rules["max_turns"]

    def shake_up(self) -> None:
        line = self.demand_next("shake_up", player=self.player)
        demand(Counter(line["discarded"]) == Counter(self.held[self.player]), "all Biz is discarded", line)
        self.biz_pile.update(line["discarded"])
        self.deck.update(self.hands[self.player])
        self.held[self.player], self.hands[self.player] = [], []
        self.fill(line["drawn"], self.rules["hand_size"])
        self.check_endgame("bods")

    # Bods

    def room(self, movie: Movie, kind: str) -> int:
        """How many of a kind the movie still lacks."""
        there = sum(self.bods[member]["kind"] == kind for member in movie.cast)
        return int(self.needs[KINDS.index(kind)] - there - (movie.stand_ins if kind == "support" else 0))

    def may_play(self, bod: Line, genre: str, bound: bool) -> bool:
        """Whether a Bod may be played in this genre; `bound`: in genre only."""
        return bool(bod[genre]) or not (bound or bod["only_genre"])

    def take(self, line: Line) -> tuple[Line, bool]:
        """The Bod that is played leaves hand or Cattle Call; whether it came from there."""
        source = line["from"]
        demand(line["player"] == self.player and self.plays[source] > 0, "not this player's play", line)
        self.plays[source] -= 1
        cards = self.hands[self.player] if source == "hand" else self.call
        demand(line["bod"] in cards, "the Bod is not there", line)
        cards.remove(line["bod"])
        return self.bods[line["bod"]], source == "cattle_call"

    def open(self, line: Line) -> None:
        bod, _ = self.take(line)
        lot = self.movies[self.player]
        number = min(place for place in range(PLACES) if place not in lot)
        movie = Movie(line["genre"])
        may_start = bod["kind"] in self.rules["starters"] and self.room(movie, bod["kind"]) > 0
        demand(may_start and bool(bod[line["genre"]]), "the Bod cannot start this movie", line)
        demand(line["movie"] == number and len(lot) < self.rules["movies_at_once"], "no place for a movie", line)
        lot[number] = movie
        self.join(line, bod, movie)

    def cast(self, line: Line) -> None:
        bod, from_call = self.take(line)
        movie = self.movies[self.player][line["movie"]]
        bound = from_call or not self.rules["out_of_genre_from_hand"]
        demand(self.room(movie, bod["kind"]) > 0, "no room for this kind", line)
        demand(self.may_play(bod, movie.genre, bound), "not in this genre", line)
        demand(line["in_genre"] == bool(bod[movie.genre]), "in genre or not", line)
        self.join(line, bod, movie)

    def join(self, line: Line, bod: Line, movie: Movie) -> None:
        movie.cast.append(bod["id"])
        self.premiere_if_complete(self.player, line["movie"])
        if bod["draw_biz"]:
            self.after_reshuffles()
            drawn = self.demand_next("draw_biz", player=self.player)["cards"]
            held = self.held[self.player]
            self.draw(self.biz_deck, self.biz_pile, drawn, min(bod["draw_biz"], MOST_BIZ_HAND - len(held)), True)
            held += drawn
        if bod["lose_biz"] and self.held[self.player]:
            self.spend(self.demand_next("lose_biz", player=self.player)["card"])

    def spend(self, card: str, pile: bool = True) -> None:
        """A Biz card leaves the hand, for the pile or for a movie."""
        demand(card in self.held[self.player], f"{card} is not in the hand", self.line)
        self.held[self.player].remove(card)
        self.biz_pile[card] += pile

    # Biz

    def biz_of(self, line: Line) -> Line:
        demand(line["player"] == self.player and self.plays["biz"] > 0, "no Biz may be played", line)
        self.plays["biz"] -= 1
        row = self.rows[line["card"]]
        self.spend(line["card"], row["effect"] not in LASTING)
        return row

    def aimed(self, row: Line, target: Line) -> Movie:
        """The movie it is played on, which must be one that the card names."""
        is_mine, genres = target["player"] == self.player, row["genres"]
        reach = {"own": is_mine, "riv": not is_mine, "tab": True}[row["target"][:3]]
        movie = self.movies[target["player"]][target["movie"]]
        demand(reach and (not genres or movie.genre in genres), "not on this movie", self.line)
        if row["target"].endswith("_bod"):
            demand(target["bod"] in movie.cast, "not a Bod of the movie", self.line)
        return movie

    def biz_effect(self, line: Line, row: Line, movie: Movie) -> None:
        target, effect = line["target"], row["effect"]
        if effect in LASTING:
            self.attach(target, row, movie)
        elif effect == "recast":
            self.recast(target, movie)
        elif effect == "walkout":
            self.walk_out(target, movie)
        else:
            self.cancel(target, movie)

    def biz(self, line: Line) -> None:
        row = self.biz_of(line)
        if row["effect"] == "steal_biz":
            held = self.held[line["target"]["player"]]
            demand(line["target"]["player"] != self.player and line["target"]["card"] in held, "no theft", line)
            held.remove(line["target"]["card"])
            self.held[self.player].append(line["target"]["card"])
        elif row["effect"] == "draw_bods":
            self.after_reshuffles()
            drawn = self.demand_next("draw_bods", player=self.player)["cards"]
            self.fill(drawn, len(self.hands[self.player]) + row["value"])
            self.check_endgame("bods")
        else:
            self.biz_effect(line, row, self.aimed(row, line["target"]))

    def attach(self, target: Line, row: Line, movie: Movie) -> None:
        movie.papers.append((row["id"], target.get("bod")))
        if row["effect"] in ("upstage", "scandal"):
            demand(target["bod"] not in movie.spoilt, "spoilt already", self.line)
            movie.spoilt[target["bod"]] = row["effect"]
        if row["effect"] == "stand_in":
            demand(self.room(movie, "support") > 0, "no support is lacking", self.line)
            movie.stand_ins += 1
            self.premiere_if_complete(target["player"], target["movie"])

    def free(self, movie: Movie, bod: str) -> None:
        """A Bod leaves: the Biz cards on it are discarded."""
        self.biz_pile.update(card for card, on in movie.papers if on == bod)
        movie.papers = [(card, on) for card, on in movie.papers if on != bod]
        movie.spoilt.pop(bod, None)

    def recast(self, target: Line, movie: Movie) -> None:
        old, new, hand = self.bods[target["bod"]], self.bods[target["with"]], self.hands[self.player]
        fits = self.may_play(new, movie.genre, not self.rules["out_of_genre_from_hand"])
        demand(new["id"] in hand and new["kind"] == old["kind"] and fits, "no understudy", self.line)
        self.free(movie, old["id"])
        hand.remove(new["id"])
        hand.append(old["id"])
        movie.cast[movie.cast.index(old["id"])] = new["id"]

    def walk_out(self, target: Line, movie: Movie) -> None:
        self.free(movie, target["bod"])
        movie.cast.remove(target["bod"])
        self.pile[target["bod"]] += 1
        if not movie.cast:
            self.biz_pile.update(card for card, _ in movie.papers)
            del self.movies[target["player"]][target["movie"]]

    def cancel(self, target: Line, movie: Movie) -> None:
        gone = movie.papers.pop(target["place"])
        demand(gone == (target["card"], target.get("bod")), f"{gone} lies there", self.line)
        self.biz_pile[gone[0]] += 1
        effect = self.rows[gone[0]]["effect"]
        if effect in ("upstage", "scandal"):
            del movie.spoilt[str(gone[1])]
        movie.stand_ins -= effect == "stand_in"

    # Scoring

    def premiere_if_complete(self, player: int, number: int) -> None:
        movie = self.movies[player][number]
        if any(self.room(movie, kind) for kind in KINDS):
            return
        self.movie_line("premiere", player, number, movie)
        self.pile.update(movie.cast)
        self.biz_pile.update(card for card, _ in movie.papers)
        del self.movies[player][number]
        target = self.rules["score_target"]
        if target and self.earned[player] >= target:
            self.over = True
            self.check_endgame("score_target")

    def movie_line(self, event: str, player: int, number: int, movie: Movie) -> None:
        """A premiere or a penalty, with what each card counts."""
        is_premiere = event == "premiere"
        bods = [self.bod_points(movie, bod, is_premiere) for bod in movie.cast]
        papers = [{"card": card, "bod": on, "points": self.biz_points(card, is_premiere)} for card, on in movie.papers]
        points = sum(card["points"] for card in (*bods, *papers))
        names = {"player": player, "movie": number, "genre": movie.genre, "cast": movie.cast, "points": points}
        lying = [card for card, _ in movie.papers]
        self.demand_next(event, **names, biz=lying, cast_points=bods, biz_points=papers)
        self.earned[player] += points if is_premiere else -points

    def bod_points(self, movie: Movie, name: str, is_premiere: bool) -> dict[str, Any]:
        bod = self.bods[name]
        devalued = movie.spoilt.get(name) or (None if bod[movie.genre] else "out_of_genre")
        partners = {
            name_or_kind for other in movie.cast if other != name for name_or_kind in (other, self.bods[other]["kind"])
        }
        bonus = bod["bonus"] if is_premiere and not devalued and bod["bonus_with"] in partners else 0
        points = {None: bod["value"] + bonus, "upstage": 0}.get(devalued, -bod["value"])
        points = points if is_premiere else bod["value"] * self.rules["unfinished_penalty"]
        return {"bod": name, "devalued": devalued, "bonus": bonus, "points": points}

    def biz_points(self, card: str, is_premiere: bool) -> int:
        row = self.rows[card]
        if not is_premiere:
            return int(row["value"]) if row["costs"] and self.rules["costed_biz_penalty"] else 0
        return int(row["value"]) * {"boost": 1, "award": 1, "bad_ratings": -1}.get(row["effect"], 0)

    def finish(self) -> None:
        movies = list(self.earned)
        for player, lot in enumerate(self.movies):
            for number in sorted(lot):
                self.movie_line("penalty", player, number, lot[number])
        totals = self.earned
        by_player = [
            {"movies": points, "penalty": points - all_, "total": all_}
            for points, all_ in zip(movies, totals, strict=True)
        ]
        self.demand_next("score", totals=totals, by_player=by_player)
        ended_by = "max_turns" if self.capped else "final_turns"
        self.demand_next("end", winners=self.best(totals, max(totals)), ended_by=ended_by)


def referee(lines: Sequence[Line]) -> None:
    """Raises Foul where the trace breaks the rules that its first line names."""
    Referee(lines).judge()
