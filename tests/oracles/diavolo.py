"""What each player of a finished Diavolo match must hold: a slow and separate count from the paper."""

from __future__ import annotations

import math

COLOURS = ["black", "red", "white"]


def recount(lines: list[list[str]], seats: int, options: dict[str, str]) -> list[int]:
    dice_each = int(options.get("dice-per-colour", "3"))
    order_first = options.get("order-first", "no") == "yes"
    deadline = int(options.get("deadline", "10")) * 1000
    calm = options.get("calm", "no") == "yes"
    last = options.get("rounds", "-")
    played = 0
    gems = [5 for _ in range(seats)]
    todo = list(lines)

    assert todo[0][:2] == ["nature", "roller"], "the first roller is drawn first"
    assert 0 <= int(todo.pop(0)[2]) < seats

    while sum(1 for its in gems if its > 0) >= 2 and str(played) != last:
        played = played + 1
        announced = None
        if order_first:
            line = todo.pop(0)
            assert line[:2] == ["nature", "order"], f"an order was due, not {line}"
            announced = line[2]
        line = todo.pop(0)
        assert line[:2] == ["nature", "throw"], f"a throw was due, not {line}"
        assert announced in (None, line[2]), "the Order die has turned over"
        right = right_imp(line[2:], dice_each)
        hands = one_round(todo, gems, right, deadline, calm=calm)
        for seat in range(seats):
            if gems[seat] == 0:
                assert hands[seat] == "", "a player who was out has grabbed"
            elif hands[seat] == right:
                if right == "grey" and gems[seat] < 5:
                    gems[seat] = gems[seat] + 1
            else:
                gems[seat] = gems[seat] - 1

    assert todo == [], "the match went on after its end"
    return gems


def one_round(todo: list[list[str]], gems: list[int], right: str, deadline: int, *, calm: bool) -> list[str]:
    """Takes the grabs and the bell off the paper; what each seat has grabbed, "" for nothing."""
    players = [seat for seat in range(len(gems)) if gems[seat] > 0]
    copies = {2: 1, 3: 2}.get(len(players), 3)
    middle = ["black", "red", "white"] * copies + ["grey"]
    hands = ["" for _ in gems]
    covered = ["-" for _ in gems]
    while True:
        line = todo.pop(0)
        if line[:2] == ["nature", "bell"]:
            anything = any(each != "-" for each in covered)
            assert line[2:] == ([",".join(covered)] if anything else []), "the bell uncovers what was chosen"
            return hands
        assert line[1] in ("grab", "choose"), f"a grab or the bell was due, not {line}"
        assert calm or line[1] == "grab", "nothing is covered in a race"
        seat, colour = int(line[0]), line[2]
        assert seat in players, f"{seat} is not in the game"
        assert hands[seat] == "", f"{seat} grabs twice"
        assert colour in middle, f"there is no {colour} imp for {seat}"
        assert right in middle, f"{seat} grabs in a round that is decided"
        if len(line) > 3:
            assert 100 <= int(line[3]) <= deadline, f"{seat} grabs too soon or too late"
        hands[seat] = colour
        if line[1] == "choose":
            covered[seat] = colour
        if not calm:
            middle.remove(colour)


def right_imp(words: list[str], dice_each: int) -> str:
    order = words[0]
    named = dict(word.split("=") for word in words[1:])
    dice = {colour: [int(value) for value in named[colour].split(",")] for colour in COLOURS}
    assert all(len(values) == dice_each for values in dice.values())
    assert all(value in (1, 2, 3, 4, 5, 6) for values in dice.values() for value in values)
    score: dict[str, float] = {}
    for number, colour in enumerate(COLOURS):
        values = sorted(dice[colour])
        if order == "largest-sum":
            score[colour] = sum(values)
        elif order == "smallest-sum":
            score[colour] = -sum(values)
        elif order == "largest-spread":
            score[colour] = values[-1] - values[0]
        elif order == "most-odd":
            score[colour] = len([value for value in values if value in (1, 3, 5)])
        elif order == "highest-value":
            score[colour] = values[-1]
        else:
            assert order == "closest", order
            spots = [[float(part) for part in spot.split(":")] for spot in named["at"].split(";")]
            assert len(spots) == 1 + 3 * dice_each
            mine = spots[1 + number * dice_each : 1 + (number + 1) * dice_each]
            score[colour] = -min(math.dist(spot[:2], spots[0][:2]) for spot in mine)
    first, second, _ = sorted(COLOURS, key=lambda colour: score[colour], reverse=True)
    return "grey" if score[first] - score[second] < 1e-9 else first
