// The rule books of our own games, made once, when the page is built.
import { readFile } from 'node:fs/promises';

import type { Plugin } from 'vite';

import { sections } from '../sections.ts';

export function rulebooks(): Plugin {
  return {
    name: 'pandemonium-rulebooks',
    enforce: 'pre',
    async load(id) {
      const [path = '', query] = id.split('?');
      if (query !== 'book' || !path.endsWith('.md')) return null;
      this.addWatchFile(path);
      return { code: `export default ${JSON.stringify(sections(await readFile(path, 'utf8')))};`, moduleType: 'js' };
    },
  };
}
