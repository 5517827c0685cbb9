// A table as this page knows it: kept true by the socket, read by the table's components.
import { api, salt, socketAddress } from './api';
import { begun, keep, recall, share, witnessed } from './evidence';
import type { Board } from './kit/board';
import { loadBoard } from './games';
import { house } from './house.svelte';
import { brief } from './kit/brief';
import { isMuted, muting, stillMuted, type Speaker } from './mutes';
import { AWAY, isGone, namesOf } from './names';
import { settings } from './settings.svelte';
import { play as playSound } from './sound';
import { TableSocket, watchTheWorld, type Connection, type Wish } from './socket';
import { Teller, type Line } from './told';
import { Viewpoint } from './viewpoint.svelte';
import type { Emote, Emoted, Eyes, FromHouse, Held, Position, Receipt, Said, Table } from './wire';
import { loadWords, type Words } from './words';

/** A way to leave a table. */
export type WayOut = Table['waysOut'][number];

const EMOTE_MS = 3500;

export class TableStore {
  table: Table | null = $state.raw(null);
  /** One for each of the reader's seats; for somebody who only watches, the public's. */
  viewpoints: Viewpoint[] = $state.raw([]);
  /** Through which eyes the board is seen; null while it is covered. Nothing is animated for the others. */
  open: Eyes | null = $state(null);
  chat: Said[] = $state.raw([]);
  /** What the reader is about to say, wherever on the page he began it. */
  draft = $state('');
  /** What was said by those whom the reader wants to hear. */
  heard: Said[] = $derived(this.chat.filter((said) => !this.isMuted(said)));
  emotes: (Emoted & { key: number })[] = $state.raw([]);
  /** In a race: what everybody waits for comes at about this time of performance.now(). */
  steady: { round: number; until: number } | null = $state.raw(null);
  /** In a race: whom its next round waits for; null while one runs. */
  held: Held | null = $state.raw(null);
  /** In a race: nobody else is in it any more. */
  onlyBots = $state(false);
  /** Of all rounds, the latest last. */
  receipts: Receipt[] = $state.raw([]);
  connection: Connection = $state('connecting');
  refusal = $state('');
  board: Board | null = $state.raw(null);
  /** The house's, the shell's and the game's. */
  words: Words<string> | null = $state.raw(null);
  /** How far this device's clock is behind the house's, in ms. */
  skew = $state(0);
  #socket: TableSocket;
  #stop: () => void;
  #emoted = 0;
  /** What this browser has last added to the luck, or pledged to add. */
  #shared = '';

