// SPDX-License-Identifier: MIT
/**
 * Contradictory bounds outside the kernel, injected into compounds, the family and planar queries, in separate modules
 * of this test.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

/** The test imports all sources again, which is slow on a busy machine. */
const IMPORT_LIMIT = 120_000;

/** Error of the bound of each part. */
const wrong = { hulls: 0, polytope: 0, portal: 0, polygon: 0 };
const TAMPERED = ['./compound-hull.ts', './epa/depth-answer.ts', './mpr/portal-answer.ts', './planar/planar-epa.ts'];

interface Bounded {
  readonly distance: number;
  readonly lower: number;
  readonly upper: number;
  readonly status: string;
  readonly reason?: string | undefined;
}

const ask: Record<string, () => Bounded> = {};

beforeAll(async () => {
  vi.resetModules();
  vi.doMock('./compound-hull.ts', async (original) => {
    const actual = await original<typeof import('./compound-hull.ts')>();
    return {
      ...actual,
      bestGap: (...given: Parameters<typeof actual.bestGap>) => actual.bestGap(...given) + wrong.hulls,
    };
  });
  vi.doMock('./epa/depth-answer.ts', async (original) => {
    const actual = await original<typeof import('./epa/depth-answer.ts')>();
    return {
      ...actual,
      answerOfDepth: (...[found, ...rest]: Parameters<typeof actual.answerOfDepth>) =>
        actual.answerOfDepth({ ...found, upper: found.upper - wrong.polytope }, ...rest),
    };
  });
  vi.doMock('./mpr/portal-answer.ts', async (original) => {
    const actual = await original<typeof import('./mpr/portal-answer.ts')>();
    return {
      ...actual,
      fromPortal: (...given: Parameters<typeof actual.fromPortal>) => {
        const found = actual.fromPortal(...given);
        return { ...found, upper: found.upper - wrong.portal };
      },
    };
  });
  vi.doMock('./planar/planar-epa.ts', async (original) => {
    const actual = await original<typeof import('./planar/planar-epa.ts')>();
    return {
      ...actual,
      planarEpa: (...given: Parameters<typeof actual.planarEpa>) => {
        const found = actual.planarEpa(...given);
        return { ...found, upper: found.upper - wrong.polygon };
      },
    };
  });
  const { contact } = await import('./contact.ts');
  const { planarContact } = await import('./planar/planar-contact.ts');
  const { box } = await import('../shapes/kinds/box.ts');
  const { compound } = await import('../shapes/kinds/compound.ts');
  const { ellipsoid } = await import('../shapes/kinds/ellipsoid.ts');
  const { ellipse } = await import('../shapes/planar/ellipse.ts');
  const { polygon } = await import('../shapes/planar/polygon.ts');
  const cube = box({ halfExtents: [1, 1, 1] });
  const both = compound([
    { shape: cube, pose: {} },
    { shape: cube, pose: { position: [0, 2, 0] } },
  ]);
  const egg = ellipsoid({ semiAxes: [1, 1.1, 1.2] });
  const aside = { position: [1, 0, 0] as const };
  ask.compound = () => contact(both, {}, cube, aside);
  ask['gjk-td on polyhedra'] = () => contact(cube, {}, cube, aside, { algorithm: 'gjk-td' });
  ask['mpr on curved bodies'] = () => contact(egg, {}, egg, aside, { algorithm: 'mpr' });
  const square = polygon({
    vertices: [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ],
  });
  const oval = ellipse({ semiAxes: [1, 1.5] });
  ask['polygons in the plane'] = () => planarContact(square, {}, square, { position: [1, 0.25] });
  ask['ellipses in the plane'] = () => planarContact(oval, {}, oval, { position: [0.5, 0] });
}, IMPORT_LIMIT);

afterEach(() => {
  Object.assign(wrong, { hulls: 0, polytope: 0, portal: 0, polygon: 0 });
});

afterAll(() => {
  for (const name of TAMPERED) vi.doUnmock(name);
  vi.resetModules();
});

const pairs: readonly [string, keyof typeof wrong, number, string | undefined][] = [
  ['compound', 'hulls', -1, 'contradiction'],
  ['gjk-td on polyhedra', 'polytope', -1, undefined],
  ['mpr on curved bodies', 'portal', -1, 'contradiction'],
  ['polygons in the plane', 'polygon', -1, undefined],
  ['ellipses in the plane', 'polygon', -1.5, 'contradiction'],
];

describe('bounds that contradict each other', () => {
  it.each(pairs)('of %s are answered otherwise, or said to be', (name, which, truth, reason) => {
    const before = ask[name]?.();
    expect(before.status).toBe('converged');
    wrong[which] = 3;
    const c = ask[name]?.();
    expect(c.reason).toBe(reason);
    expect(c.status).toBe(reason === undefined ? 'converged' : 'bounded');
    expect(c.lower).toBeLessThanOrEqual(truth);
    expect(c.upper).toBeGreaterThanOrEqual(truth);
    if (reason === undefined) expect(c.distance).toBeCloseTo(before.distance, 12);
  });
});
