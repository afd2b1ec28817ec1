// SPDX-License-Identifier: MIT
/** Contacts of spheres with meshes, from the slots of a contact query. */
import type { Vector3 } from '../../math/vector.ts';
import { SLOT_VECTORS } from '../kernels/mesh-slots.ts';
import type { ProbedSpheres } from '../spheres/sphere-arrays.ts';
import type { Lattice } from './mesh-lattice.ts';
import { featureAt, type MeshTouch } from './mesh-touches.ts';

/** Results of the contact pass, slot by slot; `arrays` are those of the same step. */
export function sphereMeshTouches(
  lattices: readonly Lattice[],
  slots: Uint32Array,
  names: Uint32Array,
  arrays: ProbedSpheres,
): MeshTouch[] {
  const floats = new Float32Array(slots.buffer, slots.byteOffset, slots.length);
  const found: MeshTouch[] = [];
  const vector = (at: number): Vector3 => ({ x: floats[at], y: floats[at + 1], z: floats[at + 2] });
  for (let slot = 0; slot < slots.length; slot += 4 * SLOT_VECTORS) {
    for (let k = 0; k < slots[slot + 1]; k++) {
      const at = slot + 4 + 12 * k;
      const where = slots[at + 11];
      const mesh = where >>> 24;
      const lattice = lattices[mesh];
      if (lattice === undefined) continue;
      const touch = {
        a: names[slots[slot]],
        mesh,
        ...featureAt(lattice, slots[at + 3], where & 0xffffff),
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

/** The touched point: behind a facet it is on the other side of the centre. */
function pointOf({ a, normal, overlap }: Omit<MeshTouch, 'point'>, { position, radius }: ProbedSpheres): Vector3 {
  const lever = radius[a] - overlap;
  return {
    x: position[3 * a] + lever * normal.x,
    y: position[3 * a + 1] + lever * normal.y,
    z: position[3 * a + 2] + lever * normal.z,
  };
}
