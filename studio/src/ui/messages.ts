// SPDX-License-Identifier: MIT
/** Short messages to the user over the page, one at a time; screen readers read them aloud. */
import { h } from './h.ts';

const MESSAGE_MS = 6000;

export interface Messages {
  readonly element: HTMLElement;
  readonly announce: (message: string) => void;
}

export function makeMessages(): Messages {
  const element = h('div', { class: 'message', role: 'status', 'aria-live': 'polite' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    element,
    announce(text) {
      element.textContent = text;
      element.classList.add('shown');
      clearTimeout(timer);
      timer = setTimeout(() => element.classList.remove('shown'), MESSAGE_MS);
    },
  };
}
