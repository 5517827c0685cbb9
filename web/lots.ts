// Whom the lots of a race must have fallen on: derived from the seed and the receipts, as docs/fairness.md says.
import type { Numbers } from './luck';
import type { Receipt, Replay } from './wire';

/** The lots of round r come from the stream of the move with this number and r. */
const LOTS = 2 ** 31;
/** So many attempts can only have been in one lot. */
const ONE_LOT = 3;

interface Lot {
  seats: number[];
  winner: number;
}

/** Whether each lot fell on whom the seed says, and he had what it was about; null if there were none. */
export function drawnLots(
  { moments }: Pick<Replay, 'moments'>,
  receipts: readonly Receipt[],
  stream: (move: number) => Numbers,
): boolean | null {
  const inOrder = [...receipts].sort((one, other) => one.version - other.version);
  const found = inOrder.map((receipt, place) => {
    const since = inOrder[place - 1]?.version ?? 0;
    const movers = moments.filter(({ seq }) => since < seq && seq <= receipt.version).map(({ by }) => by);
    return holds(receipt, movers, stream(LOTS + receipt.round));
  });
  if (found.includes(false)) return false;
  return found.includes(true) || null;
}

function holds(receipt: Receipt, movers: readonly unknown[], numbers: Numbers): boolean | null {
  const inLots = receipt.lines.filter(({ verdict }) => verdict === 'lot').map(({ seat }) => seat);
  const lots = lotsOf(receipt, inLots);
  if (lots === null) return null;
  const named = new Set(lots.flatMap(({ seats }) => seats));
  if (inLots.some((seat) => !named.has(seat)) || [...named].some((seat) => !inLots.includes(seat))) return false;
  return lots.every(({ seats, winner }) => {
    const among = [...new Set(seats)].sort((one, other) => one - other);
    return among[Number(numbers.below(BigInt(among.length)))] === winner && movers.includes(winner);
  });
}

/** null if there were none, or an older house has not said which of many attempts were in which. */
function lotsOf({ lots }: Receipt, inLots: readonly number[]): Lot[] | null {
  if (Array.isArray(lots) && lots.length > 0) return lots;
  const [winner] = inLots;
  return winner === undefined || inLots.length > ONE_LOT ? null : [{ seats: [...inLots], winner }];
}
