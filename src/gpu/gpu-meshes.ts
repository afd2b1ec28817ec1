// SPDX-License-Identifier: MIT
/** The meshes of a simulation on the GPU: what is uploaded once, where they are at each step, and contacts and loads as the CPU's views have them. */
import { sin } from '../math/circular.ts';
import { add, cross, type Vector3 } from '../math/vector.ts';
import { coplanarPatches, edgeKinds } from '../meshes/edge-kinds.ts';
import type { MeshLoad } from '../simulation/meshes.ts';
import { materialNumber } from '../simulation/set-up.ts';
import type { SimulationSpec } from '../simulation/simulation-spec.ts';
import { CONTACT_MESH, type ContactView } from '../simulation/simulation-views.ts';
import { FLAT_ANGLE } from '../simulation/touches/mesh-finder.ts';
import { LEAST_COSINE } from '../simulation/touches/mesh-history.ts';
import { imageShifts, MeshImages, ownShifts } from '../simulation/touches/mesh-images.ts';
import type { CellGrid } from './cell-grid.ts';
import { boundsOf, geometryWords, type LatticeMesh } from './mesh-lattice.ts';
import { MeshMotions, placedMesh } from './mesh-motion.ts';
import type { ProbedBed } from './sphere-bed.ts';
import type { MeshAngles } from './wgsl/mesh-forces.ts';
import { FEATURE_FACET } from './wgsl/mesh-geometry.ts';
import { REACH_SLACK } from './wgsl/mesh-list.ts';
import { SLOT_VECTORS } from './wgsl/mesh-slots.ts';

export const MESH_ANGLES: MeshAngles = { flatSine: sin(FLAT_ANGLE), leastCosine: LEAST_COSINE };

/** A contact with a mesh, as it was read back. */
export interface MeshTouch {
  /** Sphere by its place in the spec, and mesh. */
  readonly a: number;
  readonly mesh: number;
  readonly facet: number;
  readonly image: number;
  readonly feature: number;
  readonly featureId: number;
  readonly force: Vector3;
  /** Beside that of the force. */
  readonly moment: Vector3;
  /** From the sphere into the wall. */
  readonly normal: Vector3;
  readonly overlap: number;
}

export class GpuMeshes {
  readonly geometry: Uint32Array<ArrayBuffer>;
  readonly motions: MeshMotions;
  readonly #spec: SimulationSpec;
  readonly #lattices: readonly LatticeMesh[];

  /** `largest` is the largest radius. Undefined for a simulation without meshes. */
  static of(spec: SimulationSpec, grid: CellGrid, largest: number, skin: number): GpuMeshes | undefined {
    return (spec.meshes?.length ?? 0) === 0 ? undefined : new GpuMeshes(spec, grid, largest, skin);
  }

