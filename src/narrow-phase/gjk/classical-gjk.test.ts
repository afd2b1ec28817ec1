// SPDX-License-Identifier: MIT
/** The failures that TD shows in Fig. 7 and 8, on the reconstructed pairs, and that the bounds say so. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { ellipsoid } from '../../shapes/kinds/ellipsoid.ts';
import { contact } from '../contact.ts';

type Triple = readonly [number, number, number];
interface Situation {
  readonly name: string;
  readonly A: readonly Triple[];
  readonly B: readonly Triple[];
  readonly overlap_exact: string;
}
const situations = JSON.parse(
  readFileSync(new URL('../../../fixtures/nine-situations.json', import.meta.url), 'utf8'),
) as Situation[];

function situation(name: string): Situation {
  return situations.find((each) => each.name === name) as Situation;
}

const CLASSICAL = ['gjk-johnson', 'gjk-signed-volumes'] as const;

describe.each(CLASSICAL)('%s', (algorithm) => {
  const answer = (name: string) => {
    const { A, B } = situation(name);
    return contact(polyhedron({ vertices: A }), {}, polyhedron({ vertices: B }), {}, { algorithm });
  };

  it('is right on Fig. 5, where a face of the last tetrahedron is on the boundary', () => {
    const found = answer('Fig. 5f');
    expect(found.distance).toBeCloseTo(-0.5 / Math.sqrt(5), 14);
    expect(found.status).toBe('converged');
  });

  it('takes a face inside the difference for the contact on Fig. 7', () => {
    const found = answer('Fig. 7');
    expect(found.distance).toBeCloseTo(-0.120873, 6);
    expect(found).toMatchObject({ status: 'bounded', reason: 'deep' });
  });

  it('finds no overlap on Fig. 8, where the origin lies on a face', () => {
    const found = answer('Fig. 8a');
    expect(found.distance).toBeCloseTo(0, 14);
    expect(found).toMatchObject({ status: 'bounded', reason: 'deep' });
  });

  it.each(situations)('has bounds that hold on $name', ({ name, overlap_exact }) => {
    const found = answer(name);
    expect(found.lower).toBeLessThanOrEqual(Number(overlap_exact));
    expect(found.upper).toBeGreaterThanOrEqual(Number(overlap_exact));
  });

  it('is exact apart, for polyhedra and curved bodies', () => {
    const random = new Random(11);
    const round = ellipsoid({ semiAxes: [0.3, 0.5, 0.9] });
    for (let n = 0; n < 100; n++) {
      const vertices = Array.from({ length: 12 }, () => random.unitVector());
      const hull = polyhedron({ vertices });
      const poseB = { position: { x: 2.2, y: random.next(), z: random.next() }, orientation: random.rotation() };
      for (const [other, tolerance] of [
        [hull, 1e-14],
        [round, 1e-9],
      ] as const) {
        const expected = contact(hull, {}, other, poseB);
        const found = contact(hull, {}, other, poseB, { algorithm });
        expect(found.status).toBe('converged');
        expect(Math.abs(found.distance - expected.distance)).toBeLessThanOrEqual(tolerance);
      }
    }
  });
});
