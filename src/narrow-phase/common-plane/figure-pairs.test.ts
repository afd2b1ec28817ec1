// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { pose } from '../../math/pose.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { contact } from '../contact.ts';
import { placeBody } from '../family/placed-body.ts';
import { cundall, cundallClassical } from './cundall.ts';
import { FIGURE_PAIRS } from './figure-pairs.ts';
import { nezami, nezamiClassical } from './nezami.ts';

describe('the pairs of the figures', () => {
  for (const { figure, fails, verticesA, verticesB, distance, normal, classicalDistance } of FIGURE_PAIRS) {
    const a = polyhedron({ vertices: verticesA });
    const b = polyhedron({ vertices: verticesB });

    it(`${figure} has the answer that it should have`, () => {
      const found = contact(a, {}, b, {});
      expect(Math.abs(found.distance - distance)).toBeLessThan(1e-14);
      expect(found.normal.x).toBeCloseTo(normal[0], 14);
      expect(found.normal.y).toBeCloseTo(normal[1], 14);
      expect(found.normal.z).toBeCloseTo(normal[2], 14);
    });

    it(`${figure} is answered by the revised common planes`, () => {
      const [placedA, placedB] = [placeBody(a, pose()), placeBody(b, pose())];
      expect(Math.abs(nezami.solve(placedA, placedB, {}).distance - distance)).toBeLessThan(1e-14);
      expect(Math.abs(cundall.solve(placedA, placedB, {}).distance - distance)).toBeLessThan(1e-8);
    });

    const classical = [cundallClassical, nezamiClassical].find(({ name }) => name === fails);
    if (classical !== undefined) {
      it(`${figure} is missed by ${fails}`, () => {
        const found = classical.solve(placeBody(a, pose()), placeBody(b, pose()), {});
        expect(Math.abs(found.distance - classicalDistance)).toBeLessThan(1e-8);
      });
    }
  }
});
