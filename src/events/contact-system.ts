// SPDX-License-Identifier: MIT
/**
 * A mechanical system with contacts for an integrator: f(t, y) or F(t, y, y') with the forces of the present contacts,
 * and the zero-crossing functions that detect changes (Neumayr & Otter 2017, eq. 1). The set of contacts is fixed
 * between events, so f is smooth.
 */
import { LARGEST_COORDINATE } from '../math/pose.ts';
import { addScaled, cross, dot, subtract, type Vector3, ZERO_VECTOR } from '../math/vector.ts';
import type { Crossing } from '../motion/integration.ts';
import {
  type BodyLoads,
  type BodyMotion,
  bodyLoads,
  type ConstrainedMechanicalSystem,
  type MechanicalSystem,
} from '../motion/mechanical-system.ts';
import type { ColumnGroup, ImplicitSystem, OdeSystem } from '../motion/ode-system.ts';
import { contact } from '../narrow-phase/contact.ts';
import { columnGroups } from './column-groups.ts';
import { ContactCrossings, type CrossingOptions, type CrossingsState } from './contact-crossings.ts';
import { ContactLoads, type ContactState, type LawOfBodies } from './contact-loads.ts';
import type { ContactPieces } from './contact-pieces.ts';
import { slipVelocity } from './smooth-contact-force.ts';

/** The beginning or the end of a contact. */
export interface ContactEvent {
  /** s */
  readonly time: number;
  /** Number of the pair of pieces; ascending at one time. */
  readonly pair: number;
  /** Indices of the bodies in the list. */
  readonly bodies: readonly [number, number];
  readonly isBeginning: boolean;
  /** Signed distance, m: about zero at the start of a contact, the hysteresis at its end. */
  readonly distance: number;
  /** m */
  readonly point: Vector3;
  /** Unit, from the first body to the second. */
  readonly normal: Vector3;
  /** Velocity of the first body relative to the second at the point, m/s; positive along the normal during approach. */
  readonly velocity: Vector3;
}

/** A pair of pieces that changes between contact and separation. */
export interface PairChange {
  readonly pair: number;
  readonly isBeginning: boolean;
}

/** Force and torque between two bodies in contact. */
export interface ContactWrench {
  /** Indices of the bodies in the list. */
  readonly bodies: readonly [number, number];
  /** Normal, at the beginning of the contact, m/s. */
  readonly impactSpeed: number;
  /** Signed, m; negative for overlap. */
  readonly distance: number;
  /** Unit, from the first body to the second. */
  readonly normal: Vector3;
  /** Point at which the resultant force acts, m. */
  readonly point: Vector3;
  /** Force on the second body, N. */
  readonly force: Vector3;
  /** Torque on the second body about `point`, N m; parallel to the force. */
  readonly torque: Vector3;
}

/** Contacts and tracked pairs; the integrator keeps the state of the mechanical system. */
export interface ContactSystemState {
  readonly crossings: CrossingsState;
  readonly contacts: readonly ContactState[];
}

function loadAt(loads: Float64Array, body: number, sign: number): Vector3 {
  const at = 3 * body;
  return { x: sign * loads[at], y: sign * loads[at + 1], z: sign * loads[at + 2] };
}

/** Largest coordinate of queries; a trial step beyond it is rejected and shortened. */
function isPlaceable(value: number): boolean {
  return Math.abs(value) <= LARGEST_COORDINATE;
}

/** Placed bodies and their loads. If losses are counted, their integrals are the last components of y. */
export interface SharedBodies {
  readonly motion: BodyMotion;
  readonly loads: BodyLoads;
}

/**
 * A mechanical system with contacts: its equations, and the zero-crossing functions that find their changes.
 *
 * @example
 * ```ts
 * import { halfSpace, pose, sphere } from 'scree/contact';
 * import {
 *   ContactPieces,
 *   ContactSystem,
 *   DormandPrince,
 *   eventLaw,
 *   FREE_BODY_STRIDE,
 *   FreeBodies,
 *   Integration,
 * } from 'scree/dem';
 *
 * const still = { x: 0, y: 0, z: 0 };
 * const gravity = { x: 0, y: 0, z: -10 };
 * const principal = pose({});
 * const bodies = new FreeBodies([{ mass: 1, inertia: [4e-3, 4e-3, 4e-3], principal, size: 0.1 }], gravity, 1);
 * const pieces = new ContactPieces([
 *   { name: 'ball', shape: sphere({ radius: 0.1 }), body: 0 },
 *   { name: 'floor', shape: halfSpace({ normal: [0, 0, 1], offset: 0 }) },
 * ]);
 * const law = eventLaw({ point: { stiffness: 1e5 } });
 * const system = new ContactSystem(bodies, pieces, () => law);
 * const start = new Float64Array(FREE_BODY_STRIDE);
 * bodies.setBody(start, 0, pose({ position: [0, 0, 0.6] }), still, still);
 * system.begin(0, start);
 * const integration = new Integration(new DormandPrince(system), 0, start, system.crossings);
 * const end = integration.advance(1);
 * console.log(end.kind, integration.time.toFixed(4)); // event 0.3162
 * ```
 */
