// A table as this page knows it: kept true by the socket, read by the table's components.
import { salt } from './api';
import type { Board, Shown, Tell } from './kit/board';
import { loadBoard, loadTell } from './games';
import { house } from './house.svelte';
import { namesOf } from './names';
import { settings } from './settings.svelte';
import { play as playSound } from './sound';
import { TableSocket, watchTheWorld, type Connection, type Wish } from './socket';
import type { Emote, Emoted, FromHouse, Position, Receipt, Refused, Said, Table } from './wire';
import { loadWords, type Words } from './words';

export interface Line {
  seq: number;
  text: string;
}

/** More than this has been missed: it is not played back, only shown. */
const TOO_MANY = 12;
const EMOTE_MS = 3500;
/** A board that has not shown a move by then has forgotten to say so. */
const LONGEST_SHOW = 40_000;
const RECEIPTS_KEPT = 8;

export class TableStore {
  table: Table | null = $state.raw(null);
  positions: Position[] = $state.raw([]);
  /** The moves that led to the positions, to be animated; empty after a first look. */
  moves: Shown[] = $state.raw([]);
  /** The board is still showing them. */
  showing = $state(false);
  /** What happened up to this move may be told beside the board. */
  told = $state(-1);
  log: Line[] = $state.raw([]);
  chat: Said[] = $state.raw([]);
  emotes: (Emoted & { key: number })[] = $state.raw([]);
  /** In a race: what everybody waits for comes at about this time of performance.now(). */
  steady: { round: number; until: number } | null = $state.raw(null);
  receipts: Receipt[] = $state.raw([]);
  connection: Connection = $state('connecting');
  refusal = $state('');
  /** What was said last, for those who listen. */
  spoken = $state('');
  board: Board | null = $state.raw(null);
  words: Words | null = $state.raw(null);
  /** How far this device's clock is behind the house's, in ms. */
  skew = $state(0);
  #raw: Shown[] = [];
  #tell: Tell | null = null;
  #socket: TableSocket;
  #stop: () => void;
  #emoted = 0;
  #patience: ReturnType<typeof setTimeout> | undefined;
  #salted: number[] = [];

  names: string[] = $derived(this.table ? namesOf(this.table) : []);
  mine: number[] = $derived(this.table?.chairs.flatMap((chair, seat) => (chair.yours ? [seat] : [])) ?? []);

