// SPDX-License-Identifier: MIT
/**
 * The quantities of a time series by name: `energy.kinetic`, `count.contacts`, `body.ball.position.z`,
 * `mesh.drum.moment`.
 */
import { MEASURED_FORMS, type MeasuredQuantity, measuredQuantity } from './measured-quantity.ts';

const ENERGY_PARTS = [
  'kinetic',
  'rotational',
  'potential',
  'elastic',
  'frictionLoss',
  'dampingLoss',
  'rollingLoss',
  'bondEnergy',
  'bondDampingLoss',
  'breakageLoss',
  'fieldEnergy',
  'fieldWork',
  'dragLoss',
  'fluidWork',
  'globalDampingLoss',
  'wallWork',
  'insertedEnergy',
  'outletEnergy',
  'escapedEnergy',
  'parameterWork',
  'balance',
  'total',
] as const;
const OF_BONDS = ['bonds', 'breaks', 'fragments', 'largestFragment'] as const;
const COUNTED = ['bodies', 'contacts', 'pairs', 'rebuilds', 'events', 'steps', ...OF_BONDS] as const;
export const BODY_VALUES = ['position', 'orientation', 'velocity', 'angularVelocity', 'force', 'torque'] as const;
const HALF_SPACE_VALUES = ['force', 'position'] as const;
const OUTLET_VALUES = ['count', 'mass', 'energy'] as const;
const INSERTION_VALUES = ['count', 'mass', 'waiting', 'porosity'] as const;
export const SERVO_VALUES = ['displacement', 'velocity', 'force'] as const;
const JOINT_NUMBERS = ['coordinate', 'speed', 'effort'] as const;
const JOINT_VECTORS = ['force', 'torque'] as const;
export const MESH_VALUES = ['force', 'moment', 'position', 'orientation'] as const;
const MESH_NUMBERS = ['power'] as const;

/**
 * Component of a vector or quaternion.
 *
 * @example
 * ```ts no-run
 * import type { Component } from 'scree';
 *
 * const vertical: Component = 'z';
 * ```
 */
export type Component = 'w' | 'x' | 'y' | 'z';

/** A quantity of a table. `columns` are its headings: one, or one for each component. */
export type OutputQuantity = { readonly columns: readonly string[] } & (
  | { readonly kind: 'energy'; readonly part: (typeof ENERGY_PARTS)[number] }
  | { readonly kind: 'count'; readonly of: (typeof COUNTED)[number] }
  /** Largest overlap over the smaller radius. */
  | { readonly kind: 'overlap' }
  | VectorOf<'body', (typeof BODY_VALUES)[number]>
  | VectorOf<'mesh', (typeof MESH_VALUES)[number]>
  /** What the mesh does to the bodies, in the last step. */
  | ScalarOf<'meshNumber', (typeof MESH_NUMBERS)[number]>
  /** The force of the contacts in the last step; the point of the plane that is nearest to the origin. */
  | VectorOf<'halfSpace', (typeof HALF_SPACE_VALUES)[number]>
  /** Bodies that have left so far. */
  | ScalarOf<'outlet', (typeof OUTLET_VALUES)[number]>
  /** Bodies that left the domain so far and were deleted. */
  | { readonly kind: 'escaped'; readonly value: (typeof OUTLET_VALUES)[number] }
  | ScalarOf<'insertion', (typeof INSERTION_VALUES)[number]>
  /** Of a servo wall, along its direction. */
  | ScalarOf<'servo', (typeof SERVO_VALUES)[number]>
  /** Angle or displacement, its rate, and what acts along it; with variable steps. */
  | ScalarOf<'joint', (typeof JOINT_NUMBERS)[number]>
  /** Force and torque of the parent on the child. */
  | VectorOf<'jointLoad', (typeof JOINT_VECTORS)[number]>
  | MeasuredQuantity
);

interface ScalarOf<Kind extends string, Value extends string> {
  readonly kind: Kind;
  readonly name: string;
  readonly value: Value;
}

interface VectorOf<Kind extends string, Value extends string> {
  readonly kind: Kind;
  readonly name: string;
  readonly value: Value;
  readonly components: readonly Component[];
}

