// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { columnUnit } from './column-unit.ts';
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
