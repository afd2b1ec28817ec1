// SPDX-License-Identifier: MIT
/**
 * Tests 1 and 2 of Chung & Ooi 2011: elastic head-on impacts of two equal spheres, and of a sphere on a rigid plane.
 */

import { massOfSphere } from '../../simulation/set-up.ts';
import { Simulation } from '../../simulation/simulation.ts';
import { plot, type Series } from '../report/svg-plot.ts';
import { FLOOR, firstImpact, type HertzPair, hertzImpact, spheres, thinned } from '../sphere-scene.ts';
import { atMost, figure, type Section, table, text } from '../verification-case.ts';

const STEPS_PER_CONTACT = 4000;
/**
 * Central differences are of second order: the error is (step / duration)^2 times pi^2 / 12 or more of a vibration, and
 * the peak lies between two steps.
 */
const TOLERANCE = 1e-6;

interface Test {
  readonly name: string;
  readonly density: number;
  readonly youngsModulus: number;
  readonly poissonsRatio: number;
  readonly radius: number;
  readonly speed: number;
  /** Against an equal sphere instead of the plane. */
  readonly two: boolean;
}

export const ELASTIC_TESTS: readonly Test[] = [
  { name: '1, glass', density: 2800, youngsModulus: 4.8e10, poissonsRatio: 0.2, radius: 0.01, speed: 20, two: true },
  { name: '1, limestone', density: 2500, youngsModulus: 2e10, poissonsRatio: 0.25, radius: 0.01, speed: 20, two: true },
  {
    name: '2, aluminium alloy',
    density: 2699,
    youngsModulus: 7e10,
    poissonsRatio: 0.3,
    radius: 0.1,
    speed: 0.2,
    two: false,
  },
  {
    name: '2, magnesium alloy',
    density: 1800,
    youngsModulus: 4e10,
    poissonsRatio: 0.35,
    radius: 0.1,
    speed: 0.2,
    two: false,
  },
];

function pairOf({ density, youngsModulus, poissonsRatio, radius, two }: Test): HertzPair {
  const mass = massOfSphere(radius, density);
  const modulus = youngsModulus / (1 - poissonsRatio ** 2);
  return two ? { mass: mass / 2, radius: radius / 2, modulus: modulus / 2 } : { mass, radius, modulus };
}

/** Closed form and simulation of one test. */
export function elasticImpact(test: Test, steps = STEPS_PER_CONTACT) {
  const { radius, speed, two, name: _, ...grain } = test;
  const expected = hertzImpact(pairOf(test), speed);
  const timeStep = expected.duration / steps;
  const gap = 2.5 * speed * timeStep;
  const bodies = two
    ? [
        { position: [-radius - gap / 2, 0, 0] as const, velocity: [speed / 2, 0, 0] as const },
        { position: [radius + gap / 2, 0, 0] as const, velocity: [-speed / 2, 0, 0] as const },
      ]
    : [{ position: [0, 0, radius + gap] as const, velocity: [0, 0, -speed] as const }];
  const simulation = new Simulation(
    spheres(radius, { ...grain }, bodies, { timeStep, ...(two ? {} : { halfSpaces: [FLOOR] }) }),
  );
  const overlapOf = (state: Simulation): number =>
    two ? 2 * radius - (state.body(1).position.x - state.body(0).position.x) : radius - state.body(0).position.z;
  return { expected, ours: firstImpact(simulation, overlapOf, 2 * steps) };
}

export function elasticImpacts(): Section {
  const answers = ELASTIC_TESTS.map((test) => ({ test, ...elasticImpact(test) }));
  const relative = answers.flatMap(({ expected, ours }) =>
    (['depth', 'force', 'duration'] as const).map((key) => (ours?.[key] ?? Number.NaN) / expected[key] - 1),
  );
  const largest = Math.max(...relative.map(Math.abs));
  const series = answers.map(
    ({ test, expected, ours }, i): Series => ({
      name: test.name,
      style: 'line',
      tone: ([1, 2, 3, 4] as const)[i],
      points: thinned(ours?.forces ?? []).map(([time, force]) => [time / expected.duration, force / 1000]),
    }),
  );
  const peaks = answers.map(({ expected }): [number, number] => [0.5, expected.force / 1000]);
  return {
    title: 'Tests 1 and 2: elastic impacts',
    blocks: [
      text(
        'Two equal spheres of 10 mm meet head-on at 20 m/s; a sphere of 100 mm meets a rigid plane at 0.2 m/s. ' +
          'Hertz’s law has a closed form for largest overlap,',
        'largest force and duration.',
      ),
      table(
        'Closed form / ours',
        ['test', 'overlap (µm)', 'force (kN)', 'duration (µs)'],
        answers.map(({ test, expected, ours }) => [
          test.name,
          `${(1e6 * expected.depth).toFixed(5)} / ${(1e6 * (ours?.depth ?? Number.NaN)).toFixed(5)}`,
          `${(1e-3 * expected.force).toFixed(6)} / ${(1e-3 * (ours?.force ?? Number.NaN)).toFixed(6)}`,
          `${(1e6 * expected.duration).toFixed(5)} / ${(1e6 * (ours?.duration ?? Number.NaN)).toFixed(5)}`,
        ]),
      ),
      figure(
        'Force over time',
        plot({
          title: 'force over time, elastic impacts',
          x: { label: 'time / duration', min: 0, max: 1 },
          y: { label: 'force in kN', min: 0 },
          series: [...series, { name: 'closed form', style: 'points', tone: 6, points: peaks }],
        }),
      ),
      atMost({
        what: 'Overlap, force and duration are those of Hertz',
        published: 'closed form',
        found: largest,
        tolerance: TOLERANCE,
        ours: (found) => `largest relative difference ${found}`,
        reason: `second order in the step, ${STEPS_PER_CONTACT} steps a contact`,
      }),
    ],
  };
}
