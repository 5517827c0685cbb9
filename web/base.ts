// Where the house begins on its address, as it has written into the page: nowhere in particular, or below a path.

const told = (name: string): string => {
  const meta = globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  return meta?.content ?? '';
};

/** '', or something like '/games': every path of ours begins with it. */
export const base = told('base').startsWith('/') ? told('base').replace(/\/$/, '') : '';

/** Where the source of this house can be had; '' where it does not say. */
export const source = told('source');

/** A path of the house as the browser asks for it. */
export const at = (path: string, from = base): string => from + path;

/** A path of the browser's as the house knows it; null if it is none of ours. */
export function within(path: string, from = base): string | null {
  if (path === from) return '/';
  return path.startsWith(`${from}/`) ? path.slice(from.length) : null;
}
