// SPDX-License-Identifier: MIT
/** The section about piles that stand: displacement after they have settled, at three stiffnesses. */
import { runLong } from '../long-run.ts';
import { atMost, plain, type RunSetup, type Section, table, text } from '../verification-case.ts';
import {
  creepOf,
  emptyRecord,
  largestSpeed,
  PILE_KINDS,
  type PileRecord,
  piles,
  STIFFNESSES,
  samplePile,
  steppedPile,
} from './standing-piles.ts';

const PILES = {
  short: piles({ high: 3, tablets: 2, bricks: 9, inRow: 2 }),
  full: piles({ high: 10, tablets: 10, bricks: 50, inRow: 5 }),
};
/** s; a pile has settled after a third of the time, but for its swaying. */
const DURATION = { short: 0.6, full: 60 };
/** Of a body's size. In the short form stacks still settle. */
const CREEP = { short: 1e-3, full: 1e-4 };

/** N/m³ */
const SHORT_STIFFNESS = 1e9;

const partOf = (kind: string, stiffness: number): string => `${kind}-${stiffness.toExponential().replace('+', '')}`;

/** One for each pile and stiffness, such as boxes-1e9. */
export const PILE_PARTS: readonly string[] = PILE_KINDS.flatMap((kind) =>
  STIFFNESSES.map((stiffness) => partOf(kind, stiffness)),
);

/** All piles, or that of the part. The short form of all has one stiffness only. */
export function standingSection(setup: RunSetup): Section {
  const form = setup.full ? 'full' : 'short';
  const duration = DURATION[form];
  const one = PILE_PARTS.find((part) => part === setup.part);
  const isRun = (kind: string, stiffness: number): boolean =>
    one === undefined ? setup.full || stiffness === SHORT_STIFFNESS : one === partOf(kind, stiffness);
  const runs = PILES[form].flatMap((pile) =>
    STIFFNESSES.filter((stiffness) => isRun(pile.kind, stiffness)).map((stiffness) => {
      setup.progress(`${pile.name}, ${plain(stiffness)} N/m³`);
      const spec = steppedPile(pile, stiffness);
      const third = Math.round(duration / spec.timeStep / 3);
      const { seen, simulation } = runLong<PileRecord>(
        {
          name: `field-${pile.name.replaceAll(' ', '-')}-${stiffness}`,
          spec,
          steps: 3 * third,
          // Several in a period of the swaying.
          lookEvery: Math.ceil(third / 1000),
          seen: emptyRecord(),
          look(simulation, record) {
            if (simulation.stepCount > third) samplePile(simulation, record, simulation.stepCount / third);
          },
        },
        setup,
      );
      const speed = largestSpeed(simulation);
      simulation.dispose();
      return { pile, stiffness, speed, ...creepOf(seen) };
    }),
  );
  return {
    title: `Piles that stand for ${plain(duration)} s`,
    blocks: [
      text(
        'Bodies of 6 to 20 cm (2,500 kg/m³, friction 0.5, restitution 0.3) are put on each other a little out of line ' +
          'and turned. Steps of a tenth of the critical one.',
        'A tall stack is a soft column that sways slowly, and dashpots damp a motion in proportion to its frequency: ' +
          'the swaying takes seconds to minutes to decay. Creep is therefore the change of the mean position.',
      ),
      table(
        'Change of the means from the second to the last third of the time; range of positions in both',
        [
          'pile',
          'stiffness (N/m³)',
          'displacement / size',
          'rotation (rad)',
          'swaying / size, second third',
          'last third',
          'speed at the end (m/s)',
        ],
        runs.map(({ pile, stiffness, way, turn, swayBefore, sway, speed }) => [
          pile.name,
          plain(stiffness),
          plain(way, 2),
          plain(turn, 2),
          plain(swayBefore, 2),
          plain(sway, 2),
          plain(speed, 2),
        ]),
      ),
      ...runs.map(({ pile, stiffness, way }) =>
        atMost({
          what: `No creep: ${pile.name}, ${plain(stiffness)} N/m³`,
          published: 'at rest',
          found: way,
          tolerance: CREEP[form],
          ours: (found) => `moved by ${found} of a size`,
          reason: 'the mean of a swaying that decays is not quite zero',
        }),
      ),
    ],
  };
}
