// SPDX-License-Identifier: MIT
/** Views and saved state of an event-driven simulation. */
import type { PairChange } from '../../events/contact-system.ts';
import type { Pose } from '../../math/pose.ts';
import type { Vector3 } from '../../math/vector.ts';
import type { StormState } from '../../motion/event-storm.ts';
import type { IntegrationFailure } from '../../motion/integration-failure.ts';
import type { LimitsState } from '../../multibody/joint-limits.ts';
import type { IslandsState } from './islands.ts';

/** How a run to some time ended; the state is that of `time` in every case. */
export type EventRunEnd =
  | { readonly kind: 'end'; readonly time: number }
  /** One pair begins and ends its contact again and again while time hardly moves. */
  | {
      readonly kind: 'storm';
      readonly time: number;
      readonly pair: number;
      readonly bodies: readonly [string, string];
      readonly events: number;
    }
  /** The same of a stop of a joint. */
  | { readonly kind: 'limit-storm'; readonly time: number; readonly joint: string; readonly events: number }
  | { readonly kind: 'failure'; readonly time: number; readonly failure: IntegrationFailure };

/** A joint meets one of its stops, or leaves it. */
export interface LimitEvent {
  /** s */
  readonly time: number;
  /** Name. */
  readonly joint: string;
  readonly side: 'low' | 'high';
  readonly isBeginning: boolean;
}

/** Pose and velocity of a body at the present time. */
export interface EventBodyState {
  /** Of the own frame. */
  readonly pose: Pose;
  /** m */
  readonly centreOfMass: Vector3;
  /** Of the centre of mass, m/s. */
  readonly velocity: Vector3;
  /** World axes, rad/s. */
  readonly angularVelocity: Vector3;
}

/** Work of an event-driven simulation since its start. */
export interface EventStatistics {
  readonly steps: number;
  readonly rejectedSteps: number;
  /** Evaluations of the equations of motion, each of one island. */
  readonly evaluations: number;
  /** The same times the bodies of the island. */
  readonly bodyEvaluations: number;
  /** Distances of pairs computed for zero-crossing functions. */
  readonly distances: number;
  readonly events: number;
  /** Zero-crossing functions, n_z, of the island that has most. */
  readonly functions: number;
  /** Groups of bodies with their own steps. */
  readonly islands: number;
  /** Parts of steps in which a brief contact could not be excluded; at most 1/8 of a step each. */
  readonly unprovenIntervals: number;
}

/** An event at the end of the last step: contacts and stops change once the time has come. */
export interface PendingEvent {
  readonly changes: readonly PairChange[];
  /** Stops by their index. */
  readonly limits: readonly { readonly index: number; readonly isBeginning: boolean }[];
}

export interface SavedEventSimulation {
  readonly time: number;
  /** Of the state of all bodies. */
  readonly size: number;
  readonly contactEvents: number;
  readonly limitEvents: number;
  readonly islands: IslandsState;
  readonly storm: StormState | null;
  /** Null without stops. */
  readonly limits: LimitsState | null;
}
