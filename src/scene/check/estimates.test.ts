// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { InsertionSpec } from '../../simulation/simulation-spec.ts';
import { readScene } from '../read-scene.ts';
import type { Scene } from '../scene.ts';
import { estimates } from './estimates.ts';
import { fillingBodies } from './filling-time.ts';
import { insertedBodies } from './inserted-bodies.ts';

const region = { sphere: { centre: [0, 0, 0], radius: 1 } } as const;
const BODY = { mass: 5, volume: (0.02 * 4 * Math.PI) / 3, regionVolume: (4 * Math.PI) / 3 };
const shapes = [{ shape: 'ball', material: 'm', weight: 1 }];

function scene(insertions: object, more: object = {}): Scene {
  const pair = { clump: { spheres: [0, 1].map((x) => ({ centre: [x, 0, 0], radius: 0.1 })) } };
  return readScene(
    JSON.stringify({
      time: { duration: 2, timeStep: 1e-3 },
      gravity: [0, 0, 0],
      materials: { m: { density: 1000, stiffness: 1e4 } },
      law: { normal: 'linear' },
      shapes: { ball: { sphere: { radius: 0.1 } }, pair },
      insertions,
      ...more,
    }),
  );
}

describe('bodies that come', () => {
  it.each([
    ['at the start', { count: 10 }, 10, 10],
    ['at once, half way', { count: 10, from: 1 }, 10, 5],
    ['at a rate', { rate: 10 }, 21, 10],
    ['at a rate until a time', { rate: 10, until: 1 }, 10, 7.5],
    ['at a rate up to a number', { rate: 10, count: 5 }, 5, 4.375],
    ['after the end', { rate: 10, from: 3 }, 0, 0],
    ['by mass, at once', { mass: 50 }, 10, 10],
    ['by mass, little by little', { massRate: 50 }, 20, 10],
    ['by mass until a time, up to a mass', { massRate: 50, until: 1, mass: 25 }, 5, 4.375],
    ['to a porosity', { porosity: 0.7 }, 15, 15],
  ])('are counted, at the end and on average: %s', (_, times, count, mean) => {
    const found = insertedBodies({ name: 'rain', shapes, region, ...times }, 2, 1e-3, BODY);
    expect(found.count).toBe(count);
    // The first is there at once, not after 1 / rate: off by half a body at most.
    expect(Math.abs(found.mean - mean)).toBeLessThanOrEqual(0.5);
  });
});

describe('the estimates of a scene', () => {
  it('count the bodies of a filling by the volume of its mesh and by weights that are shares by volume', () => {
    // A pyramid fills a third of its box; balls and pairs have half of the solid volume each.
    const vertices = [
      [0, 0, 0],
      [9, 0, 0],
      [9, 9, 0],
      [0, 9, 0],
      [0, 0, 9],
    ];
    const facets = [
      [0, 3, 2, 1],
      [0, 1, 4],
      [1, 2, 4],
      [2, 3, 4],
      [3, 0, 4],
    ];
    const filled = scene(
      {
        bed: {
          shapes: [...shapes, { shape: 'pair', material: 'm', weight: 1 }],
          weightsBy: 'volume',
          fill: { region: { mesh: 'tent' }, fraction: 0.5 },
        },
      },
      { meshes: { tent: { vertices, facets, material: 'm' } } },
    );
    const ball = (4 / 3) * Math.PI * 0.001;
    const pair = 2 * ball;
    const solid = 0.5 * (9 ** 3 / 3);
    const { bodiesInserted, elements } = estimates(filled);
    expect(Math.abs(bodiesInserted - (solid / 2 / ball + solid / 2 / pair))).toBeLessThan(1);
    expect(Math.abs(elements - (solid / 2 / ball + (2 * solid) / 2 / pair))).toBeLessThan(2);
    expect(fillingBodies(filled.simulation.insertions?.[0] as InsertionSpec, filled.simulation)).toBe(bodiesInserted);
  });

  const rain = { shapes, region, count: 100 };

  it('count inserted bodies in memory, outputs and steps', () => {
    const outputs = { trajectory: { every: 0.1 }, vtk: { every: 0.1, surfaces: 0 } };
    const few = estimates(scene({ rain }, { outputs }));
    const late = estimates(scene({ rain: { ...rain, from: 1 } }, { outputs }));
    expect(few).toMatchObject({ bodiesAtStart: 0, bodiesInserted: 100, elements: 100, elementSteps: 200_000 });
    expect(late.memory).toBe(few.memory);
    expect(late.outputs).toBe(few.outputs / 2);
    expect(late.elementSteps).toBe(few.elementSteps / 2);
  });

  it('count an output once a step where its interval is shorter', () => {
    const often = (every: number) => estimates(scene({ rain }, { outputs: { trajectory: { every } } }));
    expect(often(1e-3).steps).toBe(2000);
    expect(often(1e-9).outputs).toBe(often(1e-3).outputs);
  });

  it('count the spheres of clumps, each insertion for itself', () => {
    const pairs = { shapes: [{ shape: 'pair', material: 'm' }], region, count: 10 };
    const mixed = { shapes: [...shapes, { shape: 'pair', material: 'm', weight: 3 }], region, count: 8 };
    expect(estimates(scene({ rain, pairs, mixed }))).toMatchObject({ bodiesInserted: 118, elements: 100 + 20 + 14 });
  });
});
