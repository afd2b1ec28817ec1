// SPDX-License-Identifier: MIT
/** Puts the convex bodies of a simulation on the GPU: cells, kernels, buffers and states. */
import { power } from '../../math/elementary.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { GpuEngine } from '../engine/gpu-engine.ts';
import { engineSettings } from '../engine/gpu-settings.ts';
import type { GivenForGpu } from '../engine/opened-bodies.ts';
import { GpuMeshes } from '../meshes/gpu-meshes.ts';
import { insertedMaterials, roomFor } from '../spheres/scene-spheres.ts';
import { type ConvexArrays, convexBodiesOf, convexBodiesOfNewcomers, joinConvexBodies } from './convex-arrays.ts';
import { ConvexBodies, presentBodies } from './convex-bodies.ts';
import { convexForm, convexGrid, convexReach, convexRoom } from './convex-form.ts';
import { ConvexSpecies } from './convex-species.ts';
import { shapeTable, type TableShape } from './shape-table.ts';

/** The bodies of a spec, or those of flat arrays instead. */
export function openConvex(spec: SimulationSpec, arrays?: ConvexArrays): GivenForGpu {
  const table = shapeTable(spec.shapes ?? []);
  const { shapes } = table;
  const given = arrays ?? convexBodiesOf(spec, shapes);
  const reach = convexReach(spec, given, shapes);
  return {
    reach: reach.largest,
    mass: massOf(spec, given, shapes),
    present: () => presentBodies(given, shapes),
    open: async (gpu, born, population, options) => {
      const { device } = gpu;
      const all = born.length === 0 ? given : joinConvexBodies(given, convexBodiesOfNewcomers(born));
      const { grid, skin } = convexGrid(spec, all, reach);
      const settings = engineSettings(spec, {
        grid,
        skin,
        meshes: GpuMeshes.of(spec, grid, reach.largest, skin, 'convex'),
        population,
        materials: new Set([...new Set(all.material), ...insertedMaterials(spec)]),
        massFactor: (density) => density,
      });
      const form = convexForm(spec, all, table, settings.law, options);
      const room = convexRoom(spec, roomFor(spec, all.count), reach.largest / reach.smallest);
      const species = await ConvexSpecies.create(device, form, settings, room, all.count, table.words);
      const engine = new GpuEngine(gpu, species, settings);
      const bodies = new ConvexBodies(spec, engine, species, population.bodyIds, shapes);
      await bodies.upload(all);
      return { engine, species, bodies };
    },
  };
}

/** Of the free bodies, kg. */
function massOf(spec: SimulationSpec, arrays: ConvexArrays, shapes: readonly TableShape[]): number {
  let sum = 0;
  for (let i = 0; i < arrays.count; i++) {
    const volume = (shapes[arrays.shape[i]]?.volume ?? 0) * power(arrays.scale[i], 3);
    if (arrays.isFixed[i] !== 1) sum += volume * (spec.materials[arrays.material[i]]?.density ?? 0);
  }
  return sum;
}
