// What the reader has chosen on this device: language, theme, sound, motion.
import type { Language } from './wire';
import { browserLanguage, languageOr } from './words';

export const THEMES = ['system', 'light', 'dark'] as const;
export const MOTIONS = ['system', 'full', 'still'] as const;
export type Theme = (typeof THEMES)[number];
export type Motion = (typeof MOTIONS)[number];

/** What this device says that was chosen; an older house, or another program, may have written it. */
interface Kept {
  language?: unknown;
  theme?: unknown;
  sound?: unknown;
  motion?: unknown;
  muted?: unknown;
  known?: unknown;
}

const MUTED_KEPT = 200;
const KEY = 'pandemonium.settings';

function kept(): Kept {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof found === 'object' && found !== null ? found : {};
  } catch {
    return {};
  }
}

class Settings {
  #kept: Kept = $state(kept());
  #systemStill = $state(matchMedia('(prefers-reduced-motion: reduce)').matches);

  constructor() {
    matchMedia('(prefers-reduced-motion: reduce)').addEventListener('change', (media) => {
      this.#systemStill = media.matches;
    });
    addEventListener('storage', (event) => {
      if (event.key === KEY) this.#kept = kept();
      this.#show();
    });
    this.#show();
  }

  get language(): Language {
    return languageOr(this.#kept.language, browserLanguage(navigator.languages));
  }
  set language(language: Language) {
    this.#keep({ language });
  }

  get theme(): Theme {
    return THEMES.find((theme) => theme === this.#kept.theme) ?? 'system';
  }
  set theme(theme: Theme) {
    this.#keep({ theme });
  }

  get sound(): boolean {
    return this.#kept.sound === true;
  }
  set sound(sound: boolean) {
    this.#keep({ sound });
  }

  get motion(): Motion {
    return MOTIONS.find((motion) => motion === this.#kept.motion) ?? 'system';
  }
  set motion(motion: Motion) {
    this.#keep({ motion });
  }

  get still(): boolean {
    return this.motion === 'still' || (this.motion === 'system' && this.#systemStill);
  }

  /** Who is not heard in the chat: seats at tables, and names of those who only watch. */
  get muted(): string[] {
    const { muted } = this.#kept;
    return Array.isArray(muted) ? muted.map(String) : [];
  }
  mute(who: string, quiet: boolean): void {
    const others = this.muted.filter((name) => name !== who);
    this.#keep({ muted: quiet ? [...others, who].slice(-MUTED_KEPT) : others });
  }

  /** Whether the reader has been told what this game is about. */
  knows(game: string): boolean {
    const { known } = this.#kept;
    return Array.isArray(known) && known.includes(game);
  }
  know(game: string): void {
    const { known } = this.#kept;
    if (!this.knows(game)) this.#keep({ known: [...(Array.isArray(known) ? known.map(String) : []), game] });
  }

  #keep(change: Kept): void {
    this.#kept = { ...this.#kept, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#kept));
    } catch {
      // A browser that keeps nothing forgets at the end of the visit.
    }
    this.#show();
  }

  #show(): void {
    const root = document.documentElement;
    root.lang = this.language;
    if (this.theme === 'system') delete root.dataset['theme'];
    else root.dataset['theme'] = this.theme;
    if (this.motion === 'system') delete root.dataset['motion'];
    else root.dataset['motion'] = this.motion;
  }
}

export const settings = new Settings();
