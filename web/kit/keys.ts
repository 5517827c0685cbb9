// Keys that a board hears wherever the focus is, and where the focus stays when what had it goes.
import type { Attachment } from 'svelte/attachments';
import { MediaQuery } from 'svelte/reactivity';

/** Where somebody points with a mouse there is a keyboard: only then is it worth a word. */
export const hasKeys = new MediaQuery('(hover: hover) and (pointer: fine)');

const WRITTEN_IN = 'textarea, select, [contenteditable], input:not([type=checkbox], [type=radio])';
const SCROLLED = '[role=region][tabindex], [role=log][tabindex]';
const SHUT = '[aria-disabled=true]';
const HAS_ITS_OWN_KEYS = `button:not(${SHUT}), a, input, summary, dialog, ${WRITTEN_IN}, ${SCROLLED}`;
const HAS_ITS_OWN_ARROWS = `input, ${WRITTEN_IN}, ${SCROLLED}`;

const isOn = (what: string): boolean => document.activeElement?.closest(what) != null;

/** Whether a key may mean the board, wherever the focus is: nobody writes, no dialog is open, it is no shortcut. */
export const isHeard = ({ defaultPrevented, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !defaultPrevented &&
  !(ctrlKey || metaKey || altKey) &&
  document.querySelector('dialog[open]') === null &&
  !isOn(WRITTEN_IN);

/** Whether Enter and Space do something where the focus is. */
export const hasItsOwnKeys = (): boolean => isOn(HAS_ITS_OWN_KEYS);

/** Whether the focus is on what cannot be pressed now, and perhaps could a moment ago. */
export const isOnWhatIsShut = (): boolean => isOn(SHUT);

/** Whether arrows do. */
export const hasItsOwnArrows = (): boolean => isOn(HAS_ITS_OWN_ARROWS);

/** Whoever comes in here by keyboard, from what lies below, sees what stands around it again, from the top on. */
export const comesWhole: Attachment<HTMLElement> = (node) => {
  const came = ({ target }: FocusEvent): void => {
    const around = node.parentElement;
    if (!around || !(target instanceof Element) || !target.matches(':focus-visible')) return;
    const { top } = around.getBoundingClientRect();
    if (top < 0 && target.getBoundingClientRect().bottom - top <= innerHeight) around.scrollIntoView();
  };
  node.addEventListener('focusin', came);
  return () => node.removeEventListener('focusin', came);
};

/** Whoever was in here by keyboard stays in here when what he was on goes. */
export const keepsFocus: Attachment<HTMLElement> = (node) => {
  let last: Element | null = null;
  const came = ({ target }: Event): void => {
    last = target instanceof Element && target !== node ? target : null;
  };
  const left = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget !== null) last = null;
  };
  const pressed = (): void => {
    last = null;
  };
  const isGone = (its: Element): boolean => !its.isConnected || its.matches(':disabled');
  const lost = (): void => {
    if (last === null || !isGone(last)) return;
    last = null;
    if (document.activeElement === null || document.activeElement === document.body || isOn(':disabled'))
      node.focus({ preventScroll: true });
  };
  // Later: a board may have a better place for it.
  const changes = new MutationObserver(() => last !== null && isGone(last) && setTimeout(lost));
  changes.observe(node, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  node.addEventListener('focusin', came);
  node.addEventListener('focusout', left);
  node.addEventListener('pointerdown', pressed);
  return () => {
    changes.disconnect();
    node.removeEventListener('focusin', came);
    node.removeEventListener('focusout', left);
    node.removeEventListener('pointerdown', pressed);
  };
};
