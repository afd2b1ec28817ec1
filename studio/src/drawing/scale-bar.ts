// SPDX-License-Identifier: MIT
/** A round length in the picture: exact at the point that the camera turns about, everywhere if it is orthographic. */
import { formatQuantity } from '../ui/format.ts';
import { h } from '../ui/h.ts';
import { roundLength } from './ground.ts';
import type { Stage } from './stage.ts';

/** Longest bar, in points. */
const LONGEST = 130;

export function makeScaleBar(stage: Stage): HTMLElement {
  const text = h('span', {});
  const bar = h('div', { class: 'bar' });
  const element = h('div', { class: 'scale-bar', title: 'Length at the middle of the view' }, text, bar);
  stage.onFrame(() => {
    const metre = stage.pointsPerMetre;
    if (!(metre > 0)) return false;
    const length = roundLength(LONGEST / metre);
    const label = formatQuantity(length, 'm', 2);
    if (text.textContent !== label) text.textContent = label;
    bar.style.width = `${(length * metre).toFixed(1)}px`;
    return false;
  });
  return element;
}
