// SPDX-License-Identifier: MIT
/** Walls that are shapes in fixed-point numbers for the GPU (src/gpu/kernels/sphere-on-wall.ts), with their images. */
import { SceneError } from '../../errors.ts';
import { SOLID_REST, WALL_ROUND } from '../../kernel/walls/wall-layout.ts';
import { toTriple, type Vector3 } from '../../math/vector.ts';
import { wallRecord } from '../../shapes/walls/wall-block.ts';
import { isRoundWall, type WallShapeSpec } from '../../shapes/walls/wall-shape.ts';
import type { MeshSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { ownShifts } from '../../simulation/touches/mesh-images.ts';
import { wallImages } from '../../simulation/touches/wall-images.ts';
import { IMAGE_VECTORS, LATTICE_WALL } from '../kernels/sphere-on-wall.ts';
import { boundsOf, type LatticePlace, MOST_CELLS, QUANTA, writeOffset, writePlane } from './lattice-planes.ts';

/** Most cells from the origin of a wall to its surface: beyond, float32 cannot distinguish two cells. */
const MOST_WALL_CELLS = 2 ** 20;

/** A wall that is a shape, in its own frame. */
export interface LatticeWall extends LatticePlace {
  readonly shape: WallShapeSpec;
  /** Ways to its images that are other walls, in its own frame. */
  readonly ownShifts: readonly Vector3[];
}

/** Numbers of the meshes of a spec that are shapes. */
export function shapeWalls({ meshes = [] }: Pick<SimulationSpec, 'meshes'>): number[] {
  return meshes.flatMap(({ shape }, k) => (shape === undefined ? [] : [k]));
}

export function latticeWall(
  mesh: MeshSpec & { readonly shape: WallShapeSpec },
  material: number,
  domain: SimulationSpec['domain'],
): LatticeWall {
  const { shape, shifts } = wallImages(mesh, domain);
  const box = boundsOf(mesh.mesh);
  return { name: mesh.name, material, low: [0, 0, 0], box, shape, shifts, ownShifts: ownShifts(mesh, shifts) };
}

/** True for a sheet without thickness, with bodies on both sides. */
export function isSheet({ shape }: LatticeWall): boolean {
  return shape.open !== undefined;
}

/** Points whose motion bounds that of a round wall: the ends of its axis. */
export function axisEnds({ shape, box }: LatticeWall): Vector3[] | undefined {
  if (!isRoundWall(shape)) return undefined;
  const ends = 'sphere' in shape ? [0] : [box.min[2], box.max[2]];
  return ends.map((z) => ({ x: 0, y: 0, z }));
}

/** Its record and its images, for cells of this size, m; `k` is its number among the meshes. */
export function wallWords(wall: LatticeWall, k: number, cell: number): Uint32Array {
  const record = wallRecord(wall.shape);
  const { kind, solid, open, isEndless, normal, radius, upperRadius, low, high, half, slant } = record;
  // Planes of cones are products with both coordinates, for which words are short; those of others are not.
  const most = kind === WALL_ROUND && radius !== upperRadius ? MOST_CELLS : MOST_WALL_CELLS;
  const farthest = Math.max(radius + upperRadius, -low, high, ...half, slant);
  if (farthest > most * cell) {
    throw new SceneError(
      'mesh-too-large',
      `meshes[${k}] "${wall.name}": ${farthest} m are ${Math.ceil(farthest / cell)} cells of ${cell} m on the GPU, ` +
        `more than ${most}; make the wall smaller, or run with --device cpu`,
    );
  }
  const words = new Uint32Array(LATTICE_WALL.words + 4 * IMAGE_VECTORS * wall.ownShifts.length);
  const floats = new Float32Array(words.buffer);
  const whole = new Int32Array(words.buffer);
  const { at } = LATTICE_WALL;
  LATTICE_WALL.write(words, 0, {
    kind,
    solid,
    open,
    isEndless: isEndless ? 1 : 0,
    normal,
    imageCount: wall.ownShifts.length,
    isNearestOnly: solid === SOLID_REST ? 1 : 0,
    radius: inCells(radius, cell),
    upperRadius: inCells(upperRadius, cell),
    low: inCells(low, cell),
    high: inCells(high, cell),
    halfX: inCells(half[0], cell),
    halfY: inCells(half[1], cell),
    halfZ: inCells(half[2], cell),
    offset: inCells(kind === WALL_ROUND ? normal[0] * radius + normal[1] * low : radius, cell),
  });
  const [sizes, unit] = [[cell, cell, cell], cell / QUANTA];
  const [across, along] = normal;
  const start = across * low - along * radius;
  writePlane(floats, whole, at.side, [across, along, 0], sizes, across * radius + along * low, unit);
  writePlane(floats, whole, at.along, [-along, across, 0], sizes, start, unit);
  floats[at.end] = slant;
  writeOffset(whole, at.end + 1, at.end + 2, (start + slant) / unit);
  wall.ownShifts.forEach((shift, image) => {
    toTriple(shift).forEach((x, axis) => {
      const [cells, quanta] = inCells(x, cell);
      const to = LATTICE_WALL.words + 4 * IMAGE_VECTORS * image + axis;
      whole[to] = cells;
      whole[to + 4] = quanta;
    });
  });
  return words;
}

/** A length as cells, and quanta of the next one. */
function inCells(length: number, cell: number): [number, number] {
  const cells = Math.floor(length / cell);
  const quanta = Math.round((length / cell - cells) * QUANTA);
  return quanta === QUANTA ? [cells + 1, 0] : [cells, quanta];
}
