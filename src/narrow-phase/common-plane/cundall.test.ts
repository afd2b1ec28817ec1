// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pose } from '../../math/pose.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import type { Answer, ContactAlgorithm, Search, TraceStep } from '../family/algorithm.ts';
import { placeBody } from '../family/placed-body.ts';
import { cundall, cundallAsPrinted, cundallClassical } from './cundall.ts';

interface Situation {
  readonly name: string;
  readonly A: [number, number, number][];
  readonly B: [number, number, number][];
  readonly overlap_exact: string;
}

const situations = JSON.parse(
  readFileSync(new URL('../../../fixtures/nine-situations.json', import.meta.url), 'utf8'),
) as Situation[];

function solve(algorithm: ContactAlgorithm, { A, B }: Situation, search: Search = {}): Answer {
  const place = (vertices: [number, number, number][]) => placeBody(polyhedron({ vertices }), pose());
  return algorithm.solve(place(A), place(B), search);
}

describe('cundall', () => {
  for (const situation of situations) {
    it(`is within 1e-8 of ${situation.name} and never above it`, () => {
      const { distance, status } = solve(cundall, situation);
      const error = Number(situation.overlap_exact) - distance;
      // The smallest tilt, 1.7e-9, at a lever arm of up to 6.
      expect(error).toBeLessThan(1e-8);
      expect(error).toBeGreaterThan(-1e-14);
      expect(status).toBe('converged');
    });
  }

  it('says so when it is cut short, and its bound holds', () => {
    const [situation] = situations as [Situation];
    const { status, reason, lower } = solve(cundall, situation, { iterationLimit: 20 });
    expect([status, reason]).toEqual(['bounded', 'iteration-limit']);
    expect(lower).toBeLessThanOrEqual(-0.25);
  });

  it('reports the planes it takes', () => {
    const steps: TraceStep[] = [];
    solve(cundallClassical, situations[0], { trace: (step) => steps.push(step) });
    expect(steps.every(({ kind, algorithm }) => kind === 'plane' && algorithm === 'cundall-classical')).toBe(true);
    const gaps = steps.map((step) => step.distance);
    expect(gaps.length).toBeGreaterThan(10);
    expect(gaps).toEqual([...gaps].sort((p, q) => p - q));
  });
});

describe('cundall-classical and cundall-as-printed', () => {
  it('stop at a local maximum where the bisector leads to one', () => {
    for (const algorithm of [cundallClassical, cundallAsPrinted]) {
      const wrong = situations.filter(
        (situation) => Math.abs(solve(algorithm, situation).distance - Number(situation.overlap_exact)) > 1e-6,
      );
      expect(wrong.map(({ name }) => name)).toEqual(['Fig. 2', 'Fig. 4']);
      expect(solve(algorithm, situations[0]).distance).toBeCloseTo(-0.598, 8);
    }
  });
});