  constructor(
    readonly id: string,
    /** Only look, as the public does, whatever seats the reader has: for the big screen. */
    readonly publicEyes = false,
  ) {
    this.#socket = new TableSocket({
      dial: () => new WebSocket(this.#address()),
      hear: (message) => this.#hear(message),
      show: (connection) => (this.connection = connection),
    });
    this.#stop = watchTheWorld(this.#socket, () => ({ type: 'speak', language: settings.language }));
  }

  close(): void {
    this.#stop();
    clearTimeout(this.#patience);
    this.#socket.close();
  }

  /** Everything in another language from now on. */
  async speak(): Promise<void> {
    const game = this.table?.game;
    if (game === undefined) return;
    this.words = await loadWords(settings.language, game);
    this.#retell();
    void this.#ask({ type: 'speak', language: settings.language });
  }

  /** Whether the house did it. */
  act(seat: number, what: unknown): Promise<boolean> {
    return this.#ask({ type: 'act', seat, what });
  }
  /** The board has come as far as this move, or has shown everything. */
  shown(upTo?: number): void {
    this.told = Math.max(this.told, upTo ?? this.#newest);
    if (upTo !== undefined) return;
    clearTimeout(this.#patience);
    this.showing = false;
  }
  ready(seat: number): void {
    void this.#ask({ type: 'ready', seat });
  }
  undo(seat: number): void {
    void this.#ask({ type: 'undo', seat });
  }
  start(fill: string): void {
    void this.#ask({ type: 'start', fill });
  }
  sit(seat: number): void {
    void this.#ask({ type: 'sit', seat });
  }
  rise(seat: number): void {
    this.#salted = this.#salted.filter((other) => other !== seat);
    void this.#ask({ type: 'rise', seat });
  }
  cover(seat: number): void {
    void this.#ask({ type: 'cover', seat });
  }
  say(text: string): void {
    void this.#ask({ type: 'say', text });
  }
  emote(emote: Emote): void {
    void this.#ask({ type: 'emote', emote });
  }
  again(): void {
    void this.#ask({ type: 'again' });
  }

  async #ask(wish: Wish): Promise<boolean> {
    this.refusal = '';
    try {
      await this.#socket.send(wish);
      return true;
    } catch (refused) {
      this.refusal = (refused as Refused).reason;
      playSound('wrong', settings.sound);
      return false;
    }
  }

  #address(): string {
    const version = this.#raw.length === 0 ? 0 : (this.positions[0]?.version ?? 0);
    const query = `version=${String(version)}&language=${settings.language}${this.publicEyes ? '&eyes=public' : ''}`;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    return `${scheme}://${location.host}/api/tables/${encodeURIComponent(this.id)}/socket?${query}`;
  }

  #hear(message: FromHouse): void {
    switch (message.type) {
      case 'welcome':
        this.skew = message.now - Date.now();
        this.chat = message.chat;
        this.#seat(message.table);
        {
          const first = this.#raw.length === 0;
          this.#keep(this.#raw.filter((move) => move.seq <= message.since).length);
          this.#happened(message.positions, message.moves, first);
        }
        break;
      case 'news':
        this.skew = message.now - Date.now();
        this.#keep(this.#raw.length - message.undone);
        this.#happened(message.positions, message.moves, false);
        break;
      case 'table':
        this.#seat(message.table);
        break;
      case 'chat':
        this.chat = [...this.chat.filter((said) => said.seq !== message.said.seq), message.said];
        break;
      case 'emote':
        this.#show(message);
        break;
      case 'steady':
        this.steady = { round: message.round, until: performance.now() + message.revealIn };
        break;
      case 'receipt':
        this.receipts = [...this.receipts, message].slice(-RECEIPTS_KEPT);
    }
  }

  #seat(table: Table): void {
    const first = this.table === null;
    this.table = table;
    if (first) void this.#unpack(table.game);
    if (table.state !== 'gathering') return;
    for (const [seat, chair] of table.chairs.entries()) {
      if (!chair.yours || this.#salted.includes(seat)) continue;
      this.#salted.push(seat);
      void this.#ask({ type: 'salt', seat, salt: salt() });
    }
  }

  async #unpack(game: string): Promise<void> {
    const [board, tell, words] = await Promise.all([
      loadBoard(game),
      loadTell(game),
      loadWords(settings.language, game),
    ]);
    this.#tell = tell;
    this.words = words;
    this.board = board;
    this.#retell();
  }

  /** Forget what was taken back of the log. */
  #keep(moves: number): void {
    if (moves >= this.#raw.length) return;
    this.#raw = this.#raw.slice(0, moves);
    this.log = this.log.slice(0, moves);
    this.told = Math.min(this.told, this.#newest);
  }

  #happened(positions: Position[], moves: Shown[], first: boolean): void {
    const fresh = moves.filter((move) => move.seq > this.#newest);
    this.#raw = [...this.#raw, ...fresh];
    this.moves = first || fresh.length > TOO_MANY ? [] : fresh;
    this.positions = positions;
    this.steady = null;
    clearTimeout(this.#patience);
    this.showing = this.moves.length > 0;
    if (this.showing) this.#patience = setTimeout(() => this.shown(), LONGEST_SHOW);
    else this.shown();
    const lines = fresh.map((move) => this.#line(move));
    this.log = [...this.log, ...lines];
    if (!first) this.spoken = lines.map(({ text }) => text).join(' ');
  }

  get #newest(): number {
    return this.#raw.at(-1)?.seq ?? -1;
  }

  #line(move: Shown): Line {
    const view = this.positions[0]?.view;
    const text =
      this.#tell && this.words && view !== undefined
        ? this.#tell.tell(move, view, this.words, this.names, this.#raw)
        : '';
    return { seq: move.seq, text: text.trim() };
  }

  #retell(): void {
    this.log = this.#raw.map((move) => this.#line(move));
  }

  /** What is asked of these eyes now, in a sentence; '' if nothing is. */
  asked(position: Position): string {
    if (!this.#tell || !this.words || position.legal.length === 0) return '';
    return this.#tell.ask(position.view, position.legal, this.words);
  }

  /** Whom everybody waits for, or what, in a sentence. */
  awaited(position: Position): string {
    if (!this.words) return '';
    const names = position.toAct.map((seat) => this.names[seat] ?? '');
    if (names.length > 0) return this.words('table.waits', { names: this.words.list(names) });
    if (!house.box(this.table?.game ?? '')?.race) return this.words('table.nature');
    return this.words(this.steady ? 'table.any-moment' : 'table.look');
  }

  #show(emoted: Emoted): void {
    if (settings.muted.includes(emoted.name)) return;
    const key = this.#emoted++;
    this.emotes = [...this.emotes, { ...emoted, key }];
    setTimeout(() => (this.emotes = this.emotes.filter((other) => other.key !== key)), EMOTE_MS);
  }
}
