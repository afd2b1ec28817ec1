// SPDX-License-Identifier: MIT
/**
 * The case `stages`: parameters that change between two steps, beside closed forms. The work of a stiffness that
 * changes at rest and slowly in motion, and friction that changes under a sliding block.
 */
import { box } from '../../shapes/kinds/box.ts';
import { Simulation } from '../../simulation/simulation.ts';
import { FLOOR, spheres } from '../sphere-scene.ts';
import { atMost, plain, type Section, table, text, type VerificationCase } from '../verification-case.ts';

export const STAGES_CASE: VerificationCase = {
  name: 'stages',
  title: 'Parameters that change',
  source: 'Closed forms; adiabatic invariant E/omega of an oscillator.',
  summary:
    'The work of a stiffness that changes is an entry of the energy balance; friction changes a deceleration; an ' +
    'oscillator keeps its phase while the time step changes.',
  run() {
    return [stiffening(), sliding(), stepping()];
  },
};

const RADIUS = 0.01;
const DENSITY = 2500;
const MASS = (4 / 3) * Math.PI * RADIUS ** 3 * DENSITY;
const GRAVITY = 9.81;
const STIFFNESS = 1e4;
/** m */
const SWING = 5e-5;
const PERIODS = 100;
const CHANGES_PER_PERIOD = 10;
const STEPS_PER_CHANGE = 80;

/** A ball at rest on a floor: the stiffness is made four times as large at once. */
function stiffeningAtRest(): { readonly found: number; readonly closed: number; readonly balance: number } {
  const depth = (MASS * GRAVITY) / STIFFNESS;
  const grain = { density: DENSITY, stiffness: STIFFNESS, restitution: 1 };
  const more = { timeStep: 2e-5, gravity: [0, 0, -GRAVITY] as const, law: { normal: 'linear' as const } };
  const body = { position: [0, 0, RADIUS - depth] as const };
  const simulation = new Simulation(spheres(RADIUS, grain, [body], { ...more, halfSpaces: [FLOOR] }));
  simulation.step(100);
  simulation.change({ materials: [{ name: 'grain', stiffness: 4 * STIFFNESS }] });
  const { parameterWork } = simulation.energy();
  simulation.step(10_000);
  return { found: parameterWork, closed: 1.5 * STIFFNESS * depth ** 2, balance: simulation.energy().balance };
}

/** A ball that swings on a bond to a fixed one: the stiffness grows to four times its value in many small changes. */
function stiffeningInMotion(): { readonly ratio: number; readonly work: number; readonly gain: number } {
  const grain = { density: DENSITY, stiffness: STIFFNESS, restitution: 1 };
  const modulus = (STIFFNESS * 2 * RADIUS) / (Math.PI * RADIUS ** 2);
  const frequency = Math.sqrt(STIFFNESS / MASS);
  const timeStep = (2 * Math.PI) / frequency / (CHANGES_PER_PERIOD * STEPS_PER_CHANGE);
  const bodies = [{ fixed: true }, { position: [2 * RADIUS, 0, 0], velocity: [SWING * frequency, 0, 0] }] as const;
  const bonds = [{ name: 'spring', youngsModulus: modulus, damping: 0, list: [[0, 1]] as const }];
  const law = { normal: 'linear' as const };
  const simulation = new Simulation(spheres(RADIUS, grain, bodies, { timeStep, law, bonds }));
  const total = (): number => {
    const { kinetic, bondEnergy } = simulation.energy();
    return kinetic + bondEnergy;
  };
  const before = total();
  const changes = PERIODS * CHANGES_PER_PERIOD;
  for (let k = 1; k <= changes; k++) {
    simulation.step(STEPS_PER_CHANGE);
    simulation.change({ bonds: [{ name: 'spring', youngsModulus: modulus * (1 + (3 * k) / changes) }] });
  }
  const { parameterWork: work } = simulation.energy();
  return { ratio: total() / before, work, gain: total() - before };
}

function stiffening(): Section {
  const rest = stiffeningAtRest();
  const motion = stiffeningInMotion();
  return {
    title: 'A stiffness that changes',
    blocks: [
      text(
        'A ball of 1 cm radius (2500 kg/m³, linear springs of 1e4 N/m) lies on a floor; its stiffness becomes four times',
        'as large at once. The ledger gains δ²/2 Δk. The same ball swings on a bond of that stiffness, which grows to',
        'four times its value over 100 periods, in 1,000 changes: E/ω is invariant, so the energy of the swing doubles.',
      ),
      table(
        'Closed form and Scree',
        ['', 'closed form', 'Scree'],
        [
          ['work of the change at rest (J)', plain(rest.closed, 7), plain(rest.found, 7)],
          ['energy of the swing, end over start', '2', plain(motion.ratio, 5)],
          ['work of the changes over energy gained', '1', plain(motion.work / motion.gain, 9)],
        ],
      ),
      atMost({
        what: 'work of the change at rest',
        published: plain(rest.closed, 7),
        found: Math.abs(rest.found / rest.closed - 1),
        tolerance: 1e-9,
        ours: (found) => `off by ${found}`,
        reason: 'rounding of a position of 1 cm against an overlap of 10 µm',
      }),
      atMost({
        what: 'balance after the ball has swung, over the work',
        published: '0',
        found: Math.abs(rest.balance / rest.found),
        tolerance: 1e-2,
        ours: (found) => found,
        reason: 'the error of central differences, of the square of the time step',
      }),
      atMost({
        what: 'energy of the swing, end over start',
        published: '2',
        found: Math.abs(motion.ratio - 2),
        tolerance: 0.02,
        ours: () => plain(motion.ratio, 5),
        reason: 'the invariant holds for infinitely slow changes',
      }),
      atMost({
        what: 'work of the changes over energy gained',
        published: '1',
        found: Math.abs(motion.work / motion.gain - 1),
        tolerance: 1e-4,
        ours: () => plain(motion.work / motion.gain, 9),
        reason: 'the error of central differences, of the square of the time step',
      }),
    ],
  };
}

