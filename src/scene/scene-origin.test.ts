// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { readComposedScene, sceneError } from './read-scene.ts';
import { problemsOfSpec } from './scene-origin.ts';

const NAMED = `time: { duration: 1 s, timeStep: 1 ms }
gravity: [0, 0, -9.81]
materials:
  glass: { density: 2500 kg/m3, stiffness: 1000 N/m, friction: 0.4, restitution: 0.9 }
law: { normal: linear }
bodies:
  many:
    shape: { sphere: { radius: 5 mm } }
    material: glass
    position: [0, 0, 1 m]
    lattice: { count: [2, 3, 1], spacing: 2 cm }
  last: { shape: { box: { halfExtents: [1 cm, 1 cm, 1 cm] } }, material: glass, position: [1, 0, 1] }
halfSpaces:
  floor: { normal: [0, 0, 1], material: glass, motion: { velocity: [0, 0, 1 cm/s] } }
`;
const LISTED = NAMED.replace('  many:\n    shape:', '  - name: many\n    shape:').replace('  last: {', '  - {');

function located(text: string, problems: readonly { path: string; problem: string }[]): string[] {
  const { scene, origin } = readComposedScene(text, { file: 'scene.yaml' });
  return sceneError('scene.yaml', problemsOfSpec(problems, scene.simulation, origin), origin.tree).message.split('\n');
}

describe('a problem of the specification', () => {
  it('is told at the place of the scene file that it comes from', () => {
    const problems = ['bodies[6].motion', 'shapes[1]', 'halfSpaces[0].motion', 'gravity', 'domain.x'];
    expect(
      located(
        NAMED,
        problems.map((path) => ({ path, problem: 'no' })),
      ),
    ).toEqual([
      'scene.yaml:1:1 domain.x: no',
      'scene.yaml:2:1 gravity: no',
      'scene.yaml:12:9 bodies.last.motion: no',
      'scene.yaml:12:11 bodies.last.shape: no',
      'scene.yaml:14:48 halfSpaces.floor.motion: no',
    ]);
  });

  it('is told once for all bodies of a lattice, in a list of bodies too', () => {
    const problems = [0, 3, 5, 6].map((k) => ({ path: `bodies[${k}].material`, problem: 'no' }));
    expect(located(NAMED, problems)).toEqual([
      'scene.yaml:9:5 bodies.many.material: no',
      'scene.yaml:12:64 bodies.last.material: no',
    ]);
    expect(located(LISTED, problems)).toEqual([
      'scene.yaml:9:5 bodies[0].material: no',
      'scene.yaml:12:60 bodies[1].material: no',
    ]);
  });
});
