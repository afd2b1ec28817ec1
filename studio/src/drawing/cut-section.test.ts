// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { addSection, TriangleList } from './cut-section.ts';
import { shapeGeometry } from './shape-geometry.ts';

type Triple = [number, number, number];

function section(shape: Parameters<typeof shapeGeometry>[0], normal: Triple, offset: number): TriangleList {
  const geometry = shapeGeometry(shape, 64);
  const list = new TriangleList();
  const surface = { positions: geometry.getAttribute('position').array, triangles: geometry.index?.array ?? [] };
  addSection(surface, normal, offset, list);
  return list;
}

function area({ positions, count }: TriangleList): number {
  let sum = 0;
  for (let t = 0; t < 9 * count; t += 9) {
    const [ax, ay, az] = [0, 1, 2].map((c) => positions[t + 3 + c] - positions[t + c]) as Triple;
    const [bx, by, bz] = [0, 1, 2].map((c) => positions[t + 6 + c] - positions[t + c]) as Triple;
    sum += Math.hypot(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx) / 2;
  }
  return sum;
}

describe('the face that a cut leaves', () => {
  const cube = { box: { halfExtents: [1, 1, 1] } };
  const DIAGONAL: Triple = [Math.sqrt(1 / 3), Math.sqrt(1 / 3), Math.sqrt(1 / 3)];

  it('is a square across a cube, and a regular hexagon across its diagonal', () => {
    expect(area(section(cube, [0, 0, 1], 0.3))).toBeCloseTo(4, 5);
    // Sides sqrt(2).
    expect(area(section(cube, DIAGONAL, 0))).toBeCloseTo(3 * Math.sqrt(3), 5);
  });

  it('lies on the plane', () => {
    const { positions, count } = section(cube, DIAGONAL, 0.4);
    for (let k = 0; k < 9 * count; k += 3) {
      const height = (positions[k] + positions[k + 1] + positions[k + 2]) * DIAGONAL[0];
      expect(height).toBeCloseTo(0.4, 6);
    }
  });

  it('is a disc of an ellipsoid', () => {
    const egg = { ellipsoid: { semiAxes: [2, 1, 1] } };
    // A polygon of 64 sides lacks 1 - sin(t) / t, t = 2 pi / 64, of its disc.
    const part = Math.sin(Math.PI / 32) / (Math.PI / 32);
    expect(area(section(egg, [1, 0, 0], 0)) / Math.PI).toBeCloseTo(part, 5);
  });

  it('is empty beside the body, and where the plane touches a corner or a face', () => {
    expect(section(cube, [0, 0, 1], 1.1).count).toBe(0);
    expect(section(cube, [0, 0, -1], -1.1).count).toBe(0);
    expect(area(section(cube, DIAGONAL, Math.sqrt(3)))).toBeCloseTo(0, 9);
  });

  it('has room for more than it began with', () => {
    const egg = { superquadric: { semiAxes: [1, 1, 1], n1: 4, n2: 4 } };
    const list = section(egg, [0, 0.6, 0.8], 0.1);
    expect(list.count).toBeGreaterThan(64);
    expect(area(list)).toBeGreaterThan(Math.PI);
  });
});
