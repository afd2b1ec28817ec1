// SPDX-License-Identifier: MIT
/** Hash of the state of all bodies. Two runs have the same hash if their states have the same bits. */
import { columnsOfView, type StateOfBodies } from '../../simulation/views/state-columns.ts';
import { sha256 } from '../files/sha256.ts';
import type { SimulationView } from '../time/time-loop.ts';

const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

function littleEndian(values: Float64Array): Uint8Array {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  if (IS_LITTLE_ENDIAN) return bytes;
  const view = new DataView(new ArrayBuffer(values.byteLength));
  values.forEach((value, k) => {
    view.setFloat64(8 * k, value, true);
  });
  return new Uint8Array(view.buffer);
}

/**
 * SHA-256, as hexadecimal digits, of the number of the step and of the bodies in the order of their ids: ids,
 * positions, orientations, velocities and angular velocities, as little-endian float64.
 *
 * @example
 * ```ts
 * import { Simulation } from 'scree/dem';
 * import { stateHash } from 'scree/live';
 *
 * const hashAfterSteps = () => {
 *   const simulation = new Simulation({
 *     timeStep: 1e-4,
 *     gravity: [0, 0, -9.81],
 *     law: { normal: 'linear' },
 *     materials: [{ name: 'glass', density: 2500, stiffness: 5000 }],
 *     shapes: [{ name: 'marble', sphere: { radius: 0.01 } }],
 *     bodies: [{ shape: 'marble', material: 'glass', position: [0, 0, 0.05] }],
 *   });
 *   simulation.step(100);
 *   return stateHash(simulation.stepCount, simulation.bodies());
 * };
 * console.log(hashAfterSteps() === hashAfterSteps()); // true
 * ```
 */
export function stateHash(step: number, bodies: StateOfBodies): string {
  return hashOfColumns(step, columnsOfView(bodies));
}

/** The state hash of a simulation at the present step, without a copy of its bodies where `stateColumns` exists. */
export function presentStateHash(view: SimulationView): string {
  return hashOfColumns(view.stepCount, view.stateColumns?.() ?? columnsOfView(view.bodies()));
}

function hashOfColumns(step: number, columns: Iterable<Float64Array>): string {
  function* parts(): Iterable<Uint8Array> {
    yield littleEndian(Float64Array.of(step));
    for (const column of columns) yield littleEndian(column);
  }
  return sha256(parts());
}
