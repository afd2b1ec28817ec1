// SPDX-License-Identifier: MIT
/**
 * The scenes of the step benchmark by name. Full scenes are dense packings of tens of thousands of bodies; quick ones
 * have a tenth of them.
 */
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { CONVEX_SCENES } from './convex-scenes.ts';
import { LATTICE_MAP_SCENES, LATTICE_SCENES } from './lattice-scenes.ts';
import { MESH_SCENES } from './mesh-scenes.ts';
import { drumScene, flowScene, sphereScene } from './sphere-scenes.ts';

/** Part of the bodies that a quick benchmark has. */
const QUICK_SHARE = 0.1;

export interface StepScene {
  readonly name: string;
  readonly title: string;
  /** Scenes with the same packing share its file. */
  readonly packing: string;
  readonly count: number;
  /** Steps that make the packing. */
  readonly settlingSteps: number;
  /** The scene whose packing is the initial state for settling; default: its own initial state. */
  readonly startsFrom?: StepScene;
  /** Warm-up steps before timing: contacts build up their history, and the compilers optimise. */
  readonly warmUpSteps: number;
  readonly steps: number;
  /** Number of first steps of a new simulation that are also timed one by one, for the largest of them. */
  readonly firstSteps?: number;
  /** A box that contains all bodies, for engines that need one. */
  readonly bounds: { readonly min: readonly number[]; readonly max: readonly number[] };
  /** The simulation that makes the packing. */
  readonly settling: (start?: Float64Array) => SimulationSpec;
  /** The simulation that is timed. */
  readonly measured: (packing: Float64Array, threads: number) => SimulationSpec;
}

const SCENES: Readonly<Record<string, (share: number) => StepScene>> = {
  spheres: sphereScene,
  flow: flowScene,
  drum: drumScene,
  ...CONVEX_SCENES,
  ...LATTICE_SCENES,
  ...MESH_SCENES,
  ...LATTICE_MAP_SCENES,
};

/** Groups of scenes that one name of `--scenes` selects. */
export const SCENE_GROUPS: Readonly<Record<string, readonly string[]>> = {
  'lattice-map': Object.keys(LATTICE_MAP_SCENES),
};

/** The scenes of `scree bench step` and `scree bench scaling`, without those of groups. */
export const SCENE_NAMES: readonly string[] = Object.keys(SCENES).filter((name) => !(name in LATTICE_MAP_SCENES));

/** The scene of this name, or the scenes of the group of this name; undefined if there is neither. */
export function scenesNamed(name: string): readonly string[] | undefined {
  return SCENE_GROUPS[name] ?? (name in SCENES ? [name] : undefined);
}

export function createScene(name: string, isQuick: boolean): StepScene {
  const create = SCENES[name];
  if (create === undefined) throw new RangeError(`no scene "${name}"; there are ${SCENE_NAMES.join(', ')}`);
  return create(isQuick ? QUICK_SHARE : 1);
}
