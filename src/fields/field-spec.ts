// SPDX-License-Identifier: MIT
/** What acts on bodies besides contacts, bonds and gravity: force fields and a fluid, each on all bodies or on some. */
import { SceneError } from '../errors.ts';
import { dependsOn, eachPart, INPUTS, type Tree } from './expression-tree.ts';

/** An expression in SI units and the text that it was read from, for messages. */
export interface FieldExpression {
  readonly text: string;
  readonly tree: Tree;
}

/** A vector of three expressions along the world axes, in SI units. */
export type FieldVector = readonly [FieldExpression, FieldExpression, FieldExpression];

export const DRAG_LAWS = ['stokes', 'schiller-naumann', 'di-felice', 'gidaspow', 'hoelzer-sommerfeld', 'none'] as const;
/**
 * Name of a drag law.
 *
 * @example
 * ```ts no-run
 * import type { DragLaw, FluidSpec } from 'scree/dem';
 *
 * const drag: DragLaw = 'schiller-naumann';
 * const air: Pick<FluidSpec, 'drag'> = { drag };
 * ```
 */
export type DragLaw = (typeof DRAG_LAWS)[number];

/** Velocities at the points of a regular grid, trilinear in between. */
export interface FlowGrid {
  /** m */
  readonly origin: readonly [number, number, number];
  /** m */
  readonly spacing: readonly [number, number, number];
  /** Numbers of points along x, y and z. */
  readonly points: readonly [number, number, number];
  /** Three components a point, m/s; x fastest, then y, then z. */
  readonly values: Float64Array;
  /** Outside the grid the fluid has the velocity of the nearest point, or none; default `nearest`. */
  readonly outside?: 'nearest' | 'none';
}

/** A fluid that acts on bodies and that they do not act on. */
export interface FluidSpec {
  /** kg/m3 */
  readonly density: number;
  /** Dynamic viscosity, Pa s. */
  readonly viscosity: number;
  /** m/s; default at rest. */
  readonly velocity?: FieldVector | FlowGrid;
  /** Default `schiller-naumann`. */
  readonly drag?: DragLaw;
  /** Volume of fluid over volume, above 0 and at most 1; default 1. For `di-felice` and `gidaspow`. */
  readonly voidFraction?: FieldExpression;
  /** Whether the displaced fluid lifts the body against gravity; default true. */
  readonly buoyancy?: boolean;
  /** Surface of the sphere of equal volume over that of the body; default 1. For `hoelzer-sommerfeld`. */
  readonly sphericity?: number;
  /** The same for areas across and along the flow; default `sphericity`. */
  readonly crosswiseSphericity?: number;
  readonly lengthwiseSphericity?: number;
}

/** A frame of reference that turns: centrifugal, Coriolis and Euler forces. */
export interface RotatingFrameSpec {
  /** rad/s; may depend on time. */
  readonly angularVelocity: FieldVector;
  /** A point of the axis, m; default the origin. */
  readonly origin?: readonly [number, number, number];
}

/** One field: exactly one of potential, force, acceleration, rotation and fluid. */
export interface FieldSpec {
  readonly name: string;
  /** Names of materials; default all. */
  readonly materials?: readonly string[];
  /** Ranges of ids, from the first to before the second; default all. */
  readonly ids?: readonly (readonly [number, number])[];
  /** J; the force is minus its gradient. */
  readonly potential?: FieldExpression;
  /** N */
  readonly force?: FieldVector;
  /** m/s2 */
  readonly acceleration?: FieldVector;
  readonly rotation?: RotatingFrameSpec;
  readonly fluid?: FluidSpec;
}

export const FIELD_KINDS = ['potential', 'force', 'acceleration', 'rotation', 'fluid'] as const;
const VELOCITIES = ['vx', 'vy', 'vz'] as const;

/** Materials by what fields need of them. */
export interface FieldMaterial {
  readonly name: string;
  readonly density: number;
  readonly properties?: Readonly<Record<string, number>>;
}

function refuse(path: string, problem: string): never {
  throw new SceneError('bad-field', `${path}: ${problem}`);
}

export const isGrid = (velocity: FieldVector | FlowGrid): velocity is FlowGrid => 'points' in velocity;

/** Every expression of a field with its key. */
export function expressionsOf(field: FieldSpec): (readonly [key: string, expression: FieldExpression])[] {
  const { potential, force, acceleration, rotation, fluid } = field;
  const vector = (key: string, value: FieldVector | FlowGrid | undefined) =>
    value === undefined || isGrid(value)
      ? []
      : value.map((each, k): [string, FieldExpression] => [`${key}[${k}]`, each]);
  return [
    ...(potential === undefined ? [] : [['potential', potential] as const]),
    ...vector('force', force),
    ...vector('acceleration', acceleration),
    ...vector('rotation.angularVelocity', rotation?.angularVelocity),
    ...vector('fluid.velocity', fluid?.velocity),
    ...(fluid?.voidFraction === undefined ? [] : [['fluid.voidFraction', fluid.voidFraction] as const]),
  ];
}

/** Throws a SceneError that starts with the path of the wrong entry. */
export function checkFields(fields: readonly FieldSpec[], materials: readonly FieldMaterial[]): void {
  fields.forEach((field, k) => {
    const path = `fields[${k}]`;
    const kinds = FIELD_KINDS.filter((kind) => field[kind] !== undefined);
    if (kinds.length !== 1) {
      refuse(path, `expected exactly one of ${FIELD_KINDS.join(', ')}, got ${kinds.join(' and ') || 'none'}`);
    }
    checkChosen(field, path, materials);
    for (const [key, { tree }] of expressionsOf(field)) checkTree(field, tree, `${path}.${key}`, materials);
    if (field.fluid !== undefined) checkFluid(field.fluid, `${path}.fluid`);
  });
  const fluids = fields.flatMap((field, k) => (field.fluid === undefined ? [] : [{ field, k }]));
  for (const [n, { field, k }] of fluids.entries()) {
    const other = fluids.slice(0, n).find(({ field: before }) => mayShareBodies(before, field, materials));
    if (other === undefined) continue;
    refuse(
      `fields[${k}].fluid`,
      `may act on the same bodies as the fluid of "${other.field.name}"; separate them by material`,
    );
  }
}

