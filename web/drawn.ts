// What other people's boxes draw, as components of the page.
import type { Component } from 'svelte';

import { inBox, module } from './brought';
import type { Board, Cover, Draw, Figure, OpenHands } from './kit/board';
import BroughtCover from './kit/BroughtCover.svelte';
import Drawn from './kit/Drawn.svelte';

function component<Given extends object>(draw: Draw<Given> | undefined, room: boolean): Component<Given> | null {
  if (!draw) return null;
  return (internals, given) => Drawn(internals, { draw: draw as unknown as Draw<object>, given, room });
}

export const board = async (slug: string): Promise<Board | null> => component((await module(slug)).board, true);
export const figure = async (slug: string): Promise<Figure | null> => component((await module(slug)).figure, false);
export const openHands = async (slug: string): Promise<OpenHands | null> =>
  component((await module(slug)).openHands, false);

/** A picture, in which nothing runs. */
export async function cover(slug: string): Promise<Cover | null> {
  const picture = new Image();
  picture.src = inBox(slug, 'web/cover.svg');
  try {
    await picture.decode();
  } catch {
    return null; // The house paints one.
  }
  return (internals) => BroughtCover(internals, { src: picture.src });
}
