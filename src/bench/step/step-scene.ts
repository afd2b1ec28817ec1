// SPDX-License-Identifier: MIT
/**
 * The scenes of the step benchmark by name. Full scenes are dense packings of tens of thousands of bodies; quick ones
 * have a tenth of them.
 */
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { CONVEX_SCENES } from './convex-scenes.ts';
import { drumScene, flowScene, periodicScene, sphereScene } from './sphere-scenes.ts';

/** Part of the bodies that a quick benchmark has. */
const QUICK_SHARE = 0.1;

export interface StepScene {
  readonly name: string;
  readonly title: string;
  /** Scenes with the same bed share its file. */
  readonly packing: string;
  readonly count: number;
  /** Steps that make the bed. */
  readonly settlingSteps: number;
  /** The scene whose bed the settling starts from; default: it makes its own start. */
  readonly startsFrom?: StepScene;
  /** Steps before the clock starts: contacts get their history, compilers settle. */
  readonly warmUpSteps: number;
  readonly steps: number;
  /** Where all bodies stay, for engines that want a box. */
  readonly bounds: { readonly min: readonly number[]; readonly max: readonly number[] };
  /** What is simulated to make the bed. */
  readonly settling: (start?: Float64Array) => SimulationSpec;
  /** What is timed. */
  readonly measured: (packing: Float64Array, threads: number) => SimulationSpec;
}

const SCENES: Readonly<Record<string, (share: number) => StepScene>> = {
  spheres: sphereScene,
  flow: flowScene,
  drum: drumScene,
  ...CONVEX_SCENES,
  periodic: periodicScene,
};

/** The scenes of `scree bench step`; the periodic bed is that of `scree bench scaling`. */
export const SCENE_NAMES: readonly string[] = Object.keys(SCENES).filter((name) => name !== 'periodic');

export function createScene(name: string, isQuick: boolean): StepScene {
  const create = SCENES[name];
  if (create === undefined) throw new RangeError(`no scene "${name}"; there are ${SCENE_NAMES.join(', ')}`);
  return create(isQuick ? QUICK_SHARE : 1);
}
