// SPDX-License-Identifier: MIT
/** Bounds that contradict each other, as a wrong proof would give them: put in from outside, into the TypeScript build of the kernel. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { contact } from '../narrow-phase/contact.ts';
import { box } from '../shapes/box.ts';
import { capsule } from '../shapes/capsule.ts';
import { cylinder } from '../shapes/cylinder.ts';
import { ellipsoid } from '../shapes/ellipsoid.ts';
import type { Shape } from '../shapes/shape.ts';
import { CORE_LOWER, CORE_UPPER } from './layout.ts';
import { F } from './memory.ts';

/** Which parts of the kernel give an upper bound that is too low, by how much. */
const wrong = vi.hoisted(() => ({ proof: 0, epa: 0, rolling: 0, direct: 0 }));
/** How often the slower paths have been asked. */
const asked = vi.hoisted(() => ({ epa: 0, exact: 0 }));

/** Below what the lower bound proves. */
function crossBy(depth: number): void {
  if (depth > 0) F[CORE_UPPER] = Math.min(F[CORE_UPPER] as number, F[CORE_LOWER] as number) - depth;
}

vi.mock('./proven-depth.ts', async (original) => {
  const actual = await original<typeof import('./proven-depth.ts')>();
  return {
    proveDepth: (allowed: number) => {
      actual.proveDepth(allowed);
      crossBy(wrong.proof);
    },
  };
});
vi.mock('./epa.ts', async (original) => {
  const actual = await original<typeof import('./epa.ts')>();
  return {
    ...actual,
    epa: (gap: number) => {
      asked.epa++;
      const outcome = actual.epa(gap);
      crossBy(wrong.epa);
      return outcome;
    },
  };
});
vi.mock('../narrow-phase/exact/exact-contact.ts', async (original) => {
  const actual = await original<typeof import('../narrow-phase/exact/exact-contact.ts')>();
  return {
    ...actual,
    exactContact: (...numbers: Parameters<typeof actual.exactContact>) => {
      asked.exact++;
      return actual.exactContact(...numbers);
    },
  };
});
vi.mock('./smooth-body.ts', async (original) => {
  const actual = await original<typeof import('./smooth-body.ts')>();
  return {
    ...actual,
    upperBound: (...numbers: Parameters<typeof actual.upperBound>) => actual.upperBound(...numbers) - wrong.rolling,
  };
});
vi.mock('./direct.ts', async (original) => {
  const actual = await original<typeof import('./direct.ts')>();
  return {
    ...actual,
    directCore: () => {
      const found = actual.directCore();
      if (found) crossBy(wrong.direct);
      return found;
    },
  };
});

afterEach(() => {
  Object.assign(wrong, { proof: 0, epa: 0, rolling: 0, direct: 0 });
});

function ask(a: Shape, b: Shape, x: number) {
  return contact(a, {}, b, { position: [x, 0, 0] }, { kernel: 'typescript' });
}

/** What the query has taken: steps of GJK, polytopes, exact answers. */
function workOf(a: Shape, b: Shape, x: number): number {
  Object.assign(asked, { epa: 0, exact: 0 });
  return ask(a, b, x).gjkIterations + asked.epa + asked.exact;
}

const BARREL = cylinder({ radius: 1, halfLength: 2 });
const BALL = ellipsoid({ semiAxes: [1, 1.1, 1.2] });
const CUBE = box({ halfExtents: [1, 1, 1] });
const ROD = capsule({ radius: 0.25, halfLength: 1 });

/** Each with its true distance, and which bounds are wrong. */
const answeredByAnotherPath: readonly [string, Shape, Shape, number, number, Partial<typeof wrong>][] = [
  ['a proof of the depth', BARREL, BARREL, 0, -2, { proof: 0.1 }],
  ['the rolling ball', BALL, BALL, 1.5, -0.5, { rolling: 0.1 }],
  ['a direct formula', ROD, ROD, 1, 0.5, { direct: 0.1 }],
  ["EPA's polytope on polyhedra", CUBE, CUBE, 1.5, -0.5, { epa: 0.1 }],
];

describe('an upper bound below the lower one', () => {
  it.each(answeredByAnotherPath)('of %s is never an answer: another path answers', (_, a, b, x, truth, which) => {
    const before = workOf(a, b, x);
    Object.assign(wrong, which);
    expect(workOf(a, b, x)).toBeGreaterThan(before);
    const c = ask(a, b, x);
    expect(c.reason).not.toBe('contradiction');
    expect(c.lower).toBeLessThanOrEqual(truth);
    expect(c.upper).toBeGreaterThanOrEqual(truth);
    expect(c.upper - c.lower).toBeLessThan(1e-3);
  });

  it('that no path avoids ends bounded by the sizes of the bodies, and says why', () => {
    Object.assign(wrong, { proof: 0.1, epa: 0.1 });
    const c = ask(BARREL, BARREL, 0.5);
    expect(c.status).toBe('bounded');
    expect(c.reason).toBe('contradiction');
    expect(c.lower).toBeLessThanOrEqual(-1.5);
    expect(c.upper).toBeGreaterThanOrEqual(-1.5);
    expect(c.lower).toBeLessThanOrEqual(c.distance);
    expect(c.upper).toBeGreaterThanOrEqual(c.distance);
    expect(c.pointOnB.x).toBeCloseTo(c.pointOnA.x + c.distance * c.normal.x, 12);
  });

  it('of rounding size is none', () => {
    Object.assign(wrong, { proof: 1e-17 });
    expect(ask(BARREL, BARREL, 0).status).toBe('converged');
  });
});