const FRICTIONS = [0.5, 0.2] as const;

/** Mean decelerations of a block with two frictions, one after the other. */
function decelerations(): number[] {
  const spec = spheres(RADIUS, { density: DENSITY, stiffness: STIFFNESS, restitution: 0.2, friction: 0.5 }, [], {
    timeStep: 2e-5,
    gravity: [0, 0, -GRAVITY],
    law: { normal: 'linear', tangential: 'linear' },
    shapes: [{ name: 'block', convex: box({ halfExtents: [0.02, 0.02, 0.002] }) }],
    bodies: [{ shape: 'block', material: 'grain', position: [0, 0, 0.002], velocity: [2, 0, 0] }],
    halfSpaces: [FLOOR],
  });
  const simulation = new Simulation(spec);
  return FRICTIONS.map((friction) => {
    simulation.change({ pairs: [{ materials: ['grain', 'wall'], friction }] });
    simulation.step(2500);
    const before = simulation.body(0).velocity.x;
    simulation.step(2500);
    return (before - simulation.body(0).velocity.x) / (2500 * spec.timeStep);
  });
}

function sliding(): Section {
  const found = decelerations();
  return {
    title: 'A friction that changes',
    blocks: [
      text(
        'A flat block slides at 2 m/s; its friction on the floor is 0.5 at first and 0.2 later. It slows down by μ g.',
      ),
      ...FRICTIONS.map((friction, k) =>
        atMost({
          what: `deceleration with friction ${friction} (m/s²)`,
          published: plain(friction * GRAVITY, 5),
          found: Math.abs((found[k] ?? 0) / (friction * GRAVITY) - 1),
          tolerance: 0.01,
          ours: (off) => `${plain(found[k] ?? 0, 5)}, off by ${off}`,
          reason: 'the block rocks a little on its springs',
        }),
      ),
    ],
  };
}

/** Time steps of the swing, one after the other, over the first of them. */
const STEP_LENGTHS = [1, 0.25, 0.5, 2] as const;
const PERIODS_OF_SWING = 10;

/** Largest distance from the closed form in the phase plane, over the amplitude; the step changes each quarter. */
function swingError(stepsPerPeriod: number): number {
  const grain = { density: DENSITY, stiffness: STIFFNESS, restitution: 1 };
  const frequency = Math.sqrt(STIFFNESS / MASS);
  const timeStep = (2 * Math.PI) / frequency / stepsPerPeriod;
  const youngsModulus = (STIFFNESS * 2 * RADIUS) / (Math.PI * RADIUS ** 2);
  const bodies = [{ fixed: true }, { position: [2 * RADIUS, 0, 0], velocity: [SWING * frequency, 0, 0] }] as const;
  const bonds = [{ name: 'spring', youngsModulus, damping: 0, list: [[0, 1]] as const }];
  const simulation = new Simulation(spheres(RADIUS, grain, bodies, { timeStep, law: { normal: 'linear' }, bonds }));
  let worst = 0;
  for (let k = 0; simulation.time * frequency < 2 * Math.PI * PERIODS_OF_SWING; k++) {
    const length = STEP_LENGTHS[k % STEP_LENGTHS.length] ?? 1;
    simulation.change({ timeStep: length * timeStep });
    simulation.step(Math.round(stepsPerPeriod / 4 / length));
    const { position, velocity } = simulation.body(1);
    const phase = frequency * simulation.time;
    const along = (position.x - 2 * RADIUS) / SWING - Math.sin(phase);
    const faster = velocity.x / (SWING * frequency) - Math.cos(phase);
    worst = Math.max(worst, Math.hypot(along, faster));
  }
  return worst;
}

function stepping(): Section {
  const [coarse = 0, fine = 0] = [200, 400].map(swingError);
  return {
    title: 'A time step that changes',
    blocks: [
      text(
        'The ball swings on its bond for ten periods, and its time step changes after each quarter, to 1, 1/4, 1/2 and',
        '2 times 1/200 of the period. Half the steps must leave a quarter of the error: a change keeps the second order.',
      ),
      atMost({
        what: 'distance from the closed form in the phase plane, over the amplitude',
        published: '0',
        found: coarse,
        tolerance: 0.02,
        ours: (found) => found,
        reason:
          'central differences are too fast by (ω dt)²/24, a phase of 0.0034 after ten periods; changes add as much',
      }),
      atMost({
        what: 'order of the error in the time step, from 2',
        published: '2',
        found: Math.abs(Math.log2(coarse / fine) - 2),
        tolerance: 0.1,
        ours: () => plain(Math.log2(coarse / fine), 4),
        reason: 'terms of higher order',
      }),
    ],
  };
}
