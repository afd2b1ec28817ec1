// SPDX-License-Identifier: MIT
/**
 * Settled beds: bodies that fell from a loose lattice, made by our own simulation from a seed, and kept in files,
 * because settling takes minutes. A bed is what every engine starts from: positions, orientations and velocities, no
 * history of contacts.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Simulation } from '../../simulation/simulation.ts';
import type { BodySpec } from '../../simulation/simulation-spec.ts';
import type { BodyView } from '../../simulation/views/simulation-views.ts';
import type { StepScene } from './scene.ts';

/** Numbers of one body: position, orientation (w first), velocity, angular velocity. */
export const BED_STRIDE = 13;
/** Simulated between two lines of progress. */
const STEPS_AT_ONCE = 1000;

/** The file of a scene's bed. All that the bed depends on and that may be chosen is in its name. */
export function bedFile(folder: string, { bed, count, settlingSteps }: StepScene): string {
  return join(folder, `${bed}-${count}-${settlingSteps}.bed`);
}

/** Settles the bed, unless its file is there. Returns the name of the file. */
export function provideBed(folder: string, scene: StepScene, progress?: (line: string) => void): string {
  const file = bedFile(folder, scene);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  const start = scene.startsFrom && readBed(provideBed(folder, scene.startsFrom, progress));
  const simulation = new Simulation(scene.settling(start));
  for (let done = 0; done < scene.settlingSteps; done += STEPS_AT_ONCE) {
    progress?.(`${scene.name}: settling ${scene.count} bodies, step ${done} of ${scene.settlingSteps}`);
    simulation.step(Math.min(STEPS_AT_ONCE, scene.settlingSteps - done));
  }
  const partial = `${file}.partial`;
  writeFileSync(partial, new Uint8Array(bedOf(simulation.bodies()).buffer));
  renameSync(partial, file);
  simulation.dispose();
  return file;
}

export function readBed(file: string): Float64Array {
  const bytes = readFileSync(file);
  return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

function bedOf({ count, position, orientation, velocity, angularVelocity }: BodyView): Float64Array {
  const bed = new Float64Array(BED_STRIDE * count);
  for (let k = 0; k < count; k++) {
    bed.set(position.subarray(3 * k, 3 * k + 3), BED_STRIDE * k);
    bed.set(orientation.subarray(4 * k, 4 * k + 4), BED_STRIDE * k + 3);
    bed.set(velocity.subarray(3 * k, 3 * k + 3), BED_STRIDE * k + 7);
    bed.set(angularVelocity.subarray(3 * k, 3 * k + 3), BED_STRIDE * k + 10);
  }
  return bed;
}

/** Body `k` of a bed as the spec of a simulation has it. */
export function bodyOfBed(bed: Float64Array, k: number, shape: string, material: string): BodySpec {
  const numbers = (from: number, to: number): number[] => [...bed.subarray(BED_STRIDE * k + from, BED_STRIDE * k + to)];
  const [w = 1, x = 0, y = 0, z = 0] = numbers(3, 7);
  const triple = (from: number): [number, number, number] => {
    const [a = 0, b = 0, c = 0] = numbers(from, from + 3);
    return [a, b, c];
  };
  return {
    shape,
    material,
    position: triple(0),
    orientation: [w, x, y, z],
    velocity: triple(7),
    angularVelocity: triple(10),
  };
}
