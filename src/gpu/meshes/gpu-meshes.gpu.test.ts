// SPDX-License-Identifier: MIT

import { describe, expect, it } from 'vitest';
import {
  BALL_FORCE_TOLERANCE,
  BALL_RADIUS,
  ballsOnMeshes,
  expectDrumAsOnCpu,
  expectFastMeshInTime,
  expectForcesAsOnCpu,
} from '../../../tests/support/balls-on-meshes.ts';
import { expectSameBitsInPieces } from '../../../tests/support/beside-cpu.ts';
import { softwareGpu } from '../../../tests/support/software-gpu.ts';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { MeshSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { GpuSimulation } from '../engine/gpu-simulation.ts';

/** As views of contacts number features. */
const FACET = 2;

type Triple = readonly [number, number, number];

/** A ridge, a valley and a table beside each other, of large facets and small ones, the table of quads. */
function landscape(): MeshSpec {
  const vertices: Triple[] = [];
  const facets: number[][] = [];
  const xs = [0, 0.02, 0.04, 0.06, 0.08, 0.3];
  const heights = [0, 0.006, 0, 0.006, 0.006, 0.006];
  xs.forEach((x, i) => {
    for (const y of [0, 0.03]) vertices.push([x, y, heights[i]]);
    if (i === 0) return;
    const [a, b] = [2 * i - 2, 2 * i];
    if (i > 3) facets.push([a, b, b + 1, a + 1]);
    else facets.push([a, b, b + 1], [a, b + 1, a + 1]);
  });
  return { name: 'landscape', mesh: facetMesh({ vertices, facets }), material: 'grains' };
}

/** Triangles around a point at the origin, with a rim at this height. */
function fan(count: number, height: number): MeshSpec {
  const rim = Array.from({ length: count }, (_, i): Triple => {
    const angle = (2 * Math.PI * i) / count;
    return [0.02 * Math.cos(angle), 0.02 * Math.sin(angle), height];
  });
  const facets = rim.map((_, i) => [0, 1 + i, 1 + ((i + 1) % count)]);
  return { name: 'fan', mesh: facetMesh({ vertices: [[0, 0, 0], ...rim], facets }), material: 'grains' };
}

/** Centres that touch features of the landscape at an overlap of a hundredth of the size. */
function touchingCentres(): Triple[] {
  const up = 0.98 * BALL_RADIUS;
  const slope = Math.atan2(0.006, 0.02);
  const off = (x: number, z: number, angle: number): [number, number] => [
    x - up * Math.sin(angle),
    z + up * Math.cos(angle),
  ];
  const at = (pair: readonly [number, number], y = 0.011): Triple => [pair[0], y, pair[1]];
  const lowest = up / Math.cos(slope);
  return [
    // A face; the ridge; the valley, where two faces are touched; the table, in a quad and over the seam of two.
    at(off(0.01, 0.003, slope)),
    at([0.02, 0.006 + up]),
    at([0.04, lowest]),
    at([0.18, 0.006 + up], 0.017),
    at([0.08, 0.006 + up]),
    // Beyond the rim at a side, and at a corner.
    [0.15, -0.6 * up, 0.006 + 0.8 * up],
    [0.3 + 0.36 * up, 0.03 + 0.48 * up, 0.006 + 0.8 * up],
    // Near the middle of a concave edge and not in it, and from below.
    at([0.0405, lowest + 0.0002], 0.022),
    at([0.2, 0.006 - up]),
  ];
}

describe('a mesh on the GPU', () => {
  it('has the contacts of the CPU on faces, edges and vertices', async () => {
    await expectForcesAsOnCpu(ballsOnMeshes([landscape()], touchingCentres()), [0, 1, 3]);
  });

  it('has the contacts of the CPU when it turns and swings, far from the origin', async () => {
    const shift = 40;
    const moved: MeshSpec = {
      ...landscape(),
      position: [shift, shift, shift],
      motion: {
        rotation: { axis: [0.3, 1, -0.2], through: [shift + 0.1, shift, shift], rate: 3 },
        oscillation: { direction: [1, 2, 2], amplitude: 1e-3, frequency: 20 },
      },
    };
    const centres = touchingCentres().map(([x, y, z]): Triple => [x + shift, y + shift, z + shift]);
    await expectForcesAsOnCpu(ballsOnMeshes([moved], centres), [0, 1, 3]);
  });

  it('keeps the springs of spheres that slide and roll from facet to facet, over edges and out of a valley', async () => {
    const spec = ballsOnMeshes(
      [landscape()],
      [
        [0.055, 0.012, 0.0045 + 0.99 * BALL_RADIUS],
        [0.1, 0.017, 0.006 + 0.99 * BALL_RADIUS],
        [0.03, 0.02, 0.003 + 1.02 * BALL_RADIUS],
      ],
    );
    const bodies = (spec.bodies ?? []).map((body) => ({ ...body, velocity: [-2, 0.3, -0.1] as const }));
    const sliding = { ...spec, bodies, domain: { min: [0, -0.01, -0.01], max: [0.12, 0.04, 0.05] } as const };
    const cpu = new Simulation(sliding);
    const gpu = await GpuSimulation.create(sliding, await softwareGpu());
    for (let round = 0; round < 4; round++) {
      cpu.step(100);
      await gpu.step(100);
      const [wanted, got] = [cpu.bodies(), await gpu.bodies()];
      for (const [key, size] of [
        ['position', BALL_RADIUS],
        ['velocity', 2],
        ['angularVelocity', 2 / BALL_RADIUS],
      ] as const) {
        const off = wanted[key].map((x, k) => Math.abs(x - got[key][k]) / size);
        // Float32 over hundreds of steps, through several impacts.
        expect(Math.max(...off), `${key} after ${cpu.stepCount}`).toBeLessThan(1e-4);
      }
    }
    expect(cpu.energy().frictionLoss).toBeGreaterThan(0);
    gpu.destroy();
  });

  it('carries along on running surfaces as the CPU does', async () => {
    const rotation = { axis: [0, 0, 1], through: [0.1, 0, 0], rate: 2 } as const;
    for (const surface of [
      { velocity: [0.3, 0.1, 0.2], rotation },
      { belt: { axis: [0, 1, 0], speed: 0.5 } },
    ] as const) {
      await expectForcesAsOnCpu(ballsOnMeshes([{ ...landscape(), surface }], touchingCentres()), [0, 2]);
    }
  });

  it('lets spheres through from behind where it has one side, as the CPU does', async () => {
    const centres = touchingCentres();
    // Behind a face by less than the radius, and pressed through another from its front within a step.
    centres.push([0.25, 0.015, 0.006 - 0.3 * BALL_RADIUS]);
    const spec = ballsOnMeshes([{ ...landscape(), oneSided: true }], centres);
    await expectForcesAsOnCpu(spec, [0, 1, 3]);
  });

  it('has the contacts of the CPU where many facets meet', async () => {
    // More of them than are remembered in one word: a disc, and a cone from outside.
    for (const height of [0, 0.01]) {
      const centres: Triple[] = [
        [0.04 * height, 0.03 * height, 0.99 * BALL_RADIUS - 0.025 * height],
        [0.012, 0.0004, 0.99 * BALL_RADIUS - 0.6 * height],
      ];
      await expectForcesAsOnCpu(ballsOnMeshes([fan(48, -height)], centres), [0, 1, 2]);
    }
  });

  it('has the contacts of the CPU with each of many meshes', { tags: ['thorough'] }, async () => {
    // A bit each, in two words: tiles in a row, and behind them a wall, the last of all.
    const [tiles, side, up] = [33, 0.02, 0.98 * BALL_RADIUS];
    const quad = (name: string, ...vertices: Triple[]): MeshSpec => ({
      name,
      mesh: facetMesh({ vertices, facets: [[0, 1, 2, 3]] }),
      material: 'grains',
    });
    const meshes = Array.from({ length: tiles }, (_, k) => {
      const [x, end] = [k * side, (k + 1) * side];
      return quad(`tile ${k}`, [x, 0, 0], [end, 0, 0], [end, 0.03, 0], [x, 0.03, 0]);
    });
    const end = tiles * side;
    meshes.push(quad('wall', [0, 0.03, 0], [end, 0.03, 0], [end, 0.03, 0.02], [0, 0.03, 0.02]));
    const centres: Triple[] = [
      [0.01, 0.01, up],
      // In the corner of a tile and the wall; over the last tile and the edge of the one before, and at the wall too.
      [0.11, 0.03 - up, up],
      [32 * side + 0.1 * BALL_RADIUS, 0.01, up],
      [32 * side + 0.1 * BALL_RADIUS, 0.03 - up, up],
      [31.5 * side, 0.03 - up, 3 * BALL_RADIUS],
    ];
    const cpu = new Simulation(ballsOnMeshes(meshes, centres)).contacts();
    expect(cpu.count).toBe(1 + 2 + 2 + 3 + 1);
    await expectForcesAsOnCpu(ballsOnMeshes(meshes, centres), [0, 1, 3]);
  });

  it('ends with an error where a sphere has more contacts than there is room for', async () => {
    const gpu = await GpuSimulation.create(
      ballsOnMeshes([fan(24, 0.01)], [[0, 0, 1.1 * BALL_RADIUS]]),
      await softwareGpu(),
    );
    await expect(gpu.step(1)).rejects.toThrow(/more than 8 contacts with meshes/);
    gpu.destroy();
  });

  it('names facets, features and points as the CPU does, and adds up to its load', async () => {
    const spec = ballsOnMeshes([landscape()], touchingCentres().slice(0, 7));
    const cpu = new Simulation(spec);
    const gpu = await GpuSimulation.create(spec, await softwareGpu());
    const arrays = await gpu.bodies();
    const [wanted, got] = [cpu.contacts(), await gpu.contacts(arrays, (index) => index)];
    const sum = [0, 0, 0];
    expect(got.count).toBe(wanted.count);
    for (let k = 0; k < wanted.count; k++) {
      const at = [...Array(got.count).keys()].find(
        (j) =>
          got.idA[j] === wanted.idA[k] &&
          got.featureId[j] === wanted.featureId[k] &&
          got.feature[j] === wanted.feature[k],
      );
      expect(at, `contact ${k}: ${wanted.feature[k]} ${wanted.featureId[k]}`).toBeDefined();
      if (at === undefined) continue;
      // Of the facets at an edge or a vertex that is as high above all of them either may be named.
      if (wanted.feature[k] === FACET) expect(got.facet[at]).toBe(wanted.facet[k]);
      expect(got.kind[at]).toBe(wanted.kind[k]);
      for (let axis = 0; axis < 3; axis++) {
        const point = got.point[3 * at + axis] - wanted.point[3 * k + axis];
        // Rounding of a coordinate to float32 of a cell.
        expect(Math.abs(point) / BALL_RADIUS).toBeLessThan(1e-6);
        sum[axis] = sum[axis] - wanted.force[3 * k + axis];
      }
    }
    const { force } = gpu.meshLoads()[0];
    const size = Math.max(...sum.map(Math.abs));
    [force.x, force.y, force.z].forEach((x, axis) => {
      expect(Math.abs(x - sum[axis]) / size).toBeLessThan(BALL_FORCE_TOLERANCE);
    });
    gpu.destroy();
  });
});

/** Balls in a drum along y that turns and goes on beyond both sides of the domain. */
function drum(): SimulationSpec {
  const [radius, length, around, along] = [0.025, 0.06, 20, 3];
  const vertices: Triple[] = [];
  const facets: number[][] = [];
  for (let j = 0; j <= along; j++) {
    for (let i = 0; i < around; i++) {
      const angle = (2 * Math.PI * i) / around;
      vertices.push([radius * Math.cos(angle), (length * j) / along, radius * Math.sin(angle)]);
    }
  }
  const at = (i: number, j: number): number => j * around + (i % around);
  for (let i = 0; i < around; i++) {
    for (let j = 0; j < along; j++) {
      facets.push([at(i, j), at(i + 1, j), at(i + 1, j + 1)], [at(i, j), at(i + 1, j + 1), at(i, j + 1)]);
    }
  }
  const mesh: MeshSpec = {
    name: 'drum',
    mesh: facetMesh({ vertices, facets }),
    material: 'grains',
    motion: { rotation: { axis: [0, 1, 0], through: [0, 0, 0], rate: 20 } },
  };
  const centres: Triple[] = [];
  for (let y = 0; y < 5; y++) {
    for (let x = -1; x <= 1; x++) {
      for (let z = 0; z < 3; z++) centres.push([0.0108 * x + 0.0007 * y, 0.0115 * y + 0.001 * x, -0.0185 + 0.0104 * z]);
    }
  }
  const inside = centres.filter(([x, , z]) => Math.hypot(x, z) < radius - 0.99 * BALL_RADIUS);
  return ballsOnMeshes([mesh], inside, {
    domain: { min: [-0.04, 0, -0.04], max: [0.04, length, 0.04], periodic: [false, true, false] },
  });
}

describe('a drum on the GPU', () => {
  it('moves balls as the CPU does until chaos sets in, and its energies add up as there', async () => {
    expect(await expectDrumAsOnCpu(drum())).toBeGreaterThan(0);
  });

  it('has the same bits when it runs again, in pieces, and from a saved state', async () => {
    await expectSameBitsInPieces(drum(), await softwareGpu(), [7, 40, 43]);
  });

  it('makes lists in time however fast the mesh comes', async () => {
    const domain = { min: [0.15, -0.02, -0.02], max: [0.25, 0.05, 0.06] } as const;
    await expectFastMeshInTime(landscape(), [0.2, 0.015, 0.02], domain);
  });
});
