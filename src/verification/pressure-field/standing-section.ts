// SPDX-License-Identifier: MIT
/** The section about piles that stand: displacement after they have settled, at three stiffnesses. */
import { runLong } from '../long-run.ts';
import { atMost, plain, type RunSetup, type Section, table, text } from '../verification-case.ts';
import { creep, type PileState, piles, STIFFNESSES, stateOf, steppedPile } from './standing-piles.ts';

/** Three or ten bodies in a stack; 9 or 50 bricks in the wall. */
const PILES = { short: piles(3, 9, 2), full: piles(10, 50, 5) };
/** s; a pile has settled after a third of the time. */
const DURATION = { short: 0.6, full: 60 };
/** Of a body's size: the softest stacks still sway a little. */
const CREEP = 1e-3;

export function standingSection(setup: RunSetup): Section {
  const form = setup.full ? 'full' : 'short';
  const duration = DURATION[form];
  const stiffnesses = setup.full ? STIFFNESSES : STIFFNESSES.slice(0, 1);
  const runs = PILES[form].flatMap((pile) =>
    stiffnesses.map((stiffness) => {
      setup.progress(`${pile.name}, ${plain(stiffness)} N/m³`);
      const spec = steppedPile(pile, stiffness);
      const third = Math.round(duration / spec.timeStep / 3);
      const { seen } = runLong<PileState[]>(
        {
          name: `field-${pile.name.replaceAll(' ', '-')}-${stiffness}`,
          spec,
          steps: 3 * third,
          // Short enough that states can be saved in between.
          lookEvery: Math.ceil(third / 100),
          seen: [],
          look(simulation, states) {
            const { stepCount } = simulation;
            if (states.length === 0 ? stepCount >= third : stepCount === 3 * third) states.push(stateOf(simulation));
          },
        },
        setup,
      );
      const [before, after] = seen;
      return { pile, stiffness, speed: after.speed, ...creep(before, after) };
    }),
  );
  return {
    title: `Piles that stand for ${plain(duration)} s`,
    blocks: [
      text(
        'Bodies of 1 to 4 cm (2,500 kg/m³, friction 0.5, restitution 0.3) are put on each other a little out of line ' +
          'and turned. Steps of a tenth of the critical one.',
      ),
      table(
        'From a third of the time to the end',
        ['pile', 'stiffness (N/m³)', 'largest displacement / size', 'largest rotation (rad)', 'speed at the end (m/s)'],
        runs.map(({ pile, stiffness, way, turn, speed }) => [
          pile.name,
          plain(stiffness),
          plain(way, 2),
          plain(turn, 2),
          plain(speed, 2),
        ]),
      ),
      ...runs.map(({ pile, stiffness, way }) =>
        atMost({
          what: `No creep: ${pile.name}, ${plain(stiffness)} N/m³`,
          published: 'at rest',
          found: way,
          tolerance: CREEP,
          ours: (found) => `moved by ${found} of a size`,
          reason: 'slow swaying of soft stacks',
        }),
      ),
    ],
  };
}
