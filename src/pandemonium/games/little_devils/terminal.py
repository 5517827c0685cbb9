"""How Little Devils looks and speaks in a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from pandemonium.core.game import NATURE, Move
from pandemonium.core.words import Words
from pandemonium.games.little_devils.rules import (
    DEVILS,
    Action,
    Card,
    Deal,
    Dealer,
    Play,
    Trick,
    goes_up,
    playable,
    takes_trick,
)
from pandemonium.games.little_devils.sight import View

DEVIL: Final = "ψ"
CARDS: Final = "▯"
TAKES: Final = "◆"
WIDTH: Final = 78
CARD_WIDTH: Final = 7
CARD_HEIGHT: Final = 4
# Nothing is told by colour alone: a card with five devils has a double frame, and one that may not
# be played is lowered and has a dashed one.
PLAIN: Final = tuple("╭─╮│╰╯")
FIVE: Final = tuple("╔═╗║╚╝")
DASHED: Final = tuple("╭╌╮┆╰╯")


def draw(view: View, words: Words, names: Sequence[str]) -> RenderableType:
    parts: list[RenderableType] = [_heading(view, words)]
    if view.last is not None:
        parts.append(_last_trick(view.last, words, names))
    if view.options.memory_aid and not view.over:
        parts.append(_played(view, words))
    parts += [Text(), _seats(view, words, names), _banner(view, words, names)]
    if view.hand:
        parts += [Text(), _hand(view)]
    return Group(*parts)


def tell(move: Move[Action], view: View, words: Words, names: Sequence[str]) -> str:
    match move.what:
        case Dealer(seat):
            return words("tell.dealer", name=names[seat])
        case Deal():
            return _tell_deal(view, words, names)
        case Play(card) if move.by != NATURE:
            return " ".join(_tell_play(view, card, words, names[move.by], names))
    return ""


def ask(view: View, legal: Sequence[Action], words: Words) -> str:
    cards = [action.card for action in legal if isinstance(action, Play)]
    listed = " ".join(map(str, cards))
    match view.trick:
        case ():
            only_fives = all(DEVILS[card] == 5 for card in cards)
            return words("ask.lead-five" if only_fives else "ask.lead", cards=listed)
        case (lead,):
            return words("ask.second", lead=lead, cards=listed)
    lead, up = view.trick[0], view.called == "up"
    follows = (cards[0] > lead) == up
    return words(f"ask.{'follow' if follows else 'fail'}-{view.called}", lead=lead, cards=listed)


# The table


def _heading(view: View, words: Words) -> Text:
    limit, rounds = view.options.limit, view.options.rounds
    heading = Text(words("draw.round", round=view.round), style="bold")
    ends = words("draw.limit", limit=limit) if rounds is None else words("draw.rounds", rounds=rounds)
    return heading.append(f" · {ends} · {words('draw.legend')}", style="not bold")


def _seats(view: View, words: Words, names: Sequence[str]) -> Table:
    """A column for each seat: who it is, how he stands, his card in the trick and what it did."""
    table = Table.grid()
    columns = []
    for seat, name in enumerate(names):
        table.add_column(width=min(WIDTH // view.seats, 18), justify="center", no_wrap=True, overflow="ellipsis")
        column = [_name(view, seat, name), _standing(view, seat)]
        place = _place(view, seat)
        if place is not None:
            column += [*_card(view.trick[place]), _remark(view, place, words)]
        elif view.turn is not None:
            column += [*_slot(view, seat), Text()]
        columns.append(column)
    for row in zip(*columns, strict=True):
        table.add_row(*row)
    return table


def _place(view: View, seat: int) -> int | None:
    """Where in the trick this seat's card lies; None if it has played none."""
    place = 0 if view.leader is None else (seat - view.leader) % view.seats
    return place if place < len(view.trick) else None


def _slot(view: View, seat: int) -> list[Text]:
    """Where a card is to come: an empty frame for whoever is to play."""
    return _frame(DASHED, "  ?  ", "     ") if seat == view.turn else [Text()] * CARD_HEIGHT


def _remark(view: View, place: int, words: Words) -> Text:
    """What a card did to the trick, and whether it would take it as it stands."""
    card = view.trick[place]
    remark = Text()
    if place == 0:
        remark.append(words("draw.leads"))
    elif place == 1:
        remark.append(words(f"draw.called-{view.called}"), style="bold")
    elif _fails(view.trick, card):
        remark.append(words("draw.fails"), style="bold")
    if len(view.trick) > 1 and card == takes_trick(view.trick):
        remark.append(f" {TAKES}", style="bold red")
    return remark


def _name(view: View, seat: int, name: str) -> Text:
    return Text(f"▶ {name}", style="bold") if seat == view.turn else Text(name)


def _standing(view: View, seat: int) -> Text:
    standing = Text(f"{view.held[seat]}{CARDS} ").append(f"{view.totals[seat]}{DEVIL}", style="bold")
    if view.options.memory_aid and not view.over:
        standing.append(f" +{view.taken[seat]}")
    return standing


