// SPDX-License-Identifier: MIT
/**
 * The case `conservation`: free collisions of spheres, clumps, boxes and superquadrics. Momentum and angular momentum
 * are constant to rounding; the variation of the energy decreases with the square of the time step.
 */

import type { ContactLawSpec } from '../../simulation/simulation-spec.ts';
import { plot, type Tone } from '../report/svg-plot.ts';
import {
  check,
  figure,
  plain,
  type RunSetup,
  type Section,
  table,
  text,
  type VerificationCase,
} from '../verification-case.ts';
import { changesOf, cloud, driftOf, GRAIN, SHAPES } from './colliding-cloud.ts';

export const CONSERVATION_CASE: VerificationCase = {
  name: 'conservation',
  title: 'Momentum, angular momentum and energy of free collisions',
  source: 'Our own; central differences after Santasusana et al. 2016, eqs. 7 to 12, doi:10.1007/s40571-016-0109-4.',
  summary:
    'Clouds of spheres, of clumps and of boxes and superquadrics fall in on themselves: what is kept whatever ' +
    'the contacts do, and how far the energy of elastic ones swings for a given step.',
  run(setup) {
    return [keptMomenta(setup), energyOverStep(setup)];
  },
};

const HERTZ_MINDLIN = { normal: 'hertz', tangential: 'mindlin' } as const satisfies ContactLawSpec;
const LINEAR = { normal: 'linear', tangential: 'linear' } as const satisfies ContactLawSpec;
/** Sums of rounding errors over 27 bodies and thousands of steps. */
const MOMENTA = 1e-12;
const STEPS = { short: 4000, full: 10000 };
const TIME_STEPS = { short: [1.6e-5, 8e-6, 4e-6], full: [1.6e-5, 8e-6, 4e-6, 2e-6, 1e-6] };
const DURATION = 0.02;
const LOOKS = 50;
/**
 * Between the largest and the smallest step. Changes of the contact feature make the convergence less regular than
 * order 2 of smooth bodies.
 */
const LEAST_ORDER = { spheres: 1.9, clumps: 1.9, 'boxes and superquadrics': 1.5 } as const;

function keptMomenta({ full, progress }: RunSetup): Section {
  const rows = Object.entries(SHAPES).flatMap(([name, shapes]) =>
    [HERTZ_MINDLIN, LINEAR].map((law) => {
      progress(`momenta of ${name}, ${law.normal}`);
      const spec = cloud(shapes, { ...GRAIN, friction: 0.5, restitution: 0.5 }, law, 2e-6);
      return { name, law: law.normal, ...changesOf(spec, full ? STEPS.full : STEPS.short, 10) };
    }),
  );
  const largest = Math.max(...rows.flatMap(({ linear, angular }) => [linear, angular]));
  return {
    title: 'Momentum and angular momentum',
    blocks: [
      text(
        '27 bodies with spin fly towards each other and collide, with friction 0.5 and restitution 0.5. The ' +
          'force of a contact acts on both bodies at the same point, so momentum and angular momentum about the ' +
          'origin,',
        'orbits and spins together, are kept step by step.',
      ),
      table(
        'Largest change over the sum of sizes',
        ['bodies', 'law', 'momentum', 'angular momentum', 'contacts at a time'],
        rows.map(({ name, law, linear, angular, contacts }) => [
          name,
          law,
          plain(linear),
          plain(angular),
          String(contacts),
        ]),
      ),
      check({
        what: 'Momentum and angular momentum are kept',
        published: 'exactly',
        ours: `largest relative change ${plain(largest)}`,
        tolerance: plain(MOMENTA),
        reason: 'sums of rounding errors',
        passed: largest <= MOMENTA && rows.every(({ contacts }) => contacts > 0),
      }),
    ],
  };
}

function energyOverStep({ full, progress }: RunSetup): Section {
  const steps = full ? TIME_STEPS.full : TIME_STEPS.short;
  const runs = Object.entries(SHAPES).map(([name, shapes]) => {
    const law: ContactLawSpec = { normal: name === 'boxes and superquadrics' ? 'linear' : 'hertz' };
    const drifts = steps.map((timeStep) => {
      progress(`energy of ${name}, step ${plain(timeStep)} s`);
      return driftOf(cloud(shapes, GRAIN, law, timeStep), DURATION / timeStep, LOOKS);
    });
    const first = drifts[0]?.worst ?? Number.NaN;
    const last = drifts[drifts.length - 1]?.worst ?? Number.NaN;
    const order = Math.log(first / last) / Math.log(steps[0] / steps[steps.length - 1]);
    return { name, drifts, order };
  });
  return {
    title: 'Energy over the step',
    blocks: [
      text(
        'The same without friction and damping. The scheme is symplectic: within a contact its energy swings by ' +
          'the square of the step, and after the contacts it is back. Spheres and clumps with Hertz’s law, boxes ' +
          'and',
        'superquadrics with a spring that is linear in the depth of the overlap.',
      ),
      table(
        'Largest swing of the energy, and what is left after the collisions, over all of it',
        ['bodies', ...steps.map((step) => `step ${plain(1e6 * step)} µs`), 'order'],
        runs.map(({ name, drifts, order }) => [
          name,
          ...drifts.map(({ worst, end }) => `${plain(worst)}, ${plain(end)}`),
          order.toFixed(2),
        ]),
      ),
      figure(
        'Largest swing of the energy over the step',
        plot({
          title: 'largest swing of the energy over the step',
          x: { label: 'step in s', scale: 'log' },
          y: { label: 'swing over all energy', scale: 'log' },
          series: runs.map(({ name, drifts }, i) => ({
            name,
            style: 'line' as const,
            tone: (i + 1) as Tone,
            points: drifts.map(({ worst }, k) => [steps[k], worst] as const),
          })),
        }),
      ),
      ...runs.map(({ name, order }) => {
        const least = LEAST_ORDER[name as keyof typeof LEAST_ORDER];
        return check({
          what: `The swing falls with the square of the step: ${name}`,
          published: 'second order',
          ours: `order ${order.toFixed(2)}`,
          tolerance: `above ${least}`,
          reason: 'a slope between two points; the normal of a contact may turn suddenly from face to edge',
          passed: order > least,
        });
      }),
    ],
  };
}
