// Whether something at the lower edge of the screen would lie over words that a board wants to be read.

const READ = '[data-middle], [data-offers]';

/** `card` is as high as it would be there; where it is now does not matter. */
export function liesOverWords(card: HTMLElement): boolean {
  const top = innerHeight - card.offsetHeight;
  return [...document.querySelectorAll(READ)].some((part) => {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const its = walker.currentNode;
      if (!its.textContent?.trim() || !isRead(its.parentElement)) continue;
      const range = document.createRange();
      range.selectNodeContents(its);
      if ([...range.getClientRects()].some((line) => line.bottom > top && line.top < innerHeight)) return true;
    }
    return false;
  });
}

const isRead = (its: Element | null): boolean =>
  its !== null && its.closest('.visually-hidden') === null && its.checkVisibility({ visibilityProperty: true });
