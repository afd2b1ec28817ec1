// SPDX-License-Identifier: MIT
/** Two bonded spheres that fly apart: the speed that breaks the bond, what is left of it, and the energy. */
import { Simulation } from '../../simulation/simulation.ts';
import { atMost, check, plain, type Section, table, text } from '../verification-case.ts';
import { AREA, BEAM, chain, LENGTH, MASS, MODULUS } from './chain.ts';

const STRENGTH = 1e6;
const STIFFNESS = (MODULUS * AREA) / LENGTH;
const FORCE = STRENGTH * AREA;
const ENERGY = FORCE ** 2 / (2 * STIFFNESS);
/** m/s */
const CRITICAL = FORCE / Math.sqrt((STIFFNESS * MASS) / 2);
const STEP = 1e-8;

function apart(speed: number, steps: number): Simulation {
  const rule = { ...BEAM, tensileStrength: STRENGTH };
  const simulation = new Simulation(
    chain(1, rule, { timeStep: STEP }, { 0: { fixed: false }, 1: { velocity: [speed, 0, 0] } }),
  );
  simulation.step(steps);
  return simulation;
}

/**
 * Elongation at the first step that finds the bond beyond its strength: central differences give A sin(n a) with
 * sin(a / 2) = half of the frequency times the step.
 */
function elongationAtBreak(speed: number): number {
  const angle = 2 * Math.asin(0.5 * Math.sqrt((2 * STIFFNESS) / MASS) * STEP);
  const amplitude = (speed * STEP) / Math.sin(angle);
  const limit = FORCE / STIFFNESS;
  const n = Math.ceil(Math.asin(limit / amplitude) / angle);
  return amplitude * Math.sin(n * angle);
}

export function breaking(): Section {
  const slow = apart(0.999 * CRITICAL, 6000);
  const speed = 1.2 * CRITICAL;
  const fast = apart(speed, 6000);
  const [broken] = fast.bondBreaks();
  const closedEnergy = 0.5 * STIFFNESS * elongationAtBreak(speed) ** 2;
  const parting = fast.body(1).velocity.x - fast.body(0).velocity.x;
  const closedSpeed = Math.sqrt(speed ** 2 - (4 * closedEnergy) / MASS);
  const { balance, breakageLoss, insertedEnergy } = fast.energy();
  return {
    title: 'Breaking by speed',
    blocks: [
      text(
        `The bond breaks at ${plain(FORCE, 5)} N, when it holds ${plain(ENERGY, 5)} J. Two spheres part if their`,
        `relative speed is above F/√(kn m/2) = ${plain(CRITICAL, 6)} m/s, then at √(v² - 2 F²/(kn m)). A bond breaks`,
        'at the first step that finds it beyond its strength, so it holds a little more; that elongation follows from',
        'the closed form of central differences.',
      ),
      table(
        'Relative speed of 1.2 times the critical one',
        ['', 'closed form', 'at the step that breaks it', 'Scree'],
        [
          ['energy released (J)', plain(ENERGY, 7), plain(closedEnergy, 9), plain(broken?.energy ?? Number.NaN, 9)],
          [
            'speed of parting (m/s)',
            plain(Math.sqrt(speed ** 2 - CRITICAL ** 2), 7),
            plain(closedSpeed, 9),
            plain(parting, 9),
          ],
        ],
      ),
      check({
        what: 'spheres at 0.999 of the critical speed stay together, at 1.2 they part',
        published: '1 bond, 0 bonds',
        ours: `${slow.bonds().count} bond, ${fast.bonds().count} bonds`,
        tolerance: 'exact',
        reason: 'the elastic load alone decides',
        passed: slow.bonds().count === 1 && fast.bonds().count === 0,
      }),
      atMost({
        what: 'breakageLoss (J)',
        published: plain(closedEnergy, 9),
        found: Math.abs(breakageLoss / closedEnergy - 1),
        tolerance: 1e-6,
        ours: (off) => `${plain(breakageLoss, 9)}, off by ${off}`,
        reason: 'rounding',
      }),
      atMost({
        what: 'speed of parting (m/s)',
        published: plain(closedSpeed, 8),
        found: Math.abs(parting / closedSpeed - 1),
        tolerance: 1e-6,
        ours: (off) => `${plain(parting, 8)}, off by ${off}`,
        reason: 'the error of central differences, of the square of the time step',
      }),
      atMost({
        what: 'balance after the break, over the energy put in',
        published: '0',
        found: Math.abs(balance / insertedEnergy),
        tolerance: 1e-6,
        ours: (found) => found,
        reason: 'the error of central differences, of the square of the time step',
      }),
    ],
  };
}
