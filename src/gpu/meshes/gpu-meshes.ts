// SPDX-License-Identifier: MIT
/** The meshes of a simulation on the GPU: the data uploaded once, and the poses of each step. */
import { sin } from '../../math/circular.ts';
import { coplanarPatches, edgeKinds } from '../../meshes/edge-kinds.ts';
import { materialNumber } from '../../simulation/set-up.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { FLAT_ANGLE } from '../../simulation/touches/mesh-finder.ts';
import { LEAST_COSINE } from '../../simulation/touches/mesh-history.ts';
import { imageShifts, MeshImages, ownShifts } from '../../simulation/touches/mesh-images.ts';
import type { CellGrid } from '../engine/cell-grid.ts';
import { NEAR_REACH } from '../kernels/convex-mesh-around.ts';
import type { MeshAngles } from '../kernels/mesh-forces.ts';
import { REACH_SLACK } from '../kernels/mesh-list.ts';
import { MeshMotions } from './gpu-mesh-motion.ts';
import { boundsOf } from './lattice-planes.ts';
import { latticeWall } from './lattice-walls.ts';
import { withFeatures } from './mesh-features.ts';
import { geometryWords, type Lattice } from './mesh-lattice.ts';

export const MESH_ANGLES: MeshAngles = { flatSine: sin(FLAT_ANGLE), leastCosine: LEAST_COSINE };

/** The meshes of a spec with lattices that go `reach` beyond them. */
export function latticeMeshes(spec: SimulationSpec, reach: number): Lattice[] {
  const shifts = imageShifts(spec.domain);
  const tolerance = sin(FLAT_ANGLE);
  return (spec.meshes ?? []).map((mesh, k) => {
    const material = materialNumber(spec, mesh.material, `meshes[${k}].material`);
    const { shape } = mesh;
    if (shape !== undefined) return latticeWall({ ...mesh, shape }, material, spec.domain);
    const oneSided = mesh.oneSided ?? false;
    const images = new MeshImages(mesh.mesh, ownShifts(mesh, shifts), oneSided);
    const { alone } = images;
    const box = boundsOf(images.mesh);
    const [x = 0, y = 0, z = 0] = box.min;
    return {
      name: mesh.name,
      images,
      shifts,
      oneSided,
      box,
      patchOfFacet: coplanarPatches(alone, edgeKinds(alone, { tolerance }), { tolerance }).patchOfFacet,
      material,
      low: [x - reach, y - reach, z - reach] as const,
    };
  });
}

export class GpuMeshes {
  readonly geometry: Uint32Array<ArrayBuffer>;
  readonly motions: MeshMotions;
  readonly lattices: readonly Lattice[];

  /** Undefined for a simulation without meshes; otherwise for bodies of radii up to `largest`. */
  static of(
    spec: SimulationSpec,
    grid: CellGrid,
    largest: number,
    skin: number,
    bodies: 'spheres' | 'convex',
  ): GpuMeshes | undefined {
    if ((spec.meshes?.length ?? 0) === 0) return undefined;
    const near = largest + (1 + 2 * REACH_SLACK) * skin;
    return bodies === 'spheres'
      ? new GpuMeshes(spec, grid, near, skin, ({ words }) => words)
      : new GpuMeshes(spec, grid, Math.max(NEAR_REACH * (1 + REACH_SLACK) * largest, near), skin, withFeatures);
  }

  private constructor(spec: SimulationSpec, grid: CellGrid, reach: number, skin: number, wordsOf: typeof withFeatures) {
    this.lattices = latticeMeshes(spec, reach);
    this.geometry = wordsOf(geometryWords(this.lattices, Math.max(...grid.size), reach), this.lattices);
    this.motions = new MeshMotions(spec, this.lattices, grid, 0.5 * skin);
  }

  get count(): number {
    return this.lattices.length;
  }

  get materials(): number[] {
    return this.lattices.map(({ material }) => material);
  }
}
