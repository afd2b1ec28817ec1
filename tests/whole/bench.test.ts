// SPDX-License-Identifier: MIT
/**
 * The benchmark runs, through the real program, and tells right answers from wrong ones; how fast is not tested here.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMeshSet, MESH_SET_NAMES } from '../../src/bench/mesh-set.ts';
import { movingPath } from '../../src/bench/moving-path.ts';
import { createPairSet, rightDistances, SET_NAMES } from '../../src/bench/pair-set.ts';
import { ANSWER_STRIDE, scoreAnswers, wrongAnswers } from '../../src/bench/score.ts';
import { SCREE_VARIANTS } from '../../src/bench/scree-variants.ts';
import { FAMILY_NAMES } from '../../src/bench/variants.ts';
import { scree } from '../support/built-program.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scree-bench-test-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PAIRS = 20;

describe('the pair sets', () => {
  it('are the same every time', () => {
    expect(createPairSet('h8_near', PAIRS)).toEqual(createPairSet('h8_near', PAIRS));
    expect(createPairSet('h8_near', 5).distances).toEqual(createPairSet('h8_near', PAIRS).distances.slice(0, 5));
  });

  it('lie at the distances that their names say', () => {
    const parts = (name: string): number[] => {
      const { distances, sizes } = createPairSet(name, PAIRS);
      return distances.map((distance, i) => distance / sizes[i]);
    };
    // Pairs are placed to 1e-3 of the wanted distance.
    const within = (name: string, low: number, high: number): boolean =>
      parts(name).every((part) => part > low && part < high);
    expect(within('mix_shallow', -0.01502, -0.00499)).toBe(true);
    expect(within('box_near', 0.00499, 0.01502)).toBe(true);
    expect(within('h16_far', 0.499, 2.002)).toBe(true);
    expect(within('h32_deep', -Infinity, -0.01)).toBe(true);
  });

  it('have superquadrics and the same as hulls, as near as grains', () => {
    const [round, hulls] = [createPairSet('sq_shallow', 5), createPairSet('sqhull_shallow', 5)];
    for (const { distances, sizes, bodies } of [round, hulls]) {
      // Pairs are placed to 1e-3 of the wanted depth.
      distances.forEach((distance, i) => {
        expect(-distance / sizes[i]).toBeGreaterThan(0.00099);
        expect(-distance / sizes[i]).toBeLessThan(0.0501);
      });
      expect(bodies.every(({ vertices }) => vertices.length === 1500)).toBe(true);
    }
    const orientations = ({ poses }: { readonly poses: readonly number[] }) => poses.filter((_, i) => i % 7 > 2);
    expect(orientations(hulls)).toEqual(orientations(round));
  });

  it('stay apart as they move', () => {
    const set = createPairSet('h8_near', PAIRS);
    for (const poses of movingPath(set)) {
      expect(Math.min(...rightDistances(set.bodies, poses))).toBeGreaterThan(0);
    }
  });
});

describe('the sets of spheres and a mesh', () => {
  it('have so many facets and the same spheres in two orders', () => {
    expect(MESH_SET_NAMES).toEqual(['mesh_1e3', 'mesh_1e5', 'mesh_1e6']);
    const { facets, spheres, shuffled } = createMeshSet('mesh_1e5', 100);
    expect(facets.offsets.length - 1).toBe(100_352);
    const keys = (values: Float64Array): string[] =>
      Array.from({ length: 100 }, (_, k) => values.slice(4 * k, 4 * k + 4).join()).sort();
    expect(keys(spheres)).toEqual(keys(shuffled));
    expect(spheres).not.toEqual(shuffled);
  });
});

describe('the score', () => {
  const set = createPairSet('h8_near', PAIRS);
  const right = (): Float64Array => {
    const variant = SCREE_VARIANTS.wasm?.(set);
    variant?.pass();
    return variant?.answers() ?? new Float64Array();
  };

  it.each(Object.keys(SCREE_VARIANTS))('finds no fault with %s', (name) => {
    for (const pairs of [set, createPairSet('sq_shallow', PAIRS)]) {
      const variant = SCREE_VARIANTS[name]?.(pairs);
      variant?.pass();
      const score = scoreAnswers(pairs, variant?.answers() ?? new Float64Array());
      expect({ wrong: wrongAnswers(score), rough: score.rough }).toEqual({ wrong: 0, rough: 0 });
    }
  });

  const spoiled = (change: (answers: Float64Array, at: number, size: number) => void) => {
    const answers = right();
    change(answers, ANSWER_STRIDE * 3, set.sizes[3]);
    const { failed, wrongSign, wrongValue, rough } = scoreAnswers(set, answers);
    return { failed, wrongSign, wrongValue, rough };
  };
  const none = { failed: 0, wrongSign: 0, wrongValue: 0, rough: 0 };
  const add = (answers: Float64Array, at: number, value: number): void => {
    answers[at] = answers[at] + value;
  };

  it('counts an answer that is not a number', () => {
    expect(spoiled((answers, at) => answers.fill(Number.NaN, at, at + 1))).toEqual({ ...none, failed: 1 });
  });

  it('counts a gap that is called an overlap', () => {
    expect(spoiled((answers, at) => answers.fill(-1e-9, at, at + 1))).toEqual({ ...none, wrongSign: 1 });
  });

  it('counts a distance that is a little off and one that is far off', () => {
    expect(spoiled((answers, at, size) => add(answers, at, 2e-6 * size))).toEqual({ ...none, rough: 1 });
    expect(spoiled((answers, at, size) => add(answers, at, 2e-3 * size))).toEqual({ ...none, wrongValue: 1 });
  });

  it('counts a normal that points elsewhere', () => {
    const turned = (answers: Float64Array, at: number): void => {
      const [x = 0, y = 0, z = 0] = answers.subarray(at + 1, at + 4);
      answers.set([-x, -y, -z], at + 1);
    };
    expect(spoiled(turned)).toEqual({ ...none, wrongValue: 1 });
  });
});

describe('scree bench contact', () => {
  it('prints times and wrong answers of every variant and writes them as JSON', () => {
    const json = join(folder, 'result.json');
    const args = ['--sets', 'h8_near', '--pairs', String(PAIRS), '--reps', '1', '--budget', '0.001', '--json', json];
    const { status, stdout } = scree(['bench', 'contact', ...args]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/\| h8_near +\| +\d+ \|/);
    const { machine, sets } = JSON.parse(readFileSync(json, 'utf8'));
    expect(machine.node).toBe(process.version);
    expect(sets).toMatchObject([{ set: 'h8_near', pairs: PAIRS }]);
    for (const { variant, nanoseconds, wrong, missing } of sets[0].variants) {
      if (['rapier', 'jolt'].includes(variant)) expect(missing ?? nanoseconds).toBeTruthy();
      // The rest of the family may be wrong, and says so; it must have been timed.
      else if (FAMILY_NAMES.includes(variant)) expect(nanoseconds, variant).toBeGreaterThan(0);
      else expect({ wrong, timed: nanoseconds > 0 }).toEqual({ wrong: 0, timed: true });
    }
  });

  it('times spheres against a mesh, and finds the facets that the other engine finds', () => {
    const json = join(folder, 'meshes.json');
    const args = ['--sets', 'mesh_1e3', '--pairs', '50', '--reps', '1', '--budget', '0.001', '--json', json];
    const { status, stdout } = scree(['bench', 'contact', ...args]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/\| mesh_1e3 +\| +968 \| +50 \|/);
    const { sets, meshes } = JSON.parse(readFileSync(json, 'utf8'));
    expect(sets).toEqual([]);
    expect(meshes).toMatchObject([{ set: 'mesh_1e3', facets: 968, spheres: 50 }]);
    const found = meshes[0].variants.filter(({ missing }: { missing?: string }) => missing === undefined);
    expect(found.length).toBeGreaterThanOrEqual(4);
    // In float32 a triangle at the very radius may be taken for one beyond it.
    for (const { meeting } of found) expect(Math.abs(meeting - found[0].meeting)).toBeLessThanOrEqual(1 / 50);
  });

  it('names the sets when one does not exist', () => {
    const { status, stderr } = scree(['bench', 'contact', '--sets', 'h7']);
    expect(status).toBe(2);
    expect(stderr).toContain(SET_NAMES[0]);
  });
});
