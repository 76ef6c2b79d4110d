"""Naive random plays of the kit's games to begin from, written from their rule texts alone, with lists and sets.

Each function plays once with a `random.Random`, every whole choice as likely as another, and returns figures by name.
"""

from itertools import combinations
from random import Random

Figures = dict[str, float]


def four_in_a_row(random: Random) -> Figures:
    columns: list[list[int]] = [[] for _ in range(7)]
    disks = 0
    while True:
        player = disks % 2
        column = random.choice([number for number, column in enumerate(columns) if len(column) < 6])
        columns[column].append(player)
        disks += 1
        mine = {(x, y) for x, column in enumerate(columns) for y, disk in enumerate(column) if disk == player}
        lines = [[(x + step * dx, y + step * dy) for step in range(4)] for x, y in mine
                 for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))]  # fmt: skip
        won = any(mine.issuperset(line) for line in lines)
        if won or disks == 42:
            return {"first": (player == 0) if won else 0.5, "tie": not won, "dropped": disks}


def four_piles(random: Random, players: int = 2) -> Figures:
    hand_size, least, back = 4, 2, 10
    stock = list(range(1, 61))
    random.shuffle(stock)
    hands = [[stock.pop() for _ in range(hand_size)] for _ in range(players)]
    tops, player, laid, turn, skipped, steps_back = [0, 0, 61, 61], 0, 0, 0, 0, 0

    def step(card: int, pile: int) -> int:
        return card - tops[pile] if pile < 2 else tops[pile] - card

    while True:
        fitting = [(card, pile) for card in hands[player] for pile in range(4)
                   if step(card, pile) > 0 or step(card, pile) == -back]  # fmt: skip
        may_draw = turn >= (least if stock else 1)
        if laid == 60 or not (fitting or may_draw):
            left = 60 - laid
            return {"score": laid, "won": left <= 10, "skipped": skipped, "steps_back": steps_back}
        choice = random.choice([*fitting, *([None] if may_draw else [])])
        if choice is None:
            while stock and len(hands[player]) < hand_size:
                hands[player].append(stock.pop())
            player, turn = (
                next((seat for step in range(1, players + 1) if hands[seat := (player + step) % players]), 0),
                0,
            )
        else:
            card, pile = choice
            skipped += max(0, step(card, pile) - 1)
            steps_back += step(card, pile) < 0
            tops[pile] = card
            hands[player].remove(card)
            laid, turn = laid + 1, turn + 1


def summits(random: Random, players: int = 2) -> Figures:
    steps = {total: 13 - 2 * abs(total - 7) for total in range(2, 13)}
    camps = [dict.fromkeys(steps, 0) for _ in range(players)]
    closed: set[int] = set()
    summits, busts, turns, player = [0] * players, 0, 0, 0

    def after(moves: dict[int, int], total: int) -> dict[int, int] | None:
        up = {**moves, total: moves.get(total, camps[player][total]) + 1}
        return None if total in closed or len(up) > 3 or up[total] > steps[total] else up

    while max(summits) < 3:
        climbers: dict[int, int] = {}
        turns += 1
        while True:
            dice = [random.randint(1, 6) for _ in range(4)]
            ways = []
            for one, two in combinations(dice, 2):
                first = after(climbers, one + two)
                if first is not None:
                    second = after(first, sum(dice) - one - two)
                    way = first if second is None else second
                    ways += [] if way in ways else [way]
            if not ways:
                busts += 1
                break
            climbers = random.choice(ways)
            if random.random() < 0.5:
                reached = [total for total, height in climbers.items() if height == steps[total]]
                camps[player].update(climbers)
                closed |= {*reached}
                summits[player] += len(reached)
                break
        player = (player + 1) % players
    means = {"busts": busts / players, "turns": turns / players, "points": sum(summits) / players}
    return {"first": summits[0] >= 3, **means}


