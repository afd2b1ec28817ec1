// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { EXIT_INPUT, EXIT_OK } from '../terminal/exit-code.ts';
import { answerLine } from './pair-line.ts';

const ball = { shape: { sphere: { radius: 1 } } };
const answer = (pair: unknown) => answerLine({ number: 7, text: JSON.stringify(pair) }, {});
const errorOf = (pair: unknown): string => {
  const { json, exitCode } = answer(pair);
  expect(exitCode).toBe(EXIT_INPUT);
  return JSON.parse(json).error;
};

describe('answerLine', () => {
  it.each([
    { sphere: { radius: 1 } },
    { box: { halfExtents: [1, 1, 1] } },
    { capsule: { radius: 0.5, halfLength: 1 } },
    { cylinder: { radius: 1, halfLength: 1 } },
    { cone: { radius: 1, height: 1 } },
    { ellipsoid: { semiAxes: [1, 1, 1] } },
    { superquadric: { semiAxes: [1, 1, 1], n1: 4, n2: 4 } },
    { polyhedron: { vertices: JSON.parse('[[1,0,0],[-1,1,0],[-1,-1,0],[0,0,1]]') } },
    { rounded: { shape: { box: { halfExtents: [0.5, 0.5, 0.5] } }, radius: 0.5 } },
    { halfSpace: { normal: [1, 0, 0], offset: 1 } },
    { compound: [{ shape: { sphere: { radius: 1 } }, pose: { position: [0, 0, 0] } }] },
  ])('answers a shape written as %j', (shape) => {
    const { json, exitCode } = answer({ id: 'x', a: { shape }, b: { ...ball, pose: { position: [4, 0, 0] } } });
    // Each reaches at most to x = 1, the ball to x = 3.
    const { id, distance, lower, upper, normal } = JSON.parse(json);
    expect({ id, exitCode }).toEqual({ id: 'x', exitCode: EXIT_OK });
    expect(distance).toBeGreaterThan(1.999);
    expect(lower <= distance && distance <= upper).toBe(true);
    expect(Math.hypot(...normal)).toBeCloseTo(1, 12);
  });

  it('gives back any id, and null for none', () => {
    const far = { ...ball, pose: { position: [4, 0, 0] } };
    for (const id of [0, 'a', null, [1], { n: 1 }])
      expect(JSON.parse(answer({ id, a: ball, b: far }).json).id).toEqual(id);
    expect(JSON.parse(answer({ a: ball, b: far }).json).id).toBeNull();
  });

  it('takes poses with parts left out and quaternions of any length', () => {
    const stick = { shape: { capsule: { radius: 1, halfLength: 2 } } };
    const turned = { ...stick, pose: { orientation: [2, 0, 2, 0] } };
    const above = { ...ball, pose: { position: [0, 0, 5] } };
    expect(JSON.parse(answer({ a: stick, b: above }).json).distance).toBeCloseTo(1, 12);
    expect(JSON.parse(answer({ a: turned, b: above }).json).distance).toBeCloseTo(3, 12);
    expect(JSON.parse(answer({ a: { ...stick, pose: {} }, b: above }).json).distance).toBeCloseTo(1, 12);
  });

  it('names the line, the place and the numbers of what is wrong', () => {
    expect(errorOf({ a: ball })).toBe('line 7: b: expected an object with shape, pose, got nothing');
    expect(errorOf({ a: ball, b: {} })).toBe('line 7: b.shape: missing; needed: shape');
    expect(errorOf({ a: ball, b: { ...ball, pose: { position: [0, 0] } } })).toMatch(
      /^line 7: b\.pose\.position: expected/,
    );
    expect(errorOf({ a: ball, b: { ...ball, pose: { orientation: [0, 0, 0, 0] } } })).toMatch(
      /^line 7: b\.pose\.orientation: /,
    );
    expect(errorOf({ a: { ...ball, position: [0, 0, 0] }, b: ball })).toMatch(/^line 7: a\.position: unknown key/);
    expect(errorOf({ a: { shape: { ball: { radius: 1 } } }, b: ball })).toMatch(/^line 7: a\.shape.*ball/);
    expect(errorOf({ a: { shape: { box: { halfExtents: [1, 0, 1] } } }, b: ball })).toMatch(
      /^line 7: a\.shape.*halfExtents\[1\]: expected a finite number > 0, got 0$/,
    );
    const infinite = '{"a":{"shape":{"sphere":{"radius":1e999}}},"b":{"shape":{"sphere":{"radius":1}}}}';
    expect(answerLine({ number: 1, text: infinite }, {}).json).toContain('expected a finite number > 0, got Infinity');
  });

  const roof = {
    shape: {
      mesh: {
        vertices: [
          [-1, -1, 0],
          [1, -1, 0],
          [1, 1, 0],
          [-1, 1, 0],
        ],
        facets: [
          [0, 1, 2],
          [0, 2, 3],
        ],
      },
    },
    pose: { position: [0, 0, 5] },
  };

  it('answers a mesh against a body on either side with all contacts', () => {
    const brick = { shape: { box: { halfExtents: [0.25, 0.25, 0.5] } }, pose: { position: [0, 0.25, 5.375] } };
    const expected = {
      id: 1,
      contacts: [
        {
          facet: 1,
          feature: 'f',
          featureId: 1,
          point: [0, 0.25, 5],
          normal: [0, 0, 1],
          distance: -0.125,
          lower: expect.closeTo(-0.125, 12),
          upper: expect.closeTo(-0.125, 12),
          weights: [0.375, 0.5, 0.125],
        },
      ],
    };
    for (const [a, b] of [
      [roof, brick],
      [brick, roof],
    ]) {
      const { json, exitCode } = answer({ id: 1, a, b });
      expect(exitCode).toBe(EXIT_OK);
      expect(JSON.parse(json)).toEqual(expected);
    }
    const clump = { shape: { compound: [brick, brick] } };
    const pieces = JSON.parse(answer({ a: clump, b: roof }).json).contacts;
    expect(pieces.map(({ piece }: { piece: number }) => piece)).toEqual([0, 1]);
    expect(JSON.parse(answer({ id: 2, a: ball, b: roof }).json)).toEqual({ id: 2, contacts: [] });
  });

  it('says what is wrong with a mesh and what meshes do not answer', () => {
    expect(errorOf({ a: { shape: { mesh: {} } }, b: ball })).toBe(
      'line 7: a.shape.mesh.vertices: missing; needed: vertices, facets',
    );
    expect(errorOf({ a: roof, b: roof })).toMatch(/^line 7: .*two meshes have no contact/);
    const floor = { shape: { halfSpace: { normal: [0, 0, 1], offset: 0 } } };
    expect(errorOf({ a: roof, b: floor })).toMatch(/^line 7: .*halfSpace/);
    const { json } = answerLine({ number: 3, text: JSON.stringify({ a: roof, b: ball }) }, { manifold: true });
    expect(JSON.parse(json).error).toBe('line 3: --manifold: contacts with meshes have none; leave it out');
  });

  it('answers planar shapes with two components', () => {
    const square = {
      shape: {
        polygon: {
          vertices: [
            [1, 1],
            [-1, 1],
            [-1, -1],
            [1, -1],
          ],
        },
      },
    };
    const round = {
      shape: { rounded: { shape: { disc: { radius: 0.5 } }, radius: 0.5 } },
      pose: { position: [3, 0], angle: 1 },
    };
    const { json, exitCode } = answer({ id: 'flat', a: square, b: round });
    expect(exitCode).toBe(EXIT_OK);
    expect(JSON.parse(json)).toEqual({
      id: 'flat',
      distance: 1,
      normal: [1, 0],
      pointOnA: [1, 0],
      pointOnB: [2, 0],
      lower: expect.closeTo(1, 12),
      upper: expect.closeTo(1, 12),
      type: 'v-e',
      status: 'converged',
      gjkIterations: 0,
      epaIterations: 0,
    });
    const oval = { shape: { ellipse: { semiAxes: [2, 1] } }, pose: { position: [3, 0] } };
    expect(JSON.parse(answer({ a: square, b: oval }).json).distance).toBeCloseTo(0, 12);
  });

  it('adds the patch and the overlap on request', () => {
    const withPatch = (pair: unknown) =>
      JSON.parse(answerLine({ number: 1, text: JSON.stringify(pair) }, { patch: true }).json);
    const cube = { shape: { box: { halfExtents: [1, 1, 1] } } };
    const boxes = withPatch({ a: cube, b: { ...cube, pose: { position: [0.5, 0, 1.75] } } });
    expect(boxes.patch.polygon).toHaveLength(4);
    expect(boxes.patch).toMatchObject({ area: 3, centroid: [0.25, 0, 0.875] });
    expect(boxes).toMatchObject({ overlapVolume: 0.75, overlapGradient: [-0.5, 0, -3] });
    const mixed = withPatch({ a: cube, b: { ...ball, pose: { position: [0, 0, 1.5] } } });
    expect(mixed.patch).toEqual({ polygon: [[0, 0, 0.75]], area: 0, centroid: [0, 0, 0.75] });
    expect(mixed).not.toHaveProperty('overlapVolume');
    const square = {
      shape: {
        polygon: {
          vertices: [
            [1, 1],
            [-1, 1],
            [-1, -1],
            [1, -1],
          ],
        },
      },
    };
    const planar = withPatch({ a: square, b: { ...square, pose: { position: [1.5, 0.5] } } });
    expect(planar).toMatchObject({ overlapArea: 0.75, overlapGradient: [-1.5, -0.5] });
    const oval = withPatch({ a: square, b: { shape: { ellipse: { semiAxes: [1, 2] } } } });
    expect(oval).not.toHaveProperty('overlapArea');
  });

  it('says what is wrong with planar lines', () => {
    const round = { shape: { disc: { radius: 1 } } };
    expect(errorOf({ a: round, b: ball })).toBe(
      'line 7: a.shape.disc is planar and b.shape.sphere is not; use two planar shapes (polygon, disc, ellipse, ' +
        'or these rounded) or none',
    );
    expect(errorOf({ a: ball, b: round })).toMatch(/^line 7: b\.shape\.disc is planar and a\.shape\.sphere is not/);
    expect(errorOf({ a: round, b: { shape: { disc: { radius: -1 } } } })).toBe(
      'line 7: b.shape.disc.radius: expected a finite number > 0, got -1',
    );
    expect(errorOf({ a: round, b: { ...round, pose: { position: [0, 0, 0] } } })).toBe(
      'line 7: b.pose.position: expected two numbers [x, y], got an array of 3',
    );
    expect(errorOf({ a: round, b: { ...round, pose: { orientation: [1, 0, 0, 0] } } })).toMatch(
      /^line 7: b\.pose\.orientation: unknown key; allowed: position, angle$/,
    );
    expect(errorOf({ a: round })).toBe('line 7: b: expected an object with shape, pose, got nothing');
    const forced = answerLine(
      { number: 7, text: JSON.stringify({ a: round, b: round }) },
      { algorithm: 'mpr' as never },
    );
    expect(JSON.parse(forced.json).error).toMatch(/^line 7: --algorithm mpr: planar shapes have gjk-epa only/);
    const manifold = answerLine({ number: 7, text: JSON.stringify({ a: round, b: round }) }, { manifold: true });
    expect(JSON.parse(manifold.json).error).toBe(
      'line 7: --manifold: contacts of planar shapes have none; leave it out',
    );
    expect(errorOf({ a: { shape: { rounded: { radius: 1 } } }, b: round })).toMatch(
      /^line 7: a\.shape\.rounded\.shape: missing/,
    );
    expect(errorOf({ a: round, b: { shape: { blob: {} } } })).toMatch(/^line 7: b\.shape\.blob: unknown planar shape/);
  });

  it('answers a pair that no query supports with an error', () => {
    const floor = { shape: { halfSpace: { normal: [0, 0, 1], offset: 0 } } };
    expect(errorOf({ a: floor, b: floor })).toMatch(/halfSpace/);
    const forced = answerLine({ number: 7, text: JSON.stringify({ a: floor, b: ball }) }, { algorithm: 'mpr' });
    expect(JSON.parse(forced.json).error).toMatch(/not supported.* by mpr; leave --algorithm out for the default$/);
  });

  it('refuses a line that is too long to read', () => {
    expect(JSON.parse(answerLine({ number: 3, text: undefined }, {}).json).error).toMatch(/^line 3: expected at most/);
  });

  it('lists keys beside id, a and b', () => {
    expect(answer({ id: 1, a: ball, b: ball, tag: 1, d: 2 }).unknownKeys).toEqual(['tag', 'd']);
  });
});
