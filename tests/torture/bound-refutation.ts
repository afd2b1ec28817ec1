// SPDX-License-Identifier: MIT
/**
 * Looks for a direction that disproves an upper bound, near the normal of the answer: no true distance is less than the
 * gap along any direction. The gap is the least of n.w over the points w of the difference, so where it is largest
 * several points are level: directions across the edges and triangles of support points around the normal are tried,
 * closer and closer.
 */
import type { Random } from '../../src/math/random.ts';
import { cross, dot, length, scale, subtract, type Vector3 } from '../../src/math/vector.ts';
import type { Contact } from '../../src/narrow-phase/contact.ts';
import { gapAlong, gapError, type Pair } from './judge.ts';
import { lowest } from './outside-distance.ts';

/** Widths of the neighbourhood of the normal that are searched, one after the other. */
const WIDTHS = [0.3, 3e-2, 1e-3, 1e-5, 1e-7, 1e-9, 1e-11];
const NEIGHBOURS = 5;

/** Unit vectors across the edges and triangles of the points, on the side of n. */
function candidates(points: readonly Vector3[], n: Vector3): Vector3[] {
  const found: Vector3[] = [];
  const keep = (v: Vector3): void => {
    const size = length(v);
    if (size > 0) found.push(scale(v, dot(v, n) < 0 ? -1 / size : 1 / size));
  };
  points.forEach((p, i) => {
    for (let j = i + 1; j < points.length; j++) {
      const u = subtract(points[j], p);
      if (!(length(u) > 0)) continue;
      const e = scale(u, 1 / length(u));
      keep(subtract(n, scale(e, dot(n, e))));
      for (let k = j + 1; k < points.length; k++) {
        const v = subtract(points[k], p);
        if (length(v) > 0) keep(cross(e, scale(v, 1 / length(v))));
      }
    }
  });
  return found;
}

/** A finding when some direction shows a gap above the upper bound of the answer. */
export function probeUpper(pair: Pair, c: Contact, random: Random): string | undefined {
  let n = c.normal;
  let best = gapAlong(pair, n.x, n.y, n.z);
  for (const width of WIDTHS) {
    const around = Array.from({ length: NEIGHBOURS }, () => {
      const p = {
        x: n.x + width * (2 * random.next() - 1),
        y: n.y + width * (2 * random.next() - 1),
        z: n.z + width * (2 * random.next() - 1),
      };
      return scale(p, 1 / length(p));
    });
    const points =
      pair.a.core.kind === 'halfSpace' || pair.b.core.kind === 'halfSpace' ? [] : around.map((p) => lowest(pair, p));
    for (const m of [...around, ...candidates(points, n)]) {
      const gap = gapAlong(pair, m.x, m.y, m.z);
      if (!(gap > best)) continue;
      best = gap;
      n = m;
    }
  }
  if (best <= c.upper + gapError(pair)) return undefined;
  return `upper: ${c.upper} is below the gap ${best} along [${n.x}, ${n.y}, ${n.z}]`;
}
