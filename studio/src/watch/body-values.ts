// SPDX-License-Identifier: MIT
/** Values of every body from a frame, for colours and for the panel: numbers and kinds. */
import type { Frame, TrajectoryHeader } from '../../../src/io.ts';

export interface FieldContext {
  readonly header: TrajectoryHeader;
  /** Radius about its own origin in which each shape lies, for scale 1. */
  readonly reaches: readonly number[];
}

export interface BodyField {
  readonly name: string;
  readonly label: string;
  readonly unit: string;
  /** Names of kinds, for fields that are no quantity. */
  readonly kinds?: (header: TrajectoryHeader) => readonly string[];
  /** One number a body. */
  readonly values: (frame: Frame, context: FieldContext) => Float32Array;
}

function norms(vectors: Float32Array): Float32Array {
  const values = new Float32Array(vectors.length / 3);
  for (let k = 0; k < values.length; k++) {
    values[k] = Math.hypot(vectors[3 * k], vectors[3 * k + 1], vectors[3 * k + 2]);
  }
  return values;
}

function components(vectors: Float32Array, axis: number, origin = 0): Float32Array {
  return Float32Array.from({ length: vectors.length / 3 }, (_, k) => origin + vectors[3 * k + axis]);
}

/** Index of each id in the arrays; ids are ascending. -1 if it is not a body. */
export function bodyIndex(ids: Int32Array, id: number): number {
  let low = 0;
  let high = ids.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = ids[middle];
    if (found === id) return middle;
    if (found < id) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Adds up something of every contact for both its bodies. */
function overContacts(frame: Frame, add: (values: Float32Array, body: number, contact: number) => void): Float32Array {
  const values = new Float32Array(frame.ids.length);
  frame.contactBodies.forEach((id, k) => {
    const body = id < 0 ? -1 : bodyIndex(frame.ids, id);
    if (body >= 0) add(values, body, k >> 1);
  });
  return values;
}

export function contactForce({ contactForces }: Frame, contact: number): number {
  return Math.hypot(contactForces[3 * contact], contactForces[3 * contact + 1], contactForces[3 * contact + 2]);
}

const AXES = ['x', 'y', 'z'] as const;

export const BODY_FIELDS: readonly BodyField[] = [
  { name: 'speed', label: 'Speed', unit: 'm/s', values: ({ velocities }) => norms(velocities) },
  { name: 'spin', label: 'Spin', unit: 'rad/s', values: ({ angularVelocities }) => norms(angularVelocities) },
  {
    name: 'force',
    label: 'Largest force',
    unit: 'N',
    values: (frame) =>
      overContacts(frame, (values, body, contact) => {
        values[body] = Math.max(values[body], contactForce(frame, contact));
      }),
  },
  {
    name: 'contacts',
    label: 'Number of contacts',
    unit: '',
    values: (frame) =>
      overContacts(frame, (values, body) => {
        values[body] = values[body] + 1;
      }),
  },
  {
    name: 'size',
    label: 'Size (outer radius)',
    unit: 'm',
    values: ({ scales, shapes }, { reaches }) => scales.map((scale, k) => scale * reaches[shapes[k]]),
  },
  {
    name: 'shape',
    label: 'Shape',
    unit: '',
    kinds: ({ shapes }) => shapes.map(({ name }) => name),
    values: ({ shapes }) => Float32Array.from(shapes),
  },
  {
    name: 'material',
    label: 'Material',
    unit: '',
    kinds: ({ materials }) => materials,
    values: ({ materials }) => Float32Array.from(materials),
  },
  { name: 'id', label: 'Id', unit: '', values: ({ ids }) => Float32Array.from(ids) },
  ...AXES.map((axis, k) => ({
    name: `velocity.${axis}`,
    label: `Velocity ${axis}`,
    unit: 'm/s',
    values: ({ velocities }: Frame) => components(velocities, k),
  })),
  ...AXES.map((axis, k) => ({
    name: `position.${axis}`,
    label: `Position ${axis}`,
    unit: 'm',
    values: ({ positions, origin }: Frame) => components(positions, k, origin[k]),
  })),
];

export function fieldNamed(name: string): BodyField {
  return BODY_FIELDS.find((field) => field.name === name) ?? BODY_FIELDS[0];
}

/** Smallest and largest of the finite values; [0, 1] if there is none. */
export function rangeOf(values: Float32Array): [low: number, high: number] {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : [0, 1];
}