def _banner(view: View, words: Words, names: Sequence[str]) -> Text:
    """The line on which everything turns: up or down, and who would take the trick."""
    if view.over:
        best = min(view.totals)
        winners = ", ".join(name for name, total in zip(names, view.totals, strict=True) if total == best)
        return Text(words("draw.over", names=winners, n=best), style="bold")
    if view.leader is None:
        return Text(words("draw.dealing"))
    if not view.trick:
        return Text(words("draw.to-lead", name=names[view.leader]))
    lead = view.trick[0]
    if view.called is None:
        return Text(words("draw.to-call", lead=lead))
    card = takes_trick(view.trick)
    name = names[(view.leader + view.trick.index(Card(card))) % view.seats]
    turned = "turned" if any(_fails(view.trick, other) for other in view.trick) else "stands"
    devils = sum(map(DEVILS.__getitem__, view.trick))
    banner = Text(f" {words(f'draw.call-{view.called}', lead=lead)} ", style="bold reverse")
    banner.append(f" {TAKES} ", style="bold red not reverse")
    return banner.append(words(f"draw.{turned}", name=name, card=card, n=devils), style="not bold not reverse")


def _last_trick(last: Trick, words: Words, names: Sequence[str]) -> Text:
    takes = takes_trick(last.cards)
    cards = " ".join(f"{card}{TAKES if card == takes else ''}" for card in last.cards)
    line = words("draw.last", leader=names[last.leader], cards=cards, taker=names[last.taker], n=last.devils)
    return Text(line, style="dim")


def _played(view: View, words: Words) -> Text:
    """5.2 The memory aid: what is gone in this round, neighbours joined to save room."""
    gone = sorted((*view.trick, *(card for trick in view.tricks for card in trick.cards)))
    runs: list[list[int]] = []
    for card in gone:
        if runs and runs[-1][-1] == card - 1:
            runs[-1].append(card)
        else:
            runs.append([card])
    listed = " ".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else " ".join(map(str, run)) for run in runs)
    return Text(words("draw.played", cards=listed or "–"), style="dim")


def _hand(view: View) -> Text:
    """The cards side by side; in one's turn, those that may be played stand a line higher."""
    may_play = playable(bytes(view.hand), bytes(view.trick)) if view.turn == view.eyes else b""
    gap = Text(" " * CARD_WIDTH)
    stacks = []
    for card in view.hand:
        if card in may_play:
            stacks.append([*_card(card), gap])
        else:
            stacks.append([gap, *_card(card, lowered=bool(may_play))])
    hand = Text("\n").join(Text(" ").join(row) for row in zip(*stacks, strict=True))
    hand.rstrip()
    return hand


def _card(card: Card, *, lowered: bool = False) -> list[Text]:
    devils = DEVILS[card]
    frame = FIVE if devils == 5 else DASHED if lowered else PLAIN
    rows = _frame(frame, f"{card:^5}", f"{DEVIL * devils or '–':^5}")
    if lowered:
        for row in rows:
            row.stylize("dim")
        return rows
    rows[1].stylize("bold", 1, CARD_WIDTH - 1)
    if devils:
        rows[2].stylize("bold red" if devils == 5 else "red", 1, CARD_WIDTH - 1)
    return rows


def _frame(signs: Sequence[str], number: str, devils: str) -> list[Text]:
    left_top, level, right_top, upright, left_foot, right_foot = signs
    bar = level * (CARD_WIDTH - 2)
    return [
        Text(left_top + bar + right_top),
        Text(upright + number + upright),
        Text(upright + devils + upright),
        Text(left_foot + bar + right_foot),
    ]


def _fails(trick: Sequence[Card], card: Card) -> bool:
    """3.4 Whether a card of this trick lies on the wrong side of the lead."""
    return card != trick[0] and (card > trick[0]) != goes_up(trick)


# What is told


def _tell_deal(view: View, words: Words, names: Sequence[str]) -> str:
    """Once a round, when everybody has his cards."""
    if view.leader is None or view.dealer is None:
        return ""
    return words("tell.deal", round=view.round, dealer=names[view.dealer], leader=names[view.leader])


def _tell_play(view: View, card: Card, words: Words, name: str, names: Sequence[str]) -> Iterator[str]:
    last = None if view.trick else view.last
    trick = view.trick if last is None else last.cards
    lead = trick[0]
    match len(trick):
        case 1:
            key = "tell.lead"
        case 2:
            key = "tell.up" if goes_up(trick) else "tell.down"
        case _ if _fails(trick, card):
            key = "tell.fail-up" if goes_up(trick) else "tell.fail-down"
        case _:
            key = "tell.follow"
    yield words(key, name=name, card=f"{card} {DEVIL * DEVILS[card]}".rstrip(), lead=lead)
    if last is None:
        return
    yield words("tell.trick", name=names[last.taker], card=takes_trick(trick), n=last.devils)
    if view.over or not view.tricks:
        scores = ", ".join(f"{its} {total}" for its, total in zip(names, view.totals, strict=True))
        yield words("tell.round", round=view.round if view.over else view.round - 1, scores=scores)
