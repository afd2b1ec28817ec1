// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { Frame } from '../io/trajectory/frame.ts';
import { sectionGrid, sectionState, trajectoryKinds } from './section-grid.ts';

const HEADER = {
  title: '',
  materials: ['glass'],
  boundaries: [],
  shapes: [
    { name: 'cube', shape: { box: { halfExtents: [0.5, 0.5, 0.5] } } },
    {
      name: 'clump',
      shape: {
        compound: [0, 0.5].map((x) => ({
          shape: { sphere: { radius: 0.5 } },
          pose: { position: [x, 0, 0], orientation: [1, 0, 0, 0] },
        })),
      },
    },
  ],
} as const;

/** Two unit cubes side by side along x, which move apart and press on each other with 6 N. */
const FRAME: Frame = {
  time: 0,
  step: 0,
  origin: Float64Array.of(10, 0, 0),
  ids: Int32Array.of(0, 1),
  shapes: new Int32Array(2),
  materials: new Int32Array(2),
  scales: Float32Array.of(1, 1),
  positions: Float32Array.of(0.5, 0.5, 0.5, 1.5, 0.5, 0.5),
  orientations: Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0),
  velocities: Float32Array.of(-1, 0, 0, 3, 4, 0),
  angularVelocities: new Float32Array(6),
  contactBodies: Int32Array.of(0, 1),
  contactPoints: Float32Array.of(1, 0.5, 0.5),
  contactForces: Float32Array.of(6, 0, 0),
  contactNormals: Float32Array.of(1, 0, 0),
  meshPoses: new Float64Array(0),
};
const STATE = sectionState(FRAME, HEADER, trajectoryKinds(HEADER));
const SECTION = { axis: 'z', at: 0.5, thickness: 0.5, min: [10, 0, 0], max: [13, 1, 0], cells: 3 } as const;

describe('a section', () => {
  it('has the packing of each cell, and nothing where nothing is', () => {
    const { columns, rows, values } = sectionGrid(STATE, SECTION, 'packingFraction');
    expect([columns, rows]).toEqual([3, 1]);
    expect(values[0]).toBeCloseTo(1, 6);
    expect(values[1]).toBeCloseTo(1, 6);
    expect(values[2]).toBeNaN();
  });

  it('has the mean velocities', () => {
    expect([...sectionGrid(STATE, SECTION, 'velocity.x').values]).toEqual([-1, 3, Number.NaN]);
    expect([...sectionGrid(STATE, SECTION, 'speed').values]).toEqual([1, 5, Number.NaN]);
  });

  it('has the stress of the contacts: 6 N over 1 m2 in one direction, a third of it as pressure', () => {
    const whole = { ...SECTION, thickness: 1, max: [12, 1, 0], cells: 1 } as const;
    const [value] = sectionGrid(STATE, whole, 'pressure').values;
    // The branch of 1 m between the centres lies in a volume of 2 m3.
    expect(value).toBeCloseTo((6 * 1) / 2 / 3, 6);
  });

  it('counts the overlap of the spheres of a clump once', () => {
    const [, { volume }] = trajectoryKinds(HEADER).solids as readonly [unknown, { volume: number }];
    const [ball, cap] = [Math.PI / 6, (Math.PI * 0.25 ** 2 * (3 * 0.5 - 0.25)) / 3];
    expect(volume).toBeCloseTo(2 * ball - 2 * cap, 6);
  });

  it('lies across any axis', () => {
    const across = { ...SECTION, axis: 'x', at: 10.5, min: [0, 0, 0], max: [0, 1, 2], cells: 2 } as const;
    const { columns, rows, values } = sectionGrid(STATE, across, 'packingFraction');
    expect([columns, rows]).toEqual([1, 2]);
    expect(values[0]).toBeCloseTo(1, 6);
    expect(values[1]).toBeNaN();
  });
});
