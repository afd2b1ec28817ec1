// SPDX-License-Identifier: MIT
/** Runs a scene of injected bodies: counts at four stages, and energies during the run. */
import { type LongRunEnd, runLong } from '../long-run.ts';
import type { RunSetup } from '../verification-case.ts';
import {
  fullExtent,
  type InjectedLaw,
  type InjectedScene,
  injectedSpec,
  partName,
  SHORT_EXTENT,
  shapesOf,
} from './injected-scenes.ts';
import { countPairs, type GroupCounts } from './pair-counts.ts';

const STAGES = 4;

export interface Stage {
  readonly time: number;
  readonly bodies: number;
  readonly contacts: number;
  /** Over the radius of the smaller body. */
  readonly overlap: number;
  readonly kinetic: number;
  readonly lost: number;
  readonly balance: number;
  /** Bodies whose centre of mass is outside the box. */
  readonly escaped: number;
  readonly groups: Readonly<Record<string, GroupCounts>>;
}

type InjectedEnd = LongRunEnd<Stage[]>;

export function runInjected(scene: InjectedScene, law: InjectedLaw, setup: RunSetup): InjectedEnd {
  const extent = setup.full ? fullExtent(scene) : SHORT_EXTENT;
  const steps = Math.round(extent.duration / law.timeStep);
  const every = steps / STAGES;
  const shapes = shapesOf(scene);
  return runLong<Stage[]>(
    {
      name: partName(scene, law),
      // The bits are the same on any number of threads.
      spec: { ...injectedSpec(scene, extent, law), threads: setup.full ? setup.cores : 1 },
      steps,
      // Short enough that states can be saved in between.
      lookEvery: every / 50,
      seen: [],
      look(simulation, stages) {
        if (simulation.stepCount === 0 || simulation.stepCount % every !== 0) return;
        setup.progress(`${scene.title}: stage ${stages.length + 1}, ${simulation.bodyCount} bodies`);
        const { kinetic, rotational, frictionLoss, dampingLoss, balance } = simulation.energy();
        const { contacts, maxOverlapRatio } = simulation.statistics();
        const { position } = simulation.bodies();
        const isOut = (x: number, k: number): boolean => x < 0 || (k % 3 !== 2 && x > extent.width);
        stages.push({
          time: simulation.time,
          bodies: simulation.bodyCount,
          contacts,
          overlap: maxOverlapRatio,
          kinetic: kinetic + rotational,
          lost: frictionLoss + dampingLoss,
          balance,
          escaped: position.filter(isOut).length,
          groups: countPairs(simulation, shapes, scene.kinds),
        });
      },
    },
    setup,
  );
}
