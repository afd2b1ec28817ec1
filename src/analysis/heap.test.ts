// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { balls } from '../../tests/support/granular-states.ts';
import { Random } from '../math/random.ts';
import type { Vector3 } from '../math/vector.ts';
import { bedHeight } from './bed-height.ts';
import { DEFAULT_HEAP, surfaceProfile } from './heap.ts';
import { analysisRegion } from './region.ts';

const SEED = Number(process.env.TEST_SEED ?? 20_261_115);
const RADIUS = 0.005;
const GRAVITY = { x: 0, y: 0, z: -9.81 };

/** Small balls that fill everything below a surface. */
function filled(height: (x: number, y: number) => number, count: number): Vector3[] {
  const random = new Random(SEED);
  const points: Vector3[] = [];
  while (points.length < count) {
    const p = { x: random.between(-1, 1), y: random.between(-1, 1), z: random.between(0, 0.5) };
    if (p.z <= height(p.x, p.y)) points.push(p);
  }
  return points;
}

describe('the surface of a heap', () => {
  it('takes bins of two diameters unless told otherwise', () => {
    const centres = Array.from({ length: 41 }, (_, k) => ({ x: 0.1 * k, y: 0, z: 2 - Math.abs(0.1 * k - 2) }));
    const state = balls({ centres, radius: 0.1, gravity: GRAVITY, hasContacts: false });
    const profile = surfaceProfile(state, analysisRegion('all', state), { ...DEFAULT_HEAP, across: 'x' });
    expect(profile?.at.length).toBe(10);
    const radial = surfaceProfile(state, analysisRegion('all', state), DEFAULT_HEAP);
    expect(radial?.at.length).toBe(5);
  });

  it('is not there without bodies', () => {
    const empty = balls({ centres: [], radius: RADIUS });
    expect(surfaceProfile(empty, analysisRegion('all', empty), DEFAULT_HEAP)).toBeUndefined();
  });
});

describe('the height of a bed', () => {
  it('is that of its surface, whichever way is up', () => {
    const packing = filled(() => 0.3, 20_000);
    const at = (centres: readonly Vector3[], gravity: Vector3) => {
      const state = balls({ centres, radius: 0.02, gravity, hasContacts: false });
      return bedHeight(state, analysisRegion('all', state));
    };
    // Columns of 8 cm hold about 32 balls each: the highest is a thirtieth of the height below the surface.
    expect(at(packing, GRAVITY)).toBeCloseTo(0.3 + 0.02 - 0.01, 2);
    const turned = packing.map(({ x, y, z }) => ({ x: -z, y: x, z: y }));
    expect(at(turned, { x: 1, y: 0, z: 0 })).toBeCloseTo(0.31, 2);
    expect(at([], GRAVITY)).toBeUndefined();
  });
});
