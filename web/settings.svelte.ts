// What the reader has chosen on this device: language, theme, sound, motion.
import type { Language } from './wire';
import { browserLanguage, LANGUAGES } from './words';

export type Theme = 'system' | 'light' | 'dark';
export type Motion = 'system' | 'full' | 'still';

interface Kept {
  language?: Language;
  theme?: Theme;
  sound?: boolean;
  motion?: Motion;
  muted?: string[];
}

const KEY = 'pandemonium.settings';

function kept(): Kept {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Kept;
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
    const chosen = this.#kept.language;
    return chosen !== undefined && LANGUAGES.includes(chosen) ? chosen : browserLanguage(navigator.languages);
  }
  set language(language: Language) {
    this.#keep({ language });
  }

  get theme(): Theme {
    return this.#kept.theme ?? 'system';
  }
  set theme(theme: Theme) {
    this.#keep({ theme });
  }

  get sound(): boolean {
    return this.#kept.sound ?? false;
  }
  set sound(sound: boolean) {
    this.#keep({ sound });
  }

  get motion(): Motion {
    return this.#kept.motion ?? 'system';
  }
  set motion(motion: Motion) {
    this.#keep({ motion });
  }

  get still(): boolean {
    return this.motion === 'still' || (this.motion === 'system' && this.#systemStill);
  }

  /** Names that are not heard in the chat of a table. */
  get muted(): string[] {
    return this.#kept.muted ?? [];
  }
  mute(who: string, quiet: boolean): void {
    const others = this.muted.filter((name) => name !== who);
    this.#keep({ muted: quiet ? [...others, who] : others });
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
