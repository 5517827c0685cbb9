// The typefaces that the first word needs are fetched with the page, and their licences stand beside them.
import { readFile } from 'node:fs/promises';

import type { Plugin } from 'vite';

const FIRST = /-normal-[^/]*\.woff2$/;

export function fonts(folder: string, families: readonly string[]): Plugin {
  return {
    name: 'pandemonium-fonts',
    apply: 'build',
    async generateBundle() {
      for (const family of families) {
        const source = await readFile(`${folder}/${family}/LICENSE`, 'utf8');
        this.emitFile({ type: 'asset', fileName: `fonts/${family}.txt`, source });
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => FIRST.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', href: `./${file}`, as: 'font', type: 'font/woff2', crossorigin: true },
            injectTo: 'head',
          })),
    },
  };
}
