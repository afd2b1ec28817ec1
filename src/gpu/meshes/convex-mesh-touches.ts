// SPDX-License-Identifier: MIT
/** Contacts of convex bodies with meshes, from the rows of a probe, and what there was no room for. */
import type { Vector3 } from '../../math/vector.ts';
import { MOST_MET, NEAR_FACETS } from '../kernels/convex-mesh-around.ts';
import {
  WANTED_CORNERS,
  WANTED_FACETS,
  WANTED_FEATURES,
  WANTED_ROWS,
  WANTED_SHIFT,
  WANTED_SPOTS,
} from '../kernels/convex-mesh-find.ts';
import { MOST_SPOTS, ROW_VECTORS, SPOT_VECTORS } from '../kernels/convex-mesh-forces.ts';
import type { Lattice } from './mesh-lattice.ts';
import { featureAt, type MeshTouch } from './mesh-touches.ts';

/** The capacity that was exceeded, from the status word. */
export function noRoomAtMeshes(word: number, rows: number): string | undefined {
  const wanted = word & (2 ** WANTED_SHIFT - 1);
  const cpu = 'or run with --device cpu';
  switch (word >>> WANTED_SHIFT) {
    case WANTED_ROWS:
      return `device gpu: ${wanted} bodies are near meshes and there is room for ${rows}; take fewer bodies, ${cpu}`;
    case WANTED_FACETS:
      return (
        `device gpu: a body has ${wanted} facets around it and there is room for ${NEAR_FACETS}; take larger ` +
        `facets, ${cpu}`
      );
    case WANTED_FEATURES:
      return (
        `device gpu: a body touches ${wanted} faces, edges and vertices of a mesh and there is room for ` +
        `${MOST_MET}; take larger facets, ${cpu}`
      );
    case WANTED_SPOTS:
      return `device gpu: a body has ${wanted} contact points with meshes and there is room for ${MOST_SPOTS}; ${cpu}`;
    case WANTED_CORNERS:
      return (
        `device gpu: a face of a body and a facet have ${wanted} or more corners in common; take facets with ` +
        `fewer sides, ${cpu}`
      );
    default:
      return undefined;
  }
}

/** Mesh contacts of a probe; `nameOf` and `centre` give id and position of a body by its index on the GPU. */
export function convexMeshTouches(
  lattices: readonly Lattice[],
  rows: Uint32Array,
  nameOf: (index: number) => number,
  centre: (name: number) => Vector3,
): MeshTouch[] {
  const floats = new Float32Array(rows.buffer, rows.byteOffset, rows.length);
  const vector = (at: number): Vector3 => ({ x: floats[at], y: floats[at + 1], z: floats[at + 2] });
  const found: MeshTouch[] = [];
  for (let row = 0; row < rows.length; row += 4 * ROW_VECTORS) {
    const a = nameOf(rows[row]);
    const { x, y, z } = centre(a);
    for (let k = 0; k < rows[row + 1]; k++) {
      const at = row + 4 + 4 * SPOT_VECTORS * k;
      const where = rows[at + 7];
      const lattice = lattices[where >>> 24];
      if (lattice === undefined) continue;
      const offset = vector(at);
      found.push({
        a,
        mesh: where >>> 24,
        ...featureAt(lattice, rows[at + 11], where & 0xffffff),
        force: vector(at + 4),
        moment: vector(at + 12),
        normal: vector(at + 8),
        overlap: floats[at + 3],
        point: { x: x + offset.x, y: y + offset.y, z: z + offset.z },
      });
    }
  }
  // Bodies on the GPU are in the order of cells.
  return found.sort((one, other) => one.a - other.a);
}