def crosses(random: Random, players: int = 3) -> Figures:
    rows = [list(range(2, 13)), list(range(2, 13)), list(range(12, 1, -1)), list(range(12, 1, -1))]
    sheets = [[[False] * 11 for _ in rows] for _ in range(players)]
    closed: set[int] = set()
    misses, player, turns = [0] * players, 0, 0

    def fits(who: int, row: int, number: int) -> bool:
        place, line = rows[row].index(number), sheets[who][row]
        return row not in closed and not any(line[place:]) and (place < 10 or sum(line) >= 5)

    while len(closed) < 2 and max(misses) < 4:
        white, other, *colors = (random.randint(1, 6) for _ in range(6))
        crossed, closing = False, set()
        for who in ((player + step) % players for step in range(players)):
            row = random.choice([None, *(row for row in range(4) if fits(who, row, white + other))])
            if row is not None:
                place = rows[row].index(white + other)
                sheets[who][row][place] = True
                closing |= {row} if place == 10 else set()
                crossed = crossed or who == player
        closed |= closing
        if len(closed) >= 2:
            break
        sums = {(row, die + colors[row]) for row in range(4) for die in (white, other)}
        choice = random.choice([None, *sorted(pair for pair in sums if fits(player, *pair))])
        if choice is None:
            misses[player] += not crossed
        else:
            place = rows[choice[0]].index(choice[1])
            sheets[player][choice[0]][place] = True
            closed |= {choice[0]} if place == 10 else set()
        player, turns = (player + 1) % players, turns + 1
    counts = [[sum(line) + line[10] for line in sheet] for sheet in sheets]
    points = [sum(n * (n + 1) // 2 for n in lines) - 5 * missed for lines, missed in zip(counts, misses, strict=True)]
    best = [seat for seat in range(players) if points[seat] == max(points)]
    first = 1 / len(best) if 0 in best else 0.0
    return {"first": first, "points": sum(points) / players, "misses": sum(misses) / players, "turns": turns}


def court(random: Random) -> Figures:
    """Cards are worth 1 to 6: spy, jester, knight, abbess, mage, princess."""
    favors, guessed, starts, rounds = [0, 0, 0], [0, 0, 0], 0, 0
    while max(favors) < 4:
        deck = [1] * 6 + [2] * 3 + [3] * 2 + [4] * 2 + [5] * 2 + [6]
        random.shuffle(deck)
        aside = deck.pop()
        hands: list[list[int]] = [[deck.pop()] for _ in range(3)]
        safe, player, rounds = [False] * 3, starts, rounds + 1
        while True:
            safe[player] = False
            hands[player].append(deck.pop())
            rivals = [other for other in range(3) if other != player and hands[other] and not safe[other]] or [player]
            ways: list[tuple[int, int, int]] = []
            for place, card in enumerate(hands[player]):
                ways += [(place, other, guess) for other in (rivals if card in (1, 2, 3, 5) else [player])
                         for guess in (range(2, 7) if card == 1 else [0])]  # fmt: skip
            place, rival, guess = random.choice(ways)
            card = hands[player].pop(place)
            if card == 6:
                hands[player] = []
            elif rival != player:
                if card == 1 and hands[rival] == [guess]:
                    hands[rival], guessed[player] = [], guessed[player] + 1
                elif card == 3 and hands[rival] != hands[player]:
                    hands[rival if hands[player] > hands[rival] else player] = []
                elif card == 5:
                    hands[rival] = [] if hands[rival] == [6] else [deck.pop() if deck else aside]
            safe[player] = card == 4
            if sum(map(bool, hands)) == 1 or not deck:
                break
            player = next(seat for step in (1, 2, 3) if hands[seat := (player + step) % 3])
        best = max(hands)
        winners = [seat for seat in range(3) if hands[seat] == best]
        for seat in winners:
            favors[seat] += 1
        starts = winners[0]
    won = [seat for seat in range(3) if favors[seat] == max(favors)]
    first = 1 / len(won) if 0 in won else 0.0
    return {"first": first, "rounds": rounds, "points": sum(favors) / 3, "guessed": sum(guessed) / 3}


def isles(random: Random) -> Figures:
    links = {"N": "SHB", "S": "NBF", "H": "NBT", "B": "NSHFTW", "F": "SBW", "T": "HBW", "W": "BFT"}
    worth = dict(zip(links, random.sample(range(2, 9), 7), strict=True))
    there = [dict.fromkeys(links, 0) for _ in range(3)]
    waiting, sailed = [12] * 3, [0] * 3
    for turn in range(24):
        player = turn % 3
        mine = there[player]
        landings = [(island, number) for island in links for number in (1, 2, 3)
                    if number <= min(waiting[player], 3 - (worth[island] > 4) - (worth[island] > 6))]  # fmt: skip
        trips = [(island, other) for island in links if mine[island] for other in links[island]]
        choice = random.choice([*landings, *trips])
        if choice in landings:
            mine[choice[0]] += choice[1]
            waiting[player] -= choice[1]
        else:
            mine[choice[0]] -= 1
            mine[choice[1]] += 1
            sailed[player] += 1
    points, even = [0] * 3, 0
    for island in links:
        counts = sorted({mine[island] for mine in there if mine[island]}, reverse=True)
        firsts = [seat for seat in range(3) if counts and there[seat][island] == counts[0]]
        even += len(firsts) != 1
        seconds = [seat for seat in range(3) if len(counts) > 1 and there[seat][island] == counts[1]]
        for seat in firsts:
            points[seat] += worth[island] // (1 if len(firsts) == 1 else 2)
        if len(firsts) == 1 and len(seconds) == 1:
            points[seconds[0]] += worth[island] // 2
    best = [seat for seat in range(3) if points[seat] == max(points)]
    first = 1 / len(best) if 0 in best else 0.0
    return {"first": first, "points": sum(points) / 3, "sailed": sum(sailed) / 3, "even": even}


def herd(random: Random) -> Figures:
    points = {n: 7 if n == 55 else 5 if n % 11 == 0 else 3 if n % 10 == 0 else 2 if n % 5 == 0 else 1
              for n in range(1, 105)}  # fmt: skip
    scores, taken, deals = [0] * 4, [0] * 4, 0
    while max(scores) < 66:
        deck = random.sample(range(1, 105), 44)
        hands, rows, deals = (
            [deck[10 * seat : 10 * seat + 10] for seat in range(4)],
            [[card] for card in deck[40:]],
            deals + 1,
        )
        while hands[0]:
            chosen = [(hand.pop(random.randrange(len(hand))), seat) for seat, hand in enumerate(hands)]
            for card, seat in sorted(chosen):
                below = [row for row in rows if row[-1] < card]
                row = max(below, key=lambda row: row[-1]) if below else random.choice(rows)
                if not below or len(row) == 5:
                    scores[seat] += sum(points[other] for other in row)
                    taken[seat] += 1
                    row.clear()
                row.append(card)
    best = [seat for seat in range(4) if scores[seat] == min(scores)]
    first = 1 / len(best) if 0 in best else 0.0
    return {"first": first, "deals": deals, "points": sum(scores) / 4, "taken": sum(taken) / 4}


def hamlet(random: Random) -> Figures:
    brings = {"wood": "ww", "pit": "cc", "fair": "wc", "mill": "bb", "inn": "b"}
    costs = {"manor": ("wwwccc", 10), "lane": ("wwc", 4), "yard": ("wwc", 4)}
    goods = [{"w": 0, "c": 0, "b": 0} for _ in range(3)]
    scores, hungry, idle, begins = [0] * 3, [0] * 3, [0] * 3, 0
    for _ in range(7):
        free, first = [*brings, *costs], begins
        for turn in range(6):
            player = (first + turn) % 3
            mine = goods[player]
            can = [place for place in free if place not in costs
                   or all(mine[good] >= costs[place][0].count(good) for good in "wc")]  # fmt: skip
            place = random.choice([*can, None])
            if place is None:
                idle[player] += 1
                continue
            free.remove(place)
            begins = player if place == "inn" else begins
            for good in brings.get(place, ""):
                mine[good] += 1
            if place in costs:
                for good in costs[place][0]:
                    mine[good] -= 1
                scores[player] += costs[place][1]
        for player in range(3):
            missing = max(0, 2 - goods[player]["b"])
            goods[player]["b"] = max(0, goods[player]["b"] - 2)
            hungry[player] += missing
            scores[player] -= missing
    scores = [score + sum(mine.values()) // 3 for score, mine in zip(scores, goods, strict=True)]
    best = [seat for seat in range(3) if scores[seat] == max(scores)]
    first_share = 1 / len(best) if 0 in best else 0.0
    return {"first": first_share, "points": sum(scores) / 3, "hungry": sum(hungry) / 3, "idle": sum(idle) / 3}


def gallery(random: Random) -> Figures:
    deck = [painter for painter in range(4) for _ in range(9)]
    random.shuffle(deck)
    coins, unsold, starts = [30] * 3, 0, 0
    pictures: list[list[int]] = [[0] * 4 for _ in range(3)]
    for painter in deck[:18]:
        best, bidder = 0, -1
        for turn in range(3):
            player = (starts + turn) % 3
            choice = random.choice([*range(best + 1, coins[player] + 1), 0])
            if choice:
                best, bidder = choice, player
        if best:
            coins[bidder] -= best
            pictures[bidder][painter] += 1
        unsold += not best
        starts = (starts + 1) % 3
    points = [left // 4 + sum(n * n for n in counts) for left, counts in zip(coins, pictures, strict=True)]
    winners = [seat for seat in range(3) if points[seat] == max(points)]
    first = 1 / len(winners) if 0 in winners else 0.0
    return {"first": first, "points": sum(points) / 3, "unsold": unsold, "spent": 30 - sum(coins) / 3}


def ferry(random: Random) -> Figures:
    saboteur, holes = random.randrange(5), 0
    for trip in range(5):
        captain = trip % 5
        mate = random.choice([seat for seat in range(5) if seat != captain])
        holes += saboteur in (captain, mate) and random.random() < 0.5
        if holes == 3:
            return {"first": saboteur == 0, "holes": 3, "sunk": True, "unmasked": False}
    aimed = [0] * 5
    for player in range(5):
        aimed[random.choice([seat for seat in range(5) if seat != player])] += 1
    is_unmasked = aimed[saboteur] == max(aimed) and aimed.count(max(aimed)) == 1
    first = 0.0 if (saboteur == 0) == is_unmasked else 0.25 if is_unmasked else 1.0
    return {"first": first, "holes": holes, "sunk": False, "unmasked": is_unmasked}


CREW = {
    "captain": (4, 5, 0, "rally"), "deckhand": (24, 0, 1, ""), "navigator": (5, 4, 0, "scout"),
    "officer": (4, 6, 3, ""), "pirate": (5, 4, 1, "rob"), "quartermaster": (1, 7, 3, ""), "sailor": (2, 3, 2, ""),
    "smuggler": (2, 4, 1, "scout"), "steward": (1, 2, 1, "scout"), "stowaway": (12, 0, 0, ""),
}  # fmt: skip
"""Copies, cost, coins and effect."""


def crew(random: Random) -> Figures:
    supply = [name for name, (copies, cost, *_) in CREW.items() if cost for _ in range(copies)]
    random.shuffle(supply)
    decks = [["deckhand"] * 12 + ["stowaway"] * 6 for _ in range(2)]
    hands, discards, score = [list[str]() for _ in range(2)], [list[str]() for _ in range(2)], [0, 0]
    harbor, supply = supply[:4], supply[4:]

    def draw(player: int, number: int) -> None:
        for _ in range(number):
            if not decks[player]:
                decks[player], discards[player] = discards[player], []
            if decks[player]:
                hands[player].append(decks[player].pop(random.randrange(len(decks[player]))))

    for player in range(2):
        draw(player, 5)
    for turn in range(30):
        player, played, coins = turn % 2, list[str](), 0
        while card := random.choice([*sorted({*hands[player]}), None]):
            hands[player].remove(card)
            played.append(card)
            coins += CREW[card][2]
            if CREW[card][3] == "scout":
                draw(player, 2)
            elif CREW[card][3] == "rally":
                coins += len(played)
            elif CREW[card][3] == "rob" and (rival := hands[1 - player]):
                discards[1 - player].append(rival.pop(random.randrange(len(rival))))
        while card := random.choice([*sorted({name for name in harbor if CREW[name][1] <= coins}), None]):
            coins -= CREW[card][1]
            score[player] += CREW[card][1]
            harbor.remove(card)
            discards[player].append(card)
            harbor, supply = harbor + supply[:1], supply[1:]
        discards[player] += hands[player] + played
        hands[player] = []
        draw(player, 5)
        if player and len(harbor) < 4:
            break
    first = 0.5 if score[0] == score[1] else float(score[0] > score[1])
    return {"first": first, "points": sum(score) / 2, "tie": first == 0.5, "rounds": turn // 2 + 1}
