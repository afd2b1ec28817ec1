// SPDX-License-Identifier: MIT
/** Impacts in an engine beside ours: velocities to the digits that the formulas allow. */
import { engineTitle } from '../../engines/engine-name.ts';
import { statesInEngine } from '../../engines/temporary-engine.ts';
import { Simulation } from '../../simulation/simulation.ts';
import { atMost, type Check, plain, type Section, table, text } from '../verification-case.ts';
import { IMPACT_STEPS, type Impact, impactSpec } from './engine-scenes.ts';
import type { InstalledEngine } from './engines-case.ts';

/** The same formulas in another order of operations, through 2,000 steps. */
const SAME_FORMULAS = 1e-11;
/** What other levers and another rule of sliding make of an impact on a plane once it is over: up to 5 % and 2.5 %. */
const OTHER_FRICTION = { lammps: 0.05, liggghts: 0.03 } as const;

const IMPACTS: readonly Impact[] = [
  { normal: 'hertz', friction: 0, wall: 'plane' },
  { normal: 'linear', friction: 0, wall: 'plane' },
  { normal: 'hertz', friction: 0, wall: 'oblique plane' },
  { normal: 'hertz', friction: 0.3, wall: 'none' },
  { normal: 'linear', friction: 0.3, wall: 'none' },
  { normal: 'hertz', friction: 0.3, wall: 'plane' },
];

/** Largest difference of velocities over the largest speed; where formulas differ, once the impact is over. */
async function velocityError(impact: Impact, engine: InstalledEngine): Promise<number> {
  const { name } = engine;
  const spec = impactSpec(impact);
  const steps = isSame(impact, engine) ? IMPACT_STEPS : IMPACT_STEPS.slice(-1);
  const theirs = await statesInEngine(spec, { name, ranks: 1 }, steps, (view) => view.bodies().velocity.slice());
  const ours = new Simulation({ ...spec, threads: 1 });
  let most = 0;
  steps.forEach((end, k) => {
    ours.step(end - ours.stepCount);
    const own = ours.bodies().velocity;
    const size = Math.max(...own.map(Math.abs));
    theirs[k]?.forEach((value, i) => {
      most = Math.max(most, Math.abs(value - own[i]) / size);
    });
  });
  ours.dispose();
  return most;
}

/** Both compute the same formulas: without friction, and in LIGGGHTS between equal spheres. */
function isSame({ friction, wall }: Impact, { name }: InstalledEngine): boolean {
  return friction === 0 || (name === 'liggghts' && wall === 'none');
}

export async function engineImpacts(
  engines: readonly InstalledEngine[],
  progress: (line: string) => void,
): Promise<Section> {
  const rows: string[][] = [];
  const checks: Check[] = [];
  for (const engine of engines) {
    const title = engineTitle(engine.name);
    progress(`impacts in ${title}`);
    const found: { readonly impact: Impact; readonly error: number }[] = [];
    for (const impact of IMPACTS) found.push({ impact, error: await velocityError(impact, engine) });
    for (const { impact, error } of found) {
      const { normal, friction, wall } = impact;
      rows.push([title, normal, String(friction), wall, plain(error), isSame(impact, engine) ? 'same' : 'other']);
    }
    const most = (same: boolean): number =>
      Math.max(...found.filter(({ impact }) => isSame(impact, engine) === same).map(({ error }) => error));
    checks.push(
      atMost({
        what: `${title}: impacts whose formulas are ours, velocities`,
        published: 'equal',
        found: most(true),
        tolerance: SAME_FORMULAS,
        ours: (number) => `within ${number}`,
        reason: 'rounding in another order of operations',
      }),
      atMost({
        what: `${title}: impacts with friction whose formulas are others, velocities`,
        published: 'equal but for levers and the rule of sliding',
        found: most(false),
        tolerance: OTHER_FRICTION[engine.name],
        ours: (number) => `within ${number}`,
        reason:
          'docs/guide/engines.md lists the formulas; during the contact the differences are up to four times as large',
      }),
    );
  }
  return {
    title: 'Impacts',
    blocks: [
      text(
        'Two spheres of 5 mm meet at 2 m/s off-centre and spinning, and one of them a plane; with friction one sphere meets the plane; 1 ms, 2,000 steps.',
      ),
      table(
        'Largest difference of velocities over the largest speed',
        ['engine', 'law', 'friction', 'wall', 'difference', 'formulas'],
        rows,
      ),
      ...checks,
    ],
  };
}