  private constructor(spec: SimulationSpec, grid: CellGrid, largest: number, skin: number) {
    this.#spec = spec;
    const reach = largest + (1 + 2 * REACH_SLACK) * skin;
    const shifts = imageShifts(spec.domain);
    const tolerance = sin(FLAT_ANGLE);
    this.#lattices = (spec.meshes ?? []).map((mesh, k) => {
      const oneSided = mesh.oneSided ?? false;
      const images = new MeshImages(mesh.mesh, ownShifts(mesh, shifts), oneSided);
      const { alone } = images;
      const box = boundsOf(images.mesh);
      const [x = 0, y = 0, z = 0] = box.min;
      return {
        ...{ name: mesh.name, images, oneSided, box },
        patchOfFacet: coplanarPatches(alone, edgeKinds(alone, { tolerance }), { tolerance }).patchOfFacet,
        material: materialNumber(spec, mesh.material, `meshes[${k}].material`),
        low: [x - reach, y - reach, z - reach] as const,
      };
    });
    this.geometry = geometryWords(this.#lattices, Math.max(...grid.size), reach);
    this.motions = new MeshMotions(spec, this.#lattices, grid, 0.5 * skin);
  }

  get count(): number {
    return this.#lattices.length;
  }

  get materials(): number[] {
    return this.#lattices.map(({ material }) => material);
  }

  /** What the pass over contacts has written, slot by slot. */
  touches(slots: Uint32Array, names: Uint32Array): MeshTouch[] {
    const floats = new Float32Array(slots.buffer, slots.byteOffset, slots.length);
    const found: MeshTouch[] = [];
    const vector = (at: number): Vector3 => ({ x: floats[at] ?? 0, y: floats[at + 1] ?? 0, z: floats[at + 2] ?? 0 });
    for (let slot = 0; slot < slots.length; slot += 4 * SLOT_VECTORS) {
      for (let k = 0; k < (slots[slot + 1] ?? 0); k++) {
        const at = slot + 4 + 12 * k;
        const where = slots[at + 11] ?? 0;
        const mesh = where >>> 24;
        const images = this.#lattices[mesh]?.images;
        if (images === undefined) continue;
        const key = slots[at + 3] ?? 0;
        const facet = images.facetOf(where & 0xffffff);
        const feature = key % 3;
        found.push({
          ...{ a: names[slots[slot] ?? 0] ?? 0, mesh, facet, feature, image: images.imageOf(where & 0xffffff) },
          featureId: feature === FEATURE_FACET ? facet : Math.floor(key / 3),
          ...{ force: vector(at), moment: vector(at + 4), overlap: floats[at + 7] ?? 0, normal: vector(at + 8) },
        });
      }
    }
    // Slots are in no order; spheres are.
    return found.sort((a, b) => a.a - b.a || a.mesh - b.mesh || b.overlap - a.overlap || a.facet - b.facet);
  }

  /** The contacts of `view` and behind them those with meshes. */
  appended(
    view: ContactView,
    touches: readonly MeshTouch[],
    bed: ProbedBed,
    ids: (place: number) => number,
  ): ContactView {
    const count = view.count + touches.length;
    const whole = (from: Int32Array, pick: (touch: MeshTouch) => number): Int32Array =>
      Int32Array.from({ length: count }, (_, k) => from[k] ?? pick(touches[k - view.count] as MeshTouch));
    const all = {
      count,
      idA: whole(view.idA, ({ a }) => ids(a)),
      idB: whole(view.idB, ({ mesh }) => mesh),
      kind: whole(view.kind, () => CONTACT_MESH),
      facet: whole(view.facet, ({ facet }) => facet),
      feature: whole(view.feature, ({ feature }) => feature),
      featureId: whole(view.featureId, ({ featureId }) => featureId),
      point: new Float64Array(3 * count),
      normal: new Float64Array(3 * count),
      overlap: new Float64Array(count),
      force: new Float64Array(3 * count),
    };
    for (const key of ['point', 'normal', 'overlap', 'force'] as const) all[key].set(view[key]);
    touches.forEach((touch, k) => {
      const at = 3 * (view.count + k);
      const { normal, force, overlap } = touch;
      all.normal.set([normal.x, normal.y, normal.z], at);
      all.force.set([force.x, force.y, force.z], at);
      all.overlap[view.count + k] = overlap;
      const { x, y, z } = pointOf(touch, bed);
      all.point.set([x, y, z], at);
    });
    return all;
  }

  /** What each mesh bears, about the origin of its frame. */
  loads(touches: readonly MeshTouch[], bed: ProbedBed, time: number): MeshLoad[] {
    const shifts = imageShifts(this.#spec.domain);
    const placed = (this.#spec.meshes ?? []).map((mesh) => placedMesh(mesh, this.#spec.domain, time));
    const loads = placed.map(() => ({ force: { x: 0, y: 0, z: 0 }, moment: { x: 0, y: 0, z: 0 } }));
    for (const touch of touches) {
      const load = loads[touch.mesh];
      const origin = placed[touch.mesh]?.position;
      const shift = shifts[touch.image];
      if (load === undefined || origin === undefined || shift === undefined) continue;
      const at = pointOf(touch, bed);
      const lever = { x: at.x - origin.x - shift.x, y: at.y - origin.y - shift.y, z: at.z - origin.z - shift.z };
      const moment = add(cross(lever, touch.force), touch.moment);
      for (const axis of ['x', 'y', 'z'] as const) {
        load.force[axis] -= touch.force[axis];
        load.moment[axis] -= moment[axis];
      }
    }
    return loads;
  }
}

/** The touched point: behind a facet it is on the other side of the centre. */
function pointOf({ a, normal, overlap }: MeshTouch, { position, radius }: ProbedBed): Vector3 {
  const lever = (radius[a] ?? 0) - overlap;
  return {
    x: (position[3 * a] ?? 0) + lever * normal.x,
    y: (position[3 * a + 1] ?? 0) + lever * normal.y,
    z: (position[3 * a + 2] ?? 0) + lever * normal.z,
  };
}
