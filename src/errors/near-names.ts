// SPDX-License-Identifier: MIT
/** Known names that resemble a misspelt one: the "did you mean" of messages. */

/** Names longer than this are not compared: nobody misspells them, and the cost is quadratic. */
const LONGEST_COMPARED = 64;

/**
 * Fewest insertions, deletions, replacements and swaps of neighbouring letters that turn `a` into `b` (optimal string
 * alignment).
 */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min(replaced, last[j] + 1, row[j - 1] + 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) best = Math.min(best, beforeLast[j - 2] + 1);
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length];
}

/**
 * Those of `known` nearest to `name`, best first; at most a third of the letters differ, letter case aside. Words of
 * one or two letters all look alike, so they differ in case only.
 */
export function nearestNames(name: string, known: readonly string[]): string[] {
  if (name.length > LONGEST_COMPARED) return [];
  const lower = name.toLowerCase();
  return known
    .filter((each) => each.length <= LONGEST_COMPARED)
    .map((each) => ({ each, edits: editDistance(lower, each.toLowerCase()) }))
    .filter(({ each, edits }) => edits <= Math.floor(Math.max(name.length, each.length) / 3))
    .sort((a, b) => a.edits - b.edits)
    .map(({ each }) => each);
}

/** `; did you mean x?`, or nothing when no known name is near. */
export function didYouMean(name: string, known: readonly string[]): string {
  const [nearest] = nearestNames(name, known);
  return nearest === undefined ? '' : `; did you mean ${nearest}?`;
}
