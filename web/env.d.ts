// What Vite imports that is not TypeScript.
declare module '*.md?book' {
  import type { Rulebook } from './rulebook';
  const book: Rulebook;
  export default book;
}
