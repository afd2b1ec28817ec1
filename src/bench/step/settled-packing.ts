// SPDX-License-Identifier: MIT
/**
 * Settled packings, from which every engine starts: positions, orientations and velocities, without contact history.
 * Our simulation makes them from a seed: bodies fall from a loose lattice. They are kept in files, because settling
 * takes minutes.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Quaternion, rotate } from '../../math/quaternion.ts';
import type { Vector3 } from '../../math/vector.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { BodyShapeSpec, BodySpec } from '../../simulation/simulation-spec.ts';
import type { BodyView } from '../../simulation/views/simulation-views.ts';
import type { StepScene } from './step-scene.ts';

/** Numbers of one body: position of the centre of mass, orientation (w first), velocity, angular velocity. */
export const PACKING_STRIDE = 13;
const ORIGIN: Vector3 = { x: 0, y: 0, z: 0 };
/** Simulated between two lines of progress. */
const STEPS_AT_ONCE = 1000;

/** The file of the packing of a scene. Its name contains all options that the packing depends on. */
export function packingFile(folder: string, { packing, count, settlingSteps }: StepScene): string {
  return join(folder, `${packing}-${count}-${settlingSteps}.bed`);
}

/** Settles the packing, unless its file exists. Returns the name of the file. */
export function providePacking(folder: string, scene: StepScene, progress?: (line: string) => void): string {
  const file = packingFile(folder, scene);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  const start = scene.startsFrom && readPacking(providePacking(folder, scene.startsFrom, progress));
  // The packing has the same bits for any number of threads.
  const simulation = new Simulation({ ...scene.settling(start), threads: 'auto' });
  for (let done = 0; done < scene.settlingSteps; done += STEPS_AT_ONCE) {
    progress?.(`${scene.name}: settling ${scene.count} bodies, step ${done} of ${scene.settlingSteps}`);
    simulation.step(Math.min(STEPS_AT_ONCE, scene.settlingSteps - done));
  }
  const partial = `${file}.partial`;
  writeFileSync(partial, new Uint8Array(packingOf(simulation.bodies()).buffer));
  renameSync(partial, file);
  simulation.dispose();
  return file;
}

export function readPacking(file: string): Float64Array {
  const bytes = readFileSync(file);
  return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

function packingOf({ count, position, orientation, velocity, angularVelocity }: BodyView): Float64Array {
  const packing = new Float64Array(PACKING_STRIDE * count);
  for (let k = 0; k < count; k++) {
    packing.set(position.subarray(3 * k, 3 * k + 3), PACKING_STRIDE * k);
    packing.set(orientation.subarray(4 * k, 4 * k + 4), PACKING_STRIDE * k + 3);
    packing.set(velocity.subarray(3 * k, 3 * k + 3), PACKING_STRIDE * k + 7);
    packing.set(angularVelocity.subarray(3 * k, 3 * k + 3), PACKING_STRIDE * k + 10);
  }
  return packing;
}

/** The bodies of a packing in the form of a spec: body k has the shape k modulo the number of shapes. */
export function bodiesOfPacking(packing: Float64Array, shapes: readonly BodyShapeSpec[], material: string): BodySpec[] {
  const centroids = shapes.map(centroidOf);
  return Array.from({ length: packing.length / PACKING_STRIDE }, (_, k) => {
    const number = k % shapes.length;
    return bodyOfPacking(packing, k, shapes[number]?.name ?? '', material, centroids[number] ?? ORIGIN);
  });
}

/** The centre of mass of a shape in its own frame. */
export function centroidOf(shape: BodyShapeSpec): Vector3 {
  if ('convex' in shape) return shape.convex.massProperties().centroid;
  return 'compound' in shape ? shape.compound.massProperties().centroid : ORIGIN;
}

/** Position of the origin of a shape whose centre of mass (`centroid` in its own frame) is at the given point. */
export function originWithCentreAt(
  [x, y, z]: readonly [number, number, number],
  orientation: Quaternion,
  centroid: Vector3,
): [number, number, number] {
  const shift = rotate(orientation, centroid);
  return [x - shift.x, y - shift.y, z - shift.z];
}

/** A spec gives the position of the shape's origin, a packing that of its centre of mass. */
function bodyOfPacking(packing: Float64Array, k: number, shape: string, material: string, centroid: Vector3): BodySpec {
  const numbers = (from: number, to: number): number[] => [
    ...packing.subarray(PACKING_STRIDE * k + from, PACKING_STRIDE * k + to),
  ];
  const [w = 1, x = 0, y = 0, z = 0] = numbers(3, 7);
  const triple = (from: number): [number, number, number] => {
    const [a = 0, b = 0, c = 0] = numbers(from, from + 3);
    return [a, b, c];
  };
  return {
    shape,
    material,
    position: originWithCentreAt(triple(0), { w, x, y, z }, centroid),
    orientation: [w, x, y, z],
    velocity: triple(7),
    angularVelocity: triple(10),
  };
}
