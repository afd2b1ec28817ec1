// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { outputQuantity } from './output-quantity.ts';

describe('a quantity', () => {
  it.each([
    ['energy.kinetic', { kind: 'energy', part: 'kinetic', columns: ['energy.kinetic'] }],
    ['count.bodies', { kind: 'count', of: 'bodies', columns: ['count.bodies'] }],
    ['overlap.max', { kind: 'overlap', columns: ['overlap.max'] }],
    [
      'body.ball.velocity.z',
      { kind: 'body', name: 'ball', value: 'velocity', components: ['z'], columns: ['body.ball.velocity.z'] },
    ],
    [
      'body.ball[12].position',
      {
        kind: 'body',
        name: 'ball[12]',
        value: 'position',
        components: ['x', 'y', 'z'],
        columns: ['body.ball[12].position.x', 'body.ball[12].position.y', 'body.ball[12].position.z'],
      },
    ],
    [
      'body.a.b.orientation.w',
      { kind: 'body', name: 'a.b', value: 'orientation', components: ['w'], columns: ['body.a.b.orientation.w'] },
    ],
    [
      'halfSpace.floor.force.z',
      { kind: 'halfSpace', name: 'floor', value: 'force', components: ['z'], columns: ['halfSpace.floor.force.z'] },
    ],
    [
      'mesh.drum.moment.x',
      { kind: 'mesh', name: 'drum', value: 'moment', components: ['x'], columns: ['mesh.drum.moment.x'] },
    ],
    ['mesh.drum.power', { kind: 'meshNumber', name: 'drum', value: 'power', columns: ['mesh.drum.power'] }],
    [
      'halfSpace.lid.position.z',
      { kind: 'halfSpace', name: 'lid', value: 'position', components: ['z'], columns: ['halfSpace.lid.position.z'] },
    ],
    ['outlet.hole.mass', { kind: 'outlet', name: 'hole', value: 'mass', columns: ['outlet.hole.mass'] }],
  ])('is read from %s', (text, quantity) => {
    expect(outputQuantity(text)).toEqual(quantity);
  });

  it.each([
    '',
    'energy',
    'energy.kinetik',
    'count.meshes',
    'overlap',
    'body.ball',
    'body.ball.colour',
    'body.ball.position.w',
    'body.ball.moment',
    'mesh.drum.torque',
    'wall.drum.force',
    'toString',
  ])('is not read from %j', (text) => {
    expect(outputQuantity(text)).toBeUndefined();
  });
});
