// SPDX-License-Identifier: MIT
/** Says which of two copies of a buffer holds the present state: body states, rows, springs and names exist twice. */

import type { ListCursor } from './submissions.ts';

export interface Cursor extends ListCursor {
  state: 0 | 1;
  rows: 0 | 1;
  springs: 0 | 1;
  names: 0 | 1;
}

export const START: Readonly<Cursor> = {
  step: 0,
  state: 0,
  rows: 0,
  springs: 0,
  names: 0,
  served: 0,
  serves: 0,
  lists: 0,
};

export function other(which: 0 | 1): 0 | 1 {
  return (1 - which) as 0 | 1;
}

/** Advances by a list, if one was built, and this many steps; the next submission starts with a list. */
export function cursorAfter(before: Cursor, hasList: boolean, steps: number): Cursor {
  const cursor = { ...before };
  if (hasList) {
    Object.assign(cursor, { lists: before.lists + 1, served: 0 });
    cursor.rows = other(before.rows);
    cursor.names = other(before.names);
    cursor.state = other(before.state);
    if (before.lists > 0) cursor.springs = other(before.springs);
  }
  cursor.step += steps;
  cursor.served += steps;
  if (steps % 2 === 1) {
    cursor.state = other(cursor.state);
    cursor.springs = other(cursor.springs);
  }
  cursor.serves = cursor.served;
  return cursor;
}
