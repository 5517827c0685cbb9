// The socket: what was not answered is sent again under the same id, and only then.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { backoff, TableSocket, type Connection, type Wire } from '../socket';
import type { FromHouse, FromPage, Table, Welcome } from '../wire';

class FakeWire implements Wire {
  sent: FromPage[] = [];
  closed = false;
  onmessage: ((event: MessageEvent<unknown>) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as FromPage);
  }
  close(): void {
    this.closed = true;
  }
  says(message: FromHouse): void {
    this.onmessage?.({ data: JSON.stringify(message) } as MessageEvent<unknown>);
  }
  breaks(code = 1006): void {
    this.onclose?.({ code } as CloseEvent);
  }
}

const table: Table = {
  id: 't',
  game: 'g',
  seats: 2,
  options: {},
  chairs: [],
  state: 'playing',
  public: false,
  oneScreen: false,
  hints: false,
  programs: false,
  clock: null,
  host: false,
  watchers: 0,
  commitment: '',
  sealed: false,
  made: 0,
  moves: 0,
  continued: 0,
  rematch: null,
  played: true,
  events: [],
  stopped: null,
  waysOut: [],
  toAct: [],
};
const welcome: Welcome = { type: 'welcome', table, positions: [], since: 0, chat: [], now: 0 };

let wires: FakeWire[];
let shown: Connection[];
let socket: TableSocket;
const last = (): FakeWire => wires.at(-1) as FakeWire;

beforeEach(() => {
  vi.useFakeTimers();
  wires = [];
  shown = [];
  let ids = 0;
  socket = new TableSocket({
    dial: () => {
      wires.push(new FakeWire());
      return last();
    },
    hear: () => undefined,
    show: (connection) => shown.push(connection),
    patience: () => 100,
    makeId: () => `id${String(ids++)}`,
  });
});
afterEach(() => {
  socket.close();
  vi.useRealTimers();
});

describe('a table’s socket', () => {
  it('waits for the welcome before it says anything', () => {
    void socket.send({ type: 'act', seat: 0, what: 'x' });
    expect(last().sent).toEqual([]);

    last().says(welcome);
    expect(last().sent.map(({ id }) => id)).toEqual(['id0']);
  });

  it('says when the house has it on disk, and forgets it', async () => {
    last().says(welcome);
    const done = socket.send({ type: 'act', seat: 0, what: 'x' });
    last().says({ type: 'done', id: 'id0', version: 3 });

    expect(await done).toMatchObject({ type: 'done', version: 3 });
    expect(socket.unanswered).toBe(0);
  });

  it('passes the house’s reason on when it refuses', async () => {
    last().says(welcome);
    const act = socket.send({ type: 'act', seat: 0, what: 'x' });
    last().says({ type: 'refused', id: 'id0', key: 'k', reason: 'because' });

    expect(await act).toMatchObject({ type: 'refused', reason: 'because' });
  });

  it('sends again under the same id what was not answered, and nothing else', () => {
    last().says(welcome);
    void socket.send({ type: 'act', seat: 0, what: 'answered' });
    last().says({ type: 'done', id: 'id0', version: 1 });
    void socket.send({ type: 'act', seat: 0, what: 'lost' });
    last().breaks(1006);
    vi.advanceTimersByTime(100);
    last().says(welcome);

    expect(wires).toHaveLength(2);
    expect(last().sent).toEqual([{ type: 'act', seat: 0, what: 'lost', id: 'id1' }]);
    expect(shown).toEqual(['connecting', 'open', 'waiting', 'connecting', 'open']);
  });

  it('says that the house closes for a moment until it is open again', () => {
    socket.close();
    socket = new TableSocket({
      dial: () => (wires.push(new FakeWire()), last()),
      hear: () => undefined,
      show: (connection) => shown.push(connection),
    });
    last().says(welcome);
    shown.length = 0;
    last().breaks(1012);
    for (let attempt = 0; attempt < 12; attempt++) {
      const before = wires.length;
      vi.advanceTimersByTime(2000);
      expect(wires.length).toBeGreaterThan(before);
      last().breaks(1006);
    }
    expect(new Set(shown)).toEqual(new Set(['restarting']));

    vi.advanceTimersByTime(2000);
    last().says(welcome);
    expect(shown.at(-1)).toBe('open');
    last().breaks(1006);
    expect(shown.at(-1)).toBe('waiting');
  });

  it('does not dial while there is no network, and at once when it is back', () => {
    last().says(welcome);
    socket.sleep();
    vi.advanceTimersByTime(60_000);
    expect(wires).toHaveLength(1);

    socket.wake();
    expect(wires).toHaveLength(2);
  });

  it('finds out that a connection died in its sleep', () => {
    last().says(welcome);
    socket.probe({ type: 'speak', language: 'fr' });
    vi.advanceTimersByTime(4100);
    expect(shown.at(-1)).toBe('connecting');
    expect(wires).toHaveLength(2);
  });

  it('believes a connection that answers', () => {
    last().says(welcome);
    socket.probe({ type: 'speak', language: 'fr' });
    last().says({ type: 'done', id: 'id0', version: 0 });
    vi.advanceTimersByTime(10_000);
    expect(wires).toHaveLength(1);
  });

  it('gives up where there is no table', () => {
    last().breaks(4404);
    vi.advanceTimersByTime(60_000);
    expect(shown.at(-1)).toBe('gone');
    expect(wires).toHaveLength(1);
  });

  it('is back soon in the first seconds, within two in the first minute, and grows more patient then', () => {
    expect(backoff(0, () => 0.5)).toBe(250);
    let passed = 0;
    for (let attempt = 0; passed < 60_000; attempt++) {
      const most = backoff(attempt, () => 1);
      expect(most).toBeLessThanOrEqual(passed < 15_000 ? 700 : 1500);
      passed += most;
    }
    expect(backoff(200, () => 0.5)).toBe(10_000);
    expect(backoff(5000, () => 1)).toBeLessThanOrEqual(13_000);
  });
});
