// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { columnUnit, Table } from './table.ts';

describe('Table', () => {
  it('reads lines in pieces, however they are cut', () => {
    const table = new Table('x.csv');
    expect(table.add('time,st')).toBe(false);
    expect(table.add('ep,energy.kinetic\n0,0,1.5\n0.1,')).toBe(true);
    expect(table.add('10,\n')).toBe(true);
    expect(table.headings).toEqual(['time', 'step', 'energy.kinetic']);
    expect(table.columns).toEqual([
      [0, 0.1],
      [0, 10],
      [1.5, Number.NaN],
    ]);
  });

  it('tells a series from a list with many rows a moment', () => {
    const [series, list] = [new Table('a'), new Table('b')];
    series.add('time,x\n0,1\n1,2\n');
    list.add('time,x\n0,1\n0,2\n');
    const holed = new Table('c');
    holed.add('time,x\n0,1\n,2\n1,3\n');
    expect([series.isSeries, list.isSeries, holed.isSeries]).toEqual([true, false, true]);
  });

  it('knows the units of what runs write', () => {
    const units = ['energy.balance', 'body.a.position.z', 'mesh.m.moment.y', 'plane.p.massRate', 'count.bodies'].map(
      columnUnit,
    );
    expect(units).toEqual(['J', 'm', 'N m', 'kg/s', '']);
  });
});
