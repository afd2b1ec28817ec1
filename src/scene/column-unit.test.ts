// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { columnUnit, formatColumnPair } from './column-unit.ts';
import { BODY_VALUES, MESH_VALUES, SERVO_VALUES } from './output-quantity.ts';

describe('the unit of a column', () => {
  it.each([
    ['time', 's'],
    ['step', ''],
    ['z', 'm'],
    ['energy.kinetic', 'J'],
    ['count.contacts', ''],
    ['overlap.max', ''],
    ['halfSpace.floor.force.z', 'N'],
    ['mesh.drum.moment.y', 'N m'],
    ['mesh.drum.position.x', 'm'],
    ['body.ball.angularVelocity.x', 'rad/s'],
    ['outlet.hole.mass', 'kg'],
    ['outlet.hole.count', ''],
    ['insertion.feed.mass', 'kg'],
    ['servo.lid.displacement', 'm'],
    ['region.core.stress.zz', 'Pa'],
    ['plane.mouth.massRate', 'kg/s'],
    ['velocity.x', 'm/s'],
    ['contactStress.zz', 'Pa'],
    ['force.x', 'N'],
    ['a column of one’s own', ''],
  ])('%s is in "%s"', (heading, unit) => {
    expect(columnUnit(heading)).toBe(unit);
  });

  it('is known for every vector of bodies and meshes and every number of a servo but orientations', () => {
    const headings = [
      ...BODY_VALUES.map((value) => `body.b.${value}.x`),
      ...MESH_VALUES.map((value) => `mesh.m.${value}.x`),
      ...SERVO_VALUES.map((value) => `servo.s.${value}`),
    ];
    expect(headings.filter((heading) => columnUnit(heading) === '')).toEqual([
      'body.b.orientation.x',
      'mesh.m.orientation.x',
    ]);
  });
});

describe('a value beside its bound', () => {
  it.each([
    [0.1049, 0.105, 'outlet.hole.mass', ['0.1049 kg', '0.105 kg']],
    [0.10500001, 0.105, 'outlet.hole.mass', ['0.10500001 kg', '0.105 kg']],
    [0.105, 0.105, 'outlet.hole.mass', ['0.105 kg', '0.105 kg']],
    [1.9e-6, 2e-6, 'energy.kinetic', ['1.9 uJ', '2 uJ']],
  ])('has the digits that set both apart: %s and %s', (value, bound, heading, texts) => {
    expect(formatColumnPair(value, bound, heading)).toEqual(texts);
  });
});
