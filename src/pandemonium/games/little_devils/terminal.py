"""How Little Devils looks in a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from pandemonium.core.words import Words
from pandemonium.games.little_devils.rules import Action, Card, Play
from pandemonium.games.little_devils.sight import Laid, LaidTrick, View

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


def answers(legal: Sequence[Action], words: Words) -> str:
    return words("draw.answers", cards=" ".join(str(action.card) for action in legal if isinstance(action, Play)))


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
        laid = next((laid for laid in view.trick.cards if laid.seat == seat), None)
        if laid is not None:
            column += [*_card(view, laid.card), _remark(view.trick, laid, words)]
        elif view.turn is not None:
            column += [*_slot(view, seat), Text()]
        columns.append(column)
    for row in zip(*columns, strict=True):
        table.add_row(*row)
    return table


def _slot(view: View, seat: int) -> list[Text]:
    """Where a card is to come: an empty frame for whoever is to play."""
    return _frame(DASHED, "  ?  ", "     ") if seat == view.turn else [Text()] * CARD_HEIGHT


def _remark(trick: LaidTrick, laid: Laid, words: Words) -> Text:
    """What a card did to the trick, and whether it would take it as it stands."""
    remark = Text()
    match laid.did:
        case "led":
            remark.append(words("draw.leads"))
        case "called":
            remark.append(words(f"draw.called-{trick.way}"), style="bold")
        case "failed":
            remark.append(words("draw.fails"), style="bold")
    if laid.seat == trick.taker:
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
        winners = ", ".join(names[seat] for seat in view.winners)
        return Text(words("draw.over", names=winners, n=min(view.totals)), style="bold")
    if view.turn is None:
        return Text(words("draw.dealing"))
    trick = view.trick
    if not trick.cards:
        return Text(words("draw.to-lead", name=names[view.turn]))
    lead = trick.cards[0].card
    if trick.taker is None:
        return Text(words("draw.to-call", lead=lead))
    card = _taking(trick)
    banner = Text(f" {words(f'draw.call-{trick.way}', lead=lead)} ", style="bold reverse")
    banner.append(f" {TAKES} ", style="bold red not reverse")
    stands = words("draw.turned" if trick.turned else "draw.stands", name=names[trick.taker], card=card, n=trick.devils)
    return banner.append(stands, style="not bold not reverse")


def _last_trick(last: LaidTrick, words: Words, names: Sequence[str]) -> Text:
    cards = " ".join(f"{laid.card}{TAKES if laid.seat == last.taker else ''}" for laid in last.cards)
    leader, taker = names[last.cards[0].seat], "" if last.taker is None else names[last.taker]
    return Text(words("draw.last", leader=leader, cards=cards, taker=taker, n=last.devils), style="dim")


def _taking(trick: LaidTrick) -> Card | None:
    """The card that takes the trick as it stands."""
    return next((laid.card for laid in trick.cards if laid.seat == trick.taker), None)


def _played(view: View, words: Words) -> Text:
    """5.2 The memory aid: what is gone in this round, neighbours joined to save room."""
    gone = sorted((*(laid.card for laid in view.trick.cards), *(card for trick in view.tricks for card in trick.cards)))
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
    yours = view.turn == view.eyes
    barred = () if view.barred is None else view.barred.cards
    gap = Text(" " * CARD_WIDTH)
    stacks = []
    for card in view.hand:
        if yours and card not in barred:
            stacks.append([*_card(view, card), gap])
        else:
            stacks.append([gap, *_card(view, card, lowered=yours)])
    hand = Text("\n").join(Text(" ").join(row) for row in zip(*stacks, strict=True))
    hand.rstrip()
    return hand


def _card(view: View, card: Card, *, lowered: bool = False) -> list[Text]:
    devils = view.devils[card]
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
