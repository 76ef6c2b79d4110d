"""A referee of Hollywood 1947, written from the rule texts: it has a trace with its card lists, and nothing else."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from tests.support.referee import Line, Reader, demand

FEW = 3
SIDES = ("patriot", "communist")
Who = int | str | None


class Referee(Reader):
    """Keeps hands, decks, jobs, dice, tokens and filmstrips by hand."""

    def __init__(self, lines: Sequence[Line]) -> None:
        super().__init__(lines)
        lists = lines[0]["card_lists"]
        self.jobs_by_player = 2 if self.players <= FEW else 1
        self.ghosts = {1: "1_player", 2: "2_players", 3: "3_players"}.get(self.players, "")
        self.ghosts_number = self.rules[f"ghosts_{self.ghosts}"] if self.ghosts else 0
        self.deck = Counter({key(row): row["copies"] for row in lists["propaganda"] if self.is_in(row)})
        self.posters = {row["name"]: row for row in lists["genres"] if self.players != 2 or row["two_players"]}
        self.genre_deck, self.aside = set(self.posters), set[str]()
        self.loyalties = {row["players"]: row for row in lists["loyalties"]}
        names = set(self.rules["jobs"]) - ({"producer"} if self.players <= FEW else set())
        self.job_cards = {f"{row['number']} {row['name']}" for row in lists["job_cards"] if row["name"] in names}
        self.discards: Counter[str] = Counter()
        self.tokens: Counter[Who] = Counter()
        self.strips = dict.fromkeys(SIDES, 0)
        self.token_to: Who = None
        self.number = 0
        self.renewed: list[int] = []
        self.genres_renewed: list[int] = []

    def is_in(self, row: Line) -> bool:
        """A game of two has no double communist cards but those with a Shake Up."""
        double = row["symbol"] == "communist" and row["count"] == 2 and row["special"] != "shake_up"
        return self.players != 2 or not double

    def judge(self) -> None:
        """The whole play."""
        self.setup()
        while True:
            self.number += 1
            self.production()
            self.post()
            if self.premiere():
                break
        self.expect("nothing more")

    # Cards

    def peeked(self) -> str:
        """The event that comes once decks are renewed."""
        while self.line["event"] in ("reshuffle", "reshuffle_posters"):
            line = self.next()
            if line["event"] == "reshuffle":
                self.renewed.append(line["cards"])
            else:
                self.genres_renewed.append(line["posters"])
        return str(self.line["event"])

    def draw(self, cards: Sequence[str], count: int) -> None:
        """The next cards of the deck, which the discards renew; fewer only where none are left."""
        drawn = Counter(cards)
        if drawn.total() > self.deck.total():
            demand(self.deck <= drawn, "the rest of the deck is drawn first", self.line)
            drawn -= self.deck
            demand(bool(self.renewed) and self.renewed.pop(0) == self.discards.total(), "a reshuffle is due", self.line)
            self.deck, self.discards = self.discards, Counter()
        demand(drawn <= self.deck, f"{list(drawn)} are not in the deck", self.line)
        self.deck -= drawn
        left = self.deck.total() + self.discards.total()
        demand(len(cards) == min(count, len(cards) + left), f"{count} cards are drawn", self.line)

    def lose(self, player: int, card: str) -> None:
        """A card leaves a hand."""
        demand(card in self.hands[player], f"player {player} does not hold {card}", self.line)
        self.hands[player].remove(card)

    def poster(self, name: str, but: str | None = None) -> None:
        """A poster is drawn; the genre deck is renewed from those put aside, or else from all."""
        if not self.genre_deck:
            self.genre_deck = (self.aside or set(self.posters)) - {but}
            self.aside = set()
            due = bool(self.genres_renewed) and self.genres_renewed.pop(0) == len(self.genre_deck)
            demand(due, "the genre deck is to be renewed", self.line)
        demand(name in self.genre_deck, "this poster is not in the deck", self.line)
        self.genre_deck.remove(name)

    # Setting up

    def setup(self) -> None:
        line = self.expect("setup")
        self.loyalty = line["loyalties"]
        row = self.loyalties[9 if self.rules["random_loyalties"] else self.players]
        dealt = Counter(self.loyalty)
        most = Counter({"patriot": row["patriots"], "communist": row["communists"], "rising_star": row["rising_stars"]})
        demand(dealt <= most and len(self.loyalty) == self.players, "the loyalties dealt", line)
        self.deal_jobs(line)
        self.hands = [list(hand) for hand in line["hands"]]
        for hand in self.hands:
            self.draw(hand, self.rules["hand_size"])
        self.ghost_cards = list(line["ghosts"])
        demand(len(self.ghost_cards) == self.ghosts_number, "the ghosts", line)
        for card in self.ghost_cards:
            self.draw([card] if card else [], 1)
        self.ghost_seen: list[set[int]] = [set() for _ in self.ghost_cards]
        self.dice = {(player, die): star for player, stars in enumerate(line["dice"]) for die, star in enumerate(stars)}
        demand(len(self.dice) == self.players * self.jobs_by_player, "the dice", line)
        self.dice |= {(f"ghost {ghost}", 0): star for ghost, star in enumerate(line["ghost_dice"])}
        self.tokens[None] = line["tokens"]
        demand(line["tokens"] == self.rules["tokens"], "the tokens", line)

    def deal_jobs(self, line: Line) -> None:
        self.holder: dict[str, Who] = dict.fromkeys(line["center"])
        for player, jobs in enumerate(line["jobs"]):
            self.holder |= dict.fromkeys(jobs, player)
        demand(set(self.holder) == self.job_cards, "all job cards are there", line)
        sizes = [len(jobs) for jobs in line["jobs"]]
        demand(sum(sizes) == min(self.jobs_by_player * self.players, len(self.job_cards)), "so many jobs", line)
        demand(max(sizes) <= self.jobs_by_player, "so many jobs each", line)

    def in_order(self) -> list[str]:
        """The job cards by number."""
        return sorted(self.holder, key=lambda job: int(job.split()[0]))

    def first_player(self) -> int:
        held = [self.holder[job] for job in self.in_order() if self.holder[job] is not None]
        return int(held[0]) if held else 0  # type: ignore[arg-type]

    def clockwise(self, first: int) -> list[int]:
        return [(first + place) % self.players for place in range(self.players)]

    # Production

    def production(self) -> None:
        if self.number > 1:
            for ghost in range(self.ghosts_number):
                self.reroll(self.demand_next("reroll", by=None, die_of=f"ghost {ghost}"))
        self.performed, self.used = set[str](), set[str]()
        self.movie: list[str] = []
        self.announced = self.composed = False
        self.editor: int | None = None
        self.token_before, self.token_to = self.token_to, None
        first = self.first_player()
        if not any(job.endswith(" screenwriter") and holder == first for job, holder in self.holder.items()):
            self.announce()
        if self.rules["studio_order"]:
            for job in self.in_order():
                if self.holder[job] is not None and job not in self.used:
                    self.turn(int(self.holder[job]))  # type: ignore[arg-type]
        else:
            for player in self.clockwise(first) * self.jobs_by_player:
                self.turn(player)

    def announce(self) -> None:
        """The top poster of the genre deck."""
        self.peeked()
        line = self.demand_next("movie", number=self.number, by="deck", player=None)
        self.show(line)

    def show(self, line: Line, but: str | None = None) -> None:
        self.announced = True
        if line["genre"] is not None:
            self.poster(line["genre"], but)
        self.symbol = self.posters[line["genre"]]["symbol"] if line["genre"] else "neutral"
        demand(line["symbol"] == self.symbol, f"the poster is {self.symbol}", line)

    def turn(self, player: int) -> None:
        line = self.demand_next("option", player=player, chained=False)
        choice, job = line["choice"], line["job"] if line["choice"] == "job" else ""
        if not self.announced and not job.endswith(" screenwriter"):
            self.announce()
        if job:
            demand(self.holder[job] == player, "not this player's job", line)
            self.perform(player, job)
        elif choice == "reroll":
            self.rerolls(player)
        elif choice == "swap":
            moved = self.demand_next("swap_jobs", by=player)
            demand(moved["a"]["from"] == player and moved["b"]["from"] is None, "own job for one of the center", moved)
            self.exchange(moved)
        elif choice == "peek":
            for ghost, card in enumerate(self.ghost_cards):
                if card is not None:
                    self.look(self.demand_next("look", player=player, at=f"ghost {ghost}"))
        else:
            demand(choice == "pass" and line["job"] is None, "no such choice", line)

    def rerolls(self, player: int) -> None:
        """Up to so many dice, none twice, one at least."""
        rolled = set()
        while self.line["event"] == "reroll" and len(rolled) < self.rules["rerolls_per_turn"]:
            rolled.add(self.reroll(self.demand_next("reroll", by=player), rolled))
        demand(bool(rolled), "a die is rolled", self.line)

    def reroll(self, line: Line, but: Any = ()) -> tuple[Who, int]:
        die = line["die_of"], line["die"]
        demand(die in self.dice and die not in but, "no such die", line)
        self.dice[die] = line["star"]
        return die

    def exchange(self, line: Line) -> None:
        for job in (line["a"], line["b"]):
            demand(self.holder[job["job"]] == job["from"], "that job is elsewhere", line)
        one, other = line["a"], line["b"]
        demand(one["job"] != other["job"], "two job cards", line)
        self.holder[one["job"]], self.holder[other["job"]] = other["from"], one["from"]

    # Jobs

    def can_perform(self, player: int, job: str) -> bool:
        name, cards = job.split()[1], self.deck.total() + self.discards.total()
        others = any(hand for holder, hand in enumerate(self.hands) if holder != player) or any(self.ghost_cards)
        return job not in self.performed and {
            "screenwriter": not self.announced,
            "director": self.rules["tokens"] > 0 and self.can_give(),
            "gaffer": self.rules["gaffer_rerolls"] > 0,
            "cinematographer": others,
            "actress": cards > 0,
            "actor": any(self.hands),
            "composer": cards > 0,
        }.get(name, True)

    def targets(self) -> set[Who]:
        """Who may be given a token."""
        names = {*range(self.players), *(f"ghost {ghost}" for ghost in range(self.ghosts_number))}
        return names - {self.token_before} if self.token_before is not None else names

    def can_give(self) -> bool:
        if self.tokens[None]:
            return bool(self.targets())
        return any(self.tokens[giver] and self.targets() - {giver} for giver in range(self.players))

    def perform(self, player: int, job: str) -> None:
        demand(self.can_perform(player, job), f"{job} cannot be performed", self.line)
        self.performed.add(job)
        getattr(self, f"as_{job.split()[1]}")(player)

    def as_screenwriter(self, player: int) -> None:
        put_aside = None
        if self.peeked() == "posters":
            put_aside = self.demand_next("posters", player=player)["put_aside"]
        line = self.demand_next("movie", number=self.number, by="screenwriter", player=player)
        both = {line["genre"], put_aside} - {None}
        if put_aside and len(self.genre_deck) == 1:  # the last of the old deck was drawn first
            first = next(iter(self.genre_deck))
            demand(first in both, "the last poster was drawn", line)
            self.poster(first)
            self.poster(*(both - {first}), but=first)
        elif put_aside:
            self.poster(put_aside)
            self.poster(line["genre"], put_aside)
        else:
            self.show(line)
        self.symbol, self.announced = self.posters[line["genre"]]["symbol"], True
        demand(line["symbol"] == self.symbol, f"the poster is {self.symbol}", line)
        self.aside |= {put_aside} - {None}

    def as_producer(self, player: int) -> None:
        line = self.demand_next("swap_jobs", by=player)
        self.exchange(line)
        one, other = line["a"]["from"], line["b"]["from"]
        demand(one is not None, "a job of a player", line)
        if other is None or one == other or player not in (one, other):
            return
        job = line["b" if one == player else "a"]["job"]
        if self.can_perform(player, job):
            answer = self.demand_next("option", player=player, job=job, chained=True)
            if answer["choice"] == "job":
                self.used.add(job)
                self.perform(player, job)
            else:
                demand(answer["choice"] == "pass", "performed or declined", answer)

    def as_director(self, player: int) -> None:
        line = self.expect("token")
        giver = line["from"]
        demand(line["to"] in self.targets() - ({giver} - {None}), "may not receive a token", line)
        demand((giver is None) == (self.tokens[None] > 0) and self.tokens[giver] > 0, "no token there", line)
        self.tokens[giver] -= 1
        self.tokens[line["to"]] += 1
        self.token_to = line["to"]

    def as_gaffer(self, player: int) -> None:
        for _ in range(self.rules["gaffer_rerolls"]):
            self.reroll(self.demand_next("reroll", by=player))

    def as_cinematographer(self, player: int) -> None:
        line = self.demand_next("look", player=player)
        demand(line["at"] != player, "another's cards", line)
        self.look(line)

    def look(self, line: Line) -> None:
        if isinstance(line["at"], str):
            ghost = int(line["at"].split()[1])
            demand(line["cards"] == [self.ghost_cards[ghost]], "that ghost's card", line)
            self.ghost_seen[ghost].add(line["player"])
        else:
            demand(Counter(line["cards"]) == Counter(self.hands[line["at"]]), "that hand", line)

    def as_actress(self, player: int) -> None:
        self.peeked()
        line = self.expect("draw")
        self.draw(line["cards"], self.rules["actress_draws"])
        self.hands[line["player"]] += line["cards"]
        for _ in line["cards"]:
            self.drop(self.demand_next("discard", player=line["player"], number=1))

    def drop(self, line: Line) -> None:
        for card in line["cards"]:
            self.lose(line["player"], card)
            self.discards[card] += 1

    def as_actor(self, player: int) -> None:
        line = self.expect("discard")
        self.drop(line)
        demand(line["number"] > 0 and not self.hands[line["player"]], "the whole hand", line)
        self.peeked()
        drawn = self.demand_next("draw", player=line["player"])["cards"]
        self.draw(drawn, line["number"])
        self.hands[line["player"]] += drawn

    def as_composer(self, player: int) -> None:
        self.peeked()
        drawn = list(self.demand_next("draw", player=player)["cards"])
        self.draw(drawn, self.rules["composer_draws"])
        line = self.add("composer", player, [player])
        drawn.remove(line["card"])
        if drawn:
            rest = self.demand_next("discard", player=player)
            demand(Counter(rest["cards"]) == Counter(drawn), "the rest", rest)
            self.discards.update(drawn)
        self.composed = True

    def as_editor(self, player: int) -> None:
        self.editor = player

    # Post

    def add(self, source: str, player: Who, seen_by: list[int]) -> Line:
        line = self.demand_next("add", player=player, seen_by=seen_by, **{"from": source})
        self.movie.append(line["card"])
        return line

    def add_from_hand(self, source: str, player: int) -> None:
        self.lose(player, self.add(source, player, [player])["card"])

    def adds_next(self, source: str, player: int) -> bool:
        line = self.line
        return line["event"] == "add" and line["from"] == source and line["player"] == player

    def order(self) -> list[int]:
        """Who adds cards when."""
        if not self.rules["studio_order"]:
            return self.clockwise(self.first_player())
        held = dict.fromkeys(int(h) for h in map(self.holder.get, self.in_order()) if h is not None)  # type: ignore[call-overload]
        return [*held, *(player for player in range(self.players) if player not in held)]

    def post(self) -> None:
        self.lowest = self.first_player()
        self.stars()
        for player in self.order():
            while self.tokens[player] and self.adds_next("token", player):
                self.tokens.update({player: -1, None: 1})
                self.add_from_hand("token", player)
        self.add_ghosts()
        self.served = self.rules["justice_served"] and self.number == self.rules["max_movies"]
        if not (self.composed or self.served):
            self.add_from_deck()
        self.cut()

    def stars(self) -> None:
        strike = self.rules["union_strike"] and self.symbol == "neutral"
        for player in self.order():
            stars = sum(self.dice[player, die] for die in range(self.jobs_by_player))
            if strike and stars:
                while self.adds_next("strike", player):
                    self.add_from_hand("strike", player)
            else:
                for _ in range(min(stars, len(self.hands[player]))):
                    self.add_from_hand("star", player)

    def add_ghosts(self) -> None:
        for ghost, card in enumerate(self.ghost_cards):
            name = f"ghost {ghost}"
            star = self.dice[name, 0]
            if card is not None and (star or self.tokens[name]):
                if not star:
                    self.tokens.update({name: -1, None: 1})
                demand(self.add("ghost", name, sorted(self.ghost_seen[ghost]))["card"] == card, "its card", self.line)
                self.ghost_seen[ghost] = set()
                self.peeked()
                self.ghost_cards[ghost] = self.demand_next("ghost_card", ghost=ghost)["card"]
                self.draw([self.ghost_cards[ghost]] if self.ghost_cards[ghost] else [], 1)

    def add_from_deck(self) -> None:
        added = []
        while len(added) < self.rules["deck_adds"] and self.deck.total() + self.discards.total():
            self.peeked()
            added.append(self.add("deck", None, [])["card"])
            self.draw(added[-1:], 1)

    def cut(self) -> None:
        count = 0 if self.served else self.rules["discarded_from_movie"]
        if self.editor is not None and self.movie:
            line = self.demand_next("edit", player=self.editor)
            demand(line["card"] in self.movie, "a card of the movie", line)
            if not line["put_back"]:
                self.leave(self.demand_next("discard_from_movie", card=line["card"], seen_by=self.editor))
                count = max(0, count - 1)
        for _ in range(min(count, len(self.movie))):
            self.leave(self.demand_next("discard_from_movie", seen_by=None))

    def leave(self, line: Line) -> None:
        demand(line["card"] in self.movie, "a card of the movie", line)
        self.movie.remove(line["card"])
        self.discards[line["card"]] += 1

    # Premiere

    def premiere(self) -> bool:
        """Whether the play is over."""
        cards = [card.split() for card in self.movie]
        counts = {side: sum(int(count) for symbol, count, _ in cards if symbol == side) for side in SIDES}
        if self.symbol in counts:
            counts[self.symbol] += 1
        margin = counts["patriot"] - counts["communist"]
        winner = self.winner(margin)
        for side in SIDES:
            self.strips[side] += winner in (f"{side}s", "both")
        strips = {f"{side}s": strips for side, strips in self.strips.items()}
        line = self.demand_next("premiere", number=self.number, winner=winner, symbol=self.symbol, **counts)
        demand(line["filmstrips"] == strips, f"filmstrips are {strips}", line)
        demand(Counter(line["cards"]) == Counter(self.movie), "the cards of the movie", line)
        outcome = self.outcome(margin)
        if outcome:
            self.end(*outcome)
            return True
        self.aftermath({special for _, _, special in cards})
        return False

    def winner(self, margin: int) -> str:
        if margin:
            return "patriots" if margin > 0 else "communists"
        tied = self.rules["ties_go_to"]
        return "both" if tied == "communists" and self.players == 2 else tied

    def outcome(self, margin: int) -> tuple[str, str] | None:
        """The side that wins, and by which rule."""
        needed = "communist_target_3_players" if self.players == FEW else "communist_target"
        reached = [
            self.strips["patriot"] >= self.rules["patriot_target"] and "patriot_target",
            self.strips["communist"] >= self.rules[needed] and needed,
        ]
        last = self.number == self.rules["max_movies"]
        if last and abs(margin) <= self.rules["rising_star_margin"] and "rising_star" in self.loyalty:
            return "rising_star", "rising_star_margin"
        if any(reached):
            side = "both" if all(reached) else "patriots" if reached[0] else "communists"
            return side, " ".join(rule for rule in reached if rule)
        if not last:
            return None
        ahead = self.strips["patriot"] - self.strips["communist"]
        return ("both" if ahead == 0 else "patriots" if ahead > 0 else "communists"), "max_movies"

    def end(self, side: str, ended_by: str) -> None:
        sides = {"both": SIDES, "patriots": SIDES[:1], "communists": SIDES[1:], "rising_star": ("rising_star",)}[side]
        winners = [player for player, loyalty in enumerate(self.loyalty) if loyalty in sides]
        self.demand_next("end", winners=winners, side=side, loyalties=self.loyalty, ended_by=ended_by)

    def aftermath(self, specials: set[str]) -> None:
        if "hearing" in specials:
            line = self.expect("hearing")
            demand(len(line["dice"]) == len(self.dice), "all dice", line)
            self.dice = dict(zip(self.dice, line["dice"], strict=True))
        if "shake_up" in specials:
            self.deal_jobs(self.expect("shake_up"))
        for player in self.clockwise(self.lowest):
            missing = self.rules["hand_size"] - len(self.hands[player])
            if missing > 0:
                self.peeked()
                line = self.demand_next("redraw", player=player)
                self.draw(line["cards"], missing)
                self.hands[player] += line["cards"]
        self.discards.update(self.movie)
        demand(not self.renewed and not self.genres_renewed, "a deck renewed for nothing", self.line)


def key(row: Line) -> str:
    """How a propaganda card is called."""
    return f"{row['symbol']} {row['count']} {row['special']}"


def referee(lines: Sequence[Line]) -> None:
    """Raises Foul where the trace breaks the rules that its first line names."""
    Referee(lines).judge()
