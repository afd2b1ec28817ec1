// SPDX-License-Identifier: MIT
/**
 * Forces of all pairs in contact, each by its own law. A contact stores one number at its beginning: the damping for
 * its impact speed. It is a discrete state, because it changes only at events.
 */
import type { EventLaw } from '../contact-laws/event-law.ts';
import { impactDamping } from '../contact-laws/hunt-crossley.ts';
import { SceneError } from '../errors.ts';
import { cubeRoot } from '../math/elementary.ts';
import { dot } from '../math/vector.ts';
import type { BodyLoads } from '../motion/mechanical-system.ts';
import { contact } from '../narrow-phase/contact.ts';
import type { ContactPieces } from './contact-pieces.ts';
import { addLineContact, lineStiffness } from './line-contact.ts';
import { addPointContact } from './point-contact.ts';
import { slipVelocity, type TouchingPair } from './smooth-contact-force.ts';
import { addVolumeContact, areaOfPair, hasVolumeContact } from './volume-contact.ts';

/** Law of two bodies, by their indices in the list. */
export type LawOfBodies = (a: number, b: number) => EventLaw;

/** A pair in contact: its pieces, and the data set at its beginning. */
export interface ContactState extends Pick<TouchingPair, 'a' | 'b' | 'damping'> {
  readonly pair: number;
  /** m/s */
  readonly impactSpeed: number;
}

interface ActiveContact extends ContactState, TouchingPair {
  add(loads: BodyLoads): number;
}

export class ContactLoads {
  readonly #pieces: ContactPieces;
  readonly #lawOf: LawOfBodies;
  /** Sorted by pair, so sums of forces do not depend on the order in which contacts began. */
  #active: ActiveContact[] = [];
  #elasticEnergy = 0;

  constructor(pieces: ContactPieces, lawOf: LawOfBodies) {
    this.#pieces = pieces;
    this.#lawOf = lawOf;
  }

  /** From the last call of `add`, J. */
  get elasticEnergy(): number {
    return this.#elasticEnergy;
  }

  get contacts(): readonly ContactState[] {
    return this.#active;
  }

  /** Throws a SceneError if no form of the pair's law fits its shapes. */
  require(a: number, b: number): void {
    this.#formOf(a, b, this.#touching(a, b, 0));
  }

  /** Starts a contact of the placed bodies; `damping` restores that of an earlier start. */
  begin(pair: number, a: number, b: number, damping?: number): void {
    const pieces = this.#pieces;
    const law = this.#lawOf(pieces.pieces[a].owner, pieces.pieces[b].owner);
    const found = contact(pieces.pieces[a].shape, pieces.poses[a], pieces.pieces[b].shape, pieces.poses[b]);
    const impactSpeed = Math.max(0, dot(slipVelocity(pieces, { a, b }, found.point), found.normal));
    const asked = damping ?? law.damping ?? impactDamping(law.restitution) / Math.max(impactSpeed, law.slowestImpact);
    const touching = this.#touching(a, b, asked);
    this.#active.push({ ...touching, pair, impactSpeed, add: this.#formOf(a, b, touching) });
    this.#active.sort((x, y) => x.pair - y.pair);
  }

  /** Replaces all contacts by saved ones. */
  restore(contacts: readonly ContactState[]): void {
    this.#active = contacts.map(({ pair, impactSpeed, a, b, damping }) => {
      const touching = this.#touching(a, b, damping);
      return { ...touching, pair, impactSpeed, add: this.#formOf(a, b, touching) };
    });
  }

  /** Loads of one contact, with the bodies as placed. */
  loadsOf(index: number, loads: BodyLoads): void {
    loads.forces.fill(0);
    loads.torques.fill(0);
    loads.losses?.fill(0);
    this.#active[index]?.add(loads);
  }

  end(pair: number): void {
    this.#active = this.#active.filter((active) => active.pair !== pair);
  }

  /** Sets the loads to the forces of all contacts, with the bodies as placed. */
  set(loads: BodyLoads): void {
    loads.forces.fill(0);
    loads.torques.fill(0);
    loads.losses?.fill(0);
    this.#elasticEnergy = 0;
    for (const active of this.#active) this.#elasticEnergy += active.add(loads);
  }

  #touching(a: number, b: number, damping: number): TouchingPair {
    const pieces = this.#pieces;
    const law = this.#lawOf(pieces.pieces[a].owner, pieces.pieces[b].owner);
    const { friction, slipSpeed, rollingFriction, twistingFriction } = law;
    const radius = rollingFriction + twistingFriction > 0 ? effectiveRadius(pieces, a, b) : 0;
    return { a, b, damping, friction, slipSpeed, rollingFriction, twistingFriction, radius };
  }

  #formOf(a: number, b: number, pair: TouchingPair): (loads: BodyLoads) => number {
    const pieces = this.#pieces;
    const law = this.#lawOf(pieces.pieces[a].owner, pieces.pieces[b].owner);
    if (law.volume !== undefined && hasVolumeContact(pieces, a, b)) {
      const stiffness = { volume: law.volume.stiffness, line: law.line?.stiffness };
      const area = areaOfPair(pieces, a, b);
      return (loads) => addVolumeContact(pieces, pair, stiffness, area, loads);
    }
    const stiffness = lineStiffness(pieces, a, b, law);
    if (stiffness !== undefined) {
      return (loads) => addLineContact(pieces, pair, stiffness, loads);
    }
    if (law.point !== undefined) {
      const spring = law.point;
      return (loads) => addPointContact(pieces, pair, spring, loads);
    }
    const [kindA, kindB] = [pieces.pieces[a].shape.kind, pieces.pieces[b].shape.kind];
    const message =
      `law: none of its forms is for ${kindA} against ${kindB}; give it point, or line for capsules and tablets, ` +
      'or volume for polyhedra';
    throw new SceneError('no-law', message, { kinds: [kindA, kindB] });
  }
}

/**
 * 1 / R = 1 / R_a + 1 / R_b as with fixed time steps: a piece counts as the sphere of equal volume, a half-space as
 * flat.
 */
function effectiveRadius({ pieces }: ContactPieces, a: number, b: number): number {
  const curvature = (piece: number): number => {
    const { shape } = pieces[piece];
    if (shape.kind === 'halfSpace') return 0;
    return shape.kind === 'sphere' ? 1 / shape.radius : 1 / cubeRoot((0.75 / Math.PI) * shape.massProperties().volume);
  };
  return 1 / (curvature(a) + curvature(b));
}
