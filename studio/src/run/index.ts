// SPDX-License-Identifier: MIT
/** The tab Run. */
import { h } from '../ui/h.ts';
import type { MakeView } from '../view.ts';

export const makeView: MakeView = async () => ({
  element: h('p', { class: 'notice' }, 'Loading…'),
  show() {},
  hide() {},
});