export class ContactSystem implements OdeSystem {
  readonly size: number;
  readonly crossings: ContactCrossings;
  readonly #system: MechanicalSystem;
  readonly #loads: BodyLoads;
  readonly #contacts: ContactLoads;
  /** Number of loss integrals after the state of the system. */
  readonly #lossCount: number;
  #groups: readonly ColumnGroup[] | undefined;

  /**
   * Systems with different members may share the placed bodies and their loads; the laws are then known to fit. Throws
   * a SceneError for a pair of bodies without a law.
   *
   * @throws SceneError for a pair of bodies without a law.
   */
  constructor(
    system: MechanicalSystem,
    pieces: ContactPieces,
    lawOf: LawOfBodies,
    options: CrossingOptions = {},
    shared?: SharedBodies,
  ) {
    this.#system = system;
    this.#lossCount = shared?.loads.losses?.length ?? 0;
    this.size = system.size + this.#lossCount;
    this.crossings = new ContactCrossings(system, pieces, options, shared?.motion);
    this.#loads = shared?.loads ?? bodyLoads(system.bodyCount);
    this.#contacts = new ContactLoads(pieces, lawOf);
    if (shared === undefined) requireLaws(pieces, lawOf);
  }

  get contacts(): ContactLoads['contacts'] {
    return this.#contacts.contacts;
  }

