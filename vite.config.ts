// How the page is built: from web/ and each game's web/ folder into web/dist.
import { fileURLToPath } from 'node:url';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

import { fonts } from './web/build/fonts.ts';
import { rulebooks } from './web/build/rulebooks.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const typefaces = here('node_modules/@fontsource-variable');
const house = process.env.PANDEMONIUM_HOUSE ?? 'http://127.0.0.1:8666';

export default defineConfig({
  root: here('web'),
  base: './', // The house puts in where it begins: the same page serves / and /games/.
  cacheDir: here('node_modules/.vite'),
  plugins: [svelte({ configFile: here('svelte.config.js') }), rulebooks(), fonts(typefaces, ['fraunces', 'alegreya'])],
  resolve: { alias: { $kit: here('web/kit'), $web: here('web'), $fonts: typefaces } },
  build: {
    outDir: here('web/dist'),
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    manifest: 'made-of.json',
    modulePreload: { polyfill: false },
  },
  server: {
    fs: { allow: [here('web'), here('src/pandemonium'), here('node_modules')] },
    proxy: {
      '/api': { target: house, ws: true },
      '/me/': { target: house },
    },
  },
});
