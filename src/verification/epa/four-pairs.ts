// SPDX-License-Identifier: MIT
/**
 * The four configurations of Fig. 4 of Feng & Tan 2019: small motions of a triangle at the corner of a quadrilateral.
 * The paper gives no coordinates; ours produce the same sequence of features. Both poses are the identity.
 */
import type { Vector2 } from '../../math/planar-vector.ts';
import { type Polygon, polygon } from '../../shapes/planar/polygon.ts';

/** The quadrilateral, in all four. */
export const A = polygon({
  vertices: [
    [10, 2],
    [14, 2],
    [14.5, 5],
    [9.6, 5.2],
  ],
});
/**
 * In configuration (c) the top edge is level with A's bottom edge, to the bit; the deepest corner is the top right one.
 */
const TIP: Vector2 = { x: 10.59, y: 2.6 };
const LEVEL: readonly Vector2[] = [TIP, { x: 7.6, y: 2.6 }, { x: 9.4, y: -0.6 }];
const DEGREE = Math.PI / 180;

export interface Configuration {
  readonly name: string;
  readonly how: string;
  readonly b: Polygon;
  /** Which edge of A the contact is on. */
  readonly edge: 'left' | 'bottom';
  readonly type: 'v-e' | 'e-e';
  readonly published: string;
}

/** Turned about its tip, counter-clockwise, and shifted along x. */
function turned(angle: number, shift: number): Polygon {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  return polygon({
    vertices: LEVEL.map(({ x, y }): [number, number] => {
      const [dx, dy] = [x - TIP.x, y - TIP.y];
      return [TIP.x + shift + c * dx - s * dy, TIP.y + s * dx + c * dy];
    }),
  });
}

export const CONFIGURATIONS: readonly Configuration[] = [
  {
    name: '(a)',
    how: 'initial position',
    b: turned(12 * DEGREE, -0.08),
    edge: 'left',
    type: 'v-e',
    published: 'v-e, left edge',
  },
  {
    name: '(b)',
    how: 'B moved right by 0.08',
    b: turned(12 * DEGREE, 0),
    edge: 'bottom',
    type: 'v-e',
    published: 'v-e, bottom edge',
  },
  {
    name: '(c)',
    how: 'B turned clockwise by 12°: edges parallel',
    b: turned(0, 0),
    edge: 'bottom',
    type: 'e-e',
    published: 'v-e found, e-e in truth',
  },
  {
    name: '(d)',
    how: 'B turned further by 15°',
    b: turned(-15 * DEGREE, 0),
    edge: 'left',
    type: 'v-e',
    published: 'v-e, as (a)',
  },
];
