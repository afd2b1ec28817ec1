// SPDX-License-Identifier: MIT
/** Large turns: a chain bent to a closed circle, and the elastica under a load at its tip. */
import { Simulation } from '../../simulation/simulation.ts';
import { atMost, plain, type Section, table, text } from '../verification-case.ts';
import { BEAM, chain, DENSITY, LENGTH, MASS, MODULUS, SECOND_MOMENT, TIME_STEP } from './chain.ts';

const BONDS = 20;
/** s: in which the end is led around, and in which the chain then comes to rest. */
const LED = 0.1;
const RESTING = 0.1;
const ROWS = 240;

/** Place of the last sphere of a chain whose bonds each turn by `angle`: middles of bonds are half a bond away. */
function endOf(angle: number): { x: number; y: number } {
  let [x, y] = [0, 0];
  for (let k = 0; k < BONDS; k++) {
    x += 0.5 * LENGTH * (Math.cos(k * angle) + Math.cos((k + 1) * angle));
    y += 0.5 * LENGTH * (Math.sin(k * angle) + Math.sin((k + 1) * angle));
  }
  return { x, y };
}

/** Moment at the end of a chain that is led to a closed circle, and the largest distance from that circle. */
function closedCircle(): { readonly moment: number; readonly off: number } {
  const rows = Array.from({ length: ROWS + 1 }, (_, k) => {
    const { x, y } = endOf(((2 * Math.PI) / BONDS) * (k / ROWS));
    return [(LED * k) / ROWS, x - BONDS * LENGTH, y, 0] as const;
  });
  const end = { x: BONDS * LENGTH, y: 0, z: 0 };
  const motion = {
    table: { of: 'displacement' as const, rows },
    rotation: { axis: [0, 0, 1] as const, through: end, rate: (2 * Math.PI) / LED },
    until: LED,
  };
  // Both ends come to one place: contacts are so soft that they do not hinder them.
  const materials = [{ name: 'rock', density: DENSITY, youngsModulus: 1, poissonsRatio: 0.3 }];
  const more = { materials, damping: { viscous: 300 } };
  const simulation = new Simulation(chain(BONDS, { ...BEAM, damping: 0.05 }, more, { [BONDS]: { motion } }));
  simulation.step(Math.round((LED + RESTING) / TIME_STEP));
  const turn = (2 * Math.PI) / BONDS;
  let off = 0;
  for (let k = 1; k < BONDS; k++) {
    let [x, y] = [0, 0];
    for (let i = 0; i < k; i++) {
      x += 0.5 * LENGTH * (Math.cos(i * turn) + Math.cos((i + 1) * turn));
      y += 0.5 * LENGTH * (Math.sin(i * turn) + Math.sin((i + 1) * turn));
    }
    const { position } = simulation.body(k);
    off = Math.max(off, Math.hypot(position.x - x, position.y - y));
  }
  return { moment: -simulation.body(BONDS).torque.z, off: off / LENGTH };
}

/** P L²/(E I), drop over length and shortening over length of a cantilever with a load at its tip. */
const ELASTICA = [
  [1, 0.30172, 0.05643],
  [2, 0.49346, 0.16064],
  [5, 0.71379, 0.38763],
  [10, 0.81061, 0.555],
] as const;
const ELASTICA_BONDS = 10;
/** Mass of the sphere at the tip over that of the others. */
const HEAVY = 5000;

function elastica(load: number): { readonly drop: number; readonly shortening: number } {
  const length = ELASTICA_BONDS * LENGTH;
  const gravity = (load * MODULUS * SECOND_MOMENT) / length ** 2 / (HEAVY * MASS);
  const slowest = Math.sqrt((3 * MODULUS * SECOND_MOMENT) / (length ** 3 * HEAVY * MASS));
  const spec = chain(
    ELASTICA_BONDS,
    { ...BEAM, damping: 0.05 },
    {
      gravity: [0, 0, -gravity],
      damping: { viscous: 2 * slowest },
      materials: [
        { name: 'rock', density: DENSITY, youngsModulus: MODULUS, poissonsRatio: 0.3 },
        { name: 'lead', density: HEAVY * DENSITY, youngsModulus: MODULUS, poissonsRatio: 0.3 },
      ],
    },
    { [ELASTICA_BONDS]: { material: 'lead' } },
  );
  const simulation = new Simulation(spec);
  simulation.step(Math.round(14 / slowest / TIME_STEP));
  const { x, z } = simulation.body(ELASTICA_BONDS).position;
  return { drop: -z / length, shortening: 1 - x / length };
}

export function largeTurns(full: boolean): Section {
  const circle = closedCircle();
  const kb = (MODULUS * SECOND_MOMENT) / LENGTH;
  const closed = (4 * kb * Math.tan(Math.PI / (2 * BONDS))) / Math.cos(Math.PI / (2 * BONDS)) ** 2;
  const bent = (full ? ELASTICA : []).map((row) => ({ row, found: elastica(row[0]) }));
  return {
    title: 'Large turns',
    blocks: [
      text(
        `The end of a chain of ${BONDS} bonds is led around until it closes the circle. The moment at the end is then`,
        'kb 4 tan(π/2N)/cos²(π/2N), 1.0083 times 2π EI/L.',
      ),
      atMost({
        what: 'moment at the end of a closed circle (N m)',
        published: plain(closed, 7),
        found: Math.abs(circle.moment / closed - 1),
        tolerance: 1e-5,
        ours: (off) => `${plain(circle.moment, 7)}, off by ${off}`,
        reason: 'the chain comes to rest by damping',
      }),
      atMost({
        what: 'largest distance of a sphere from the circle, over the length of a bond',
        published: '0',
        found: circle.off,
        tolerance: 1e-4,
        ours: (found) => found,
        reason: 'the chain comes to rest by damping',
      }),
      ...(bent.length === 0
        ? [text('With --full also the elastica: a cantilever of 10 bonds with a heavy sphere at its tip.')]
        : [
            table(
              'Elastica: drop and shortening over length',
              ['P L²/EI', 'drop', 'Scree', 'shortening', 'Scree'],
              bent.map(({ row: [load, drop, shortening], found }) => [
                String(load),
                String(drop),
                plain(found.drop, 5),
                String(shortening),
                plain(found.shortening, 5),
              ]),
            ),
            ...bent.map(({ row: [load, drop], found }) =>
              atMost({
                what: `drop over length at P L²/EI = ${load}`,
                published: String(drop),
                found: Math.abs(found.drop / drop - 1),
                tolerance: 0.006,
                ours: (off) => `${plain(found.drop, 5)}, off by ${off}`,
                reason: 'ten bonds are a polygon: 0.1 to 0.4 %; the weight of the chain adds 0.1 %',
              }),
            ),
          ]),
    ],
  };
}
