// SPDX-License-Identifier: MIT
/**
 * The forces of all pairs in contact, each by the law and form that the pair has. A contact keeps one number from its beginning: the damping that its impact speed
 * asks for. It changes at events only, and so is a discrete state of the system.
 */
import type { EventLaw } from '../contact-laws/event-law.ts';
import { impactDamping } from '../contact-laws/hunt-crossley.ts';
import { SceneError } from '../errors.ts';
import { dot } from '../math/vector.ts';
import type { BodyLoads } from '../motion/mechanical-system.ts';
import { contact } from '../narrow-phase/contact.ts';
import { slipVelocity, type TouchingPair } from './contact-force.ts';
import type { ContactPieces } from './contact-pieces.ts';
import { addLineContact, capsuleOf } from './line-contact.ts';
import { addPointContact } from './point-contact.ts';
import { addVolumeContact, areaOfPair, hasVolumeContact } from './volume-contact.ts';

/** Law of two bodies, by their indices in the list. */
export type LawOfBodies = (a: number, b: number) => EventLaw;

/** A pair in contact: its pieces, and what its beginning has set. */
export interface ContactState extends TouchingPair {
  readonly pair: number;
  /** m/s */
  readonly impactSpeed: number;
}

interface ActiveContact extends ContactState {
  add(loads: BodyLoads): number;
}

export class ContactLoads {
  readonly #pieces: ContactPieces;
  readonly #lawOf: LawOfBodies;
  /** In ascending order of the pairs: sums of forces do not depend on which contact began first. */
  #active: ActiveContact[] = [];
  #elasticEnergy = 0;

  constructor(pieces: ContactPieces, lawOf: LawOfBodies) {
    this.#pieces = pieces;
    this.#lawOf = lawOf;
  }

  /** Of the last call of `add`, J. */
  get elasticEnergy(): number {
    return this.#elasticEnergy;
  }

  get contacts(): readonly ContactState[] {
    return this.#active;
  }

  /** Throws a SceneError where no form of the pair's law fits its shapes. */
  require(a: number, b: number): void {
    this.#formOf(a, b, { a, b, damping: 0, friction: 0, slipSpeed: 1 });
  }

  /** A pair comes into contact, with the bodies as they are placed now; `damping` is that of an earlier beginning. */
  begin(pair: number, a: number, b: number, damping?: number): void {
    const pieces = this.#pieces;
    const law = this.#lawOf(pieces.pieces[a].owner, pieces.pieces[b].owner);
    const found = contact(pieces.pieces[a].shape, pieces.poses[a], pieces.pieces[b].shape, pieces.poses[b]);
    const rough: TouchingPair = { a, b, damping: 0, friction: law.friction, slipSpeed: law.slipSpeed };
    const impactSpeed = Math.max(0, dot(slipVelocity(pieces, rough, found.point), found.normal));
    const asked = damping ?? law.damping ?? impactDamping(law.restitution) / Math.max(impactSpeed, law.slowestImpact);
    const touching: TouchingPair = { ...rough, damping: asked };
    this.#active.push({ ...touching, pair, impactSpeed, add: this.#formOf(a, b, touching) });
    this.#active.sort((x, y) => x.pair - y.pair);
  }

  /** Contacts as another program had them, in the place of these. */
  restore(contacts: readonly ContactState[]): void {
    this.#active = contacts.map(({ pair, impactSpeed, a, b, damping, friction, slipSpeed }) => {
      const touching: TouchingPair = { a, b, damping, friction, slipSpeed };
      return { ...touching, pair, impactSpeed, add: this.#formOf(a, b, touching) };
    });
  }

  /** Loads of one contact alone, with the bodies as they are placed now. */
  loadsOf(index: number, loads: BodyLoads): void {
    loads.forces.fill(0);
    loads.torques.fill(0);
    this.#active[index]?.add(loads);
  }

  end(pair: number): void {
    this.#active = this.#active.filter((active) => active.pair !== pair);
  }

  /** Sets the loads to the forces of all contacts, with the bodies as they are placed now. */
  set(loads: BodyLoads): void {
    loads.forces.fill(0);
    loads.torques.fill(0);
    this.#elasticEnergy = 0;
    for (const active of this.#active) this.#elasticEnergy += active.add(loads);
  }

  #formOf(a: number, b: number, pair: TouchingPair): (loads: BodyLoads) => number {
    const pieces = this.#pieces;
    const law = this.#lawOf(pieces.pieces[a].owner, pieces.pieces[b].owner);
    if (law.volume !== undefined && hasVolumeContact(pieces, a, b)) {
      const { stiffness } = law.volume;
      const area = areaOfPair(pieces, a, b);
      return (loads) => addVolumeContact(pieces, pair, stiffness, area, loads);
    }
    if (law.line !== undefined && capsuleOf(pieces, a, b) !== undefined) {
      const { stiffness } = law.line;
      return (loads) => addLineContact(pieces, pair, stiffness, loads);
    }
    if (law.point !== undefined) {
      const spring = law.point;
      return (loads) => addPointContact(pieces, pair, spring, loads);
    }
    const [kindA, kindB] = [pieces.pieces[a].shape.kind, pieces.pieces[b].shape.kind];
    const message = `law: none of its forms is for ${kindA} against ${kindB}; give it point, or line for capsules, or volume for polyhedra`;
    throw new SceneError('no-law', message, { kinds: [kindA, kindB] });
  }
}
