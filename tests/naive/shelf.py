"""Naive random plays of the kit's games to begin from, written from their rule texts alone, with lists and sets.

Each function plays once with a `random.Random`, every whole choice as likely as another, and returns figures by name.
"""

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


def four_piles(random: Random) -> Figures:
    hand_size, least, back = 4, 2, 10
    stock = list(range(1, 61))
    random.shuffle(stock)
    hands = [[stock.pop() for _ in range(hand_size)] for _ in range(2)]
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
            player, turn = 1 - player, 0
            player = player if hands[player] else 1 - player
        else:
            card, pile = choice
            skipped += max(0, step(card, pile) - 1)
            steps_back += step(card, pile) < 0
            tops[pile] = card
            hands[player].remove(card)
            laid, turn = laid + 1, turn + 1
