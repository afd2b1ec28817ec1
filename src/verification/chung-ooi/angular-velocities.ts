// SPDX-License-Identifier: MIT
/**
 * Tests 6 to 8 of Chung & Ooi 2011: head-on impacts with spin, of a sphere on a rigid plane, of two equal spheres, and
 * of two unequal spheres.
 */
import { plot } from '../report/svg-plot.ts';
import { atMost, figure, plain, type Section, table, text } from '../verification-case.ts';
import { type Ball, type Collision, collide, slidingLimit, slidingThroughout, slipOf } from './colliding-balls.ts';

const ALLOY = { density: 2699, youngsModulus: 7e10, poissonsRatio: 0.3, friction: 0.4, restitution: 0.5 };
const RADIUS = 0.1;
/** Of the second sphere of test 8. */
const LARGE_RADIUS = 0.5;
const SPEED = 0.2;
/** Slip before the impact in units of friction times speed; sliding throughout from 5.25 on. */
const RATIOS = [0.5, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12];
const CLEAR_OF_LIMIT = 1.2;
/**
 * The lever of friction is the radius less the overlap, 0.05 % of it; restitution is right to half a step over the
 * contact time.
 */
const TOLERANCE = 2e-3;
/** Momentum is conserved to rounding. */
const UNCHANGED = 1e-12;

const ball = (radius: number, spin = 0): Ball => ({ radius, along: 0, spin });
const spinFor = (ratio: number): number => (ratio * ALLOY.friction * SPEED) / RADIUS;

export const onPlane = (ratio: number): Collision => ({
  grain: ALLOY,
  first: ball(RADIUS, -spinFor(ratio)),
  speed: SPEED,
});
const unequal = (ratio: number): Collision => ({
  grain: ALLOY,
  first: ball(RADIUS, -spinFor(ratio)),
  second: ball(LARGE_RADIUS),
  speed: SPEED,
});
/** The surfaces move in the same direction at the contact. */
export const equalAndOpposite = (ratio: number): Collision => ({
  grain: ALLOY,
  first: ball(RADIUS, spinFor(ratio)),
  second: ball(RADIUS, -spinFor(ratio)),
  speed: SPEED,
});

function compare(title: string, story: string, make: (ratio: number) => Collision): Section {
  const rows = RATIOS.map((ratio) => {
    const collision = make(ratio);
    const after = collide(collision);
    const slides = slipOf(collision.first, collision.second) > CLEAR_OF_LIMIT * slidingLimit(collision);
    return { ratio, collision, after, closed: slides ? slidingThroughout(collision) : undefined };
  });
  const differences = rows.flatMap(({ after, closed }) => {
    if (closed === undefined) return [];
    const pairs = [
      [after?.first, closed.first],
      ...(closed.second === undefined ? [] : [[after?.second, closed.second]]),
    ];
    return pairs.flatMap(([ours, expected]) => [
      Math.abs((ours?.along ?? Number.NaN) / (expected?.along ?? 1) - 1),
      Math.abs((ours?.spin ?? Number.NaN) / (expected?.spin ?? 1) - 1),
    ]);
  });
  const largest = Math.max(...differences);
  const unit = ALLOY.friction * SPEED;
  return {
    title,
    blocks: [
      text(story),
      figure(
        'Tangential velocity after the impact over spin before',
        plot({
          title: 'tangential velocity after the impact over spin before',
          x: { label: 'radius × spin before / (friction × speed)', min: 0, max: 12 },
          y: { label: 'tangential velocity after / (friction × speed)' },
          series: [
            {
              name: 'ours',
              style: 'line',
              tone: 1,
              points: rows.map(({ ratio, after }) => [ratio, (after?.first.along ?? 0) / unit]),
            },
            {
              name: 'sliding throughout',
              style: 'points',
              tone: 6,
              points: rows.flatMap(({ ratio, closed }) =>
                closed === undefined ? [] : [[ratio, closed.first.along / unit] as const],
              ),
            },
          ],
        }),
      ),
      atMost({
        what: 'Where they slide throughout, tangential velocities and spins are those of rigid spheres',
        published: 'closed form',
        found: largest,
        tolerance: TOLERANCE,
        ours: (found) => `largest relative difference ${found}`,
        reason: 'the lever of friction is the radius less the overlap; dashpots see velocities half a step old',
      }),
    ],
  };
}

function equalSpheres(): Section {
  const rows = RATIOS.map((ratio) => {
    const collision = equalAndOpposite(ratio);
    return { spin: collision.first.spin, after: collide(collision) };
  });
  const change = Math.max(
    ...rows.flatMap(({ spin, after }) => [
      Math.abs((after?.first.spin ?? Number.NaN) / spin - 1),
      Math.abs((after?.first.along ?? Number.NaN) / SPEED),
    ]),
  );
  return {
    title: 'Test 7: two equal spheres with equal and opposite spins',
    blocks: [
      text(
        'The surfaces go the same way where they touch: there is no slip, and neither spins nor tangential ' +
          'velocities change.',
      ),
      table(
        'Spin of the first sphere (rad/s)',
        ['before', 'after'],
        rows.map(({ spin, after }) => [plain(spin), plain(after?.first.spin ?? Number.NaN, 12)]),
      ),
      atMost({
        what: 'Spins and tangential velocities do not change',
        published: 'the same after as before',
        found: change,
        tolerance: UNCHANGED,
        ours: (found) => `largest relative change ${found}`,
        reason: 'rounding',
      }),
    ],
  };
}

export function impactsOfSpinningSpheres(): Section[] {
  return [
    compare(
      'Test 6: a spinning sphere on a plane',
      'A sphere of 100 mm (aluminium alloy, friction 0.4, restitution 0.5) with spin falls on a rigid plane at ' +
        '0.2 m/s.',
      onPlane,
    ),
    equalSpheres(),
    compare(
      'Test 8: two unequal spheres, one with spin',
      'The same sphere meets another, five times as large (a size of our choice) and without spin, at 0.2 m/s.',
      unequal,
    ),
  ];
}
