// SPDX-License-Identifier: MIT
/** Lowest frequencies of clamped chains: bending and along the axis. */
import { Simulation } from '../../simulation/simulation.ts';
import type { BodySpec } from '../../simulation/simulation-spec.ts';
import { atMost, plain, type Section, table, text } from '../verification-case.ts';
import { AREA, BEAM, chain, INERTIA, LENGTH, MASS, MODULUS, SECOND_MOMENT, TIME_STEP } from './chain.ts';

/** Numbers of bonds, and the eigenvalue of each chain, Hz. */
const CHAINS = [
  [5, 358.188],
  [10, 98.2869],
  [20, 25.7855],
] as const;
/** Of a clamped beam. */
const FIRST_ROOT = 1.87510407;
/** m/s of the fastest sphere: strains stay below 1e-6. */
const SPEED = 1e-6;

/** The lowest mode of bending, by inverse iteration: displacement and turn of each free sphere. */
function bendingMode(count: number): number[] {
  const kb = (MODULUS * SECOND_MOMENT) / LENGTH;
  const ks = (12 * kb) / LENGTH ** 2;
  const size = 2 * count;
  const stiffness = Array.from({ length: size }, () => new Float64Array(size));
  const strains = [
    [ks, [-1, -LENGTH / 2, 1, -LENGTH / 2]],
    [kb, [0, -1, 0, 1]],
  ] as const;
  for (let bond = 0; bond < count; bond++) {
    for (const [k, row] of strains) {
      row.forEach((a, i) => {
        row.forEach((b, j) => {
          // The first sphere is clamped.
          const [p, q] = [2 * (bond - 1) + i, 2 * (bond - 1) + j];
          if (p >= 0 && q >= 0) (stiffness[p] as Float64Array)[q] += k * a * b;
        });
      });
    }
  }
  let mode: number[] = Array.from({ length: size }, (_, i) => (i % 2 === 0 ? 1 : 0));
  for (let pass = 0; pass < 40; pass++) {
    const load = mode.map((value, i) => value * (i % 2 === 0 ? MASS : INERTIA));
    const next = solve(stiffness, load);
    const largest = next.reduce((most, value, i) => (i % 2 === 0 ? Math.max(most, Math.abs(value)) : most), 0);
    mode = next.map((value) => value / largest);
  }
  return mode;
}

/** Gaussian elimination; the matrix is positive definite, so no pivots are needed. */
function solve(matrix: readonly Float64Array[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0]);
  const at = (i: number, j: number): number => rows[i]?.[j] ?? 0;
  for (let i = 0; i < rows.length; i++) {
    for (let k = i + 1; k < rows.length; k++) {
      const factor = at(k, i) / at(i, i);
      if (factor === 0) continue;
      for (let j = i; j <= rows.length; j++) (rows[k] as number[])[j] = at(k, j) - factor * at(i, j);
    }
  }
  const answer = new Array<number>(rows.length).fill(0);
  for (let i = rows.length - 1; i >= 0; i--) {
    let sum = at(i, rows.length);
    for (let j = i + 1; j < rows.length; j++) sum -= at(i, j) * (answer[j] ?? 0);
    answer[i] = sum / at(i, i);
  }
  return answer;
}

/**
 * Angular frequency of a chain that starts in a mode: central differences give x(n) = A sin(n a), and sin(a / 2) is
 * half of the frequency times the step. `tip` reads the displacement of the last sphere.
 */
function frequencyOf(
  count: number,
  start: (k: number) => Partial<BodySpec>,
  expected: number,
  tip: (simulation: Simulation) => number,
): number {
  const bodies = Object.fromEntries(Array.from({ length: count }, (_, k) => [k + 1, start(k + 1)]));
  const simulation = new Simulation(chain(count, BEAM, {}, bodies));
  const steps = Math.round(Math.PI / (3 * expected * TIME_STEP));
  simulation.step(steps);
  const first = tip(simulation);
  simulation.step(steps);
  const angle = Math.acos(tip(simulation) / (2 * first)) / steps;
  return (2 * Math.sin(angle / 2)) / TIME_STEP;
}

function bendingFrequency(count: number, expected: number): number {
  const mode = bendingMode(count);
  const start = (k: number): Partial<BodySpec> => ({
    velocity: [0, SPEED * (mode[2 * (k - 1)] ?? 0), 0],
    angularVelocity: [0, 0, SPEED * (mode[2 * (k - 1) + 1] ?? 0)],
  });
  return frequencyOf(count, start, 2 * Math.PI * expected, (each) => each.body(count).position.y) / (2 * Math.PI);
}

function axialFrequency(count: number, closed: number): number {
  const start = (k: number): Partial<BodySpec> => ({
    velocity: [SPEED * Math.sin((k * Math.PI) / (2 * count + 1)), 0, 0],
  });
  return frequencyOf(count, start, closed, (each) => each.body(count).position.x - count * LENGTH);
}

export function frequencies(): Section {
  const bending = CHAINS.map(([count, eigenvalue]) => {
    const length = (count + 0.5) * LENGTH;
    const beam = (FIRST_ROOT ** 2 * Math.sqrt((MODULUS * SECOND_MOMENT * LENGTH) / MASS)) / length ** 2 / (2 * Math.PI);
    return { count, eigenvalue, beam, found: bendingFrequency(count, eigenvalue) };
  });
  const axial = CHAINS.map(([count]) => {
    const closed = 2 * Math.sqrt((MODULUS * AREA) / LENGTH / MASS) * Math.sin(Math.PI / (2 * (2 * count + 1)));
    return { count, closed, found: axialFrequency(count, closed) };
  });
  return {
    title: 'Frequencies',
    blocks: [
      text(
        'A clamped chain starts in its lowest mode. A chain of N bonds is a beam of length (N + 1/2) l, since its last',
        'sphere has its whole mass: with N l the frequency would be 17, 9 and 5 % off. Along the axis the lowest',
        'angular frequency is 2 √(kn/m) sin(π/(2(2N+1))).',
      ),
      table(
        'Lowest frequency of bending (Hz)',
        ['bonds', 'eigenvalue', 'beam of length (N + 1/2) l', 'Scree'],
        bending.map(({ count, eigenvalue, beam, found }) => [
          String(count),
          plain(eigenvalue, 6),
          plain(beam, 6),
          plain(found, 8),
        ]),
      ),
      ...bending.map(({ count, eigenvalue, found }) =>
        atMost({
          what: `lowest frequency of bending, ${count} bonds (Hz)`,
          published: plain(eigenvalue, 6),
          found: Math.abs(found / eigenvalue - 1),
          tolerance: 1e-5,
          ours: (off) => `${plain(found, 7)}, off by ${off}`,
          reason: 'the eigenvalues are given to six digits',
        }),
      ),
      ...axial.map(({ count, closed, found }) =>
        atMost({
          what: `lowest angular frequency along the axis, ${count} bonds (1/s)`,
          published: plain(closed, 8),
          found: Math.abs(found / closed - 1),
          tolerance: 1e-6,
          ours: (off) => `${plain(found, 8)}, off by ${off}`,
          reason: 'rounding of displacements of 1e-9 m against places of 0.1 m',
        }),
      ),
    ],
  };
}
