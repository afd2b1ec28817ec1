// SPDX-License-Identifier: MIT
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MeshError } from '../../errors.ts';
import { facetMesh } from '../facet-mesh.ts';
import { examineMesh, type MendedMesh, mendMesh } from '../mesh-doctor.ts';

/**
 * Few places, so that vertices coincide, lie in lines and planes; or those places a little off, by rounding or by a
 * file's digits.
 */
const rubbish = fc
  .record({
    points: fc.array(fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: 0, max: 3 }))), { minLength: 1, maxLength: 20 }),
    noise: fc.constantFrom(0, 1e-16, 1e-12, 1e-9, 1e-6),
    shifts: fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 60, maxLength: 60 }),
    facets: fc.array(fc.array(fc.nat(), { minLength: 3, maxLength: 7 }), { minLength: 1, maxLength: 12 }),
    offset: fc.constantFrom(0, 1e6),
    scale: fc.constantFrom(1, 1e-9, 1e9),
  })
  .map(({ points, noise, shifts, facets, offset, scale }) => ({
    vertices: Float64Array.from(points.flat(), (x, i) => scale * (x + offset + noise * shifts[i])),
    facets: facets.map((facet) => facet.map((v) => v % points.length)),
  }));

function mendedOrRefused(mesh: Parameters<typeof mendMesh>[0]): MendedMesh | MeshError {
  try {
    return mendMesh(mesh);
  } catch (error) {
    if (error instanceof MeshError) return error;
    throw error;
  }
}

describe('rubbish', () => {
  it('is examined without a throw, and usable exactly when facetMesh takes it', { tags: ['long'] }, () => {
    fc.assert(
      fc.property(rubbish, (mesh) => {
        const { isUsable, findings } = examineMesh(mesh);
        let refusal = '';
        try {
          facetMesh(mesh);
        } catch (error) {
          refusal = (error as MeshError).code;
        }
        expect(isUsable).toBe(refusal === '');
        if (!isUsable) expect(findings.map(({ kind }) => kind)).toContain(refusal);
      }),
      { numRuns: 500 },
    );
  });

  it('is mended into what facetMesh takes, or refused by the number of the facet', { tags: ['long'] }, () => {
    fc.assert(
      fc.property(rubbish, (mesh) => {
        const result = mendedOrRefused(mesh);
        if (result instanceof MeshError) {
          expect(['crossed', 'no-facets']).toContain(result.code);
          return;
        }
        const again = examineMesh(result, 'mesh');
        expect(again.isUsable).toBe(true);
        expect(again.findings.map(({ kind }) => kind)).not.toContain('duplicate-facet');
        facetMesh(result);
      }),
      { numRuns: 500 },
    );
  });
});
