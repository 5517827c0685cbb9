"""Le Diable Sauteur recounted by hand from a finished match on paper, without looking at the rules' code."""

from __future__ import annotations

Lines = list[list[str]]


def recount(lines: Lines, seats: int, options: dict[str, str]) -> list[int]:
    """The points of each seat at the end: of the rounds in rule A, cells run in rule B."""
    assert seats == 2
    paper = [list(words) for words in reversed(lines)]  # the next line is the last of the list
    track = int(options.get("track", "30"))
    mixed = options.get("dice", "plain") == "mixed"
    if options.get("rule", "a") == "a":
        points = _pursuit(paper, track, mixed=mixed, rounds=int(options.get("rounds", "2")))
    else:
        points = _race(paper, track, mixed=mixed)
    assert not paper, "moves after the end"
    return points


def _pursuit(paper: Lines, track: int, *, mixed: bool, rounds: int) -> list[int]:
    who, what, seat = paper.pop()
    assert (who, what) == ("nature", "devil")
    points = [0, 0]
    devil_player = int(seat)
    for _ in range(rounds):
        prey = 1 - devil_player
        home = _one_round(paper, str(devil_player), str(prey), track, mixed=mixed)
        points[prey] += {3: 10, 2: 5, 1: 2, 0: 0}[home]
        devil_player = prey
    return points


def _one_round(paper: Lines, hunter: str, prey: str, track: int, *, mixed: bool) -> int:
    """How many get home. A dictionary holds those who are still running."""
    running = {"blue": 2, "orange": 4, "green": 6}
    devil = home = 0
    while running:
        die_of_devils = _hide(paper, hunter)
        closed = {1, 2, 3, 4}
        while len(closed) > 1 and running:
            if len(closed) < 4 and paper[-1][1] == "again":
                assert paper.pop() == [prey, "again"]
                break
            key, face = _press(paper, prey, closed, die_of_devils, mixed=mixed)
            if face == 0:
                devil += 3 * key
                for person in [person for person, cell in running.items() if cell <= devil]:
                    del running[person]
                break
            who, what, person = paper.pop()
            assert (who, what) == (prey, "move")
            assert person in running, f"{person} was moved, and is not on the track"
            running[person] += key * face
            if running[person] >= track:
                home += 1
                del running[person]
        assert all(devil < cell < track for cell in running.values()), "everybody on the track is ahead of the devil"
    return home


def _race(paper: Lines, track: int, *, mixed: bool) -> list[int]:
    who, what, _ = paper.pop()
    assert (who, what) == ("nature", "red")
    who, what, seat = paper.pop()
    assert (who, what) == ("nature", "hider")
    hider, ran = int(seat), [0, 0]
    while ran[0] < track and ran[1] < track:
        shooter = 1 - hider
        ran[shooter] += _one_turn(paper, str(hider), str(shooter), mixed=mixed)
        hider = shooter
    return ran


def _one_turn(paper: Lines, hider: str, shooter: str, *, mixed: bool) -> int:
    """What the shooter gains by one hiding."""
    die_of_devils = _hide(paper, hider)
    closed = {1, 2, 3, 4}
    at_risk = 0
    while len(closed) > 1:
        if len(closed) < 4 and paper[-1][1] == "stop":
            assert paper.pop() == [shooter, "stop"]
            return at_risk
        key, face = _press(paper, shooter, closed, die_of_devils, mixed=mixed)
        if face == 0:
            return 0
        at_risk += key * face
    return at_risk


def _hide(paper: Lines, hider: str) -> int:
    who, what, key = paper.pop()
    assert (who, what) == (hider, "hide"), f"{who} did {what}, where {hider} was to hide"
    assert key in ("1", "2", "3", "4")
    return int(key)


def _press(paper: Lines, shooter: str, closed: set[int], die_of_devils: int, *, mixed: bool) -> tuple[int, int]:
    """The key, and the number that jumped from it; 0 for a devil."""
    who, what, word = paper.pop()
    assert (who, what) == (shooter, "press"), f"{who} did {what}, where {shooter} was to press"
    key = int(word)
    assert key in closed, "this die has jumped already"
    closed.remove(key)
    who, what, face = paper.pop()
    assert (who, what) == ("nature", "jump")
    if key == die_of_devils:
        assert face == "devil", "the die of devils shows nothing else"
    else:
        assert face in (("devil", "1", "2", "3", "4", "5") if mixed else ("1", "2", "3", "4", "5", "6"))
    return key, 0 if face == "devil" else int(face)
