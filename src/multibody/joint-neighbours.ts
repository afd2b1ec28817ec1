// SPDX-License-Identifier: MIT
/**
 * Which bodies never touch because of joints. Bodies welded together are one: they do not touch each other, and what is
 * joined to one of them is joined to all. Bodies joined by another kind of joint do not touch unless the joint says so.
 * Bodies that are welded to something fixed touch no fixed body.
 */
import { type JointSpec, WORLD } from './joint-spec.ts';

/** Of two bodies by their indices in the list, in either order. */
export function areApart(
  names: readonly string[],
  isFixed: readonly boolean[],
  joints: readonly JointSpec[],
): (a: number, b: number) => boolean {
  const group = names.map((_, i) => i);
  const rootOf = (i: number): number => {
    let root = i;
    while (group[root] !== root) root = group[root];
    return root;
  };
  const ends = joints.map(({ parent = WORLD, child }) => [names.indexOf(parent), names.indexOf(child)] as const);
  const welds = joints.map(({ kind }) => kind === 'fixed');
  const isStill = [...isFixed];
  joints.forEach((_, i) => {
    const [parent, child] = ends[i];
    if (welds[i] && parent >= 0) group[rootOf(child)] = rootOf(parent);
  });
  // Stillness goes from parent to child; as often as there are joints covers every order of the list.
  for (let round = 0; round < joints.length; round++) {
    joints.forEach((_, i) => {
      const [parent, child] = ends[i];
      if (welds[i] && (parent < 0 || isStill[parent])) isStill[child] = true;
    });
  }
  const roots = names.map((_, i) => rootOf(i));
  const joined = new Set<number>();
  const key = (a: number, b: number): number =>
    Math.min(roots[a], roots[b]) * names.length + Math.max(roots[a], roots[b]);
  joints.forEach((joint, i) => {
    const [parent, child] = ends[i];
    if (parent >= 0 && !('contact' in joint && joint.contact === true)) joined.add(key(parent, child));
  });
  return (a, b) => roots[a] === roots[b] || (isStill[a] && isStill[b]) || joined.has(key(a, b));
}
