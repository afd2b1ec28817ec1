// SPDX-License-Identifier: MIT
/**
 * An island: bodies that are near each other or joined, with their own integrator, steps, error control and events
 * (docs/decisions/0034). Within an island the scheme is that of Neumayr & Otter 2017.
 */

import type { CrossingOptions } from '../../events/contact-crossings.ts';
import type { LawOfBodies } from '../../events/contact-loads.ts';
import type { ContactPieces } from '../../events/contact-pieces.ts';
import { ContactSystem, type ContactSystemState, type SharedBodies } from '../../events/contact-system.ts';
import { DormandPrince } from '../../motion/dormand-prince.ts';
import { FREE_BODY_STRIDE } from '../../motion/free-bodies.ts';
import { type Advance, Integration, type IntegrationState } from '../../motion/integration.ts';
import { JoinedCrossings } from '../../motion/joined-crossings.ts';
import { LOSS_COUNT, type MechanicalSystem } from '../../motion/mechanical-system.ts';
import type { OneStepMethod } from '../../motion/one-step-method.ts';
import { Radau } from '../../motion/radau.ts';
import { SwitchingMethod } from '../../motion/switching-method.ts';
import type { JointLimits } from '../../multibody/joint-limits.ts';
import type { EventSimulationSpec } from './event-simulation-spec.ts';
import type { PendingEvent } from './event-simulation-views.ts';

/** Beyond this the dense matrices of the stiff method cost more than the short steps of the other. */
const MOST_STIFF_UNKNOWNS = 30 * FREE_BODY_STRIDE;

/** J: no error of a loss is as large. Beyond this, steps of finite differences would leave the range of coordinates. */
const ANY_LOSS = 1e30;

/** What all islands of a simulation have in common. */
export interface IslandModel {
  readonly pieces: ContactPieces;
  readonly lawOf: LawOfBodies;
  readonly crossings: CrossingOptions;
  readonly shared: SharedBodies;
  readonly tolerance: number;
  readonly options: Pick<EventSimulationSpec, 'method' | 'longestStep' | 'mostSteps'>;
  /** Stops of joints, which are all in one island. */
  readonly limits: JointLimits | undefined;
  /** The bodies with these numbers as a system, and which components of its state have no natural zero. */
  systemOf(members: readonly number[]): MechanicalSystem;
  isCoordinate(index: number): boolean;
}

/** Initial data of a new island. */
interface IslandStart {
  readonly members: readonly number[];
  readonly time: number;
  readonly state: Float64Array;
  readonly stepsBefore?: number;
  readonly firstStep?: number | undefined;
}

export interface IslandState {
  readonly members: readonly number[];
  readonly integration: IntegrationState;
  readonly contacts: ContactSystemState;
  readonly pending: PendingEvent | null;
  readonly shrinking: number;
}

export class Island {
  /** Numbers of its bodies in the mechanical system, ascending. */
  readonly members: readonly number[];
  readonly system: MechanicalSystem;
  readonly contacts: ContactSystem;
  readonly integration: Integration;
  readonly #limits: JointLimits | undefined;
  readonly #shown: Float64Array;
  /** An event at the end of its last step. */
  pending: PendingEvent | undefined;
  /** Share of the safe step that is tried: less than 1 after one that went too far. */
  shrinking = 1;

  constructor(model: IslandModel, { members, time, state, stepsBefore = 0, firstStep }: IslandStart) {
    this.members = members;
    this.system = model.systemOf(members);
    this.#limits = model.limits;
    const { size } = this.system;
    const y = new Float64Array(size + LOSS_COUNT);
    y.set(state.subarray(0, size));
    this.#shown = y.slice();
    this.contacts = new ContactSystem(this.system, model.pieces, model.lawOf, model.crossings, model.shared);
    const { crossings } = this.contacts;
    const all = this.#limits === undefined ? crossings : new JoinedCrossings(this.#limits, crossings);
    const { longestStep, mostSteps = 1e5 } = model.options;
    this.integration = new Integration(this.#method(model), time, y, all, {
      ...(longestStep !== undefined && { longestStep }),
      mostSteps,
      stepsBefore,
      storm: 'none',
    });
    if (firstStep !== undefined) this.integration.restart(y, firstStep);
  }

  /** The time that it has reached, s. */
  get front(): number {
    return this.integration.time;
  }

  save(): IslandState {
    const { members, integration, contacts, pending = null, shrinking } = this;
    return { members, integration: integration.save(), contacts: contacts.save(), pending, shrinking };
  }

  restore({ integration, contacts, pending, shrinking }: IslandState): void {
    this.integration.restore(integration);
    this.contacts.restore(contacts);
    this.pending = pending ?? undefined;
    this.shrinking = shrinking;
  }

  /** Its state at a time within its last step; the bodies are placed there. */
  stateAt(time: number): Float64Array {
    this.integration.interpolate(time, this.#shown);
    this.contacts.crossings.place(time, this.#shown);
    return this.#shown;
  }

  /**
   * What its contacts have lost since it was made, up to a time within its last step: by friction, damping, and
   * rolling, J.
   */
  lossesAt(time: number): Float64Array {
    return this.stateAt(time).subarray(this.system.size);
  }

  /** Event functions keep their numbers until the next step, so their meaning is recorded now. */
  note({ crossings }: Extract<Advance, { readonly kind: 'event' | 'storm' }>): void {
    const count = this.#limits?.count ?? 0;
    const ofContacts = crossings.flatMap(({ index, isRising }) =>
      index < count ? [] : { index: index - count, isRising },
    );
    this.pending = {
      changes: this.contacts.changesOf(ofContacts),
      limits: crossings.flatMap(({ index, isRising }) => (index < count ? { index, isBeginning: !isRising } : [])),
    };
  }

  #method({ tolerance, options, isCoordinate }: IslandModel): OneStepMethod {
    const { size } = this.system;
    const absoluteTolerance = new Float64Array(size + LOSS_COUNT);
    this.system.scales(absoluteTolerance);
    // Losses are integrated without error control: they do not limit the step.
    absoluteTolerance.fill(ANY_LOSS, size);
    const relativeTolerance = new Float64Array(size + LOSS_COUNT);
    for (let i = 0; i < size; i++) {
      absoluteTolerance[i] *= tolerance;
      // Positions and orientations have no natural zero: their size must not matter.
      relativeTolerance[i] = isCoordinate(i) ? 0 : tolerance;
    }
    const tolerances = { absoluteTolerance, relativeTolerance };
    const { method = 'auto' } = options;
    if (method === 'stiff') return new Radau(this.contacts, tolerances);
    const explicit = new DormandPrince(this.contacts, tolerances);
    if (method === 'explicit' || size > MOST_STIFF_UNKNOWNS) return explicit;
    const isStiff = (): boolean => this.contacts.crossings.touchingCount + (this.#limits?.metCount ?? 0) > 0;
    return new SwitchingMethod(explicit, () => new Radau(this.contacts, tolerances), isStiff);
  }
}
