// SPDX-License-Identifier: MIT
/**
 * The mixer of section 6.2 as a simulation: materials and time step of Table 9; spheres start anywhere in the trough
 * and fall.
 */
import type { SimulationSpec } from '../../../simulation/simulation-spec.ts';
import { rotor, SHAFT, TROUGH, trough } from './mixer-geometry.ts';

export const MIXER_SPHERES = 29_559;
export const SPHERE_RADIUS = 0.0035;
/** rad/s */
export const TURNING = 18.85;
/** s; Table 9. */
export const PUBLISHED_STEP = 5e-5;
/**
 * With the published step the energy balance does not close: spheres pressed between rotor and packing are too stiff
 * for it.
 */
export const TIME_STEP = PUBLISHED_STEP / 2;
export const DURATION = 20;
/** Half a radius: the tips of the ribbons move by 0.06 mm a step. */
const SKIN = SPHERE_RADIUS / 2;

export function mixerSpec(spheres: number = MIXER_SPHERES, timeStep: number = TIME_STEP): SimulationSpec {
  const clear = SPHERE_RADIUS + 1e-4;
  const end = TROUGH.length / 2 - clear;
  return {
    timeStep,
    gravity: [0, 0, -9.81],
    materials: [
      {
        name: 'grain',
        density: 1000,
        youngsModulus: 1e7,
        poissonsRatio: 0.2,
        friction: 0.5,
        restitution: 0.4,
        rollingFriction: 0.001,
      },
      { name: 'wall', density: 7800, rigid: true },
    ],
    pairs: [{ materials: ['grain', 'wall'], friction: 0.75 }],
    law: { normal: 'hertz', tangential: 'mindlin', rolling: 'model-a' },
    neighbours: { skin: SKIN },
    shapes: [{ name: 'sphere', sphere: { radius: SPHERE_RADIUS } }],
    insertions: [
      {
        name: 'filling',
        shapes: [{ shape: 'sphere', material: 'grain', weight: 1 }],
        region: {
          tube: {
            from: [-end, 0, 0],
            to: [end, 0, 0],
            // The shaft is hollow, and open at its ends.
            innerRadius: SHAFT.radius + clear,
            // The wall's own polygon is nearer to the axis than its corners.
            radius: TROUGH.radius * Math.cos(Math.PI / TROUGH.around) - clear,
          },
        },
        count: spheres,
        attempts: 10_000,
      },
    ],
    meshes: [
      { name: 'trough', mesh: trough(), material: 'wall' },
      {
        name: 'rotor',
        mesh: rotor(),
        material: 'wall',
        motion: { rotation: { axis: [1, 0, 0], through: [0, 0, 0], rate: TURNING } },
      },
    ],
  };
}

/** Packing fraction of the spheres in the space between trough and shaft. */
export function solidShare(spheres = MIXER_SPHERES): number {
  const room = Math.PI * (TROUGH.radius ** 2 - SHAFT.radius ** 2) * TROUGH.length;
  return (spheres * (4 / 3) * Math.PI * SPHERE_RADIUS ** 3) / room;
}
