// Somebody who cannot wait: a press or a key while a board is still moving brings it up to date, and does nothing else.
import type { Attachment } from 'svelte/attachments';

const KEYS = ['Enter', ' ', 'Escape'];
/** These do the same whatever is on the board. */
const HARMLESS = 'summary, a';

/** For what a board stands in. `moving`: whether there is anything to be hurried. */
export function impatience(moving: () => boolean, hurry: () => void): Attachment<HTMLElement> {
  return (node) => {
    // What was pressed was aimed at a table that is no longer there: it must not play into the one that is.
    let swallowing = false;
    const stop = (event: Event): void => {
      event.stopPropagation();
      event.preventDefault();
    };
    const isMeant = ({ target }: Event): boolean =>
      target instanceof Element && (target === document.body || node.contains(target)) && !target.closest(HARMLESS);
    const pressed = (event: Event): void => {
      swallowing = isMeant(event) && moving();
      if (!swallowing) return;
      event.stopPropagation();
      hurry();
    };
    const clicked = (event: Event): void => {
      if (swallowing) stop(event);
      swallowing = false;
    };
    const keyed = (event: KeyboardEvent): void => {
      swallowing = false;
      if (!KEYS.includes(event.key) || !isMeant(event) || !moving()) return;
      stop(event);
      hurry();
    };
    node.addEventListener('pointerdown', pressed, true);
    node.addEventListener('click', clicked, true);
    window.addEventListener('keydown', keyed, true);
    return () => {
      node.removeEventListener('pointerdown', pressed, true);
      node.removeEventListener('click', clicked, true);
      window.removeEventListener('keydown', keyed, true);
    };
  };
}
