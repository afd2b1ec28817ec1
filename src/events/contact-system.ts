// SPDX-License-Identifier: MIT
/**
 * A mechanical system with contacts, as an integrator sees it: f(t, y) or F(t, y, y') with the forces of those pairs that are in contact now, and the zero-crossing
 * functions that tell when this changes (Neumayr & Otter 2017, eq. 1). Between events the set of contacts is fixed, so that f is smooth.
 */
import { LARGEST_COORDINATE } from '../math/pose.ts';
import type { Crossing } from '../motion/integration.ts';
import {
  type BodyLoads,
  bodyLoads,
  type ConstrainedMechanicalSystem,
  type MechanicalSystem,
} from '../motion/mechanical-system.ts';
import type { ColumnGroup, ImplicitSystem, OdeSystem } from '../motion/ode-system.ts';
import { columnGroups } from './column-groups.ts';
import { ContactCrossings, type CrossingOptions } from './contact-crossings.ts';
import { ContactLoads, type LawOfBodies } from './contact-loads.ts';
import type { ContactPieces } from './contact-pieces.ts';

/** The beginning or the end of a contact. */
export interface ContactEvent {
  /** s */
  readonly time: number;
  /** Number of the pair of pieces; ascending within one time. */
  readonly pair: number;
  /** Indices of the bodies in the list. */
  readonly bodies: readonly [number, number];
  readonly isBeginning: boolean;
}

/** Queries take coordinates up to this; a trial step that leads beyond is told to be shorter. */
function isPlaceable(value: number): boolean {
  return Math.abs(value) <= LARGEST_COORDINATE;
}

export class ContactSystem implements OdeSystem {
  readonly size: number;
  readonly crossings: ContactCrossings;
  readonly #system: MechanicalSystem;
  readonly #loads: BodyLoads;
  readonly #contacts: ContactLoads;
  #groups: readonly ColumnGroup[] | undefined;

  constructor(system: MechanicalSystem, pieces: ContactPieces, lawOf: LawOfBodies, options: CrossingOptions = {}) {
    this.#system = system;
    this.size = system.size;
    this.crossings = new ContactCrossings(system, pieces, options);
    this.#loads = bodyLoads(system.bodyCount);
    this.#contacts = new ContactLoads(pieces, lawOf);
    this.#requireLaws(pieces);
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
  }

  /** Bodies that no contact joins, directly or through a third, have no row in common. */
  columnGroups(): readonly ColumnGroup[] | undefined {
    const { bodyStride, bodyCount } = this.#system;
    if (bodyStride === undefined) return undefined;
    const { pieces } = this.crossings.pieces;
    const links = this.contacts.map(({ a, b }) => [pieces[a].body, pieces[b].body] as const);
    this.#groups ??= columnGroups(bodyCount, bodyStride, links);
    return this.#groups;
  }

  /** The same as an implicit system, for a mechanical system that is one. */
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

  /** Finds the pairs that are in contact at the start. */
  begin(t: number, y: Float64Array): readonly ContactEvent[] {
    this.crossings.prepare(t, y);
    const z = new Float64Array(this.crossings.count);
    this.crossings.evaluate(t, y, z);
    const indices = [...z.keys()].filter((i) => !(z[i] > 0));
    return this.#change(
      t,
      indices.map((index) => ({ index, isRising: false })),
    );
  }

  /** Changes the contacts whose functions have crossed zero; the bodies are placed there first. */
  cross(t: number, y: Float64Array, crossed: readonly Crossing[]): readonly ContactEvent[] {
    this.crossings.place(t, y);
    return this.#change(t, crossed);
  }

  /** Mechanical and elastic energy, J. */
  energy(t: number, y: Float64Array): number {
    this.crossings.place(t, y);
    this.#contacts.set(this.#loads);
    return this.#system.energy(t, y) + this.#contacts.elasticEnergy;
  }

  #change(time: number, crossed: readonly Crossing[]): readonly ContactEvent[] {
    const { crossings } = this;
    const events = crossed.map(({ index, isRising }) => {
      const pair = crossings.pairOf(index);
      const [a, b] = crossings.piecesOf(pair);
      const bodies = [crossings.pieces.pieces[a].owner, crossings.pieces.pieces[b].owner] as const;
      return { time, pair, bodies, isBeginning: !isRising };
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

  /** A law that does not know a pair is refused at once and not when the pair first touches. */
  #requireLaws(all: ContactPieces): void {
    const { pieces } = all;
    const seen = new Set<string>();
    for (let a = 0; a < pieces.length; a++) {
      for (let b = a + 1; b < pieces.length; b++) {
        const [p, q] = [pieces[a], pieces[b]];
        if (!all.mayTouch(a, b)) continue;
        const key = `${p.owner} ${p.shape.kind} ${q.owner} ${q.shape.kind}`;
        if (seen.has(key)) continue;
        seen.add(key);
        this.#contacts.require(a, b);
      }
    }
  }
}
