// SPDX-License-Identifier: MIT
/** Surfaces of differences, poses to and from the drawing, features, and moves by keys. */
import { describe, expect, it } from 'vitest';
import { contact, type Vector3 } from '../../../src/contact.ts';
import { vectorAt } from '../drawing/surface.ts';
import { differenceSurfaces } from './difference-surface.ts';
import { bodySurfaces, drawnPose, featureAlong, ownVertices, poseFromDrawing } from './drawn-bodies.ts';
import { movedBody, turnedBody } from './keyboard-moves.ts';
import { MENU } from './menu.ts';
import { readPair } from './pair-json.ts';
import { explain } from './queries.ts';

const ALL = MENU.map(({ id, pair }) => ({ id, pair, bodies: readPair(pair as never).bodies }));
/**
 * Differences of smooth bodies are sampled along 2,562 directions, 5 degrees apart: a normal is off by half of that at
 * most.
 */
const SAMPLING_TOLERANCE = 0.01;

function heightsAlong(positions: readonly number[], n: Vector3): number[] {
  return Array.from({ length: positions.length / 3 }, (_, i) => {
    const { x, y, z } = vectorAt(positions, 3 * i);
    return x * n.x + y * n.y + z * n.z;
  });
}

describe.each(ALL)('the difference of $id', ({ bodies }) => {
  it('ends along the normal where the answer says', () => {
    const surfaces = differenceSurfaces(bodies);
    const { answer, steps } = explain(bodies, 'gjk-epa');
    const last = steps.at(-1);
    if (surfaces === undefined) {
      expect(JSON.stringify(bodies)).toContain('halfSpace');
      return;
    }
    if (answer === undefined || last === undefined || answer.status !== 'converged') return;
    const least = Math.min(...heightsAlong(surfaces.whole.positions, last.normal));
    const size = Math.hypot(...surfaces.whole.positions.slice(0, 3)) + 1;
    expect(Math.abs(least - answer.distance)).toBeLessThan(SAMPLING_TOLERANCE * size);
  });

  it('has cores where a body is rounded, and surfaces for both bodies', () => {
    const surfaces = differenceSurfaces(bodies);
    const isRound = /"kind":"(sphere|capsule|rounded|disc|ellipse)"/.test(JSON.stringify(bodies));
    if (surfaces !== undefined) expect(surfaces.cores !== undefined).toBe(isRound);
    for (const surface of bodySurfaces(bodies)) expect(surface.triangles.length).toBeGreaterThan(0);
  });
});

describe('poses of the drawing', () => {
  it.each(ALL)('of $id go there and back', ({ pair }) => {
    for (const { pose } of [pair.a, pair.b]) {
      const { position, orientation } = drawnPose(pose);
      const back = poseFromDrawing(position, orientation, pose.angle !== undefined);
      back.position.forEach((value, i) => {
        expect(value).toBeCloseTo(pose.position[i], 8);
      });
      if (pose.angle !== undefined) expect(back.angle).toBeCloseTo(pose.angle, 8);
    }
  });
});

describe('features along a normal', () => {
  it('are as many corners as the type of the contact says', () => {
    const shape = { box: { halfExtents: [1, 1, 1] } };
    const at = (x: number) => ({ shape, pose: { position: [x, 0.5, 0.25] } });
    const { bodies } = readPair({ a: at(0), b: at(2.5) });
    if (bodies.kind !== 'space') throw new Error('boxes are in space');
    const found = contact(bodies.a.shape, bodies.a.pose, bodies.b.shape, bodies.b.pose);
    expect(found.type).toBe('f-f');
    const corners = featureAlong(ownVertices(bodies.a.shape), found.normal);
    expect(corners).toHaveLength(4);
    expect(corners.every(({ x }) => x === 1)).toBe(true);
    // In order around the face: neighbours differ in one coordinate.
    corners.forEach((corner, i) => {
      const next = corners[(i + 1) % 4];
      expect(Math.abs(next.y - corner.y) + Math.abs(next.z - corner.z)).toBe(2);
    });
    expect(ownVertices(readSphere())).toEqual([]);
  });
});

function readSphere() {
  const ball = { shape: { sphere: { radius: 1 } } };
  const { bodies } = readPair({ a: ball, b: ball });
  if (bodies.kind !== 'space') throw new Error('spheres are in space');
  return bodies.a.shape;
}

describe('moves by keys', () => {
  const body = { shape: {}, pose: { position: [1, 2, 3], orientation: [1, 0, 0, 0] } };

  it('go along an axis of the world', () => {
    expect(movedBody(body, 'y', 0.5).pose.position).toEqual([1, 2.5, 3]);
    expect(movedBody({ shape: {}, pose: { position: [1, 2], angle: 0 } }, 'z', 0.5).pose.position).toEqual([1, 2.5]);
  });

  it('turn by five degrees, and back', () => {
    const once = turnedBody(body, 'z', 1);
    expect(2 * Math.acos(once.pose.orientation?.[0] ?? 0)).toBeCloseTo(Math.PI / 36, 9);
    const [w, ...rest] = turnedBody(once, 'z', -1).pose.orientation ?? [];
    expect([w, ...rest.map(Math.abs)]).toEqual([1, 0, 0, 0].map((value) => expect.closeTo(value, 9)));
    expect(turnedBody({ shape: {}, pose: { position: [1, 2], angle: 1 } }, 'x', -1).pose.angle).toBeCloseTo(
      1 - Math.PI / 36,
      9,
    );
  });
});
