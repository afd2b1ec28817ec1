// SPDX-License-Identifier: MIT
/** The case `pressure-field`: energy, derivatives, momenta, piles, tipping, restitution and friction of the law. */
import {
  atMost,
  plain,
  type RunSetup,
  type Section,
  table,
  text,
  type VerificationCase,
} from '../verification-case.ts';
import { momentumChange } from './angular-momentum.ts';
import { derivativeErrors } from './energy-derivatives.ts';
import { flatPointsSection } from './flat-points.ts';
import { gasSection, longGasSection } from './gas-section.ts';
import { IMPACTS, reboundOf, slidingAcceleration, stickingSpeed, tippingSlope } from './single-bodies.ts';
import { PILE_PARTS, standingSection } from './standing-section.ts';

const DEGREE = Math.PI / 180;

/** What can run alone; each pile at each stiffness too. */
const SECTIONS = {
  derivatives: derivativeSection,
  gases: gasSection,
  'long-gases': longGasSection,
  'flat-points': flatPointsSection,
  momenta: momentumSection,
  piles: standingSection,
  tipping: tippingSection,
  impacts: impactSection,
  friction: frictionSection,
} as const satisfies Readonly<Record<string, (setup: RunSetup) => Section>>;

export const PRESSURE_FIELD_CASE: VerificationCase = {
  name: 'pressure-field',
  title: 'The pressure-field law',
  source: 'Our own; field of Elandt, Drumwright, Sherman & Ruina 2019, in an energy of our own.',
  summary:
    'Elastic bodies of every shape keep their energy, force and torque are the derivatives of the energy, piles stand, ' +
    'a brick tips at the right slope, restitution and friction are those asked for.',
  parts: [...Object.keys(SECTIONS), ...PILE_PARTS],
  run(setup) {
    const { part } = setup;
    if (part !== undefined && PILE_PARTS.includes(part)) return [standingSection(setup)];
    return Object.entries(SECTIONS).flatMap(([name, section]) =>
      part === undefined || part === name ? [section(setup)] : [],
    );
  },
};

function derivativeSection({ full, progress }: RunSetup): Section {
  progress('derivatives of the energy');
  const errors = derivativeErrors(full ? 4 : 1);
  return {
    title: 'Force and torque are the derivatives of the energy',
    blocks: [
      text(
        'Every pair of shapes of size 1, and every shape on a half-space: any orientation, flush faces, tilts of 1e-9, ' +
          '1e-6 and 1e-3 rad from flush, edges; depths of 1e-4, 0.01 and 0.2. Differences of the fourth order; their ' +
          'own error, shown by two steps, does not count.',
        'The torque of a superquadric on a face goes with a root of the tilt: below 1e-3 rad differences do not ' +
          'resolve it, and these poses are left out.',
      ),
      table(
        'Largest error over the force',
        ['pair', 'error', 'at', 'poses'],
        errors.map(({ pair, worst, feature, poses }) => [pair, plain(worst, 2), feature, String(poses)]),
      ),
      atMost({
        what: 'Force and torque follow from the energy',
        published: 'exact',
        found: Math.max(...errors.map(({ worst }) => worst)),
        tolerance: 1e-6,
        ours: (found) => `largest error ${found} of the force`,
        reason: 'rounding of the energy over the step',
      }),
    ],
  };
}

function momentumSection({ full, progress }: RunSetup): Section {
  progress('momenta');
  const { linear, angular, lost } = momentumChange(full ? 20_000 : 2_000);
  const row = (what: string, found: number) =>
    atMost({
      what,
      published: 'conserved',
      found,
      tolerance: 1e-12,
      ours: (value) => `changed by ${value}`,
      reason: 'rounding of every step',
    });
  return {
    title: 'Momentum and angular momentum',
    blocks: [
      text(
        '27 bodies of every shape collide with friction and damping, without walls; they lose ' +
          `${plain(100 * lost)} % of their energy.`,
      ),
      row('Momentum', linear),
      row('Angular momentum', angular),
    ],
  };
}

/** N/m³: a brick on a bed of it tips by less than 0.1° before a rigid one. */
const RIGID = 2e13;

