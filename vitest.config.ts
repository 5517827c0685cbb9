// Where the tests of the page are, and how they find its modules.
import { fileURLToPath } from 'node:url';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('.'),
  plugins: [svelte({ configFile: here('svelte.config.js') })],
  resolve: { alias: { $kit: here('web/kit'), $web: here('web') }, conditions: ['browser'] },
  test: { include: ['web/**/*.test.ts', 'src/pandemonium/games/*/web/**/*.test.ts'], maxWorkers: 1 },
});
