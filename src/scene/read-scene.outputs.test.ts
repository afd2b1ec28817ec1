// SPDX-License-Identifier: MIT
/** Quantities of what a scene does not have, or has with a mistake of its own: one message for one mistake. */
import { describe, expect, it } from 'vitest';
import { readScene } from './read-scene.ts';

const scene = (quantity: string, more: string): string => `
time: { duration: 1 s, timeStep: 1e-5 }
gravity: [0, 0, -9.81]
materials: { glass: { density: 2500, stiffness: 1e4 } }
law: { normal: linear }
outputs: { csv: { t: { every: 1 s, quantities: [${quantity}] } } }
${more}`;
const BALL = 'bodies: { one: { shape: { sphere: { radius: 5 mm } }, material: glass, position: [0, 0, 0] } }';
const POINT =
  'bodies: { one: { shape: { polyhedron: { vertices: [[0, 0, 0]] } }, material: glass, position: [0, 0, 0] } }';
const DRUM = 'meshes: { drum: { vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], facets: [[0, 1, 3]], material: glass } }';

describe('a quantity', () => {
  it.each([
    ['of an unknown mesh', 'mesh.drum.force', BALL, / outputs.*: no mesh has the name "drum"; meshes defines them$/],
    [
      'of a mesh that is wrong',
      'mesh.drum.force',
      `${BALL}\n${DRUM}`,
      /^a:\d+:\d+ meshes\.drum\.facets\S+ [^\n]*, got 3$/,
    ],
    ['of a body whose shape is wrong', 'body.one.position', POINT, /^a:\d+:\d+ bodies\.one\.shape[^\n]*$/],
  ])('%s is told once', (_, quantity, more, message) => {
    expect(() => readScene(scene(quantity, more), { file: 'a' })).toThrow(message);
  });
});
