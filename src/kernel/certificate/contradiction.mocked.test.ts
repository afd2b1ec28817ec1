// SPDX-License-Identifier: MIT
/**
 * Contradictory bounds, as a wrong proof would give them, injected into a separate TypeScript kernel of this test.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Contact } from '../../narrow-phase/contact.ts';
import type { Shape } from '../../shapes/shape.ts';

/** The test imports all sources again, which is slow on a busy machine. */
const IMPORT_LIMIT = 120_000;

/** Error of the upper bound of each part of the kernel. */
const wrong = { proof: 0, epa: 0, rolling: 0, direct: 0 };
/** Number of calls of the slower paths. */
const asked = { epa: 0, exact: 0 };

const TAMPERED = [
  './proven-depth.ts',
  '../epa/epa.ts',
  '../smooth/smooth-body.ts',
  '../closed-form/direct.ts',
  '../../narrow-phase/exact/exact-contact.ts',
];

let ask: (a: Shape, b: Shape, x: number) => Contact;
const bodies: Record<string, Shape> = {};

beforeAll(async () => {
  vi.resetModules();
  const { CORE_LOWER, CORE_UPPER } = await import('../layout.ts');
  const { F } = await import('../memory.ts');
  /** The upper bound below what the lower one proves. */
  const crossBy = (depth: number): void => {
    if (depth > 0) F[CORE_UPPER] = Math.min(F[CORE_UPPER], F[CORE_LOWER]) - depth;
  };
  vi.doMock('./proven-depth.ts', async (original) => {
    const actual = await original<typeof import('./proven-depth.ts')>();
    return {
      proveDepth: (allowed: number) => {
        actual.proveDepth(allowed);
        crossBy(wrong.proof);
      },
    };
  });
  vi.doMock('../epa/epa.ts', async (original) => {
    const actual = await original<typeof import('../epa/epa.ts')>();
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
  vi.doMock('../smooth/smooth-body.ts', async (original) => {
    const actual = await original<typeof import('../smooth/smooth-body.ts')>();
    return {
      ...actual,
      upperBound: (...numbers: Parameters<typeof actual.upperBound>) => actual.upperBound(...numbers) - wrong.rolling,
    };
  });
  vi.doMock('../closed-form/direct.ts', async (original) => {
    const actual = await original<typeof import('../closed-form/direct.ts')>();
    return {
      ...actual,
      directCore: () => {
        const found = actual.directCore();
        if (found) crossBy(wrong.direct);
        return found;
      },
    };
  });
  vi.doMock('../../narrow-phase/exact/exact-contact.ts', async (original) => {
    const actual = await original<typeof import('../../narrow-phase/exact/exact-contact.ts')>();
    return {
      ...actual,
      exactContact: (...numbers: Parameters<typeof actual.exactContact>) => {
        asked.exact++;
        return actual.exactContact(...numbers);
      },
    };
  });
  const { contact } = await import('../../narrow-phase/contact.ts');
  const { box } = await import('../../shapes/kinds/box.ts');
  const { capsule } = await import('../../shapes/kinds/capsule.ts');
  const { cylinder } = await import('../../shapes/kinds/cylinder.ts');
  const { ellipsoid } = await import('../../shapes/kinds/ellipsoid.ts');
  ask = (a, b, x) => contact(a, {}, b, { position: [x, 0, 0] }, { kernel: 'typescript' });
  bodies.barrel = cylinder({ radius: 1, halfLength: 2 });
  bodies.ball = ellipsoid({ semiAxes: [1, 1.1, 1.2] });
  bodies.cube = box({ halfExtents: [1, 1, 1] });
  bodies.rod = capsule({ radius: 0.25, halfLength: 1 });
}, IMPORT_LIMIT);

afterEach(() => {
  Object.assign(wrong, { proof: 0, epa: 0, rolling: 0, direct: 0 });
});

afterAll(() => {
  for (const name of TAMPERED) vi.doUnmock(name);
  vi.resetModules();
});

/** Two bodies of one shape, the second x from the first along x. */
function askFor(name: string, x: number): Contact {
  return ask(bodies[name], bodies[name], x);
}

/** What the query has taken: steps of GJK, polytopes, exact answers. */
function workOf(name: string, x: number): number {
  Object.assign(asked, { epa: 0, exact: 0 });
  return askFor(name, x).gjkIterations + asked.epa + asked.exact;
}

/** What is wrong, the bodies, where the second is, their true distance. */
const answeredByAnotherPath: readonly [string, string, number, number, Partial<typeof wrong>][] = [
  ['a proof of the depth', 'barrel', 0, -2, { proof: 0.1 }],
  ['the rolling ball', 'ball', 1.5, -0.5, { rolling: 0.1 }],
  ['a direct formula', 'rod', 1, 0.5, { direct: 0.1 }],
  ["EPA's polytope on polyhedra", 'cube', 1.5, -0.5, { epa: 0.1 }],
];

describe('an upper bound below the lower one', () => {
  it.each(answeredByAnotherPath)('of %s is never an answer: another path answers', (_, name, x, truth, which) => {
    const before = workOf(name, x);
    Object.assign(wrong, which);
    expect(workOf(name, x)).toBeGreaterThan(before);
    const c = askFor(name, x);
    expect(c.reason).not.toBe('contradiction');
    expect(c.lower).toBeLessThanOrEqual(truth);
    expect(c.upper).toBeGreaterThanOrEqual(truth);
    expect(c.upper - c.lower).toBeLessThan(1e-3);
  });

  it('in every path ends bounded by the sizes of the bodies, with the reason', () => {
    Object.assign(wrong, { proof: 0.1, epa: 0.1 });
    const c = askFor('barrel', 0.5);
    expect(c.status).toBe('bounded');
    expect(c.reason).toBe('contradiction');
    expect(c.lower).toBeLessThanOrEqual(-1.5);
    expect(c.upper).toBeGreaterThanOrEqual(-1.5);
    expect(c.lower).toBeLessThanOrEqual(c.distance);
    expect(c.upper).toBeGreaterThanOrEqual(c.distance);
    expect(c.pointOnB.x).toBeCloseTo(c.pointOnA.x + c.distance * c.normal.x, 12);
  });

  it('within rounding is no contradiction', () => {
    Object.assign(wrong, { proof: 1e-17 });
    expect(askFor('barrel', 0).status).toBe('converged');
  });
});