function mayShareBodies(a: FieldSpec, b: FieldSpec, materials: readonly FieldMaterial[]): boolean {
  const all = materials.map(({ name }) => name);
  const sharesMaterial = (a.materials ?? all).some((name) => (b.materials ?? all).includes(name));
  if (!sharesMaterial || a.ids === undefined || b.ids === undefined) return sharesMaterial;
  return a.ids.some(([from, to]) => (b.ids ?? []).some(([first, end]) => from < end && first < to));
}

function checkChosen({ materials: names, ids }: FieldSpec, path: string, materials: readonly FieldMaterial[]): void {
  const known = materials.map(({ name }) => name);
  if (names?.length === 0) refuse(`${path}.materials`, 'expected at least one; leave it out for all bodies');
  names?.forEach((name, k) => {
    if (!known.includes(name)) {
      refuse(
        `${path}.materials[${k}]`,
        `expected one of ${known.map((each) => `"${each}"`).join(', ')}, got "${name}"`,
      );
    }
  });
  ids?.forEach(([from, to], k) => {
    if (!(Number.isInteger(from) && Number.isInteger(to) && from >= 0 && to >= from)) {
      refuse(`${path}.ids[${k}]`, `expected two ids, from and before, got ${from} and ${to}`);
    }
  });
}

function checkTree(field: FieldSpec, tree: Tree, path: string, materials: readonly FieldMaterial[]): void {
  const used = materials.filter(({ name }) => field.materials?.includes(name) ?? true);
  eachPart(tree, (part) => {
    if (part.op === 'number' && !Number.isFinite(part.value)) refuse(path, `has the number ${part.value}`);
    if (part.op === 'floor' && field.potential !== undefined) {
      refuse(path, 'floor, ceil and round have no gradient; give a force instead of a potential');
    }
    if (part.op === 'input' && !INPUTS.includes(part.name)) refuse(path, `knows no "${part.name}"`);
    if (part.op !== 'property' || part.name === 'density') return;
    const lacking = used.find(({ properties }) => properties?.[part.name] === undefined);
    if (lacking === undefined) return;
    refuse(
      path,
      `material "${lacking.name}" has no property "${part.name}"; add it, or limit the field by \`materials\``,
    );
  });
  if (field.potential !== undefined && dependsOn(tree, VELOCITIES)) {
    refuse(path, 'a potential depends on no velocity; give a force');
  }
  if (
    field.rotation !== undefined &&
    dependsOn(
      tree,
      [...INPUTS].filter((name) => name !== 'time'),
    )
  ) {
    refuse(path, 'the angular velocity of a frame depends on time alone');
  }
  if (field.fluid !== undefined && dependsOn(tree, VELOCITIES)) {
    refuse(path, 'the state of the fluid does not depend on the velocity of a body');
  }
}

function checkFluid(fluid: FluidSpec, path: string): void {
  const positive = (key: 'density' | 'viscosity' | 'sphericity' | 'crosswiseSphericity' | 'lengthwiseSphericity') => {
    const value = fluid[key];
    if (value !== undefined && !(value > 0 && value < Infinity)) {
      refuse(`${path}.${key}`, `expected a number > 0, got ${value}`);
    }
  };
  for (const key of ['density', 'viscosity', 'sphericity', 'crosswiseSphericity', 'lengthwiseSphericity'] as const) {
    positive(key);
  }
  const { drag = 'schiller-naumann', voidFraction, velocity, sphericity } = fluid;
  if (!DRAG_LAWS.includes(drag)) refuse(`${path}.drag`, `expected one of ${DRAG_LAWS.join(', ')}, got "${drag}"`);
  const isForBeds = drag === 'di-felice' || drag === 'gidaspow';
  if (voidFraction !== undefined && !isForBeds) {
    refuse(`${path}.voidFraction`, `the drag law ${drag} is for single bodies; use di-felice or gidaspow`);
  }
  if (voidFraction?.tree.op === 'number' && !(voidFraction.tree.value > 0 && voidFraction.tree.value <= 1)) {
    refuse(`${path}.voidFraction`, `expected a number above 0, at most 1, got ${voidFraction.tree.value}`);
  }
  if (sphericity !== undefined && drag !== 'hoelzer-sommerfeld') {
    refuse(`${path}.sphericity`, `the drag law ${drag} is for spheres; use hoelzer-sommerfeld`);
  }
  if (velocity === undefined || !isGrid(velocity)) return;
  const { origin, spacing, points, values } = velocity;
  const count = points[0] * points[1] * points[2];
  if (!(points.every((n) => Number.isInteger(n) && n > 0) && spacing.every((h) => h > 0 && h < Infinity))) {
    refuse(`${path}.velocity`, 'a grid needs whole numbers of points and spacings > 0');
  }
  if (!origin.every(Number.isFinite)) refuse(`${path}.velocity`, `a grid needs an origin, got ${origin.join(', ')}`);
  if (values.length !== 3 * count) {
    refuse(`${path}.velocity`, `a grid of ${count} points needs ${3 * count} values, got ${values.length}`);
  }
  const bad = values.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) refuse(`${path}.velocity`, `value ${bad % 3} of point ${Math.floor(bad / 3)} is ${values[bad]}`);
}
