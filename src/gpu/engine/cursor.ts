// SPDX-License-Identifier: MIT
/**
 * Says which of two copies of a buffer holds the present state. A step of spheres writes their states and springs to
 * the other copy; a list writes rows, pairs and names to the other copy, and all states in their new order.
 */

export interface Cursor {
  step: number;
  /** Steps that the present list has served, and will serve. */
  served: number;
  serves: number;
  /** Lists made so far. */
  lists: number;
  /** Of rows, pairs, names, and of the states of convex bodies, which steps change in place. */
  list: 0 | 1;
  /** Of the states and springs of spheres. */
  state: 0 | 1;
  springs: 0 | 1;
}

export const START: Readonly<Cursor> = { step: 0, served: 0, serves: 0, lists: 0, list: 0, state: 0, springs: 0 };

export function other(which: 0 | 1): 0 | 1 {
  return (1 - which) as 0 | 1;
}

/** Moves on by a list. */
export function listMade(cursor: Cursor): void {
  if (cursor.lists > 0) cursor.springs = other(cursor.springs);
  cursor.list = other(cursor.list);
  cursor.state = other(cursor.state);
  cursor.served = 0;
  cursor.lists++;
}

/** Moves on by this many steps. */
export function stepsDone(cursor: Cursor, steps = 1): void {
  cursor.step += steps;
  cursor.served += steps;
  if (steps % 2 === 0) return;
  cursor.state = other(cursor.state);
  cursor.springs = other(cursor.springs);
}

/** After a list, if one was made, and this many steps; the next submission starts with a list. */
export function cursorAfter(before: Readonly<Cursor>, hasList: boolean, steps: number): Cursor {
  const cursor = { ...before };
  if (hasList) listMade(cursor);
  stepsDone(cursor, steps);
  cursor.serves = cursor.served;
  return cursor;
}
