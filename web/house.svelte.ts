// What the whole page shares: the words, the boxes on the shelf, who the reader is.
import { api, Refusal, speak } from './api';
import { hasBoard } from './games';
import { here } from './here.svelte';
import type { Options } from './kit/options';
import { toTable } from './router';
import { settings } from './settings.svelte';
import type { Box, Guest, Language } from './wire';
import { loadWords, makeWords, type Words } from './words';

const SELF = /^(localhost|.*\.localhost|127\..*|\[::1\])$/;

/** Whom one plays with at once, and how. */
export interface Against {
  bots?: number;
  level?: string;
  options?: Options;
}

/** Somebody who is being told what a game is about, before he does what he wanted to do. */
export interface Newcomer {
  box: Box;
  /** Which way of playing it has not been chosen yet. */
  chooses: boolean;
  go: (options: Options) => void;
}

class House {
  words: Words = $state.raw(makeWords('en'));
  boxes: Box[] | null = $state.raw(null);
  me: Guest | null = $state.raw(null);
  /** What could not be had just now, in a sentence; '' for nothing. */
  trouble = $state('');
  newcomer: Newcomer | null = $state.raw(null);
  /** A table is being set. */
  busy = $state(false);
  /** Where other devices find the house; null: nowhere. */
  address: string | null = $state(location.origin);
  /** Settled once the house knows this browser: before that, nobody can sit down. */
  met: Promise<void> = Promise.resolve();
  #spoken: Language | null = null;

  async open(): Promise<void> {
    await this.speak(settings.language);
    this.met = this.meet();
    void this.look();
    // By this name every device calls itself: the house knows a better one.
    if (SELF.test(location.hostname))
      void api.address().then(
        ({ forOthers }) => (this.address = forOthers),
        () => undefined,
      );
  }

  async speak(language: Language): Promise<void> {
    if (language === this.#spoken) return;
    this.#spoken = language;
    speak(language);
    this.words = await loadWords(language);
    if (this.me && this.me.language !== language) void this.#tell(language);
  }

  async meet(): Promise<void> {
    try {
      this.me = await api.me();
      if (this.me.language !== settings.language) await this.#tell(settings.language);
    } catch (refusal) {
      // The house is closed for a moment; tables reconnect by themselves. But who is barred reads until when.
      if (refusal instanceof Refusal && refusal.problem.key === 'barred') this.complain(refusal);
    }
  }

  async look(): Promise<void> {
    try {
      this.boxes = await api.boxes();
    } catch (refusal) {
      this.complain(refusal);
    }
  }

  async rename(name: string): Promise<boolean> {
    return this.attempt(async () => {
      this.me = await api.change({ name });
    });
  }

  box(slug: string): Box | null {
    return this.boxes?.find((box) => box.slug === slug) ?? null;
  }

  /** Whether it can be played in the browser: the house knows, and of our own boxes the page does. */
  isReady(slug: string): boolean {
    return this.box(slug)?.board ?? hasBoard(slug);
  }

  /** Straight to a table against bots. */
  playNow(box: Box, { bots = box.usualSeats - 1, level = box.usualLevel, options }: Against = {}): void {
    const others = Array.from({ length: bots }, () => ({ kind: 'bot' as const, level }));
    const chairs = [{ kind: 'you' as const }, ...others];
    const set = async (chosen: Options): Promise<void> => {
      const table = await api.set({ game: box.slug, chairs, options: { ...chosen, ...options }, salted: true });
      here.go(toTable(table.id));
    };
    this.introduce(box, (chosen) => void this.attempt(() => set(chosen)), options === undefined);
  }

  /** Do it; but whoever has never played this game is told first what it is about, while nothing runs on. */
  introduce(box: Box, go: (options: Options) => void, chooses = false): void {
    if (settings.knows(box.slug)) go({});
    else this.newcomer = { box, chooses, go };
  }

  /** Do something that the house may refuse; say why if it does. */
  async attempt(what: () => Promise<void>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.trouble = '';
    try {
      await what();
      return true;
    } catch (refusal) {
      this.complain(refusal);
      return false;
    } finally {
      this.busy = false;
    }
  }

  complain(refusal: unknown): void {
    if (!(refusal instanceof Refusal)) throw refusal;
    this.trouble = refusal.message || this.words(refusal.status === 0 ? 'trouble.offline' : 'trouble.unknown');
  }

  async #tell(language: Language): Promise<void> {
    try {
      this.me = await api.change({ language });
    } catch {
      // It will be told with the next table.
    }
  }
}

export const house = new House();
