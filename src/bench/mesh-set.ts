// SPDX-License-Identifier: MIT
/**
 * Meshes of a thousand to a million triangles and spheres near them, equal on every machine. All triangles have sides
 * of about 1 and all spheres have radius 1, so only the number of facets grows from set to set.
 */
import { InvalidOptionError } from '../errors.ts';
import { Random } from '../math/random.ts';
import { spatialOrder } from '../meshes/spatial-order.ts';

export interface MeshSet {
  readonly name: string;
  readonly vertices: Float64Array;
  readonly facets: { readonly offsets: Int32Array; readonly vertices: Int32Array };
  /** x, y, z, radius of each sphere; in the order of cells, as a simulation keeps its particles. */
  readonly spheres: Float64Array;
  /** The same spheres in any order. */
  readonly shuffled: Float64Array;
}

/** Squares along a side of the sheet, by name of the set: two triangles each. */
const SIDES: Readonly<Record<string, number>> = { mesh_1e3: 22, mesh_1e5: 224, mesh_1e6: 707 };
export const MESH_SET_NAMES: readonly string[] = Object.keys(SIDES);

const FIXED_SPHERES = 20_000;
const FACETS_PER_SPHERE = 5;
const SPHERE_RADIUS = 1;
/** Centres are this many radii above the sheet, or less: two of three spheres touch it. */
const HIGHEST_CENTRE = 1.5;
/** How far vertices are off the squares' corners, along the sheet. */
const JITTER = 0.15;
/** Hills as high as a twentieth of the sheet. */
const WAVE_HEIGHT = 0.05;

function heightOf(side: number, x: number, y: number): number {
  return WAVE_HEIGHT * side * Math.sin((6 * x) / side) * Math.cos((5 * y) / side);
}

function sheet(side: number, random: Random): Pick<MeshSet, 'vertices' | 'facets'> {
  const vertices = new Float64Array(3 * (side + 1) ** 2);
  const triangles = new Int32Array(6 * side * side);
  const offsets = Int32Array.from({ length: 2 * side * side + 1 }, (_, f) => 3 * f);
  for (let j = 0; j <= side; j++) {
    for (let i = 0; i <= side; i++) {
      const x = i + random.between(-JITTER, JITTER);
      const y = j + random.between(-JITTER, JITTER);
      vertices.set([x, y, heightOf(side, x, y)], 3 * (j * (side + 1) + i));
    }
  }
  for (let j = 0; j < side; j++) {
    for (let i = 0; i < side; i++) {
      const a = j * (side + 1) + i;
      triangles.set([a, a + 1, a + side + 2, a, a + side + 2, a + side + 1], 6 * (j * side + i));
    }
  }
  return { vertices, facets: { offsets, vertices: triangles } };
}

function sideOf(name: string): number {
  const side = SIDES[name];
  if (side !== undefined) return side;
  throw new InvalidOptionError('unknown-set', `no set "${name}"; there are ${MESH_SET_NAMES.join(', ')}`);
}

export function facetCountOf(name: string): number {
  return 2 * sideOf(name) ** 2;
}

/**
 * Number of spheres of a query set: the same for all sets, so that only the mesh grows; and for meshes with many more
 * facets, one for every few facets, as in a packing of such spheres at a wall.
 */
export function sphereCountsOf(name: string): readonly number[] {
  const dense = Math.round(facetCountOf(name) / FACETS_PER_SPHERE);
  return dense > 2 * FIXED_SPHERES ? [FIXED_SPHERES, dense] : [FIXED_SPHERES];
}

/** The set of that name with this many spheres: always the first of one sequence. */
export function createMeshSet(name: string, sphereCount: number = FIXED_SPHERES): MeshSet {
  const side = sideOf(name);
  const mesh = sheet(side, new Random(1));
  const random = new Random(7);
  const centres = new Float64Array(3 * sphereCount);
  const shuffled = new Float64Array(4 * sphereCount);
  for (let k = 0; k < sphereCount; k++) {
    const x = random.between(0, side);
    const y = random.between(0, side);
    const z = heightOf(side, x, y) + random.between(0, HIGHEST_CENTRE * SPHERE_RADIUS);
    centres.set([x, y, z], 3 * k);
    shuffled.set([x, y, z, SPHERE_RADIUS], 4 * k);
  }
  const spheres = new Float64Array(shuffled.length);
  spatialOrder(centres).forEach((from, to) => {
    spheres.set(shuffled.subarray(4 * from, 4 * from + 4), 4 * to);
  });
  return { name, ...mesh, spheres, shuffled };
}
