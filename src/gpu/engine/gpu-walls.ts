// SPDX-License-Identifier: MIT
/**
 * Half-spaces in fixed-point numbers of the cell grid. The height above a wall across an axis is a difference of
 * quanta. An oblique wall stores its height at cell corners as a sum of integer products (2^-30 of a cell, and 2^-20 of
 * that); the high part may wrap, because the difference is small near the wall.
 */
import { displacementAt, turns } from '../../bodies/prescribed-motion.ts';
import { isSurfaceRunning } from '../../bodies/surface-motion.ts';
import { add, normalise, scale, subtract, toTriple, type Vector3, vector3, ZERO_VECTOR } from '../../math/vector.ts';
import type { HalfSpaceSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { wallPlane } from '../../simulation/walls/wall-plane.ts';
import { TURNING_WALL_NOW, WALL } from '../kernels/records.ts';
import type { CellGrid } from './cell-grid.ts';

export { wallPlane };

const QUANTA = 2 ** 30;
const FINER = 2 ** 20;
/** Within this many cells of a wall, heights are exact. */
const NEAR_CELLS = 1.5;
/** Whether some wall rotates or has a moving surface. */
export function hasTurningWalls({ halfSpaces = [] }: Pick<SimulationSpec, 'halfSpaces'>): boolean {
  return halfSpaces.some(({ motion, surface }) => surface !== undefined || turns(motion));
}

/** Writes the frame of a wall with this unit normal. */
export function writeWall(normalOf: Vector3, material: number, grid: CellGrid, words: Uint32Array, at: number): void {
  const { normal, axis, unit } = frameOf(normalOf, grid);
  const steps = normal.map((n, k) => (n * grid.size[k]) / unit);
  const high = steps.map(Math.round);
  const low = steps.map((exact, k) => Math.round((exact - high[k]) * FINER));
  WALL.write(words, at, { normal, material, high, axis, low, unit, reach: NEAR_CELLS * Math.min(...grid.size) });
}

/**
 * Writes the position of the wall at `time`, and its velocity half a step before. `turningMaterial`, the material of
 * the wall, is given if some wall rotates: then also writes its rotation and frame.
 */
export function writeWallNow(
  spec: HalfSpaceSpec,
  grid: CellGrid,
  time: number,
  timeStep: number,
  words: Uint32Array,
  at: number,
  turningMaterial?: number,
): void {
  const { normal: turned, offset } = wallPlane(spec, time);
  const { normal, axis, unit } = frameOf(turned, grid);
  const fromOrigin = offset - normal.reduce((sum, x, k) => sum + x * grid.origin[k], 0);
  const quanta = fromOrigin / (axis === 0 ? unit : grid.quantum[Math.abs(axis) - 1]);
  const high = Math.round(quanta);
  const behind =
    spec.motion === undefined ? undefined : displacementAt(spec.motion, Math.max(0, time - 0.5 * timeStep));
  const put = (values: Parameters<typeof TURNING_WALL_NOW.write>[2]): void => TURNING_WALL_NOW.write(words, at, values);
  put({
    high: Number(BigInt.asIntN(32, BigInt(high))),
    low: axis === 0 ? Math.round((quanta - high) * FINER) : 0,
    velocity: toTriple(behind?.velocity ?? ZERO_VECTOR),
    fromOrigin,
  });
  if (turningMaterial === undefined) return;
  writeWall(turned, turningMaterial, grid, words, at + TURNING_WALL_NOW.at.frame);
  const [ox, oy, oz] = grid.origin;
  const fromCorner = (point: Vector3): readonly number[] => toTriple(subtract(point, { x: ox, y: oy, z: oz }));
  if (behind !== undefined && spec.motion !== undefined) {
    const now = displacementAt(spec.motion, time);
    put({ rate: toTriple(behind.angularVelocity), point: fromCorner(add(now.pivot, now.translation)) });
  }
  const { surface } = spec;
  if (surface === undefined || !isSurfaceRunning(surface, time)) return;
  const { velocity = ZERO_VECTOR, rotation, belt } = surface;
  if (belt !== undefined) {
    put({ surface: [belt.speed], surfaceKind: 2, rate: toTriple(normalise(vector3(belt.axis))) });
    return;
  }
  put({ surface: toTriple(vector3(velocity)), surfaceKind: 1 });
  if (rotation === undefined) return;
  const rate = scale(normalise(vector3(rotation.axis)), rotation.rate);
  put({ rate: toTriple(rate), point: fromCorner(vector3(rotation.through)) });
}

/** Force on each half-space, from the forces on the bodies of workgroups: the first, and how many. */
export function wallLoads(
  halfSpaces: number,
  sums: Float32Array,
  groups: readonly (readonly [first: number, count: number])[],
): Vector3[] {
  const loads = Array.from({ length: halfSpaces }, () => ({ x: 0, y: 0, z: 0 }));
  for (const [first, count] of groups) {
    for (let at = 3 * halfSpaces * first; at < 3 * halfSpaces * (first + count); at += 3) {
      const load = loads[(at / 3) % halfSpaces];
      load.x -= sums[at];
      load.y -= sums[at + 1];
      load.z -= sums[at + 2];
    }
  }
  return loads;
}

/** Unit normal; 1, 2, 3 or their negatives for a wall across an axis, else 0; the metres of one high unit. */
function frameOf({ x, y, z }: Vector3, grid: CellGrid): { normal: number[]; axis: number; unit: number } {
  const normal = [x, y, z];
  const across = normal.findIndex((n) => Math.abs(n) === 1);
  return { normal, axis: across < 0 ? 0 : (across + 1) * normal[across], unit: Math.max(...grid.size) / QUANTA };
}
