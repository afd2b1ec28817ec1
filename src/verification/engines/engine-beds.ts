// SPDX-License-Identifier: MIT
/** A settled bed and a discharge in an engine beside ours, over seeds and numbers of ranks. */
import { engineTitle } from '../../engines/engine-name.ts';
import { statesInEngine } from '../../engines/temporary-engine.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { atMost, type Block, type Check, plain, type Section, table, text } from '../verification-case.ts';
import { errorsApart, type Sample, sampleOf, sampleText } from './engine-samples.ts';
import { BED_STEPS, bedSpec, SILO_STEPS, STUDS, siloSpec } from './engine-scenes.ts';
import type { InstalledEngine } from './engines-case.ts';

/** What a bed is measured by, of our own simulation or of an engine. */
type Measured = Pick<Simulation, 'bodies' | 'statistics' | 'halfSpaceLoads'>;

interface Quantity {
  readonly name: string;
  readonly digits: number;
  measure(view: Measured): number;
}

function meanHeight(view: Measured): number {
  const { count, position } = view.bodies();
  let sum = 0;
  for (let k = 0; k < count; k++) sum += position[3 * k + 2];
  return (1000 * sum) / count;
}

const BED: readonly Quantity[] = [
  { name: 'height of the centre of mass, mm', digits: 3, measure: meanHeight },
  { name: 'contacts per body', digits: 3, measure: (view) => view.statistics().contacts / view.bodies().count },
  { name: 'force on the floor, mN', digits: 1, measure: (view) => -1000 * (view.halfSpaceLoads()[0]?.z ?? 0) },
];

const SILO: readonly Quantity[] = [
  { name: 'bodies left in the silo', digits: 1, measure: (view) => view.bodies().count - STUDS },
];

/**
 * Of the mean of an engine. The means of two samples of one distribution are farther apart in one of 10,000 cases; with
 * six seeds each, in one of 300.
 */
const MOST_ERRORS = 4;
/**
 * LAMMPS scales spring and dashpot together to the limit of friction, so contacts slide earlier: beds with friction are
 * lower by 1.4 % (twelve seeds: 1.4 ± 0.6), with as many more contacts; without friction the difference is rounding.
 */
const LAMMPS_SHARE = 0.03;
const RANKS = [1, 2, 4];

function ourSample(specs: readonly SimulationSpec[], steps: number, quantities: readonly Quantity[]): Sample[] {
  const rows = specs.map((spec) => {
    const simulation = new Simulation({ ...spec, threads: 1 });
    simulation.step(steps);
    const row = quantities.map(({ measure }) => measure(simulation));
    simulation.dispose();
    return row;
  });
  return quantities.map((_, k) => sampleOf(rows.map((row) => row[k] ?? Number.NaN)));
}

async function theirSample(
  specs: readonly SimulationSpec[],
  steps: number,
  quantities: readonly Quantity[],
  engine: InstalledEngine,
  ranks: number,
): Promise<Sample[]> {
  const rows: number[][] = [];
  for (const spec of specs) {
    const states = await statesInEngine(spec, { name: engine.name, ranks }, [steps], (view) =>
      quantities.map(({ measure }) => measure(view)),
    );
    rows.push(states[0] ?? []);
  }
  return quantities.map((_, k) => sampleOf(rows.map((row) => row[k] ?? Number.NaN)));
}

interface Comparison {
  readonly title: string;
  readonly intro: string;
  readonly quantities: readonly Quantity[];
  readonly steps: number;
  readonly seeds: number;
  spec(seed: number): SimulationSpec;
}

async function compare(
  { title, intro, quantities, steps, seeds, spec }: Comparison,
  engines: readonly InstalledEngine[],
  progress: (line: string) => void,
): Promise<Section> {
  const specs = Array.from({ length: seeds }, (_, k) => spec(k + 1));
  progress(`${title}, ${seeds} seeds`);
  const own = ourSample(specs, steps, quantities);
  const rows: string[][] = [['Scree', '', ...own.map((sample, k) => sampleText(sample, quantities[k]?.digits ?? 3))]];
  const checks: Check[] = [];
  for (const engine of engines) {
    const name = engineTitle(engine.name);
    for (const ranks of RANKS) {
      progress(`${title} in ${name} on ${ranks} ${ranks === 1 ? 'rank' : 'ranks'}`);
      const theirs = await theirSample(specs, steps, quantities, engine, ranks);
      rows.push([name, String(ranks), ...theirs.map((sample, k) => sampleText(sample, quantities[k]?.digits ?? 3))]);
      quantities.forEach((quantity, k) => {
        const [sample, ours] = [theirs[k], own[k]];
        if (sample === undefined || ours === undefined) return;
        const allowed = engine.name === 'lammps' ? LAMMPS_SHARE * Math.abs(ours.mean) : 0;
        const beyond = Math.max(0, Math.abs(sample.mean - ours.mean) - allowed);
        const spread = Math.abs(sample.mean - ours.mean) / errorsApart(sample, ours);
        checks.push(
          atMost({
            what: `${name} on ${ranks} ranks: ${quantity.name}`,
            published: `${sampleText(ours, quantity.digits)} (ours)`,
            found: sample.mean === ours.mean ? 0 : beyond / spread,
            tolerance: MOST_ERRORS,
            unit: ' standard errors',
            ours: (number) => `${sampleText(sample, quantity.digits)}, ${number} standard errors apart`,
            reason:
              engine.name === 'lammps'
                ? `spread of ${seeds} seeds, beyond ${plain(100 * LAMMPS_SHARE)} % for its rule of sliding`
                : `spread of ${seeds} seeds`,
          }),
        );
      });
    }
  }
  const blocks: Block[] = [
    text(intro),
    table('Mean and standard deviation over seeds', ['engine', 'ranks', ...quantities.map(({ name }) => name)], rows),
    ...checks,
  ];
  return { title, blocks };
}

export async function engineBeds(
  engines: readonly InstalledEngine[],
  full: boolean,
  progress: (line: string) => void,
): Promise<Section[]> {
  const seeds = full ? 12 : 4;
  const bed: Comparison = {
    ...{ title: 'A settled bed', quantities: BED, steps: BED_STEPS, seeds, spec: bedSpec },
    intro: '180 spheres of 5 mm fall into a box and settle, 0.2 s; the same starts in all engines.',
  };
  const silo: Comparison = {
    ...{ title: 'A discharge', quantities: SILO, steps: SILO_STEPS, seeds, spec: siloSpec },
    intro: '500 spheres of 4 mm fall into a silo with an opening of 20 mm in a floor of fixed spheres; after 0.3 s.',
  };
  return [await compare(bed, engines, progress), await compare(silo, engines, progress)];
}
