// SPDX-License-Identifier: MIT
/** Sorts integers in place: by insertion where they are few, else as a heap. */
import { I } from '../memory.ts';

const FEW: i32 = 32;

/** Sorts I[list..list + count - 1] to rise. */
export function sortNumbers(list: i32, count: i32): void {
  if (count <= FEW) {
    for (let k: i32 = 1; k < count; k++) {
      const value: i32 = I[list + k];
      let at: i32 = k;
      for (; at > 0 && I[list + at - 1] > value; at--) I[list + at] = I[list + at - 1];
      I[list + at] = value;
    }
    return;
  }
  for (let root: i32 = (count >> 1) - 1; root >= 0; root--) siftDown(list, root, count);
  for (let end: i32 = count - 1; end > 0; end--) {
    const largest: i32 = I[list];
    I[list] = I[list + end];
    I[list + end] = largest;
    siftDown(list, 0, end);
  }
}

function siftDown(list: i32, from: i32, count: i32): void {
  const value: i32 = I[list + from];
  let at: i32 = from;
  for (;;) {
    let child: i32 = 2 * at + 1;
    if (child >= count) break;
    if (child + 1 < count && I[list + child + 1] > I[list + child]) child++;
    if (I[list + child] <= value) break;
    I[list + at] = I[list + child];
    at = child;
  }
  I[list + at] = value;
}
