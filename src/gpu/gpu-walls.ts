// SPDX-License-Identifier: MIT
/**
 * Half-spaces in fixed-point numbers of the cell grid. The height above a wall across an axis is a difference of
 * quanta. An oblique wall stores its height at cell corners as a sum of integer products (2^-30 of a cell, and 2^-20 of
 * that); the high part may wrap, because the difference is small near the wall.
 */
import { displacementAt, motionParts } from '../bodies/prescribed-motion.ts';
import { isSurfaceRunning } from '../bodies/surface-motion.ts';
import { add, normalise, scale, subtract, type Vector3, vector3, ZERO_VECTOR } from '../math/vector.ts';
import { wallPlane } from '../simulation/population/due-bodies.ts';
import type { HalfSpaceSpec, SimulationSpec } from '../simulation/simulation-spec.ts';
import type { CellGrid } from './cell-grid.ts';

export { wallPlane };

const QUANTA = 2 ** 30;
const FINER = 2 ** 20;
/** Within this many cells of a wall, heights are exact. */
const NEAR_CELLS = 1.5;
export const WALL_WORDS = 16;
/** Words of a wall at one step: at rest or translating; with its rotation or moving surface, and its frame. */
const WALL_NOW_WORDS = 8;
const TURNING_WORDS = 20;

/** Whether some wall rotates or has a moving surface. */
export function hasTurningWalls({ halfSpaces = [] }: Pick<SimulationSpec, 'halfSpaces'>): boolean {
  return halfSpaces.some(
    ({ motion, surface }) =>
      surface !== undefined ||
      (motion !== undefined && motionParts(motion).some(({ rotation }) => rotation !== undefined)),
  );
}

export function wallNowWords(isTurning: boolean): number {
  return isTurning ? TURNING_WORDS + WALL_WORDS : WALL_NOW_WORDS;
}

/** Writes the frame of a wall with this unit normal. */
export function writeWall(normalOf: Vector3, material: number, grid: CellGrid, words: Uint32Array, at: number): void {
  const floats = new Float32Array(words.buffer);
  const whole = new Int32Array(words.buffer);
  const { normal, axis, unit } = frameOf(normalOf, grid);
  floats.set(normal, at);
  words[at + 3] = material;
  const steps = normal.map((n, k) => (n * grid.size[k]) / unit);
  steps.forEach((exact, k) => {
    const high = Math.round(exact);
    whole[at + 4 + k] = high;
    whole[at + 8 + k] = Math.round((exact - high) * FINER);
  });
  whole[at + 7] = axis;
  floats[at + 11] = unit;
  floats[at + 13] = NEAR_CELLS * Math.min(...grid.size);
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
  const floats = new Float32Array(words.buffer);
  const whole = new Int32Array(words.buffer);
  const { normal: turned, offset } = wallPlane(spec, time);
  const { normal, axis, unit } = frameOf(turned, grid);
  const fromOrigin = offset - normal.reduce((sum, x, k) => sum + x * grid.origin[k], 0);
  const quanta = fromOrigin / (axis === 0 ? unit : grid.quantum[Math.abs(axis) - 1]);
  const high = Math.round(quanta);
  whole[at] = Number(BigInt.asIntN(32, BigInt(high)));
  whole[at + 1] = axis === 0 ? Math.round((quanta - high) * FINER) : 0;
  const behind =
    spec.motion === undefined ? undefined : displacementAt(spec.motion, Math.max(0, time - 0.5 * timeStep));
  floats.set([behind?.velocity.x ?? 0, behind?.velocity.y ?? 0, behind?.velocity.z ?? 0, fromOrigin], at + 4);
  if (turningMaterial === undefined) return;
  writeWall(turned, turningMaterial, grid, words, at + TURNING_WORDS);
  const put = (to: number, { x, y, z }: Vector3): void => floats.set([x, y, z], at + to);
  const [ox, oy, oz] = grid.origin;
  const fromCorner = (point: Vector3): Vector3 => subtract(point, { x: ox, y: oy, z: oz });
  if (behind !== undefined && spec.motion !== undefined) {
    const now = displacementAt(spec.motion, time);
    put(8, behind.angularVelocity);
    put(12, fromCorner(add(now.pivot, now.translation)));
  }
  const { surface } = spec;
  if (surface === undefined || !isSurfaceRunning(surface, time)) return;
  const { velocity = ZERO_VECTOR, rotation, belt } = surface;
  floats[at + 19] = belt === undefined ? 1 : 2;
  if (belt !== undefined) {
    floats[at + 16] = belt.speed;
    put(8, normalise(vector3(belt.axis)));
    return;
  }
  put(16, vector3(velocity));
  if (rotation === undefined) return;
  put(8, scale(normalise(vector3(rotation.axis)), rotation.rate));
  put(12, fromCorner(vector3(rotation.through)));
}

/** Unit normal; 1, 2, 3 or their negatives for a wall across an axis, else 0; the metres of one high unit. */
function frameOf({ x, y, z }: Vector3, grid: CellGrid): { normal: number[]; axis: number; unit: number } {
  const normal = [x, y, z];
  const across = normal.findIndex((n) => Math.abs(n) === 1);
  return { normal, axis: across < 0 ? 0 : (across + 1) * normal[across], unit: Math.max(...grid.size) / QUANTA };
}
