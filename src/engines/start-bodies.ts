// SPDX-License-Identifier: MIT
/**
 * The bodies of a simulation before its first step, those of insertions at the start included, and the atoms that an
 * engine has for them: one for a sphere, several for a clump. Atoms of an engine are numbered from 1.
 */
import { multiply, type Quaternion, rotate } from '../math/quaternion.ts';
import { add, scale as scaled, type Vector3 } from '../math/vector.ts';
import { bodyForm } from '../simulation/bodies/body-form.ts';
import { wallIds } from '../simulation/bodies/body-groups.ts';
import type { ClumpShape } from '../simulation/bodies/clump-shape.ts';
import { Simulation } from '../simulation/simulation.ts';
import type { SimulationSpec } from '../simulation/simulation-spec.ts';
import type { BodyView } from '../simulation/views/simulation-views.ts';

export interface StartBodies extends Omit<BodyView, 'force' | 'torque'> {
  /** 1 for bodies that do not move. */
  readonly fixed: Uint8Array;
}

export interface Atom {
  /** Index of its body. */
  readonly body: number;
  readonly radius: number;
  readonly position: Vector3;
}

/** The shapes that are clumps, by number. */
export type ClumpShapes = readonly (ClumpShape | undefined)[];

export function clumpShapes({ shapes = [] }: Pick<SimulationSpec, 'shapes'>): ClumpShapes {
  return shapes.map((shape) => ('clump' in shape ? bodyForm(shape) : undefined));
}

/** Volume and inertia of the shapes, by number; undefined for spheres. */
export function bodyForms({ shapes = [] }: Pick<SimulationSpec, 'shapes'>): ClumpShapes {
  return shapes.map((shape) => bodyForm(shape));
}

/** Bodies of the spec and of insertions at the start, which our own code places. */
export function startBodies(spec: SimulationSpec): StartBodies & Pick<Simulation, 'insertions'> {
  const simulation = new Simulation({ ...spec, threads: 1 });
  try {
    const held = wallIds(spec.bodies);
    const view = simulation.bodies();
    const progress = simulation.insertions();
    return { ...view, fixed: Uint8Array.from(view.ids, (id) => (held.has(id) ? 1 : 0)), insertions: () => progress };
  } finally {
    simulation.dispose();
  }
}

export function vectorAt(values: Float64Array, k: number): Vector3 {
  return { x: values[3 * k], y: values[3 * k + 1], z: values[3 * k + 2] };
}

export function quaternionAt(values: Float64Array, k: number): Quaternion {
  return { w: values[4 * k], x: values[4 * k + 1], y: values[4 * k + 2], z: values[4 * k + 3] };
}

/** From the principal axes of a clump to the world. */
export function principalTurn(bodies: Pick<BodyView, 'orientation'>, k: number, { principal }: ClumpShape): Quaternion {
  return multiply(quaternionAt(bodies.orientation, k), principal);
}

/** Atoms in the order of their numbers: spheres, then those of one clump after the other. */
export function* atomsOf(bodies: StartBodies, clumps: ClumpShapes): Generator<Atom, void> {
  for (let k = 0; k < bodies.count; k++) {
    if (clumps[bodies.shape[k]] !== undefined) continue;
    yield { body: k, radius: bodies.radius[k], position: vectorAt(bodies.position, k) };
  }
  for (const k of clumpBodies(bodies, clumps)) {
    const clump = clumps[bodies.shape[k]];
    if (clump === undefined) continue;
    const turn = principalTurn(bodies, k, clump);
    const position = vectorAt(bodies.position, k);
    const size = bodies.scale[k];
    for (const { centre, radius } of clump.spheres) {
      yield { body: k, radius: size * radius, position: add(position, rotate(turn, scaled(centre, size))) };
    }
  }
}

/** Indices of the bodies that are clumps. */
export function clumpBodies(bodies: StartBodies, clumps: ClumpShapes): number[] {
  return Array.from({ length: bodies.count }, (_, k) => k).filter((k) => clumps[bodies.shape[k]] !== undefined);
}
