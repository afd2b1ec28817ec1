// SPDX-License-Identifier: MIT
/**
 * A scene of the round robin: a packing that settles, the process, and the measured quantity. A measurement uses only
 * positions and kinds of spheres, so any engine can run the scene from the settled packing.
 */
import type { BodySpec, SimulationSpec } from '../../simulation/simulation-spec.ts';

export type Triple = readonly [number, number, number];

/** Spheres of one moment: stride 3, and the number of their material in MATERIAL_NAMES. */
export interface Places {
  readonly count: number;
  readonly position: Float64Array;
  readonly material: Int32Array;
}

export interface RoundRobinScene {
  readonly name: string;
  readonly title: string;
  /** Of the spheres that make the bed. */
  readonly radius: number;
  /** Spheres of the bed before it settles. */
  start(): BodySpec[];
  /** Everything but bodies and time step while the bed settles, and when it is measured. */
  readonly settling: Partial<SimulationSpec>;
  readonly measured: Partial<SimulationSpec>;
  /** s */
  readonly settlingTime: number;
  readonly duration: number;
  readonly timeStep: number;
  /** Factor by which the grains are softer than published while they are measured. */
  readonly softening: number;
  /** Added to the settled bed when it is measured. */
  added?(top: number): BodySpec[];
  readonly samples: number;
  readonly curves: readonly string[];
  /** Unit of the curves. */
  readonly unit: string;
  /** Of one moment; `start` is the first. */
  measure(places: Places, start: Places): number[];
}
