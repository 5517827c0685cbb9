// Whom the lots of a race must have fallen on: derived from the seed and the receipts, as docs/fairness.md says.
import type { Numbers } from './luck';
import type { Receipt, Replay } from './wire';

/** The lots of round r come from the stream of the move with this number and r. */
const LOTS = 2 ** 31;
/** So many attempts can only have been in one lot. */
const ONE_LOT = 3;
/** What stands on the receipt of somebody who has moved. */
const MOVED: readonly string[] = ['counted', 'cut', 'lot', 'void'];

interface Lot {
  seats: number[];
  winner: number;
}

type Moments = Replay['moments'];

/** Whether each lot that the receipts name fell on whom the seed says, and he had what it was about. */
export function isDrawn(moments: Moments, receipts: readonly Receipt[], stream: (move: number) => Numbers): boolean {
  const inOrder = [...receipts].sort((one, other) => one.version - other.version);
  return inOrder.every((receipt, place) => {
    const since = inOrder[place - 1]?.version ?? 0;
    const movers = moments.filter(({ seq }) => since < seq && seq <= receipt.version).map(({ by }) => by);
    return holds(receipt, movers, stream(LOTS + receipt.round));
  });
}

/** Of how many rounds no receipt says whether lots have decided between those who moved in them. What was taken over
 *  from another match is not asked for. */
export function unsaidRounds(moments: Moments, receipts: readonly Receipt[], continued: number): number {
  const rounds = roundsOf(moments.slice(1 + continued));
  return rounds.filter((round, place) => {
    const next = rounds[place + 1]?.at(0)?.seq ?? Infinity;
    const last = round.at(-1)?.seq ?? next;
    return !receipts.some((receipt) => last <= receipt.version && receipt.version < next && tells(receipt, round));
  }).length;
}

/** What players did between two moves of nature: it is nature that starts a race, and nature that ends it. */
function roundsOf(moments: Moments): Moments[] {
  const rounds: Moments[] = [];
  for (const [place, moment] of moments.entries()) {
    if (typeof moment.by !== 'number') continue;
    if (typeof moments[place - 1]?.by === 'number') rounds.at(-1)?.push(moment);
    else rounds.push([moment]);
  }
  return rounds;
}

/** Whether it says of each of them how his move was timed, and of each lot who was in it. */
function tells(receipt: Receipt, round: Moments): boolean {
  const { lines } = receipt;
  const isTold = round.every(({ by }) => lines.some(({ seat, verdict }) => seat === by && MOVED.includes(verdict)));
  return isTold && lotsOf(receipt) !== null;
}

const inLots = ({ lines }: Receipt): number[] =>
  lines.filter(({ verdict }) => verdict === 'lot').map(({ seat }) => seat);

function holds(receipt: Receipt, movers: readonly unknown[], numbers: Numbers): boolean {
  const lots = lotsOf(receipt);
  if (lots === null) return true;
  const named = new Set(lots.flatMap(({ seats }) => seats));
  const told = inLots(receipt);
  if (told.some((seat) => !named.has(seat)) || [...named].some((seat) => !told.includes(seat))) return false;
  return lots.every(({ seats, winner }) => {
    const among = [...new Set(seats)].sort((one, other) => one - other);
    return among[Number(numbers.below(BigInt(among.length)))] === winner && movers.includes(winner);
  });
}

/** null if it does not say which of many attempts were in which: an older house did not, and any house may. */
function lotsOf(receipt: Receipt): Lot[] | null {
  const { lots } = receipt;
  if (Array.isArray(lots) && lots.length > 0) return lots;
  const [winner, ...others] = inLots(receipt);
  if (winner === undefined) return [];
  return others.length < ONE_LOT ? [{ seats: [winner, ...others], winner }] : null;
}
