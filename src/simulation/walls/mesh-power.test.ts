// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { Simulation } from '../simulation.ts';
import type { MeshSpec, SimulationSpec } from '../simulation-spec.ts';
import { shapeWall } from './shape-wall.ts';

const TIME_STEP = 2e-5;

function withWall(wall: MeshSpec, position: [number, number, number]): SimulationSpec {
  return {
    timeStep: TIME_STEP,
    gravity: [0, 0, -10],
    law: { normal: 'linear', tangential: 'linear' },
    materials: [{ name: 'm', density: 3000 / (4 * Math.PI), stiffness: 1e4, restitution: 0.1, friction: 0.5 }],
    shapes: [{ name: 'ball', sphere: { radius: 0.01 } }],
    bodies: [{ shape: 'ball', material: 'm', position }],
    meshes: [wall],
  };
}

/** A ball of 1 g on a plate at z = 0. */
const plate = facetMesh({
  vertices: [
    [-1, -1, 0],
    [1, -1, 0],
    [1, 1, 0],
    [-1, 1, 0],
  ],
  facets: [[0, 1, 2, 3]],
});

describe('the power of a wall', () => {
  it('that lifts a ball is weight times speed', () => {
    const wall: MeshSpec = { name: 'plate', mesh: plate, material: 'm', motion: { velocity: [0, 0, 0.2] } };
    const simulation = new Simulation(withWall(wall, [0, 0, 0.01]));
    simulation.step(1500);
    // 1 g at 10 m/s2 and 0.2 m/s.
    expect(simulation.meshLoads()[0]?.power).toBeCloseTo(0.002, 7);
  });

  it('is that of friction where the surface moves under a ball that a wall holds', () => {
    const wall: MeshSpec = { name: 'belt', mesh: plate, material: 'm', surface: { velocity: [0.2, 0, 0] } };
    const stop = { name: 'stop', normal: [-1, 0, 0] as const, offset: -0.01, material: 'slick' };
    const spec = withWall(wall, [0, 0, 0.01]);
    const simulation = new Simulation({
      ...spec,
      materials: [...spec.materials, { name: 'slick', density: 1, stiffness: 1e4, restitution: 0.1 }],
      halfSpaces: [stop],
    });
    const before = simulation.energy().wallWork;
    let work = 0;
    for (let k = 0; k < 500; k++) {
      simulation.step();
      work += (simulation.meshLoads()[0]?.power ?? 0) * TIME_STEP;
    }
    expect(work).toBeGreaterThan(0);
    expect(work / (simulation.energy().wallWork - before)).toBeCloseTo(1, 2);
  });

  it('that turns about an axis beside its origin adds up to the work of walls', () => {
    const blade = shapeWall('blade', { box: { halfExtents: [0.02, 0.05, 0.002] }, side: 'outside' }, 'm');
    const motion = { rotation: { axis: [0, 1, 0] as const, through: [-0.1, 0, 0] as const, rate: -2 } };
    const simulation = new Simulation(withWall({ ...blade, motion }, [0, 0, 0.0121]));
    let work = 0;
    for (let k = 0; k < 1500; k++) {
      simulation.step();
      work += (simulation.meshLoads()[0]?.power ?? 0) * TIME_STEP;
    }
    expect(work).toBeGreaterThan(1e-5);
    // The impact at the start is resolved by few steps.
    expect(work / simulation.energy().wallWork).toBeCloseTo(1, 2);
  });
});