  names: string[] = $derived(this.table ? namesOf(this.table) : []);
  /** The same as boards write them: whoever is away is known by a sign. */
  onBoard: string[] = $derived(
    this.names.map((name, seat) => {
      const chair = this.table?.state === 'playing' ? this.table.chairs[seat] : undefined;
      return chair && isGone(chair) ? `${AWAY}\u00A0${name}` : name;
    }),
  );
  /** Puts into words what has happened. */
  teller: Teller | null = $derived(this.words && new Teller(this.words, this.names));
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
    const stopWatching = watchTheWorld(this.#socket, () => ({ type: 'speak', language: settings.language }));
    // What happened while nobody looked is not played back.
    const catchUp = (): void => this.viewpoints.forEach(({ timeline }) => timeline.catchUp());
    document.addEventListener('visibilitychange', catchUp);
    this.#stop = () => {
      stopWatching();
      document.removeEventListener('visibilitychange', catchUp);
    };
  }

  close(): void {
    this.#stop();
    this.viewpoints.forEach(({ timeline }) => timeline.close());
    this.#socket.close();
  }

  /** Everything in another language from now on. */
  async speak(): Promise<void> {
    const game = this.table?.game;
    if (game === undefined) return;
    this.words = await loadWords(settings.language, game);
    void this.#ask({ type: 'speak', language: settings.language });
  }

  /** How fast the reader wants it. */
  hurry(tempo: number): void {
    void this.#socket.send({ type: 'pace', tempo });
  }

  /** Whether the house did it. */
  act(seat: number, what: unknown): Promise<boolean> {
    return this.#ask({ type: 'act', seat, what });
  }
  /** Whose board lies on the screen; null: nobody's. */
  look(eyes: Eyes | null): void {
    if (eyes === this.open) return;
    this.open = eyes;
    // Who looks away misses the rest of the motion.
    for (const viewpoint of this.viewpoints) if (viewpoint.eyes !== eyes) viewpoint.timeline.catchUp();
  }
  /** Enough seen of a round that was counted. */
  goOn(): void {
    this.viewpoints.forEach(({ timeline }) => timeline.goOn());
  }
  ready(seat: number): void {
    void this.#ask({ type: 'ready', seat });
  }
  /** Where only bots still race: on to the end. */
  finish(seat: number): void {
    void this.#ask({ type: 'finish', seat });
  }
  undo(seat: number): void {
    void this.#ask({ type: 'undo', seat });
  }
  /** Bots of this level, or of the usual one, take the seats that are still open. */
  start(fill?: string): void {
    void this.#ask(fill ? { type: 'start', fill } : { type: 'start' });
  }
  sit(seat: number): void {
    void this.#ask({ type: 'sit', seat });
  }
  rise(seat: number): void {
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
  /** Whether the house let him go. */
  leave(way: WayOut): Promise<boolean> {
    return this.#ask({ type: way });
  }
  again(): void {
    void this.#ask({ type: 'again' });
  }
  /** Asked to play again: not this time. */
  decline(): Promise<boolean> {
    return this.#ask({ type: 'decline' });
  }

  async #ask(wish: Wish): Promise<boolean> {
    this.refusal = '';
    const answer = await this.#socket.send(wish);
    if (answer.type === 'done') return true;
    this.refusal = answer.reason;
    playSound('wrong', settings.sound);
    return false;
  }

  #address(): string {
    const version = this.viewpoints[0]?.version ?? 0;
    return socketAddress(this.id, { version, publicEyes: this.publicEyes });
  }

  #hear(message: FromHouse): void {
    switch (message.type) {
      case 'welcome':
        this.skew = message.now - Date.now();
        this.held = null;
        this.chat = message.chat;
        this.#seat(message.table);
        this.#happened(message.positions, message.since, true);
        if (settings.tempo !== 1) this.hurry(settings.tempo);
        // Which games are races may not be known yet: then it is asked for.
        if (house.box(message.table.game)?.race !== false) this.#readReceipts();
        break;
      case 'news':
        this.skew = message.now - Date.now();
        this.#happened(message.positions, message.since, false);
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
      case 'held':
        this.held = message;
        this.onlyBots = message.onlyBots;
        break;
      case 'steady':
        this.held = null;
        this.steady = { round: message.round, until: performance.now() + message.revealIn };
        break;
      case 'receipt':
        this.#file([message]);
    }
  }

  /** Also of the rounds in which this page was not there. */
  #readReceipts(): void {
    api.receipts(this.id).then(
      (all) => this.#file(all),
      () => undefined, // Asked for again when the socket is.
    );
  }

  /** Receipts of any rounds: those that this page was there for it has heard already. */
  #file(receipts: Receipt[]): void {
    const others = this.receipts.filter(({ version }) => !receipts.some((receipt) => receipt.version === version));
    this.receipts = [...others, ...receipts].sort((one, other) => one.version - other.version);
  }

  #seat(table: Table): void {
    const first = this.table === null;
    this.hush(this.table, table);
    this.table = table;
    // A match that was given up waits for nobody, whatever it waited for.
    if (table.state !== 'playing') this.held = null;
    if (first) void this.#unpack(table.game);
    if (this.publicEyes) return;
    const before = recall(this.id);
    if (table.state !== 'gathering') {
      if (before && !before.begun) keep(this.id, begun(before));
      return;
    }
    const { evidence, say } = share(before, table, salt);
    keep(this.id, evidence);
    const shared = JSON.stringify([table.commitment, say]);
    if (say === null || shared === this.#shared) return;
    this.#shared = shared;
    void this.#ask(say);
  }

  /** Other people sit at a table, or the company plays again: who is not to be heard any more, and who still? */
  hush(before: Table | null, table: Table): void {
    const known = settings.muted;
    const muted = stillMuted(known, before, table, this.chat);
    if (muted !== known) settings.muted = muted;
  }

  async #unpack(game: string): Promise<void> {
    const [board, words] = await Promise.all([loadBoard(game), loadWords(settings.language, game)]);
    this.words = words;
    this.board = board;
  }

  #happened(positions: Position[], since: number, welcome: boolean): void {
    this.steady = null;
    const evidence = recall(this.id);
    // A table that gathers has no positions.
    if (evidence && positions.length > 0) keep(this.id, witnessed(evidence, positions, since));
    const alone = positions.length === 1;
    this.viewpoints = positions.map((position) => {
      const known = this.viewpoints.find(({ eyes }) => eyes === position.eyes);
      const viewpoint = known ?? new Viewpoint(position, this.#manner(position.eyes, alone));
      viewpoint.hear(position, since);
      // Whoever comes to a match that is being played sees how it stands.
      if (!known && welcome) viewpoint.timeline.arrive();
      return viewpoint;
    });
  }

  #manner(eyes: Eyes, alone: boolean): { race: () => boolean; still: () => boolean } {
    return {
      race: () => house.box(this.table?.game ?? '')?.race ?? false,
      still: () => settings.still || document.hidden || (!alone && this.open !== eyes),
    };
  }

  // What is said beside the board: all of it belongs to the moment that is presented.

  /** What is asked of these eyes now, in a sentence; '' if nothing is. */
  question({ now }: Viewpoint): string {
    return (now && this.words?.question(now.question, this.names)) ?? '';
  }

  /** Whom everybody waits for, or what; while something is being presented, whose doing it is. */
  awaited({ eyes, now, timeline }: Viewpoint): string {
    if (!this.words) return '';
    if (!now) {
      const by = timeline.moment?.by;
      // Round one screen *you* would be anybody.
      if (by === eyes && this.mine.length === 1) return this.words('table.moves-you');
      return typeof by === 'number'
        ? this.words('table.moves', { name: this.names[by] ?? '' })
        : this.words('table.nature');
    }
    const names = this.#together(now.toAct);
    if (this.onlyBots) return this.words('table.only-bots');
    const [first] = now.toAct.map((seat) => this.table?.chairs[seat]);
    if (names.length === 1 && first && isGone(first) && !first.covered) {
      return this.words('table.waits-away', { name: names[0] ?? '' });
    }
    if (names.length > 0) return this.words('table.waits', { names: this.words.list(names) });
    if (!house.box(this.table?.game ?? '')?.race) return this.words('table.nature');
    return this.held ? this.#awaitedBy(this.held, this.words) : this.words('table.any-moment');
  }

  /** What the next round of a race waits for. */
  #awaitedBy({ waitsFor, startsAt, slow }: Held, words: Words<string>): string {
    if (waitsFor.length === 0) return words(startsAt === null ? 'table.any-moment' : 'table.goes-on');
    if (!waitsFor.some((seat) => this.mine.includes(seat))) {
      return words('table.waits-ready', { names: words.list(this.#together(waitsFor)) });
    }
    return words(slow ? 'table.look-slow' : startsAt === null ? 'table.look' : 'table.look-clock');
  }

  /** What they are called: one by his name, several so that all have room. */
  #together(seats: readonly number[]): string[] {
    const names = seats.length > 1 ? brief(this.names) : this.names;
    return seats.map((seat) => names[seat] ?? '');
  }

  isMuted(speaker: Speaker): boolean {
    return isMuted(settings.muted, this.id, speaker);
  }
  mute(speaker: Speaker, quiet: boolean): void {
    if (this.table) settings.muted = muting(settings.muted, this.table, speaker, quiet);
  }

  /** What has happened up to the moment that is presented, moves and all else. */
  lines({ timeline }: Viewpoint): Line[] {
    const lines = this.teller?.lines(timeline.told) ?? [];
    const events = (this.table?.events ?? []).filter(({ after }) => after < timeline.untold);
    return this.teller?.beside(lines, events) ?? [];
  }

  #show(emoted: Emoted): void {
    if (this.isMuted(emoted)) return;
    const key = this.#emoted++;
    this.emotes = [...this.emotes, { ...emoted, key }];
    setTimeout(() => (this.emotes = this.emotes.filter((other) => other.key !== key)), EMOTE_MS);
  }
}
