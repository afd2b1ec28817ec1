// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { expectedOverlap } from './expected-overlap.ts';
import { impactSpeed } from './impact-speed.ts';

const RADIUS = 0.01;
const base: SimulationSpec = {
  timeStep: 1e-6,
  gravity: [0, 0, -10],
  materials: [{ name: 'glass', density: 2500, youngsModulus: 1e7, poissonsRatio: 0.3, stiffness: 1e4 }],
  law: { normal: 'linear' },
  shapes: [{ name: 'ball', sphere: { radius: RADIUS } }],
  bodies: [{ shape: 'ball', material: 'glass', position: [0, 0, 0.21] }],
  halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'glass' }],
};
const mass = 2500 * (4 / 3) * Math.PI * RADIUS ** 3;

describe('the fastest impact', () => {
  it('is that of a fall on the floor', () => {
    // 0.2 m below its lowest point: sqrt(2 g h) = 2 m/s.
    expect(impactSpeed(base)).toEqual({ speed: expect.closeTo(2, 12), reason: 'a fall of 0.2 m' });
  });

  it('is faster by the speed at the start, and by that of walls', () => {
    const spec: SimulationSpec = {
      ...base,
      bodies: [{ shape: 'ball', material: 'glass', position: [0, 0, 0.21], velocity: [Math.sqrt(5), 0, 0] }],
      meshes: [
        {
          name: 'drum',
          material: 'glass',
          mesh: facetMesh({
            vertices: [
              [3, 0, 0],
              [3, 0, 1],
              [3, 1, 0],
            ],
            facets: [[0, 1, 2]],
          }),
          motion: { rotation: { axis: [0, 1, 0], through: [0, 0, 1], rate: 2 } },
        },
      ],
    };
    expect(impactSpeed(spec).speed).toBeCloseTo(3 + 2 * Math.sqrt(10), 12);
    expect(impactSpeed(spec).reason).toBe('2.24 m/s at the start, a fall of 0.2 m, a wall at 6.32 m/s');
  });

  it('falls to the lowest vertex where there is no floor, and to the side of the domain where there is nothing', () => {
    const { halfSpaces: _, ...free } = base;
    const domain = { min: [-1, -1, -1.8], max: [1, 1, 1] } as const;
    expect(impactSpeed(free).speed).toBe(0);
    // From 0.21 m, less the radius, down to -1.8 m.
    expect(impactSpeed({ ...free, domain }).speed).toBeCloseTo(Math.sqrt(2 * 10 * 2), 12);
    const mesh = facetMesh({
      vertices: [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
      ],
      facets: [[0, 1, 2]],
    });
    const meshes = [{ name: 'floor', material: 'glass', mesh, position: [0, 0, 0] as const }];
    expect(impactSpeed({ ...free, domain, meshes }).speed).toBeCloseTo(2, 12);
  });
});

describe('the expected overlap', () => {
  it('is v sqrt(m / k) of the radius, for springs', () => {
    expect(expectedOverlap(base)?.ratio).toBeCloseTo((2 * Math.sqrt(mass / 2 / 1e4)) / RADIUS, 12);
    expect(expectedOverlap(base)?.reason).toBe('ball of glass after a fall of 0.2 m');
  });

  it('has the energy of the impact, for Hertz', () => {
    const overlap = RADIUS * (expectedOverlap({ ...base, law: { normal: 'hertz' } })?.ratio ?? 0);
    const modulus = 1e7 / (2 * (1 - 0.09));
    const stored = (8 / 15) * modulus * Math.sqrt(RADIUS / 2) * overlap ** 2.5;
    expect(stored).toBeCloseTo((mass / 2) * 2 ** 2 * 0.5, 12);
  });

  it('is unknown for other laws, and where nothing moves', () => {
    expect(expectedOverlap({ ...base, law: { normal: 'overlap-volume' } })).toBeUndefined();
    expect(expectedOverlap({ ...base, law: { normal: 'linear', module: 'law.js' } })).toBeUndefined();
    expect(expectedOverlap({ ...base, gravity: [0, 0, 0] })).toBeUndefined();
  });
});