function tippingSection({ full, progress }: RunSetup): Section {
  const runs = (full ? [1e10, 1e11, 1e12, RIGID] : [1e10]).map((stiffness) => {
    progress(`tipping, ${plain(stiffness)} N/m³`);
    return { stiffness, ...tippingSlope(stiffness) };
  });
  return {
    title: 'A brick tips',
    blocks: [
      text(
        'A brick of 8 x 8 x 20 mm stands on a floor that tilts by 0.1° a second. A rigid brick tips where the slope is ' +
          'its width over its height. On a bed of springs it leans, and tips before; the closed form is in ' +
          'single-bodies.ts.',
      ),
      table(
        'Slope (degrees)',
        ['stiffness (N/m³)', 'rigid', 'on a bed', 'ours'],
        runs.map(({ stiffness, rigid, onBed, found }) => [
          plain(stiffness),
          ...[rigid, onBed, found].map((angle) => (angle / DEGREE).toFixed(3)),
        ]),
      ),
      ...runs
        .filter(({ stiffness }) => stiffness === RIGID)
        .map(({ found, rigid }) =>
          atMost({
            what: 'A stiff brick tips at the slope of a rigid one',
            published: `${(rigid / DEGREE).toFixed(3)}°`,
            found: Math.abs(found - rigid) / DEGREE,
            tolerance: 0.1,
            unit: '°',
            ours: (value) => `off by ${value}°`,
            reason: 'the bed gives way by the third root of the weight over its stiffness',
          }),
        ),
      ...runs.map(({ stiffness, found, onBed }) =>
        atMost({
          what: `The brick tips at the right slope: ${plain(stiffness)} N/m³`,
          published: `${(onBed / DEGREE).toFixed(3)}°`,
          found: Math.abs(found - onBed) / DEGREE,
          tolerance: 0.1,
          unit: '°',
          ours: (value) => `off by ${value}°`,
          reason: 'the floor tilts on while the brick falls over',
        }),
      ),
    ],
  };
}

const RESTITUTIONS = [0.2, 0.4, 0.6, 0.8, 1];
const FEATURES = Object.keys(IMPACTS) as (keyof typeof IMPACTS)[];
/** Of the critical step. */
const IMPACT_SHARE = 1e-2;
/** m/s */
const SPEEDS = { short: [0.5], full: [0.1, 0.5, 2] };

function impactSection({ full, progress }: RunSetup): Section {
  progress('impacts');
  const rows = SPEEDS[full ? 'full' : 'short'].flatMap((speed) =>
    RESTITUTIONS.map((restitution) => ({
      speed,
      restitution,
      out: FEATURES.map((feature) => reboundOf(feature, restitution, speed, IMPACT_SHARE)),
    })),
  );
  const errors = rows.flatMap(({ restitution, out }) => out.map((value) => Math.abs(value - restitution)));
  return {
    title: 'Restitution of a face, an edge and a corner',
    blocks: [
      text('A cube of 12 mm falls on a floor; steps of a hundredth of the critical one.'),
      table(
        'Restitution out',
        ['speed (m/s)', 'in', ...FEATURES],
        rows.map(({ speed, restitution, out }) => [
          plain(speed),
          plain(restitution),
          ...out.map((value) => value.toFixed(5)),
        ]),
      ),
      atMost({
        what: 'Restitution out is restitution in',
        published: '0.2 to 1',
        found: Math.max(...errors),
        tolerance: 1e-3,
        ours: (found) => `off by ${found}`,
        reason: 'an error of the second order in the step',
      }),
    ],
  };
}

function frictionSection(): Section {
  const slides = [
    [0.5, 0.6],
    [0.5, 0.8],
    [0.3, 0.31],
  ].map(([friction, slope]) => ({ friction, slope, ...slidingAcceleration(friction, slope) }));
  const sticks = [0.45, 0.499].map((slope) => ({ slope, speed: stickingSpeed(0.5, slope) }));
  return {
    title: 'Friction of a face',
    blocks: [
      text('A brick of 20 x 20 x 6 mm slides down a slope on its large face, or should stick to it.'),
      table(
        'Acceleration (m/s²)',
        ['friction', 'slope', 'Coulomb', 'ours'],
        slides.map(({ friction, slope, law, found }) => [
          plain(friction),
          plain(slope),
          law.toFixed(9),
          found.toFixed(9),
        ]),
      ),
      atMost({
        what: 'Sliding follows Coulomb’s law',
        published: 'g (sin − μ cos)',
        found: Math.max(...slides.map(({ law, found }) => Math.abs(found - law) / 9.81)),
        tolerance: 1e-3,
        ours: (found) => `off by ${found} g`,
        reason: 'vibrations along the normal after the start',
      }),
      atMost({
        what: 'The brick sticks below the angle of friction',
        published: 'at rest at slopes of 0.45 and 0.499 with a friction of 0.5',
        found: Math.max(...sticks.map(({ speed }) => speed)),
        tolerance: 1e-9,
        unit: ' m/s',
        ours: (found) => `${found} m/s after 0.1 s`,
        reason: 'vibrations of the springs decay',
      }),
    ],
  };
}