/** What messages list. */
export const QUANTITY_FORMS = [
  `energy.(${ENERGY_PARTS.join('|')})`,
  `count.(${COUNTED.join('|')})`,
  'overlap.max',
  `body.NAME.(${BODY_VALUES.join('|')})[.x|y|z]`,
  `mesh.NAME.(${MESH_VALUES.join('|')})[.x|y|z]`,
  `mesh.NAME.(${MESH_NUMBERS.join('|')})`,
  `halfSpace.NAME.(${HALF_SPACE_VALUES.join('|')})[.x|y|z]`,
  `outlet.NAME.(${OUTLET_VALUES.join('|')})`,
  `escaped.(${OUTLET_VALUES.join('|')})`,
  `insertion.NAME.(${INSERTION_VALUES.join('|')})`,
  `servo.NAME.(${SERVO_VALUES.join('|')})`,
  `joint.NAME.(${JOINT_NUMBERS.join('|')})`,
  `joint.NAME.(${JOINT_VECTORS.join('|')})[.x|y|z]`,
  ...MEASURED_FORMS,
];

const NUMBER_OF_SOMETHING = /^(outlet|insertion|servo|joint|mesh)\.(.+?)\.([A-Za-z]+)$/;
const OF_SOMETHING = /^(body|mesh|halfSpace|joint)\.(.+?)\.([A-Za-z]+)(?:\.([wxyz]))?$/;

function find<Word extends string>(words: readonly Word[], word: string): Word | undefined {
  return words.find((each) => each === word);
}

/** The quantity of a name, or undefined if no quantity has this form. */
export function outputQuantity(text: string): OutputQuantity | undefined {
  const columns = [text];
  const measured = measuredQuantity(text);
  if (measured !== undefined) return measured;
  if (text === 'overlap.max') return { kind: 'overlap', columns };
  if (text.startsWith('energy.')) {
    const part = find(ENERGY_PARTS, text.slice('energy.'.length));
    return part && { kind: 'energy', part, columns };
  }
  if (text.startsWith('count.')) {
    const of = find(COUNTED, text.slice('count.'.length));
    return of && { kind: 'count', of, columns };
  }
  if (text.startsWith('escaped.')) {
    const value = find(OUTLET_VALUES, text.slice('escaped.'.length));
    return value && { kind: 'escaped', value, columns };
  }
  const [, counter, of = '', what = ''] = NUMBER_OF_SOMETHING.exec(text) ?? [];
  if (counter === 'outlet') {
    const value = find(OUTLET_VALUES, what);
    return value && { kind: counter, name: of, value, columns };
  }
  if (counter === 'servo') {
    const value = find(SERVO_VALUES, what);
    return value && { kind: counter, name: of, value, columns };
  }
  if (counter === 'insertion') {
    const value = find(INSERTION_VALUES, what);
    return value && { kind: counter, name: of, value, columns };
  }
  if (counter === 'joint') {
    const value = find(JOINT_NUMBERS, what);
    if (value !== undefined) return { kind: counter, name: of, value, columns };
  }
  if (counter === 'mesh') {
    const value = find(MESH_NUMBERS, what);
    if (value !== undefined) return { kind: 'meshNumber', name: of, value, columns };
  }
  const [, kind, name = '', word = '', component] = OF_SOMETHING.exec(text) ?? [];
  const all: readonly Component[] = word === 'orientation' ? ['w', 'x', 'y', 'z'] : ['x', 'y', 'z'];
  const components = component === undefined ? all : all.filter((each) => each === component);
  if (components.length === 0) return undefined;
  const headings = component === undefined ? all.map((each) => `${text}.${each}`) : columns;
  if (kind === 'body') {
    const value = find(BODY_VALUES, word);
    return value && { kind, name, value, components, columns: headings };
  }
  if (kind === 'halfSpace') {
    const value = find(HALF_SPACE_VALUES, word);
    return value && { kind, name, value, components, columns: headings };
  }
  if (kind === 'joint') {
    const value = find(JOINT_VECTORS, word);
    return value && { kind: 'jointLoad', name, value, components, columns: headings };
  }
  const value = find(MESH_VALUES, word);
  return kind === 'mesh' && value ? { kind, name, value, components, columns: headings } : undefined;
}
