// SPDX-License-Identifier: MIT
/**
 * Groups columns of a Jacobian that one finite difference can compute: those of bodies without a contact with each
 * other or with a common third body.
 */
import type { ColumnGroup } from '../motion/ode-system.ts';

/**
 * Groups for `bodyCount` bodies of `stride` components each; links are pairs of bodies in contact, -1 for a fixed one.
 */
export function columnGroups(
  bodyCount: number,
  stride: number,
  links: readonly (readonly [number, number])[],
): readonly ColumnGroup[] {
  const near = Array.from({ length: bodyCount }, (_, body) => new Set([body]));
  for (const [a, b] of links) {
    if (a < 0 || b < 0) continue;
    near[a].add(b);
    near[b].add(a);
  }
  // Greedy colouring: the first class of bodies whose neighbourhoods this one's does not meet.
  const classes: { readonly bodies: number[]; readonly taken: Set<number> }[] = [];
  near.forEach((around, body) => {
    let found = classes.find(({ taken }) => ![...around].some((other) => taken.has(other)));
    if (found === undefined) {
      found = { bodies: [], taken: new Set() };
      classes.push(found);
    }
    found.bodies.push(body);
    for (const other of around) found.taken.add(other);
  });
  const rowsOf = (body: number): readonly number[] =>
    [...near[body]].flatMap((other) => Array.from({ length: stride }, (_, k) => other * stride + k));
  return classes.flatMap(({ bodies }) => {
    const rows = bodies.map(rowsOf);
    return Array.from({ length: stride }, (_, k) => ({ columns: bodies.map((body) => body * stride + k), rows }));
  });
}
