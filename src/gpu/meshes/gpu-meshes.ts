// SPDX-License-Identifier: MIT
/**
 * The meshes of a simulation of spheres on the GPU: the data uploaded once, the poses of each step, and contacts and
 * loads in the form of the CPU's views.
 */
import { sin } from '../../math/circular.ts';
import type { Vector3 } from '../../math/vector.ts';
import { coplanarPatches, edgeKinds } from '../../meshes/edge-kinds.ts';
import { materialNumber } from '../../simulation/set-up.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { FLAT_ANGLE } from '../../simulation/touches/mesh-finder.ts';
import { LEAST_COSINE } from '../../simulation/touches/mesh-history.ts';
import { imageShifts, MeshImages, ownShifts } from '../../simulation/touches/mesh-images.ts';
import type { CellGrid } from '../engine/cell-grid.ts';
import type { MeshAngles } from '../kernels/mesh-forces.ts';
import { FEATURE_FACET } from '../kernels/mesh-geometry.ts';
import { REACH_SLACK } from '../kernels/mesh-list.ts';
import { SLOT_VECTORS } from '../kernels/mesh-slots.ts';
import type { ProbedSpheres } from '../spheres/sphere-arrays.ts';
import { MeshMotions } from './gpu-mesh-motion.ts';
import { boundsOf, geometryWords, type LatticeMesh } from './mesh-lattice.ts';
import type { MeshTouch } from './mesh-touches.ts';

export const MESH_ANGLES: MeshAngles = { flatSine: sin(FLAT_ANGLE), leastCosine: LEAST_COSINE };

/** The meshes of a spec with lattices that go `reach` beyond them. */
export function latticeMeshes(spec: SimulationSpec, reach: number): LatticeMesh[] {
  const shifts = imageShifts(spec.domain);
  const tolerance = sin(FLAT_ANGLE);
  return (spec.meshes ?? []).map((mesh, k) => {
    const oneSided = mesh.oneSided ?? false;
    const images = new MeshImages(mesh.mesh, ownShifts(mesh, shifts), oneSided);
    const { alone } = images;
    const box = boundsOf(images.mesh);
    const [x = 0, y = 0, z = 0] = box.min;
    return {
      name: mesh.name,
      images,
      oneSided,
      box,
      patchOfFacet: coplanarPatches(alone, edgeKinds(alone, { tolerance }), { tolerance }).patchOfFacet,
      material: materialNumber(spec, mesh.material, `meshes[${k}].material`),
      low: [x - reach, y - reach, z - reach] as const,
    };
  });
}

export class GpuMeshes {
  readonly geometry: Uint32Array<ArrayBuffer>;
  readonly motions: MeshMotions;
  readonly #lattices: readonly LatticeMesh[];

  /** `largest` is the largest radius. Undefined for a simulation without meshes. */
  static of(spec: SimulationSpec, grid: CellGrid, largest: number, skin: number): GpuMeshes | undefined {
    return (spec.meshes?.length ?? 0) === 0 ? undefined : new GpuMeshes(spec, grid, largest, skin);
  }

  private constructor(spec: SimulationSpec, grid: CellGrid, largest: number, skin: number) {
    const reach = largest + (1 + 2 * REACH_SLACK) * skin;
    this.#lattices = latticeMeshes(spec, reach);
    this.geometry = geometryWords(this.#lattices, Math.max(...grid.size), reach).words;
    this.motions = new MeshMotions(spec, this.#lattices, grid, 0.5 * skin);
  }

  get count(): number {
    return this.#lattices.length;
  }

  get materials(): number[] {
    return this.#lattices.map(({ material }) => material);
  }

  /** Results of the contact pass, slot by slot; `arrays` are those of the same step. */
  touches(slots: Uint32Array, names: Uint32Array, arrays: ProbedSpheres): MeshTouch[] {
    const floats = new Float32Array(slots.buffer, slots.byteOffset, slots.length);
    const found: MeshTouch[] = [];
    const vector = (at: number): Vector3 => ({ x: floats[at], y: floats[at + 1], z: floats[at + 2] });
    for (let slot = 0; slot < slots.length; slot += 4 * SLOT_VECTORS) {
      for (let k = 0; k < slots[slot + 1]; k++) {
        const at = slot + 4 + 12 * k;
        const where = slots[at + 11];
        const mesh = where >>> 24;
        const images = this.#lattices[mesh]?.images;
        if (images === undefined) continue;
        const key = slots[at + 3];
        const facet = images.facetOf(where & 0xffffff);
        const feature = key % 3;
        const touch = {
          a: names[slots[slot]],
          mesh,
          facet,
          feature,
          image: images.imageOf(where & 0xffffff),
          featureId: feature === FEATURE_FACET ? facet : Math.floor(key / 3),
          force: vector(at),
          moment: vector(at + 4),
          overlap: floats[at + 7],
          normal: vector(at + 8),
        };
        found.push({ ...touch, point: pointOf(touch, arrays) });
      }
    }
    // Slots are in no order; spheres are.
    return found.sort((a, b) => a.a - b.a || a.mesh - b.mesh || b.overlap - a.overlap || a.facet - b.facet);
  }
}

/** The touched point: behind a facet it is on the other side of the centre. */
function pointOf({ a, normal, overlap }: Omit<MeshTouch, 'point'>, { position, radius }: ProbedSpheres): Vector3 {
  const lever = radius[a] - overlap;
  return {
    x: position[3 * a] + lever * normal.x,
    y: position[3 * a + 1] + lever * normal.y,
    z: position[3 * a + 2] + lever * normal.z,
  };
}
