// SPDX-License-Identifier: MIT
/** Who a key is for: the control that has the focus, or the view. */

/** What of an element decides, so that it can be tested without a page. */
export interface FocusedElement {
  closest(selectors: string): unknown;
}

const SWALLOWS_ALL = 'select, textarea, dialog, input:not([type=checkbox], [type=range])';

/** Whether a focused control has its own use for a key: text, the arrows of a slider, the space that presses buttons and boxes. */
export function isForControl(target: FocusedElement, key: string): boolean {
  if (target.closest(SWALLOWS_ALL)) return true;
  if (key === ' ' || key === 'Enter') return Boolean(target.closest('button, a, summary, [type=checkbox]'));
  return /^(Arrow|Home|End|Page)/.test(key) && Boolean(target.closest('[type=range]'));
}

/** Whether the view may take the key of an event. */
export function isForView({ target, key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  return !(target instanceof HTMLElement && isForControl(target, key));
}

/**
 * Hands the focus back to the view after a control was used with the pointer, so that the next Space plays instead of pressing it again. Whoever came by
 * the keyboard stays there, and so does a control that has moved the focus itself.
 */
export function returnFocus(root: HTMLElement, view: () => HTMLElement | null): void {
  let isPointer = false;
  root.addEventListener('pointerdown', () => (isPointer = true), true);
  addEventListener('keydown', () => (isPointer = false), true);
  const handBack = ({ target }: Event): void => {
    if (!isPointer || !(target instanceof HTMLElement)) return;
    const control = target.closest('button, select, [type=checkbox]');
    if (control !== null && control === document.activeElement) view()?.focus({ preventScroll: true });
  };
  root.addEventListener('change', handBack);
  root.addEventListener('click', (event) => {
    // A select is only opened by a click: its change comes later.
    if (event.target instanceof HTMLElement && event.target.closest('select') === null) handBack(event);
  });
}
