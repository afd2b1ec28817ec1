// SPDX-License-Identifier: MIT
/** Checks prescribed motions of a simulation's spec; messages start with the path of the entry. */
import { type MotionSpec, type MotionTable, motionParts } from '../../bodies/prescribed-motion.ts';
import { checkDirection, checkNumber, checkVector, refuse } from './check-spec.ts';

export function checkMotion(motion: MotionSpec, path: string): void {
  motionParts(motion).forEach((part, k) => {
    checkPart(part, k === 0 ? path : `${path}.next[${k - 1}]`);
    if (k > 0 && part.next !== undefined) {
      refuse(`${path}.next[${k - 1}].next`, 'all motions that follow in the list of the first', 'a list in a list');
    }
  });
}

function checkPart(part: MotionSpec, path: string): void {
  const { velocity, rotation, oscillation, table, ramp = 0, from = 0, until } = part;
  if (velocity !== undefined) checkVector(velocity, `${path}.velocity`);
  if (rotation !== undefined) {
    checkDirection(rotation.axis, `${path}.rotation.axis`);
    checkVector(rotation.through, `${path}.rotation.through`);
    checkNumber(rotation.rate, `${path}.rotation.rate`);
  }
  if (oscillation !== undefined) {
    const { direction, amplitude, frequency, phase = 0 } = oscillation;
    checkDirection(direction, `${path}.oscillation.direction`);
    checkNumber(amplitude, `${path}.oscillation.amplitude`);
    checkNumber(frequency, `${path}.oscillation.frequency`);
    checkNumber(phase, `${path}.oscillation.phase`);
  }
  if (table !== undefined) checkTable(table, `${path}.table`);
  checkNumber(from, `${path}.from`, { least: 0 });
  if (until !== undefined && !(until > from)) refuse(`${path}.until`, `a time after the beginning at ${from} s`, until);
  checkNumber(ramp, `${path}.ramp`, { least: 0 });
  const duration = (until ?? Infinity) - from;
  if (2 * ramp > duration) refuse(`${path}.ramp`, `at most half of the ${duration} s from beginning to end`, ramp);
}

function checkTable({ of, rows }: MotionTable, path: string): void {
  if (of !== 'displacement' && of !== 'velocity') refuse(`${path}.of`, 'displacement or velocity', of);
  if (rows.length < 2) refuse(`${path}.rows`, 'at least two rows', rows.length);
  rows.forEach((row, k) => {
    for (let c = 0; c < 4; c++) checkNumber(row[c], `${path}.rows[${k}][${c}]`);
    const before = rows[k - 1]?.[0] ?? -Infinity;
    if (!(row[0] > before)) refuse(`${path}.rows[${k}][0]`, `a time after that of the row before, ${before} s`, row[0]);
  });
}
