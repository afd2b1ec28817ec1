// SPDX-License-Identifier: MIT
import * as THREE from 'three';
import { describe, expect, it } from 'vitest';
import { RunBounds } from './run-bounds.ts';

const RADIUS = 0.1;
const FLOOR = [{ name: 'floor', halfSpace: { normal: [0, 0, 1] as const, offset: 0 } }];

function frameOf(points: readonly (readonly number[])[], origin = [0, 0, 0]) {
  return {
    origin: Float64Array.from(origin),
    positions: Float32Array.from(points.flat()),
    scales: new Float32Array(points.length).fill(1),
    shapes: new Int32Array(points.length),
    meshPoses: new Float64Array(0),
  };
}

const boundsOf = (
  boundaries: ConstructorParameters<typeof RunBounds>[0],
  ...frames: ReturnType<typeof frameOf>[]
): RunBounds => {
  const bounds = new RunBounds(boundaries, [RADIUS], new THREE.Vector3());
  for (const frame of frames) bounds.add(frame);
  return bounds;
};

const numbers = ({ box }: RunBounds): number[] =>
  [...box.min.toArray(), ...box.max.toArray()].map((value) => Number(value.toFixed(4)) + 0);

/** Ten bodies in a row at a height. */
const row = (z: number): number[][] => Array.from({ length: 10 }, (_, k) => [k, 0, z]);

describe('RunBounds', () => {
  it('contain the bodies of all frames in any order, also if a run starts without bodies', () => {
    const frames = [
      frameOf([]),
      frameOf([[0, 0, 9]]),
      frameOf([
        [0, 0, 1],
        [4, 0, 1],
      ]),
      frameOf([[5, 1, 0]]),
    ];
    const bounds = boundsOf([], ...frames);
    expect(numbers(bounds)).toEqual([-0.1, -0.1, -0.1, 5.1, 1.1, 9.1]);
    expect(numbers(boundsOf([], ...frames.reverse()))).toEqual(numbers(bounds));
  });

  it('are about one point, wherever the origin of a frame is', () => {
    expect(numbers(boundsOf([], frameOf([[1, 0, 0]], [0, 2, 3]), frameOf([[0, 0, 0]], [1, 2, 3])))).toEqual([
      0.9, 1.9, 2.9, 1.1, 2.1, 3.1,
    ]);
  });

  it('report growth', () => {
    const bounds = boundsOf([], frameOf([[0, 0, 0]]));
    expect(bounds.add(frameOf([[0, 0, 0]]))).toBe(false);
    expect(bounds.add(frameOf([[0, 0, 1]]))).toBe(true);
  });

  it('are those of the bodies that are somewhere', () => {
    for (const nowhere of [Number.NaN, Infinity]) {
      const bounds = boundsOf([], frameOf([...row(1), [nowhere, 0, 0]]));
      expect(numbers(bounds)).toEqual([-0.1, -0.1, 0.9, 9.1, 0.1, 1.1]);
      expect(bounds.add(frameOf([...row(1), [0, nowhere, 0]]))).toBe(false);
      expect(boundsOf([], frameOf([[nowhere, 0, 0]])).box.isEmpty()).toBe(true);
    }
  });

  it('ignore one body that flies off, and contain the others wherever they go', () => {
    const flying = [...row(1), [0, 0, 1e5]];
    expect(boundsOf([], frameOf(row(1)), frameOf(flying)).box.max.z).toBeCloseTo(1.1);
    expect(boundsOf([], frameOf(row(1)), frameOf(row(-500))).box.min.z).toBeCloseTo(-500.1);
  });

  it('ignore the few of many bodies that roll away, but not the tip of a heap', () => {
    const heap = Array.from({ length: 1000 }, (_, k) => [k % 10, Math.floor(k / 10) % 10, Math.floor(k / 100)]);
    const box = [-0.1, -0.1, -0.1, 9.1, 9.1, 9.1];
    expect(numbers(boundsOf([], frameOf([...heap, [60, 0, 0], [-40, 3, 0]])))).toEqual(box);
    expect(numbers(boundsOf([], frameOf([...heap, [5, 5, 12]])))).toEqual([...box.slice(0, 5), 12.1]);
  });

  it('include nearby ground and no distant ground', () => {
    expect(boundsOf(FLOOR, frameOf(row(3))).box.min.z).toBeCloseTo(0);
    expect(boundsOf(FLOOR, frameOf(row(300))).box.min.z).toBeCloseTo(299.9);
  });

  it('have the box of meshes where they are', () => {
    const mesh = { vertices: [0, 0, 0, 1, 0, 0, 0, 2, 0], facets: [[0, 1, 2]] };
    const frame = { ...frameOf([]), meshPoses: Float64Array.of(0, 0, 5, Math.SQRT1_2, 0, 0, Math.SQRT1_2) };
    expect(numbers(boundsOf([{ name: 'm', mesh }], frame))).toEqual([-2, 0, 5, 0, 1, 5]);
  });

  it('contain every frame of a long run', () => {
    const frames = Array.from({ length: 1000 }, (_, k) => frameOf([[k === 3 ? -7 : 0, 0, k]]));
    expect(numbers(boundsOf([], ...frames))).toEqual([-7.1, -0.1, -0.1, 0.1, 0.1, 999.1]);
  });
});
