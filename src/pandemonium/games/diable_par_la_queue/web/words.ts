// What this game can say, for the compiler.
import type { Words as WordsOf } from '$kit/board';

import type en from '../words/en.json';

export type Catalogue = typeof en;
export type Words = WordsOf<Catalogue>;
