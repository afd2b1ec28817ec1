// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Simulation } from '../../simulation/simulation.ts';
import { readScene } from '../read-scene.ts';
import type { Scene } from '../scene.ts';
import { sceneWarnings } from './scene-warnings.ts';

const TARGET = 2;
const MAX_SPEED = 0.1;

/** A ball on a floor under a lid that presses. */
function pressed(servo: object, law?: object): Scene {
  return readScene(JSON.stringify(pressedFields(servo, law)), { file: 'scene.json' });
}

function pressedFields(servo: object, law: object = { normal: 'linear' }): object {
  return {
    time: { duration: 1, timeStep: 2e-5 },
    gravity: [0, 0, 0],
    materials: {
      glass: { density: 2500, stiffness: 1e5, youngsModulus: 1e8, poissonsRatio: 0.3, restitution: 0.2 },
      steel: { density: 7800, rigid: true },
    },
    law,
    bodies: { ball: { shape: { sphere: { radius: '1 cm' } }, material: 'glass', position: [0, 0, 0.01] } },
    halfSpaces: {
      floor: { normal: [0, 0, 1], material: 'steel' },
      lid: {
        normal: [0, 0, -1],
        through: [0, 0, 0.02],
        material: 'steel',
        servo: { force: TARGET, maxSpeed: MAX_SPEED, ...servo },
      },
    },
  };
}

/** Whether the velocity of the lid, more than what rounding leaves, changes its sign in most of the last steps. */
function chatters(scene: Scene): boolean {
  const simulation = new Simulation(scene.simulation);
  simulation.step(2000);
  let changes = 0;
  let last = 0;
  for (let k = 0; k < 100; k++) {
    simulation.step();
    const { velocity } = simulation.servos()[0];
    if (velocity * last < 0 && Math.abs(velocity) > 1e-3 * MAX_SPEED) changes++;
    last = velocity;
  }
  simulation.dispose();
  return changes > 50;
}

const warns = (scene: Scene): boolean => sceneWarnings(scene).some((each) => each.includes('chatters'));

const WARNING =
  /^halfSpaces\.lid\.servo: its gain of .* times the dashpot of one .* of glass on it, ([\d.]+) N s\/m, is ([\d.]+); above 1 the wall chatters: take a gain of at most .*, or a smoothing of at least .*; more contacts need less gain$/;

describe('a servo wall whose gain is too large for the dashpots on it', () => {
  const [warning = ''] = sceneWarnings(pressed({ gain: 1 })).filter((each) => WARNING.test(each));
  const dashpot = Number(WARNING.exec(warning)?.[1]);

  it('is told with its numbers and what to do', () => {
    expect(warning).toMatch(WARNING);
    expect(dashpot).toBeGreaterThan(1);
  });

  it.each([
    ['below the limit', 0.8, 0],
    ['above the limit', 1.3, 0],
    ['far above', 4, 0],
    ['above, smoothed too little', 4, 0.5],
    ['above, smoothed enough', 4, 4],
  ])('chatters where the check says so: %s', (_, product, smoothingInSteps) => {
    const scene = pressed({ gain: product / dashpot, smoothing: smoothingInSteps * 2e-5 });
    expect(warns(scene)).toBe(product > 1 && smoothingInSteps < 1);
    expect(chatters(scene)).toBe(warns(scene));
  });

  it('is told with Hertz’s law too, where the dashpot grows with the force', () => {
    expect(warns(pressed({ gain: 1 }, { normal: 'hertz' }))).toBe(true);
    expect(warns(pressed({ gain: 1e-4 }, { normal: 'hertz' }))).toBe(false);
  });

  it('is not told of a wall without dashpots', () => {
    const scene = pressed({ gain: 1 });
    const materials = scene.simulation.materials.map((material) => ({ ...material, restitution: 1 }));
    expect(warns({ ...scene, simulation: { ...scene.simulation, materials } })).toBe(false);
  });
});

describe('a servo that begins, or changes, in a later stage', () => {
  it('is warned of with the stage, and once', () => {
    const scene = readScene(
      JSON.stringify({
        ...pressedFields({ gain: 1e-4 }),
        time: { timeStep: 2e-5 },
        stages: {
          rest: { duration: 0.1 },
          press: {
            duration: 0.1,
            set: { halfSpaces: { lid: { servo: { force: TARGET, maxSpeed: MAX_SPEED, gain: 1 } } } },
          },
          hold: { duration: 0.1, set: { gravity: [0, 0, -1] } },
        },
      }),
      { file: 'scene.json' },
    );
    const found = sceneWarnings(scene).filter((each) => each.includes('chatters'));
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^stage press: halfSpaces\.lid\.servo: its gain of /);
  });
});
