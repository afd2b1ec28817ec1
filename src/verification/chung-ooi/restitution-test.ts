// SPDX-License-Identifier: MIT
/** Test 3 of Chung & Ooi 2011: the coefficient of restitution that goes in comes out, for two materials. */
import { ALUMINIUM_OXIDE, CAST_IRON, rebound } from '../restitution/rebound.ts';
import { restitutionFigure } from '../restitution/restitution-plot.ts';
import { atMost, type Section, table, text } from '../verification-case.ts';

const RESTITUTIONS = [0.2, 0.4, 0.6, 0.8, 1];
/** Velocities of dashpots are half a step old: half a step over the contact time, with a margin. */
const TOLERANCE = 1e-3;

export function restitutionTest(): Section {
  const rows = RESTITUTIONS.map((restitution) => {
    const of = (grain: typeof CAST_IRON): number =>
      rebound({ ...grain, restitution }, { normal: 'hertz' }) ?? Number.NaN;
    return { restitution, oxide: of(ALUMINIUM_OXIDE), iron: of(CAST_IRON) };
  });
  const largest = Math.max(
    ...rows.flatMap(({ restitution, oxide, iron }) => [oxide - restitution, iron - restitution].map(Math.abs)),
  );
  return {
    title: 'Test 3: damped impacts on a plane',
    blocks: [
      text('A sphere of 2.5 mm meets a rigid plane at 3.9 m/s. The law is Hertz’s, damped, and never pulls.'),
      table(
        'Restitution',
        ['in', 'aluminium oxide', 'cast iron'],
        rows.map(({ restitution, oxide, iron }) => [String(restitution), oxide.toFixed(6), iron.toFixed(6)]),
      ),
      restitutionFigure(RESTITUTIONS, [
        { name: 'aluminium oxide', out: rows.map(({ oxide }) => oxide) },
        { name: 'cast iron', out: rows.map(({ iron }) => iron) },
      ]),
      atMost({
        what: 'Restitution comes out as it went in',
        published: 'equal',
        found: largest,
        tolerance: TOLERANCE,
        ours: (found) => `largest difference ${found}`,
        reason: 'velocities of dashpots are half a step old',
      }),
    ],
  };
}
