// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { factsOf, foundScene } from './scene-reading.ts';

describe('the facts of a scene', () => {
  it('count the steps of stages with time steps of their own', () => {
    const text = `
time: { timeStep: 10 us }
gravity: [0, 0, -9.81]
materials: { glass: { density: 2500, stiffness: 5000 } }
law: { normal: linear }
bodies: { ball: { shape: { sphere: { radius: 1 cm } }, material: glass, position: [0, 0, 0] } }
stages:
  fast: { duration: 1 ms }
  slow: { duration: 2 ms, set: { timeStep: 20 us } }
`;
    expect(factsOf(foundScene({ file: 'scene.yaml', text, files: new Map() })).steps).toBe(200);
  });
});
