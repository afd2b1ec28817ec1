// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { PoseLike } from '../../math/pose.ts';
import { box } from '../../shapes/kinds/box.ts';
import { facet } from '../../shapes/kinds/facet.ts';
import { segment } from '../../shapes/kinds/segment.ts';
import type { Shape } from '../../shapes/shape.ts';
import { type Algorithm, contact } from '../contact.ts';

const cube = box({ halfExtents: [1, 1, 1] });
const small = box({ halfExtents: [0.5, 0.5, 0.5] });
const corner = facet({
  vertices: [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
  ],
});
const rod = segment({ from: [0, 0, -1], to: [0, 0, 1] });
const EIGHTH: PoseLike['orientation'] = [Math.cos(Math.PI / 8), 0, 0, Math.sin(Math.PI / 8)];
const EXACT: readonly Algorithm[] = ['gjk-td', 'gjk-boolean', 'gjk-td-as-printed', 'nezami', 'mpr'];

const TOUCHING: readonly [name: string, type: string, b: Shape, poseB: PoseLike][] = [
  ['cubes face to face', 'f-f', cube, { position: [2, 0, 0] }],
  ['cubes with overlapping faces', 'f-f', cube, { position: [2, 1.5, 0.5] }],
  ['cubes with parallel faces that share an edge', 'e-e', cube, { position: [2, 2, 0] }],
  ['cubes with parallel faces that share half an edge', 'e-e', cube, { position: [2, 2, 1] }],
  ['cubes with parallel faces that share a corner', 'v-v', cube, { position: [2, 2, 2] }],
  ['a smaller cube at an edge', 'e-e', small, { position: [1.5, -1.5, 0] }],
  ['a smaller cube at a corner', 'v-v', small, { position: [1.5, -1.5, 1.5] }],
  ['the edge of a cube on a face', 'e-f', cube, { position: [1 + Math.SQRT2, 0, 0], orientation: EIGHTH }],
  ['the edge of a cube along an edge', 'e-e', cube, { position: [1 + Math.SQRT2, 1, 0], orientation: EIGHTH }],
  ['the end of that edge at an edge', 'v-e', cube, { position: [1 + Math.SQRT2, 0.5, 2], orientation: EIGHTH }],
  ['the corner of a facet at a corner', 'v-v', corner, { position: [1, 1, 1] }],
  ['a rod on an edge', 'e-e', rod, { position: [1, 1, 0] }],
  ['a rod on a face', 'e-f', rod, { position: [1, 0.25, 0.5] }],
  ['the end of a rod at a face', 'v-f', rod, { position: [0.25, 0.25, 2] }],
];

describe.each(EXACT)('the type of a touch by %s', (algorithm) => {
  it.each(TOUCHING)('of %s is %s', (_, type, b, poseB) => {
    expect(contact(cube, {}, b, poseB, { algorithm }).type).toBe(type);
    expect(contact(b, poseB, cube, {}, { algorithm }).type).toBe(type);
  });
});
