// What the reader has chosen on this device: language, theme, sound, motion.
import { tempo } from './kit/tempo';
import type { Language } from './wire';
import { browserLanguage, languageOr } from './words';

export const THEMES = ['system', 'light', 'dark'] as const;
export const MOTIONS = ['system', 'full', 'still'] as const;
/** How fast bots and motion are. */
export const PACES = ['calm', 'brisk', 'at-once'] as const;
const TEMPO = { calm: 1, brisk: 0.5, 'at-once': 0 };
export type Pace = (typeof PACES)[number];
export type Theme = (typeof THEMES)[number];
export type Motion = (typeof MOTIONS)[number];

/** What this device says that was chosen; an older house, or another program, may have written it. */
interface Kept {
  language?: unknown;
  theme?: unknown;
  sound?: unknown;
  motion?: unknown;
  pace?: unknown;
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

  get pace(): Pace {
    return PACES.find((pace) => pace === this.#kept.pace) ?? 'calm';
  }
  set pace(pace: Pace) {
    this.#keep({ pace });
  }

  /** How long things take, beside how long they usually do. */
  get tempo(): number {
    return TEMPO[this.pace];
  }

  get still(): boolean {
    if (this.pace === 'at-once') return true;
    return this.motion === 'still' || (this.motion === 'system' && this.#systemStill);
  }

  /** Who is not heard in the chat: seats at tables, and names of those who only watch. */
  get muted(): string[] {
    const { muted } = this.#kept;
    return Array.isArray(muted) ? muted.map(String) : [];
  }
  set muted(muted: readonly string[]) {
    this.#keep({ muted: muted.slice(-MUTED_KEPT) });
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
    tempo.factor = this.tempo;
    root.style.setProperty('--tempo', String(tempo.factor));
    root.lang = this.language;
    if (this.theme === 'system') delete root.dataset['theme'];
    else root.dataset['theme'] = this.theme;
    if (this.motion === 'system') delete root.dataset['motion'];
    else root.dataset['motion'] = this.motion;
  }
}

export const settings = new Settings();
