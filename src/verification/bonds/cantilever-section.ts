// SPDX-License-Identifier: MIT
/** A clamped chain under its weight: the drop of its tip by superposition of the loads of all spheres. */
import type { BondRule } from '../../bonds/bond-rule.ts';
import { Simulation } from '../../simulation/simulation.ts';
import { atMost, plain, type Section, table, text } from '../verification-case.ts';
import { AREA, BEAM, chain, LENGTH, MASS, MODULUS, SECOND_MOMENT, TIME_STEP } from './chain.ts';

const BONDS = 10;
const GRAVITY = 1;
/** Lowest angular frequency of a chain, 1/s: twice of it damps it critically. */
function slowestOf({ bending }: Pick<Stiffness, 'bending'>): number {
  return (1.8751 ** 2 * Math.sqrt(bending / MASS)) / (BONDS + 0.5) ** 2 / LENGTH;
}
/** Times of the slowest frequency until the error is below 1e-7. */
const DECAYS = 20;
/** Stiffnesses of the chain that was also computed by YADE: N/m, N/m, N m. */
const YADE = { normal: 5e5, shear: 2e5, bending: 5 };

interface Stiffness {
  readonly shear: number;
  readonly bending: number;
}

/** Drop of the tip under a unit load at sphere k. */
function dropUnder(k: number, { shear, bending }: Stiffness): number {
  const atLoad = k / shear + (LENGTH ** 2 / bending) * (k ** 3 / 3 - k / 12);
  const slope = (LENGTH / bending) * (k ** 2 / 2);
  return atLoad + slope * (BONDS - k) * LENGTH;
}

function dropOfTip(bond: BondRule, stiffness: Stiffness): number {
  const slowest = slowestOf(stiffness);
  const damping = { viscous: 2 * slowest };
  const simulation = new Simulation(chain(BONDS, { ...bond, damping: 0.05 }, { gravity: [0, 0, -GRAVITY], damping }));
  simulation.step(Math.round(DECAYS / slowest / TIME_STEP));
  return -simulation.body(BONDS).position.z;
}

function closedDrop(stiffness: Stiffness): number {
  let sum = 0;
  for (let k = 1; k <= BONDS; k++) sum += MASS * GRAVITY * dropUnder(k, stiffness);
  return sum;
}

export function cantilever(): Section {
  const bending = (MODULUS * SECOND_MOMENT) / LENGTH;
  const beam = { shear: (12 * bending) / LENGTH ** 2, bending };
  // Parallel bonds state normal and bending stiffness by one number, so the radius is chosen for their ratio.
  const radius = Math.sqrt((4 * YADE.bending) / YADE.normal);
  const area = Math.PI * radius ** 2;
  const parallel: BondRule = {
    radius,
    normalStiffness: YADE.normal / area,
    shearStiffness: YADE.shear / area,
  };
  const rows = [
    { name: 'beam (Euler-Bernoulli)', found: dropOfTip(BEAM, beam), closed: closedDrop(beam) },
    { name: 'parallel bonds', found: dropOfTip(parallel, YADE), closed: closedDrop(YADE) },
  ];
  return {
    title: 'A cantilever',
    blocks: [
      text(
        `A chain of ${BONDS} bonds between spheres of 5 mm radius, clamped at one end, hangs under a weight of 1 m/s².`,
        'Each sphere loads the chain with its weight; the drops of the tip add up to the closed form N P/ks +',
        '(P l²/kb)(N³/3 - N/12) and its like for the other spheres. The beam has E = 1 GPa and',
        `A = ${plain(AREA * 1e6)} mm²; the parallel bonds have kn = 5e5 N/m, ks = 2e5 N/m and kb = 5 N m.`,
      ),
      table(
        'Drop of the tip (m)',
        ['bonds', 'closed form', 'Scree'],
        rows.map(({ name, found, closed }) => [name, plain(closed, 8), plain(found, 8)]),
      ),
      ...rows.map(({ name, found, closed }) =>
        atMost({
          what: `drop of the tip, ${name} (m)`,
          published: plain(closed, 8),
          found: Math.abs(found / closed - 1),
          tolerance: 1e-6,
          ours: (off) => `${plain(found, 8)}, off by ${off}`,
          reason: 'the drop is below 1e-3 of the length, so that the square of its slope is below 1e-6',
        }),
      ),
    ],
  };
}
