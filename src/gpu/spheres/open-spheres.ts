// SPDX-License-Identifier: MIT
/** Puts the spheres and clumps of a simulation on the GPU: cells, kernels, buffers and states. */
import { massOfSphere } from '../../simulation/set-up.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { defaultSkin } from '../../simulation/time-loop/simulation-room.ts';
import { CellGrid } from '../engine/cell-grid.ts';
import { SPHERE_BUFFERS } from '../engine/gpu-adapter.ts';
import { GpuEngine } from '../engine/gpu-engine.ts';
import { regionCount } from '../engine/gpu-regions.ts';
import { engineSettings } from '../engine/gpu-settings.ts';
import { travelLimit } from '../engine/gpu-travel.ts';
import { hasTurningWalls } from '../engine/gpu-walls.ts';
import type { GivenForGpu } from '../engine/opened-bodies.ts';
import type { KernelForm } from '../kernels/prelude.ts';
import { GpuMeshes } from '../meshes/gpu-meshes.ts';
import { shapeWalls } from '../meshes/lattice-walls.ts';
import { ClumpBodies } from './clump-bodies.ts';
import type { GivenBodies } from './given-bodies.ts';
import { boxOf, insertedMaterials, roomFor } from './scene-spheres.ts';
import { SphereBodies } from './sphere-bodies.ts';
import { rowsFor } from './sphere-rows.ts';
import { SphereSpecies } from './sphere-species.ts';

const START = { first: 0, name: 0 };

export function openSpheres(spec: SimulationSpec, given: GivenBodies): GivenForGpu {
  return {
    reach: given.reach,
    mass: given.mass,
    present: () => given.present(),
    open: async (gpu, born, population, options) => {
      const { device } = gpu;
      const { smallest, largest, clumps, farthest } = given;
      const { arrays, bodies: whole } = given.withNewcomers(born);
      const skin = spec.neighbours?.skin ?? defaultSkin([smallest, largest]);
      const grid = new CellGrid(boxOf(spec, arrays, largest, farthest), 2 * largest + skin);
      clumps?.useCells(grid, farthest);
      const meshes = GpuMeshes.of(spec, grid, largest, skin, 'spheres');
      const settings = engineSettings(spec, {
        grid,
        skin,
        meshes,
        population,
        materials: new Set([...new Set(arrays.material), ...insertedMaterials(spec)]),
        massFactor: (density) => massOfSphere(1, density),
        massUnit: clumps?.massUnit,
      });
      const capacity = roomFor(spec, arrays.count);
      const { global = 0, viscous = 0 } = spec.damping ?? {};
      const form: KernelForm = {
        ...rowsFor(grid, { smallest, largest, skin, spheres: capacity }),
        travelLimit: travelLimit(smallest, largest),
        halfSpaces: spec.halfSpaces?.length ?? 0,
        hasTurningWalls: hasTurningWalls(spec),
        meshes: meshes?.count ?? 0,
        shapeWalls: shapeWalls(spec),
        materials: spec.materials.length,
        law: settings.law,
        isDamped: global > 0 || viscous > 0,
        hasAccounts: options.accounts ?? true,
        isTurning: options.orientations ?? false,
        regions: regionCount(spec),
        isPacked: device.limits.maxStorageBuffersPerShaderStage < SPHERE_BUFFERS,
        ...(clumps && { clumps: clumps.shift }),
      };
      const species = await SphereSpecies.create(device, form, settings, { count: arrays.count, capacity });
      const engine = new GpuEngine(gpu, species, settings);
      const spheres = new SphereBodies(spec, engine, species, population.bodyIds);
      if (clumps !== undefined && whole !== undefined) {
        const bodies = new ClumpBodies(spheres, clumps);
        await bodies.upload(whole, arrays, START);
        return { engine, species, bodies };
      }
      await spheres.upload(arrays, START);
      spheres.uploadFirstTurned(0, arrays.count);
      return { engine, species, bodies: spheres };
    },
  };
}
