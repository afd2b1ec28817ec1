// SPDX-License-Identifier: MIT
/**
 * Checks a scene for an outside engine, for `scree check --engine`: whether the engine can do it, where its formulas
 * differ from ours, and what ranks, memory and time it takes. The engine need not be installed.
 */
import { type EngineEstimate, engineEstimate } from '../../engines/engine-estimate.ts';
import { type EngineChoice, engineLaunch, findEngine } from '../../engines/engine-launch.ts';
import type { Engine } from '../../engines/engine-name.ts';
import { notOnEngine } from '../../engines/engine-refusals.ts';
import { formulaDifferences } from '../../engines/formula-differences.ts';
import { superquadricShapes } from '../../engines/liggghts-superquadrics.ts';
import { DeviceError } from '../../errors.ts';
import { expectedOverlap } from '../../scene/check/expected-overlap.ts';
import { formatBytes, formatCount, formatTime } from '../../scene/format-quantity.ts';
import type { Scene } from '../../scene/scene.ts';
import type { SceneOrigin } from '../../scene/scene-origin.ts';
import { bodyCount } from '../../simulation/bodies/body-groups.ts';
import { locatedError } from '../scenes/located-error.ts';
import { runClockOf } from '../time/schedule.ts';
import { sceneRefusals } from './engine-steps.ts';

/** What engines are taken for that are not installed here: the packages of Debian. */
const ABSENT: Readonly<Record<EngineChoice['name'], Omit<Engine, 'name'>>> = {
  lammps: { version: 'LAMMPS 29 Sep 2021', dashpot: 'tsuji', hasSuperquadrics: false },
  liggghts: { version: 'LIGGGHTS-PUBLIC 3.8.0', dashpot: 'coeff_restitution', hasSuperquadrics: false },
};

export interface EngineCheck {
  readonly estimate: EngineEstimate & { readonly name: EngineChoice['name']; readonly version: string };
  /** Where its formulas differ from ours, a sentence each. */
  readonly differences: readonly string[];
  /** Labels and texts for the summary of the scene. */
  readonly lines: readonly (readonly [label: string, text: string])[];
  readonly warnings: readonly string[];
}

/** `ranks` and `bodies` replace those that the scene asks for. Throws a SceneError with the lines of all refusals. */
export function checkOnEngine(
  scene: Scene,
  origin: SceneOrigin,
  name: EngineChoice['name'],
  asked: { readonly ranks?: number; readonly bodies?: number },
): EngineCheck {
  const warnings: string[] = [];
  const hasSuperquadrics = superquadricShapes(scene.simulation).length > 0;
  let engine: Engine = { name, ...ABSENT[name] };
  try {
    engine = findEngine(engineLaunch({ name, ranks: 1, hasSuperquadrics }, process.env));
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error;
    warnings.push(`${error.message}; checked for ${engine.version}`);
  }
  const refusals = sceneRefusals(scene, engine);
  if (refusals.length > 0) throw locatedError(notOnEngine(refusals, engine), { scene, origin });
  const { simulation: spec } = scene;
  const inserted = (spec.insertions ?? []).reduce((sum, { count = 0 }) => sum + count, 0);
  const bodies = asked.bodies ?? Math.max(1, bodyCount(spec.bodies) + inserted);
  const steps = runClockOf(scene).lastPosition(scene.duration);
  const estimate = engineEstimate(
    name,
    { bodies, steps, walls: spec.halfSpaces?.length ?? 0, hasSuperquadrics },
    asked.ranks,
  );
  const { ranks, bytes, seconds, dataBytes, restartBytes } = estimate;
  const differences = formulaDifferences(spec, engine, { ratio: expectedOverlap(spec)?.ratio });
  return {
    estimate: { name, version: engine.version, ...estimate },
    differences,
    lines: [
      ['engine', `${engine.version}, ${formatCount(bodies)} bodies on ${formatCount(ranks)} ranks`],
      ['engine memory', `about ${formatBytes(bytes)} on all ranks, ${formatBytes(bytes / ranks)} on each`],
      ['engine time', `about ${formatTime(seconds)} for ${formatCount(steps)} steps, from measured rates`],
      ['engine files', `about ${formatBytes(dataBytes)} of input and ${formatBytes(restartBytes)} a restart file`],
      ...differences.map((text) => ['differs', text] as const),
    ],
    warnings,
  };
}
