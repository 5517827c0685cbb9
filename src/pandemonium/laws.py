"""The laws that every game obeys, as functions that know no game and raise AssertionError: for tests of the house, and
of boxes that others make.

`tests/test_laws.py` holds all games to them, and shows on broken ones that they bite.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any

import msgspec
from msgspec import inspect, structs

from pandemonium.core.chance import Chance, LooseChance
from pandemonium.core.evaluation import Budget
from pandemonium.core.game import NATURE, PUBLIC, AnyGame, Eyes, Illegal, Move, Mover, Seat
from pandemonium.core.match import AnyMatch, Match, begin, first_untrue, replay
from pandemonium.core.moments import timeline
from pandemonium.core.options import read_options, write_options
from pandemonium.core.paper import read
from pandemonium.core.screen import race_screen_of
from pandemonium.core.words import LANGUAGES, Words

LONGEST = 50_000
LEAVES = "q"
"""The key with which somebody leaves a race in the terminal."""
Recount = Callable[[Sequence[Sequence[str]], int, Mapping[str, str]], Sequence[int]]
"""An oracle of a game: the points of every seat, from the lines of the paper, the number of seats, and the options."""
encode = msgspec.json.encode
FEW = Budget(simulations=20)
"""So long a hint is thought about: it has to be the same, and not good."""


def any_options(game: AnyGame, luck: Random) -> dict[str, object]:
    """Some options that a table of this game may have; often those out of the box."""
    return {
        field.encode_name: _any_value(field.type, luck) for field in structs.fields(game.options) if luck.random() < 0.5
    }


def _any_value(kind: Any, luck: Random) -> Any:
    info = inspect.type_info(kind)
    if isinstance(info, inspect.UnionType):
        info = next(part for part in info.types if not isinstance(part, inspect.NoneType))
    match info:
        case inspect.BoolType():
            return luck.random() < 0.5
        case inspect.LiteralType(values=values):
            return luck.choice(values)
        case inspect.IntType(ge=low, le=high) if low is not None and high is not None:
            return luck.choice((low, luck.randint(low, high), luck.randint(low, (low + high) // 2)))
    raise AssertionError(f"an option of a kind that no law knows: {info}")


def play_at_random(game: AnyGame, seats: int, luck: Random) -> Iterator[AnyMatch]:
    """A random match at a random table, seen after each move."""
    match = begin(game, seats, any_options(game, luck), seed=luck.randbytes(32))
    yield match
    while match.result is None:
        assert len(match.moves) < LONGEST, "a match ends"
        seat = _one_that_acts(match, luck)
        if seat is None:
            match.wait()
        else:
            match.play(seat, luck.choice(match.legal(seat)))
        yield match


def _one_that_acts(match: AnyMatch, luck: Random) -> Seat | None:
    """Somebody who may act; None if it is for the clock to move, as it may where nature owes something later."""
    waiting = sorted(match.to_act)
    due = match.owed
    assert waiting or due is not None, "while a match lasts, somebody is to act or nature owes something"
    assert due is None or due.at > match.now, "nature has done all that it owes by now"
    if due is not None and (not waiting or luck.random() < 0.05):
        return None
    return luck.choice(waiting)


# Laws of a moment


def whoever_must_act_can(match: AnyMatch) -> None:
    for seat in map(Seat, range(match.seats)):
        legal = match.legal(seat)
        assert bool(legal) == (seat in match.to_act), f"seat {seat} is to act, or has nothing to choose from"
        assert len(set(map(match.game.notation.write, legal))) == len(legal), "each legal move is written differently"
        question = match.game.sight.question(match.state, seat)
        assert (question is not None) == bool(legal), f"seat {seat} is asked something, and can answer"
        if question is not None:
            assert msgspec.json.decode(encode(question), type=match.game.question) == question


def what_is_not_legal_is_refused(match: AnyMatch, pool: Sequence[Any]) -> None:
    """Nobody else may do what some seat may; nobody may do what is not on his list; nothing changes by trying."""
    rules, before = match.game.rules, encode(match.state)
    movers: list[Mover] = [*map(Seat, range(match.seats)), NATURE]
    for by in movers:
        allowed = () if by == NATURE else match.legal(by)
        for what in pool:
            if what in allowed or (by == NATURE and _is_natures(match.game, what)):
                continue
            try:
                rules.apply(match.state, Move(by, what, match.now))
            except Illegal:
                continue
            raise AssertionError(f"{by} was allowed {match.game.notation.write(what)}")
    assert encode(match.state) == before, "a refused move changes nothing"


def _is_natures(game: AnyGame, what: Any) -> bool:
    return game.event is not None and isinstance(what, game.event)


def nobody_can_tell_truth_from_imagination(match: AnyMatch, luck: Random) -> None:
    rules, sight = match.game.rules, match.game.sight
    for eyes in all_eyes(match.seats):
        view = sight.view(match.state, eyes)
        imagined = sight.imagine(view, LooseChance(luck))
        assert encode(sight.view(imagined, eyes)) == encode(view), f"{eyes} sees in the imagined state what it saw"
        assert sorted(rules.to_act(imagined)) == sorted(match.to_act)
        if eyes != PUBLIC:
            assert encode(rules.legal(imagined, eyes)) == encode(match.legal(eyes)), f"{eyes} may do what it could"


def nature_says_the_same_twice(match: AnyMatch) -> None:
    assert match.owed == match.owed


def views_survive_their_json(match: AnyMatch) -> None:
    for eyes in all_eyes(match.seats):
        view = match.view(eyes)
        assert msgspec.json.decode(encode(view), type=match.game.view) == view


def what_is_no_players_own_looks_the_same_to_all(match: AnyMatch) -> None:
    """The house writes it out once, as the public sees it."""
    game, state = match.game, match.state
    public = game.sight.view(state, PUBLIC)
    alike = () if game.own is None else set(public.__struct_fields__) - set(game.own)
    for seat in map(Seat, range(match.seats)):
        view = game.sight.view(state, seat)
        differs = [name for name in alike if getattr(view, name) != getattr(public, name)]
        assert not differs, f"{differs} of seat {seat} are its own"


def a_race_has_its_keys(match: AnyMatch) -> None:
    """In a terminal there is a key for all that may be done in a race, for each who finds room at the keyboard, and no
    key means two things, in any language."""
    if match.game.race is None:
        return
    screen = race_screen_of(match.game)
    for people, language in product(range(1, match.seats + 1), LANGUAGES):
        hands = screen.keys(match.options, people, Words(language, match.game))
        assert 1 <= len(hands) <= people
        keys = [key for hand in hands for key in hand]
        assert len(set(keys)) == len(keys), f"one of {keys} means two things"
        assert all(len(key) == 1 and key == key.lower() and key != LEAVES for key in keys), keys
        for seat in match.to_act:
            missing = [action for action in match.legal(seat) if not all(action in hand.values() for hand in hands)]
            assert missing == [], f"there is no key for {missing}"


def all_eyes(seats: int) -> list[Eyes]:
    return [*map(Seat, range(seats)), PUBLIC]


# Laws of a whole match


def a_log_replays_to_the_same_state(match: AnyMatch) -> None:
    again = replay(match.game, match.seats, match.options, match.moves)
    assert again.state == match.state


def players_act_and_events_are_natures(match: AnyMatch) -> None:
    for move in match.moves:
        assert _is_natures(match.game, move.what) == (move.by == NATURE), move
        assert isinstance(move.what, match.game.action) == (move.by != NATURE), move


def a_log_survives_its_json(match: AnyMatch) -> None:
    kind = list[Move[match.game.what]]  # type: ignore[name-defined]
    assert msgspec.json.decode(encode(match.moves), type=kind) == match.moves


def a_log_survives_its_paper(match: AnyMatch) -> None:
    text = match.text()
    again = read(text, lambda _: match.game)
    assert again.moves == match.moves
    assert again.state == match.state
    assert again.options == match.options
    assert again.text() == text


def what_happened_can_be_told(match: AnyMatch) -> None:
    """Facts survive their JSON, and every language has words for them; so have the questions."""
    by_eyes = [[moment.facts for moment in timeline(match, eyes)] for eyes in all_eyes(match.seats)]
    if match.game.told_alike:
        assert all(facts == by_eyes[0] for facts in by_eyes), "everybody is told the same"
    told = {type(fact): fact for facts in by_eyes for each in facts for fact in each}
    names = [f"seat {seat}" for seat in range(match.seats)]
    tongues = [Words(language, match.game) for language in LANGUAGES]
    for fact in told.values():
        assert msgspec.json.decode(encode(fact), type=match.game.fact) == fact
        for words in tongues:
            words.told([fact], names)


def options_survive_their_paper(match: AnyMatch) -> None:
    assert read_options(match.game.options, dict(write_options(match.options))) == match.options


def time_never_runs_back(match: AnyMatch) -> None:
    hours = [move.at for move in match.moves]
    assert hours == sorted(hours)


def luck_comes_from_the_seed(match: AnyMatch) -> None:
    assert first_untrue(match) is None


def points_add_up_as_the_rules_say(match: AnyMatch, recount: Recount) -> None:
    """An oracle of this game, which reads the paper alone, counts the same points."""
    lines = [line.split(" @")[0].split() for line in match.text().splitlines()]
    moves = [words for words in lines if words[0] not in ("game", "seats", "option", "seed", "salt")]
    points = recount(moves, match.seats, dict(write_options(match.options)))
    assert match.result is not None
    assert list(points) == [standing.points for standing in match.result.standings]


def the_score_sheet_adds_up(match: AnyMatch) -> None:
    """Line by line, and to the result."""
    if match.game.round_score is None:
        return
    assert match.result is not None
    rules, totals, filled_in = match.game.rules, None, 0
    state = rules.start(match.options, match.seats)
    for move in match.moves:
        before, state = state, rules.apply(state, move)
        if (line := match.game.round_score(before, state)) is not None:
            filled_in += 1
            assert line.round == filled_in
            had = totals or tuple(now - (got or 0) for now, got in zip(line.totals, line.points, strict=True))
            assert line.totals == tuple(has + (got or 0) for has, got in zip(had, line.points, strict=True))
            totals = line.totals
    if totals is not None:
        assert totals == tuple(standing.points for standing in match.result.standings)


def places_are_in_order(match: AnyMatch) -> None:
    """Nobody is placed before somebody who is better, and there is no gap but for shared places."""
    assert match.result is not None
    assert not match.to_act
    places = sorted(standing.place for standing in match.result.standings)
    assert len(places) == match.seats
    assert places[0] in (1, 2), "somebody wins, or nobody does and the best are second"
    first = places[0]
    assert all(place == places.index(place) + first for place in places)


def hold_for_a_whole_match(game: AnyGame, seats: int, luck: Random, recount: Recount, *, often: float = 0.03) -> None:
    """Play a random match and hold it to every law."""
    pool: list[Any] = []
    match = None
    for match in play_at_random(game, seats, luck):
        if match.moves and luck.random() < 0.2:
            pool.append(match.moves[-1].what)
        if luck.random() < often:
            whoever_must_act_can(match)
            what_is_not_legal_is_refused(match, luck.sample(pool, min(12, len(pool))))
            nobody_can_tell_truth_from_imagination(match, luck)
            nature_says_the_same_twice(match)
            views_survive_their_json(match)
            what_is_no_players_own_looks_the_same_to_all(match)
            a_race_has_its_keys(match)
    assert match is not None
    for law in (
        a_log_replays_to_the_same_state,
        players_act_and_events_are_natures,
        a_log_survives_its_json,
        a_log_survives_its_paper,
        what_happened_can_be_told,
        options_survive_their_paper,
        time_never_runs_back,
        luck_comes_from_the_seed,
        the_score_sheet_adds_up,
        places_are_in_order,
    ):
        law(match)
    points_add_up_as_the_rules_say(match, recount)
    what_is_not_legal_is_refused(match, pool[:40])
    nobody_can_tell_truth_from_imagination(match, luck)


# Two worlds


class Recorded(LooseChance):
    """Luck that remembers what it said."""

    def __init__(self, luck: Random) -> None:
        super().__init__(luck)
        self.said: list[Any] = []

    def below(self, n: int) -> int:
        self.said.append(super().below(n))
        return int(self.said[-1])

    def sample(self, items: Sequence[Any], k: int) -> list[Any]:
        self.said.append(self.random.sample(list(items), k))
        return list(self.said[-1])


class Tweaked(Chance):
    """Luck that repeats what it said before, but for one thing: another number, or two cards that change places."""

    def __init__(self, said: Sequence[Any], luck: Random) -> None:
        self.said = iter(said)
        self.luck = luck
        self.turn = luck.randrange(len(said)) if said else -1
        self.turns = -1

    def below(self, n: int) -> int:
        said = self._what_was_said()
        number = said % n if isinstance(said, int) else self.luck.randrange(n)
        return (number + self.luck.randrange(1, n)) % n if self.turns == self.turn and n > 1 else number

    def sample(self, items: Sequence[Any], k: int) -> list[Any]:
        said = self._what_was_said()
        if not isinstance(said, list) or len(said) != k or not set(said) <= set(items):
            return self.luck.sample(list(items), k)
        order = [*said, *(item for item in items if item not in said)]
        if self.turns == self.turn and len(order) > 1:
            one, other = self.luck.sample(range(len(order)), 2)
            order[one], order[other] = order[other], order[one]
        return order[:k]

    def _what_was_said(self) -> Any:
        self.turns += 1
        return next(self.said, None)


def two_worlds(game: AnyGame, seats: int, eyes: Eyes, luck: Random) -> Iterator[tuple[AnyMatch, AnyMatch]]:
    """Two worlds side by side that differ only in what these eyes may not see, seen after each move. Where what they
    see next tells the worlds apart, for something was uncovered, the other one begins anew as this one is."""
    chosen = any_options(game, luck)
    if game.solver is not None and luck.random() < 0.5:  # So that it can often be asked how good a move is.
        chosen = dict(luck.choice([*game.variants.values()] or [{}]))
    options = read_options(game.options, chosen)
    here, there = Match(game, seats, options), Match(game, seats, options)
    while here.result is None:
        if not _nature_moves(here, there, eyes, luck):
            there = replay(game, seats, options, here.moves)
        if here.result is None:
            yield here, there
            if not _somebody_moves(here, there, eyes, luck):
                break


def two_worlds_look_the_same(game: AnyGame, seats: int, eyes: Eyes, luck: Random) -> int:
    """Compare every byte that these eyes get in two worlds. Says at how many moments the worlds really differed: never,
    where the game says that nothing is hidden."""
    told: _Told | None = None
    differed = 0
    for here, there in two_worlds(game, seats, eyes, luck):
        told = told or _Told(game, here.options, seats, eyes)
        told.the_same(here, there)
        _same_to(eyes, here, there, luck)
        differed += encode(here.state) != encode(there.state)
        assert not differed or hides(game, here.options)
    return differed


def hides(game: AnyGame, options: Any) -> bool:
    """Whether something is hidden from somebody at such a table."""
    return game.secrets or (game.covers is not None and game.covers(options))


class _Told:
    """What some eyes are told in two worlds, move by move."""

    def __init__(self, game: AnyGame, options: Any, seats: int, eyes: Eyes) -> None:
        self.game, self.eyes, self.moves = game, eyes, 0
        self.states = [game.rules.start(options, seats)] * 2
        self.there: AnyMatch | None = None

    def the_same(self, here: AnyMatch, there: AnyMatch) -> None:
        rules, sight = self.game.rules, self.game.sight
        said: list[list[bytes]] = [[], []]
        if there is not self.there:  # It began anew.
            self.there, self.states[1] = there, self.states[0]
        for place, world in enumerate((here, there)):
            state = self.states[place]
            for move in world.moves[self.moves :]:
                before, state = state, rules.apply(state, move)
                said[place].append(encode(list(sight.told(before, move, state, self.eyes))))
            self.states[place] = state
        self.moves = len(here.moves)
        assert said[0] == said[1], f"{self.eyes} is told a difference"


def _nature_moves(here: AnyMatch, there: AnyMatch, eyes: Eyes, luck: Random) -> bool:
    """All that nature owes at once, in both worlds: the same where the eyes see it, another where they do not.
    False if what the eyes see cannot happen in the other world."""
    draws: list[tuple[list[Any], list[Move[Any]]]] = []
    while here.result is None:
        chance = Recorded(luck)
        due = here.game.rules.nature(here.state, chance)
        # Where somebody may act, nature's is a deadline: sometimes let it come.
        if due is None or (due.at > here.now and here.to_act and luck.random() < 0.9):
            break
        for what in (due.what, *due.then):
            here.play(NATURE, what, at=max(here.now, due.at))
        draws.append((chance.said, here.moves[-1 - len(due.then) :]))
    for _ in range(60):
        world = there.copy()
        if all(_nature_moves_otherwise(world, said, moves, eyes, luck) for said, moves in draws):
            there.moves, there.state, there.now = world.moves, world.state, world.now
            return True
    return False


def _nature_moves_otherwise(
    world: AnyMatch, said: Sequence[Any], moves: Sequence[Move[Any]], eyes: Eyes, luck: Random
) -> bool:
    """One draw of nature in the other world; False if the eyes would see a difference, or it cannot be."""
    shown = world.game.sight.shown
    whats = [move.what for move in moves]
    if any(shown(move, eyes) != move for move in moves):
        due = world.game.rules.nature(world.state, Tweaked(said, luck))
        whats = [] if due is None else [due.what, *due.then]
    others = [Move(NATURE, what, moves[0].at) for what in whats]
    if [shown(move, eyes) for move in others] != [shown(move, eyes) for move in moves]:
        return False
    try:
        for move in others:
            world.play(NATURE, move.what, at=move.at)
    except Illegal:
        return False
    return True


def _somebody_moves(here: AnyMatch, there: AnyMatch, eyes: Eyes, luck: Random) -> bool:
    """One move that looks the same in both worlds. False if there is none."""
    sight = here.game.sight
    assert sorted(here.to_act) == sorted(there.to_act), "who is to act is no secret"
    seat = luck.choice(sorted(here.to_act))

    def seen(action: Any) -> bytes:
        return encode(sight.shown(Move(seat, action, 0), eyes))

    elsewhere = there.legal(seat)
    options = [action for action in here.legal(seat) if any(seen(other) == seen(action) for other in elsewhere)]
    if not options:
        return False
    mine = luck.choice(options)
    theirs = luck.choice([other for other in elsewhere if seen(other) == seen(mine)])
    here.play(seat, mine)
    there.play(seat, theirs)
    assert encode(sight.shown(here.moves[-1], eyes)) == encode(sight.shown(there.moves[-1], eyes))
    return True


def _same_to(eyes: Eyes, here: AnyMatch, there: AnyMatch, luck: Random) -> None:
    """Every byte that these eyes can get hold of is the same in both worlds."""
    assert encode(here.view(eyes)) == encode(there.view(eyes)), f"{eyes} sees a difference"
    assert here.result == there.result
    assert sorted(here.to_act) == sorted(there.to_act)
    if luck.random() < 0.05:
        assert here.text(eyes) == there.text(eyes), f"{eyes} reads a difference"
    if eyes == PUBLIC:
        return
    assert encode(here.legal(eyes)) == encode(there.legal(eyes)), f"{eyes} may do something else"
    questions = [encode(world.game.sight.question(world.state, eyes)) for world in (here, there)]
    assert questions[0] == questions[1], f"{eyes} is asked something else"
    pool = [move.what for move in luck.sample(here.moves, min(3, len(here.moves)))]
    for what in pool:
        answers = [_answer(world, Move(eyes, what, world.now)) for world in (here, there)]
        assert answers[0] == answers[1], f"{eyes} is refused differently"
    if here.state != there.state and says_at_once(here) and eyes in here.to_act and luck.random() < 0.05:
        hints = [encode(world.hint(eyes, FEW)) for world in (here, there)]
        assert hints[0] == hints[1], f"{eyes} is advised differently"


def says_at_once(match: AnyMatch) -> bool:
    """Whether it can be asked how good a move is. Where a game is solved that may have to be worked out first, but for
    a table as it comes out of the box, whichever of the named ways is played."""
    game = match.game
    known = [game.options(), *(read_options(game.options, its) for its in game.variants.values())]
    return game.evaluate is not None and (game.solver is None or match.options in known)


def _answer(world: AnyMatch, move: Move[Any]) -> str:
    try:
        world.game.rules.apply(world.state, move)
    except Illegal as refusal:
        return str(refusal)
    return "accepted"
