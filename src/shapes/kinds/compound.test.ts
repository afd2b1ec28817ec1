// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { distance } from '../../math/vector.ts';
import { box } from './box.ts';
import { compound, type PieceParameters } from './compound.ts';
import { halfSpace } from './half-space.ts';
import { type RoundedParameters, rounded } from './rounded.ts';
import { sphere } from './sphere.ts';

const BALL = sphere({ radius: 1 });
const QUARTER_TURN_ABOUT_Z = [Math.SQRT1_2, 0, 0, Math.SQRT1_2] as const;

describe('compound', () => {
  it('flattens compounds inside compounds', () => {
    const inner = compound([
      { shape: BALL, pose: { position: [1, 0, 0] } },
      { shape: box({ halfExtents: [1, 1, 1] }), pose: { position: [5, 0, 0] } },
    ]);
    const outer = compound([
      { shape: inner, pose: { position: [0, 0, 2], orientation: QUARTER_TURN_ABOUT_Z } },
      { shape: BALL },
    ]);
    expect(outer.pieces.map(({ shape }) => shape.kind)).toEqual(['sphere', 'box', 'sphere']);
    expect(distance(outer.pieces[0]?.pose.position ?? { x: 9, y: 9, z: 9 }, { x: 0, y: 1, z: 2 })).toBeLessThan(1e-15);
    expect(distance(outer.pieces[1]?.pose.position ?? { x: 9, y: 9, z: 9 }, { x: 0, y: 5, z: 2 })).toBeLessThan(2e-15);
  });

  it('has the support points of its hull', () => {
    const dumbbell = compound([
      { shape: BALL, pose: { position: [-3, 0, 0] } },
      { shape: BALL, pose: { position: [3, 0, 0] } },
    ]);
    expect(dumbbell.support({ x: 1, y: 0, z: 0 })).toEqual({ x: 4, y: 0, z: 0 });
    expect(dumbbell.boundingBox()).toEqual({ min: { x: -4, y: -1, z: -1 }, max: { x: 4, y: 1, z: 1 } });
  });

  it.each<[unknown, string]>([
    [[], 'compound: expected at least one piece, got an array of 0'],
    [undefined, 'compound: expected an array of pieces [{shape, pose}, ...], got nothing'],
    [
      [{ shape: { sphere: { radius: 1 } } }],
      'compound[0].shape: expected a shape made by sphere(), box(), ..., got an object',
    ],
    [[{ shape: BALL }, { pose: {} }], 'compound[1].shape: missing; needed: shape'],
    [
      [{ shape: halfSpace({ normal: [0, 0, 1], offset: 0 }) }],
      'compound[0].shape: a halfSpace is unbounded and cannot be a piece; make it a body of its own',
    ],
    [[{ shape: BALL, pose: { position: [0, 1] } }], 'compound[0].pose.position: expected three numbers'],
    [
      [{ shape: BALL, pose: { position: { x: 0, y: Number.NaN, z: 0 } } }],
      'compound[0].pose.position.y: expected a finite number, got NaN',
    ],
  ])('refuses %j', (pieces, message) => {
    expect(() => compound(pieces as PieceParameters[])).toThrow(message);
  });
});

describe('rounded', () => {
  it.each<[unknown, string]>([
    [{ shape: BALL, radius: 0 }, 'rounded.radius: expected a finite number > 0, got 0'],
    [
      { shape: compound([{ shape: BALL }]), radius: 1 },
      'rounded.shape: a compound is not convex; round its pieces instead',
    ],
    [
      { shape: halfSpace({ normal: [0, 0, 1], offset: 0 }), radius: 0.5 },
      'rounded.shape: a rounded halfSpace is a halfSpace; move it instead: offset + 0.5 for its unit normal',
    ],
    [{ shape: 'sphere', radius: 1 }, 'rounded.shape: expected a shape made by sphere(), box(), ..., got "sphere"'],
  ])('refuses %j', (parameters, message) => {
    expect(() => rounded(parameters as RoundedParameters)).toThrow(message);
  });

  it('adds the radii of nested roundings', () => {
    const twice = rounded({ shape: rounded({ shape: box({ halfExtents: [1, 2, 3] }), radius: 0.25 }), radius: 0.5 });
    expect(twice.shape.kind).toBe('box');
    expect(twice.radius).toBe(0.75);
    expect(twice.boundingBox().max).toEqual({ x: 1.75, y: 2.75, z: 3.75 });
  });
});
