// SPDX-License-Identifier: MIT
/** Meshes in periodic domains: a floor that ends at the seam goes on beyond it, wherever the seam is. */
import { describe, expect, it } from 'vitest';
import { drumMesh, floorMesh } from '../../tests/support/mesh-scene.ts';
import { HERTZ_MINDLIN, spheres } from '../../tests/support/sphere-scene.ts';
import { facetMesh } from '../meshes/facet-mesh.ts';
import { Simulation } from './simulation.ts';
import type { BodySpec, DomainSpec, MotionSpec, SimulationSpec } from './simulation-spec.ts';

const RADIUS = 0.05;
const GRAIN = { density: 1000, youngsModulus: 1e6, poissonsRatio: 0.3, restitution: 0.7, friction: 0.3 };
/** Rounding of coordinates of a metre, over a few thousand steps of contact. */
const SAME_MOTION = 1e-11;
const AROUND: DomainSpec = { min: [-0.5, -0.5, -1], max: [0.5, 0.5, 1], periodic: [true, true, false] };

function scene(body: Partial<BodySpec>, more: Partial<SimulationSpec>): SimulationSpec {
  const gravity = [0, 0, -9.81] as const;
  return spheres(RADIUS, GRAIN, [body], { timeStep: 5e-5, gravity, law: HERTZ_MINDLIN, domain: AROUND, ...more });
}

function stateAfter(spec: SimulationSpec, steps: number): number[] {
  const simulation = new Simulation(spec);
  simulation.step(steps);
  const { position, velocity, angularVelocity } = simulation.bodies();
  const { frictionLoss, dampingLoss, wallWork } = simulation.energy();
  return [...position, ...velocity, ...angularVelocity, frictionLoss, dampingLoss, wallWork];
}

function largestDifference(a: readonly number[], b: readonly number[]): number {
  expect(a.length).toBe(b.length);
  return Math.max(...a.map((x, k) => Math.abs(x - b[k])));
}

describe('a mesh in a periodic domain', () => {
  const thrown = { position: [0.1, 0.2, 0.06], velocity: [2.1, -1.3, -0.4], angularVelocity: [0, 3, 1] } as const;

  it.each([
    ['that ends at the seams', [0, 0, 0], undefined],
    ['whose seams are within the domain', [0.37, -0.21, 0], undefined],
    ['that moves through the domain', [0, 0, 0], { velocity: [1.7, 0.4, 0] }],
  ] as const)('is endless: a floor %s', (_, position, motion: MotionSpec | undefined) => {
    const moving = motion === undefined ? {} : { motion };
    const halfSpaces = [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'wall', ...moving }] as const;
    const meshes = [{ name: 'floor', mesh: floorMesh(6, 0.5), material: 'wall', position, ...moving }];
    const expected = stateAfter(scene(thrown, { halfSpaces }), 30000);
    const found = stateAfter(scene(thrown, { meshes }), 30000);
    expect(largestDifference(found, expected)).toBeLessThan(SAME_MOTION);
  });

  it('may turn about the periodic direction, and does not show where the seam is', () => {
    const motion = { rotation: { axis: [0, 1, 0], through: [0, 0, 0], rate: 4 } } as const;
    // A drum that is open at its ends: the strips only.
    const strips = drumMesh(16, 0.3, 0.4);
    const meshes = [{ name: 'drum', mesh: withoutCaps(strips), material: 'wall', motion }];
    const rolling = { position: [0.02, 0.11, -0.24], velocity: [0.3, 0.7, 0] } as const;
    const domain = (min: number): DomainSpec => ({
      min: [-1, min, -1],
      max: [1, min + 0.4, 1],
      periodic: [false, true, false],
    });
    const one = stateAfter(scene(rolling, { meshes, domain: domain(-0.2) }), 30000);
    const other = stateAfter(scene(rolling, { meshes, domain: domain(-0.05) }), 30000);
    const turns = (other[1] - one[1]) / 0.4;
    expect(Math.abs(turns - Math.round(turns))).toBeLessThan(SAME_MOTION);
    one[1] = 0;
    other[1] = 0;
    expect(largestDifference(one, other)).toBeLessThan(100 * SAME_MOTION);
  });

  it('bears its moment where the mesh is, not where its image is', () => {
    const meshes = [{ name: 'table', mesh: floorMesh(4, 0.5), material: 'wall', position: [0.5, 0, 0] as const }];
    const damped = { damping: { global: 0.7 }, meshes };
    const simulation = new Simulation(scene({ position: [-0.25, 0, RADIUS] }, damped));
    simulation.step(20000);
    const [load] = simulation.meshLoads();
    const weight = (4 / 3) * Math.PI * RADIUS ** 3 * GRAIN.density * 9.81;
    expect((load?.force.z ?? 0) / -weight).toBeCloseTo(1, 9);
    // The sphere at x = -0.25 is on the image of the table's point x = 0.75, a quarter from its origin.
    expect((load?.moment.y ?? 0) / weight).toBeCloseTo(0.25, 9);
    const { facet, featureId } = simulation.contacts();
    expect(facet[0]).toBeLessThan(32);
    expect(featureId[0]).toBeLessThan(1000);
  });
});

function withoutCaps({
  vertices,
  facetOffsets,
  facetVertices,
}: ReturnType<typeof drumMesh>): ReturnType<typeof drumMesh> {
  const facets = Array.from({ length: facetOffsets.length - 1 }, (_, f) => [
    ...facetVertices.subarray(facetOffsets[f], facetOffsets[f + 1]),
  ]);
  return facetMesh({ vertices, facets: facets.filter((_, f) => f % 4 < 2) });
}
