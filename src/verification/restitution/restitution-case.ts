// SPDX-License-Identifier: MIT
/**
 * The case `restitution`: the measured coefficient of restitution equals the input, with attraction at the end of a
 * contact cut off or allowed; and its error against the time step.
 */

import { dampingRatio, restitutionOf } from '../../contact-laws/damping-ratio.ts';
import type { MaterialSpec, NormalLaw } from '../../simulation/simulation-spec.ts';
import { plot } from '../report/svg-plot.ts';
import {
  atMost,
  check,
  figure,
  plain,
  type Section,
  table,
  text,
  type VerificationCase,
} from '../verification-case.ts';
import { ALUMINIUM_OXIDE, CAST_IRON, rebound, SPRING, STEPS_PER_CONTACT } from './rebound.ts';
import { restitutionFigure } from './restitution-plot.ts';

export const RESTITUTION_CASE: VerificationCase = {
  name: 'restitution',
  title: 'Restitution in and out',
  source:
    'Our own; damping after Tsuji, Tanaka & Ishida 1992, Antypov & Elliott 2011 and Schwager & Pöschel 2007, ' +
    'doi:10.1007/s10035-007-0065-z.',
  summary:
    'A sphere meets a plane with restitution 0.2 to 1: Hertz and linear law, attraction at the end of the ' +
    'contact allowed and cut off, each with the damping that belongs to it.',
  run() {
    return [restitutionOut(), restitutionOverStep()];
  },
};

const RESTITUTIONS = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
/** Half a step over the contact time is 2.5e-5; damping at restitution 0.2 increases the error. */
const TOLERANCE = 1e-3;
const ATTRACTIONS = ['cut', 'allowed'] as const;
const SETTINGS: readonly (readonly [name: string, normal: NormalLaw, grain: Omit<MaterialSpec, 'name'>])[] = [
  ['Hertz, aluminium oxide', 'hertz', ALUMINIUM_OXIDE],
  ['Hertz, cast iron', 'hertz', CAST_IRON],
  ['linear', 'linear', SPRING],
];
const STEPS = [50, 100, 200, 500, 1000, 2000];

/**
 * The measured restitution if the damping ratio of the usual relation, with attraction, is used in a law that cuts
 * attraction off.
 */
function wrongRelation(restitution: number): number {
  return restitutionOf(dampingRatio(restitution, 'allowed'), 'cut');
}

function restitutionOut(): Section {
  const columns = SETTINGS.flatMap(([name, normal, grain]) =>
    ATTRACTIONS.map((attraction) => ({
      name: `${name}, ${attraction}`,
      out: RESTITUTIONS.map((restitution) => rebound({ ...grain, restitution }, { normal, attraction }) ?? Number.NaN),
    })),
  );
  const largest = Math.max(...columns.flatMap(({ out }) => out.map((e, i) => Math.abs(e - RESTITUTIONS[i]))));
  return {
    title: 'Restitution out',
    blocks: [
      text(
        'A sphere of 2.5 mm meets a rigid plane at 3.9 m/s. At the end of a damped contact spring and dashpot ' +
          'together would pull; a law may allow that or cut it off. Either way changes the',
        'relation between damping and restitution: with the relation for the first, a law that cuts off gives ' +
          '0.325 for 0.2.',
      ),
      table(
        'Restitution out',
        ['in', ...columns.map(({ name }) => name)],
        RESTITUTIONS.map((restitution, i) => [String(restitution), ...columns.map(({ out }) => out[i].toFixed(6))]),
      ),
      restitutionFigure(RESTITUTIONS, columns.slice(0, 2), [
        {
          name: 'cut off with the relation for attraction',
          style: 'line',
          tone: 5,
          points: RESTITUTIONS.map((e) => [e, wrongRelation(e)]),
        },
      ]),
      atMost({
        what: 'Restitution 0.2 to 1 comes out as it went in, both laws, both ways to end',
        published: 'equal',
        found: largest,
        tolerance: TOLERANCE,
        ours: (found) => `largest difference ${found}`,
        reason: `dashpots see velocities half a step old; ${STEPS_PER_CONTACT} steps a contact`,
      }),
      check({
        what: 'The relation for attraction would be wrong for a law that cuts it off',
        published: '0.2 as 0.325, 0.4 as 0.472',
        ours: `${wrongRelation(0.2).toFixed(3)} and ${wrongRelation(0.4).toFixed(3)}`,
        tolerance: 'three digits',
        reason: 'closed form',
        passed: wrongRelation(0.2).toFixed(3) === '0.325' && wrongRelation(0.4).toFixed(3) === '0.472',
      }),
    ],
  };
}

function restitutionOverStep(): Section {
  const errors = STEPS.map((steps) =>
    Math.abs((rebound({ ...ALUMINIUM_OXIDE, restitution: 0.5 }, { normal: 'hertz' }, steps) ?? Number.NaN) - 0.5),
  );
  const first = errors[0] ?? Number.NaN;
  const last = errors[errors.length - 1] ?? Number.NaN;
  const order = Math.log(first / last) / Math.log(STEPS[STEPS.length - 1] / STEPS[0]);
  return {
    title: 'Restitution over the step',
    blocks: [
      text(
        'What the step does to a restitution of 0.5: an error of the first order, since dashpots see velocities ' +
          'half a step old.',
      ),
      figure(
        'Error of restitution over steps a contact',
        plot({
          title: 'error of restitution over steps a contact',
          x: { label: 'steps a contact', scale: 'log' },
          y: { label: 'error', scale: 'log' },
          series: [{ name: 'ours', style: 'line', tone: 1, points: STEPS.map((steps, i) => [steps, errors[i]]) }],
          width: 560,
        }),
      ),
      check({
        what: 'The error falls with the first power of the step at least',
        published: 'first order',
        ours: `order ${order.toFixed(2)}; ${plain(first)} with ${STEPS[0]} steps a contact`,
        tolerance: 'above 0.9',
        reason: 'a slope between two points',
        passed: order > 0.9,
      }),
    ],
  };
}
