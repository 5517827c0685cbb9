// One table's connection to the house: kept up through sleep, lost networks and restarts; nothing is sent twice in effect.
import type { Done, FromHouse, FromPage, Refused } from './wire';

export type Connection = 'connecting' | 'open' | 'waiting' | 'restarting' | 'offline' | 'gone' | 'barred';

/** A message without its id: the socket makes one up and keeps it until the house has answered. */
export type Wish = FromPage extends infer Message
  ? Message extends { id: string }
    ? Omit<Message, 'id'>
    : never
  : never;

/** What we need of a WebSocket; tests bring their own. */
export interface Wire {
  send(text: string): void;
  close(): void;
  onmessage: ((event: MessageEvent<unknown>) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
}

export interface Needs {
  /** Opens a connection; the version is that of the newest position we have. */
  dial: () => Wire;
  hear: (message: FromHouse) => void;
  show: (connection: Connection) => void;
  /** Milliseconds until the n-th attempt in a row. */
  patience?: (attempt: number) => number;
  makeId?: () => string;
}

interface Waiting {
  message: FromPage;
  answered: (answer: Done | Refused) => void;
}

const RESTARTS = 1012;
const NO_SUCH_TABLE = 4404;
const TOO_MANY = 4429;
const BARRED = 4410;
/** A house that restarts is open again within seconds, and everybody shall be back within two more. */
const AT_FIRST = { attempts: 30, ms: 500 };
/** For a minute or so. */
const THEN = { attempts: 75, ms: 1000 };
/** As calm as after so many attempts. */
const CROWDED = 111;
const PROBE_MS = 4000;
const ASLEEP_MS = 20_000;

/** Quick at first, and more and more seldom after a minute; never all browsers at the same moment. */
export function backoff(attempt: number, random = Math.random): number {
  const later = Math.min(10_000, THEN.ms + 250 * Math.max(0, attempt - THEN.attempts));
  const calm = attempt < AT_FIRST.attempts ? AT_FIRST.ms : later;
  return Math.min(calm, 250 * 2 ** attempt) * (0.7 + 0.6 * random());
}

export function freshId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export class TableSocket {
  #needs: Required<Needs>;
  #wire: Wire | null = null;
  #waiting = new Map<string, Waiting>();
  #attempt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #probe: ReturnType<typeof setTimeout> | undefined;
  #ready = false;
  #closed = false;
  /** The house has said that it closes, and has not been heard of since. */
  #restarting = false;

  constructor(needs: Needs) {
    this.#needs = { patience: backoff, makeId: freshId, ...needs };
    this.#dial();
  }

  /** Ask the house for something. Its answer: it is on disk, or the reason why not. */
  send(wish: Wish): Promise<Done | Refused> {
    const message: FromPage = { ...wish, id: this.#needs.makeId() };
    return new Promise((answered) => {
      this.#waiting.set(message.id, { message, answered });
      if (this.#ready) this.#wire?.send(JSON.stringify(message));
    });
  }

  get unanswered(): number {
    return this.#waiting.size;
  }

  /** The network is back, or the reader is: do not wait any longer. */
  wake(): void {
    if (this.#closed) return;
    if (this.#wire === null) {
      clearTimeout(this.#timer);
      this.#attempt = 0;
      this.#dial();
    }
  }

  /** Is anybody there? A connection that slept through a lost network does not know it yet. */
  probe(ask: Wish): void {
    if (this.#closed) return;
    if (this.#wire === null) return this.wake();
    if (!this.#ready || this.#probe !== undefined) return;
    void this.send(ask);
    this.#probe = setTimeout(() => {
      this.#probe = undefined;
      this.#lost(this.#wire);
    }, PROBE_MS);
  }

  /** The network says it is gone. */
  sleep(): void {
    if (this.#closed) return;
    this.#drop();
    clearTimeout(this.#timer);
    this.#needs.show('offline');
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#drop();
  }

  #dial(): void {
    if (!this.#restarting) this.#needs.show('connecting');
    const wire = this.#needs.dial();
    this.#wire = wire;
    wire.onmessage = ({ data }) => {
      if (typeof data === 'string' && wire === this.#wire) this.#hear(JSON.parse(data) as FromHouse);
    };
    wire.onclose = ({ code }) => {
      if (wire !== this.#wire) return;
      if (code === NO_SUCH_TABLE || code === BARRED) {
        this.close();
        this.#needs.show(code === BARRED ? 'barred' : 'gone');
      } else {
        // No room: whoever came in its place would be pushed out again by coming back at once.
        if (code === TOO_MANY) this.#attempt = Math.max(this.#attempt, CROWDED);
        if (code === RESTARTS) this.#restarting = true;
        this.#lost(wire);
      }
    };
  }

  #hear(message: FromHouse): void {
    clearTimeout(this.#probe);
    this.#probe = undefined;
    if (message.type === 'welcome') {
      this.#attempt = 0;
      this.#ready = true;
      this.#restarting = false;
      this.#needs.hear(message);
      this.#needs.show('open');
      // What was not answered may or may not have arrived: the ids make it count once.
      for (const { message: unanswered } of this.#waiting.values()) this.#wire?.send(JSON.stringify(unanswered));
      return;
    }
    this.#needs.hear(message);
    if (message.type !== 'done' && message.type !== 'refused') return;
    this.#waiting.get(message.id)?.answered(message);
    this.#waiting.delete(message.id);
  }

  #lost(wire: Wire | null): void {
    if (wire !== this.#wire || this.#closed) return;
    this.#drop();
    this.#needs.show(this.#restarting ? 'restarting' : 'waiting');
    this.#timer = setTimeout(() => this.#dial(), this.#needs.patience(this.#attempt++));
  }

  #drop(): void {
    const wire = this.#wire;
    this.#wire = null;
    this.#ready = false;
    clearTimeout(this.#probe);
    this.#probe = undefined;
    if (wire === null) return;
    wire.onmessage = wire.onclose = null;
    wire.close();
  }
}

/** Tell a socket about the browser's network and sleep; returns how to stop. */
export function watchTheWorld(socket: TableSocket, ask: () => Wish): () => void {
  const online = (): void => socket.wake();
  const offline = (): void => socket.sleep();
  let last = Date.now();
  const seen = (): void => {
    if (document.visibilityState === 'visible') socket.probe(ask());
  };
  // A clock that jumped is a laptop that slept.
  const beat = setInterval(() => {
    const now = Date.now();
    if (now - last > ASLEEP_MS) socket.probe(ask());
    last = now;
  }, 5000);
  addEventListener('online', online);
  addEventListener('offline', offline);
  document.addEventListener('visibilitychange', seen);
  return () => {
    clearInterval(beat);
    removeEventListener('online', online);
    removeEventListener('offline', offline);
    document.removeEventListener('visibilitychange', seen);
  };
}