  derivatives(t: number, y: Float64Array, out: Float64Array): void {
    if (!y.every(isPlaceable)) {
      out.fill(Number.NaN);
      return;
    }
    this.crossings.place(t, y);
    this.#contacts.set(this.#loads);
    this.#system.derivatives(t, y, this.#loads, out);
    for (let k = 0; k < this.#lossCount; k++) out[this.#system.size + k] = this.#loads.losses?.[k] ?? 0;
  }

  /** Columns of bodies without a common contact, directly or through a third body, have no common row. */
  columnGroups(): readonly ColumnGroup[] | undefined {
    const { bodyStride, bodyCount, members } = this.#system;
    if (bodyStride === undefined || this.#groups !== undefined) return this.#groups;
    const { pieces } = this.crossings.pieces;
    const indices = new Map(members?.map((body, k) => [body, k]));
    const indexOf = ({ body }: { readonly body: number }): number =>
      members === undefined ? body : (indices.get(body) ?? -1);
    const links = this.contacts.map(({ a, b }) => [indexOf(pieces[a]), indexOf(pieces[b])] as const);
    this.#groups = columnGroups(members?.length ?? bodyCount, bodyStride, links);
    return this.#groups;
  }

  /** The same as an implicit system, if the mechanical system is implicit. */
  implicit(system: ConstrainedMechanicalSystem): ImplicitSystem {
    return {
      size: this.size,
      algebraic: system.algebraic,
      residual: (t, y, yp, out) => {
        if (!y.every(isPlaceable)) {
          out.fill(Number.NaN);
          return;
        }
        this.crossings.place(t, y);
        this.#contacts.set(this.#loads);
        system.residual(t, y, yp, this.#loads, out);
      },
    };
  }

  /**
   * Finds the pairs in contact at the start.
   *
   * @throws SimulationError for more contacts than there are zero-crossing functions, where their number may not grow.
   */
  begin(t: number, y: Float64Array): readonly ContactEvent[] {
    this.crossings.prepare(t, y);
    const z = new Float64Array(this.crossings.count);
    this.crossings.evaluate(t, y, z);
    const indices = [...z.keys()].filter((i) => !(z[i] > 0));
    return this.#change(t, this.changesOf(indices.map((index) => ({ index, isRising: false }))));
  }

  /**
   * Switches the contacts whose functions have crossed zero, after placing the bodies.
   *
   * @throws SceneError for a pair of bodies without a law.
   */
  cross(t: number, y: Float64Array, crossed: readonly Crossing[]): readonly ContactEvent[] {
    return this.change(t, y, this.changesOf(crossed));
  }

  /** Pairs of the functions that have crossed zero; to be called before the next step. */
  changesOf(crossed: readonly Crossing[]): readonly PairChange[] {
    return crossed.map(({ index, isRising }) => ({ pair: this.crossings.pairOf(index), isBeginning: !isRising }));
  }

  /**
   * The same for pairs instead of functions.
   *
   * @throws SceneError for a pair of bodies without a law.
   */
  change(t: number, y: Float64Array, changes: readonly PairChange[]): readonly ContactEvent[] {
    this.crossings.place(t, y);
    return this.#change(t, changes);
  }

  /**
   * Starts with contacts of other systems of the same bodies.
   *
   * @throws SceneError for a pair of bodies without a law.
   */
  adopt(contacts: readonly ContactState[]): void {
    this.crossings.adopt(contacts.map(({ pair }) => pair));
    this.#contacts.restore([...contacts].sort((x, y) => x.pair - y.pair));
    this.#groups = undefined;
  }

  save(): ContactSystemState {
    const contacts = this.contacts.map(({ pair, impactSpeed, a, b, damping }) => ({
      pair,
      impactSpeed,
      a,
      b,
      damping,
    }));
    return { crossings: this.crossings.save(), contacts };
  }

  /**
   * Restores contacts saved by a system with the same bodies and laws.
   *
   * @throws SceneError for a pair of bodies without a law.
   */
  restore({ crossings, contacts }: ContactSystemState): void {
    this.crossings.restore(crossings);
    this.#contacts.restore(contacts);
    this.#groups = undefined;
  }

  /** Forces of all contacts in state y, one by one. */
  wrenches(t: number, y: Float64Array): ContactWrench[] {
    this.crossings.place(t, y);
    const { pieces } = this.crossings;
    return this.contacts.map((touching, index) => {
      const { a, b, impactSpeed } = touching;
      const [first, second] = [pieces.pieces[a], pieces.pieces[b]];
      const found = contact(first.shape, pieces.poses[a], second.shape, pieces.poses[b]);
      this.#contacts.loadsOf(index, this.#loads);
      const sign = second.body >= 0 ? 1 : -1;
      const piece = second.body >= 0 ? b : a;
      const force = loadAt(this.#loads.forces, pieces.pieces[piece].body, sign);
      const about = loadAt(this.#loads.torques, pieces.pieces[piece].body, sign);
      const moment = subtract(about, cross(subtract(found.point, pieces.origin(piece)), force));
      const size = dot(force, force);
      const shift = size > 0 ? addScaled(ZERO_VECTOR, cross(force, moment), 1 / size) : ZERO_VECTOR;
      return {
        bodies: [first.owner, second.owner] as const,
        impactSpeed,
        force,
        distance: found.distance,
        normal: found.normal,
        point: addScaled(found.point, shift, 1),
        torque: size > 0 ? addScaled(ZERO_VECTOR, force, dot(moment, force) / size) : moment,
      };
    });
  }

  /** Elastic energy of the contacts at the last evaluation of `energy`, J. */
  get elasticEnergy(): number {
    return this.#contacts.elasticEnergy;
  }

  /** Mechanical and elastic energy, J. */
  energy(t: number, y: Float64Array): number {
    this.crossings.place(t, y);
    this.#contacts.set(this.#loads);
    return this.#system.energy(t, y) + this.#contacts.elasticEnergy;
  }

  #change(time: number, changes: readonly PairChange[]): readonly ContactEvent[] {
    const { crossings } = this;
    const { pieces } = crossings;
    const events = changes.map(({ pair, isBeginning }) => {
      const [a, b] = crossings.piecesOf(pair);
      const [first, second] = [pieces.pieces[a], pieces.pieces[b]];
      const bodies = [first.owner, second.owner] as const;
      const { distance, point, normal } = contact(first.shape, pieces.poses[a], second.shape, pieces.poses[b]);
      const velocity = slipVelocity(pieces, { a, b }, point);
      return { time, pair, bodies, isBeginning, distance, point, normal, velocity };
    });
    events.sort((x, y) => x.pair - y.pair);
    this.#groups = undefined;
    for (const { pair, isBeginning } of events) {
      const [a, b] = crossings.piecesOf(pair);
      if (isBeginning) this.#contacts.begin(pair, a, b);
      else this.#contacts.end(pair);
      crossings.setTouching(pair, isBeginning);
    }
    return events;
  }
}

/** Throws a SceneError if no form of a pair's law fits its shapes: at the start, not when the pair first touches. */
export function requireLaws(all: ContactPieces, lawOf: LawOfBodies): void {
  const loads = new ContactLoads(all, lawOf);
  const { pieces } = all;
  const seen = new Set<string>();
  for (let a = 0; a < pieces.length; a++) {
    for (let b = a + 1; b < pieces.length; b++) {
      const [p, q] = [pieces[a], pieces[b]];
      if (!all.mayTouch(a, b)) continue;
      const key = `${p.owner} ${p.shape.kind} ${q.owner} ${q.shape.kind}`;
      if (seen.has(key)) continue;
      seen.add(key);
      loads.require(a, b);
    }
  }
}
