// SPDX-License-Identifier: MIT
/**
 * What each field adds to the load of a body, as expressions: forces, their derivatives by the velocity, energies and
 * the state of a fluid. A frame of reference that turns and buoyancy are forces like others.
 */
import type { Vector3 } from '../math/vector.ts';
import * as layout from '../step-kernel/step-layout.ts';
import {
  binary,
  dependsOn,
  derivative,
  input,
  number,
  product,
  select,
  sum,
  type Tree,
  unary,
  ZERO,
} from './expression-tree.ts';
import { type FieldSpec, type FieldVector, type FluidSpec, isGrid, type RotatingFrameSpec } from './field-spec.ts';

export type TreeVector = readonly [Tree, Tree, Tree];

const AXES = ['x', 'y', 'z'] as const;
const VELOCITIES = ['vx', 'vy', 'vz'] as const;

/** A number that is added to a place of the load. */
export interface LoadOutput {
  readonly place: number;
  readonly tree: Tree;
  /** Whether only probes need it. */
  readonly isOfProbe?: boolean;
}

/** The velocity of a fluid at a body and its void fraction. */
export interface DragOutput {
  readonly fluid: FluidSpec;
  readonly velocity: TreeVector;
  readonly voids: Tree;
}

export interface FieldOutputs {
  readonly loads: readonly LoadOutput[];
  readonly drag?: DragOutput;
}

function cross([ax, ay, az]: TreeVector, [bx, by, bz]: TreeVector): TreeVector {
  const part = (a: Tree, b: Tree, c: Tree, d: Tree): Tree => binary('subtract', product(a, b), product(c, d));
  return [part(ay, bz, az, by), part(az, bx, ax, bz), part(ax, by, ay, bx)];
}

const scaled = (vector: TreeVector, factor: Tree): TreeVector =>
  vector.map((part) => product(factor, part)) as unknown as TreeVector;
const treesOf = (vector: FieldVector): TreeVector => vector.map(({ tree }) => tree) as unknown as TreeVector;

/** Centrifugal, Coriolis and Euler force. */
function frameForce({ angularVelocity, origin = [0, 0, 0] }: RotatingFrameSpec): TreeVector {
  const rate = treesOf(angularVelocity);
  const change = rate.map((part) => derivative(part, 'time')) as unknown as TreeVector;
  const place = AXES.map((name, k) => binary('subtract', input(name), number(origin[k] ?? 0))) as unknown as TreeVector;
  const velocity = VELOCITIES.map((name) => input(name)) as unknown as TreeVector;
  const centrifugal = cross(rate, cross(rate, place));
  const coriolis = scaled(cross(rate, velocity), number(2));
  const euler = cross(change, place);
  const all = [0, 1, 2].map((k) => sum(centrifugal[k] as Tree, coriolis[k] as Tree, euler[k] as Tree));
  return scaled(all as unknown as TreeVector, unary('negate', input('mass')));
}

/** The force of a field that is no gradient; undefined for potentials and fluids. */
export function workingForce({ force, acceleration, rotation }: FieldSpec): TreeVector | undefined {
  if (force !== undefined) return treesOf(force);
  if (acceleration !== undefined) return scaled(treesOf(acceleration), input('mass'));
  return rotation === undefined ? undefined : frameForce(rotation);
}

/** All forces of a field but drag, at a body. */
export function explicitForce(field: FieldSpec): TreeVector | undefined {
  const { potential } = field;
  if (potential === undefined) return workingForce(field);
  return AXES.map((name) => unary('negate', derivative(potential.tree, name))) as unknown as TreeVector;
}

function outputsOfVector(place: number, vector: TreeVector): LoadOutput[] {
  return vector.map((tree, k) => ({ place: place + k, tree }));
}

function fluidOutputs(fluid: FluidSpec, gravity: Vector3): FieldOutputs {
  const { velocity, voidFraction, buoyancy = true, drag } = fluid;
  const lift = [gravity.x, gravity.y, gravity.z].map((part) =>
    product(number(-fluid.density * part + 0), input('volume')),
  ) as unknown as TreeVector;
  const loads = buoyancy
    ? [...outputsOfVector(layout.LOAD_FORCE, lift), ...outputsOfVector(layout.LOAD_BUOYANCY, lift)]
    : [];
  if (drag === 'none') return { loads };
  const onGrid = [0, 1, 2].map((component) => ({ op: 'grid', component })) as unknown as TreeVector;
  const flow = velocity === undefined ? [ZERO, ZERO, ZERO] : isGrid(velocity) ? onGrid : treesOf(velocity);
  return { loads, drag: { fluid, velocity: flow as TreeVector, voids: voidsOf(voidFraction?.tree) } };
}

/** The void fraction; no number where an expression is not above 0 or is above 1, so that the step fails there. */
function voidsOf(given: Tree = number(1)): Tree {
  if (given.op === 'number') return given;
  const none = number(Number.NaN);
  return select(given, select(binary('subtract', given, number(1)), none, given), none);
}

/** What a field adds to the load of a body. */
export function outputsOf(field: FieldSpec, gravity: Vector3): FieldOutputs {
  if (field.fluid !== undefined) return fluidOutputs(field.fluid, gravity);
  const force = explicitForce(field) ?? [ZERO, ZERO, ZERO];
  const loads = outputsOfVector(layout.LOAD_FORCE, force);
  const { potential } = field;
  if (potential !== undefined) {
    loads.push({ place: layout.LOAD_RATE, tree: derivative(potential.tree, 'time') });
    loads.push({ place: layout.LOAD_ENERGY, tree: potential.tree, isOfProbe: true });
    return { loads };
  }
  loads.push(...outputsOfVector(layout.LOAD_WORKING, force));
  if (force.some((part) => dependsOn(part, VELOCITIES))) {
    force.forEach((part, row) => {
      VELOCITIES.forEach((name, column) => {
        loads.push({ place: layout.LOAD_JACOBIAN + 3 * row + column, tree: derivative(part, name) });
      });
    });
    loads.push({ place: layout.LOAD_HAS_JACOBIAN, tree: number(1) });
  }
  return { loads };
}
