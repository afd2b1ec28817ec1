// SPDX-License-Identifier: MIT
/** The views of a simulation at its present time. */
import type { Quaternion } from '../../math/quaternion.ts';
import type { Vector3 } from '../../math/vector.ts';

/** Parts of a state, which a device gives one by one. The loads on meshes come with the contacts. */
export const STATE_PARTS = ['energy', 'statistics', 'halfSpaceLoads', 'bodies', 'contacts'] as const;
export type StatePart = (typeof STATE_PARTS)[number];

/** Bodies in the order of their ids, as flat copies; vectors have stride 3, orientations stride 4 (w first). */
export interface BodyView {
  readonly count: number;
  readonly ids: Int32Array;
  /** Numbers of `spec.shapes` and `spec.materials`. */
  readonly shape: Int32Array;
  readonly material: Int32Array;
  /** Of the smallest sphere around the centre of mass that holds the body, m. */
  readonly radius: Float64Array;
  /** Factor on the shape's size, to rounding. */
  readonly scale: Float64Array;
  /** Of the centre of mass, m. */
  readonly position: Float64Array;
  /** Of the shape's own frame. */
  readonly orientation: Float64Array;
  /** m/s, at the present time, not at the half step before. */
  readonly velocity: Float64Array;
  /** In world axes, rad/s. */
  readonly angularVelocity: Float64Array;
  /** Sum of the contact forces, N, without gravity. */
  readonly force: Float64Array;
  /** Sum of the contact torques about the centre of mass, N m. */
  readonly torque: Float64Array;
}

/** State of one body at the present time, in SI units and world axes. */
export interface BodyState {
  readonly id: number;
  readonly shape: number;
  readonly material: number;
  /** m */
  readonly radius: number;
  /** Factor on the shape's size, to rounding. */
  readonly scale: number;
  /** Of the centre of mass, m. */
  readonly position: Vector3;
  readonly orientation: Quaternion;
  /** m/s */
  readonly velocity: Vector3;
  /** In world axes, rad/s. */
  readonly angularVelocity: Vector3;
  /** Sum of the contact forces, N. */
  readonly force: Vector3;
  /** Sum of the contact torques about the centre of mass, N m. */
  readonly torque: Vector3;
}

/**
 * `ContactView.kind` of a contact between two bodies; `idB` is the id of the second.
 *
 * @example
 * ```ts
 * import { CONTACT_BODY, CONTACT_HALF_SPACE, CONTACT_MESH, Simulation } from 'scree/dem';
 *
 * const simulation = new Simulation({
 *   timeStep: 1e-4,
 *   gravity: [0, 0, -9.81],
 *   law: { normal: 'linear' },
 *   materials: [{ name: 'glass', density: 2500, stiffness: 5000 }],
 *   shapes: [{ name: 'marble', sphere: { radius: 0.01 } }],
 *   bodies: [{ shape: 'marble', material: 'glass', position: [0, 0, 0.0099] }],
 *   halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'glass' }],
 * });
 * const names = new Map([
 *   [CONTACT_BODY, 'body'],
 *   [CONTACT_HALF_SPACE, 'half-space'],
 *   [CONTACT_MESH, 'mesh'],
 * ]);
 * console.log(names.get(simulation.contacts().kind[0])); // half-space
 * ```
 */
export const CONTACT_BODY = 0;
/** `ContactView.kind` of a contact with a half-space; `idB` is its number. */
export const CONTACT_HALF_SPACE = 1;
/** `ContactView.kind` of a contact with a mesh; `idB` is its number. */
export const CONTACT_MESH = 2;

/**
 * Contacts in the order of the neighbour list, then those with meshes and of bodies that are not spheres, as flat
 * copies; vectors have stride 3.
 */
export interface ContactView {
  readonly count: number;
  readonly idA: Int32Array;
  /** Id of the second body, or number of the half-space or mesh in the spec. */
  readonly idB: Int32Array;
  /** CONTACT_BODY, CONTACT_HALF_SPACE or CONTACT_MESH. */
  readonly kind: Int32Array;
  /** Facet of the mesh that is touched; -1 without a mesh. */
  readonly facet: Int32Array;
  /** Kind of mesh feature: 0 a vertex, 1 an edge, 2 a facet; -1 without a mesh. */
  readonly feature: Int32Array;
  /** Number of that vertex, edge or facet; -1 without a mesh. */
  readonly featureId: Int32Array;
  /** Three numbers a contact, m. */
  readonly point: Float64Array;
  /** Unit, from A to B. */
  readonly normal: Float64Array;
  /** m */
  readonly overlap: Float64Array;
  /** On A, N. */
  readonly force: Float64Array;
}

/** Contacts to be filled in, none with a mesh. */
export function emptyContactView(count: number): ContactView {
  return {
    count,
    idA: new Int32Array(count),
    idB: new Int32Array(count),
    kind: new Int32Array(count),
    facet: new Int32Array(count).fill(-1),
    feature: new Int32Array(count).fill(-1),
    featureId: new Int32Array(count).fill(-1),
    point: new Float64Array(3 * count),
    normal: new Float64Array(3 * count),
    overlap: new Float64Array(count),
    force: new Float64Array(3 * count),
  };
}

/** Present energies, losses, and energy that came in or left, J. */
export interface EnergyBalance {
  /** Of translation, J; all others are in J too. */
  readonly kinetic: number;
  /** J */
  readonly rotational: number;
  /** -m g.x, summed. */
  readonly potential: number;
  /** In the springs of contacts, normal and tangential, less the work of cohesion. */
  readonly elastic: number;
  /** J */
  readonly frictionLoss: number;
  /** J */
  readonly dampingLoss: number;
  /** J */
  readonly rollingLoss: number;
  /** J */
  readonly globalDampingLoss: number;
  /** In the springs of bonds. */
  readonly bondEnergy: number;
  /** Work of the dashpots of bonds. */
  readonly bondDampingLoss: number;
  /** Energy of the springs of bonds when they broke, less that of contacts that began by it. */
  readonly breakageLoss: number;
  /** In the potentials of force fields. */
  readonly fieldEnergy: number;
  /** Done by force fields without a potential, by potentials that change with time, and by forces from programs. */
  readonly fieldWork: number;
  /** Drag times the velocity of the fluid relative to the bodies. */
  readonly dragLoss: number;
  /** Done by the fluid: drag times its velocity, and the work of buoyancy. */
  readonly fluidWork: number;
  /** Done on the bodies by walls and bodies that are moved, and by periodic sides that lift bodies against gravity. */
  readonly wallWork: number;
  /** Energy of all bodies when they were added, minus the energy of bodies that `removeBody` removed. */
  readonly insertedEnergy: number;
  /** Energy of bodies that left through outlets, with that of their contacts. */
  readonly outletEnergy: number;
  /** Energy of the bodies that left the domain and were deleted, with their velocities half a step earlier. */
  readonly escapedEnergy: number;
  /** What changes of parameters between two steps did to the energy present, as of a stiffness in strained contacts. */
  readonly parameterWork: number;
  /**
   * Error of the balance: present energy plus losses plus energy that left, minus energy that came in. Of the order of
   * the square of the time step, and of the losses of one step.
   */
  readonly balance: number;
}

/** Sizes of the neighbour list and of the contacts. */
export interface SimulationStatistics {
  /** Pairs in the neighbour list, half-spaces included. */
  readonly pairs: number;
  readonly contacts: number;
  /** How often the list has been made. */
  readonly rebuilds: number;
  /** Largest overlap over the smaller radius, at the last step. */
  readonly maxOverlapRatio: number;
  readonly bytes: number;
}
