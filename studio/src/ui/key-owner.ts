// SPDX-License-Identifier: MIT
/** Decides whether the focused control or the view receives a key. */

/** The part of an element that the decision needs, so that tests need no page. */
interface FocusedElement {
  closest(selectors: string): unknown;
}

/** The code editor is in a shadow root: events come from its host. */
const SWALLOWS_ALL = 'select, textarea, dialog, .code-host, input:not([type=checkbox], [type=range])';

/** Whether a focused control uses the key itself: text input, arrows of a slider, space on buttons and boxes. */
function isForControl(target: FocusedElement, key: string): boolean {
  if (target.closest(SWALLOWS_ALL)) return true;
  if (key === ' ' || key === 'Enter') return Boolean(target.closest('button, a, summary, [type=checkbox]'));
  return /^(Arrow|Home|End|Page)/.test(key) && Boolean(target.closest('[type=range]'));
}

/** Whether the view receives the key of an event. */
export function isForView({ target, key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  return !(target instanceof HTMLElement && isForControl(target, key));
}

/**
 * Returns the focus to the view after a click on a control, so that the next space plays instead of pressing the
 * control again. A control that was reached by the keyboard keeps the focus. A control that moved the focus itself is
 * left alone.
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
    // A click only opens a select; its change event follows later.
    if (event.target instanceof HTMLElement && event.target.closest('select') === null) handBack(event);
  });
}
