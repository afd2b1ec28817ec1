// SPDX-License-Identifier: MIT
/** Tests 4 and 5 of Chung & Ooi 2011: a sphere without spin hits a rigid plane at an angle. */
import { plot } from '../report/svg-plot.ts';
import { check, figure, plain, type Section, table, text } from '../verification-case.ts';
import { type Collision, collide, slidingLimit, slidingThroughout, slipOf } from './colliding-balls.ts';

/** Test 4: aluminium oxide. */
const RADIUS = 0.0025;
const SPEED = 3.9;
const OXIDE = { density: 4000, youngsModulus: 3.8e11, poissonsRatio: 0.23, friction: 0.092, restitution: 0.98 };
/**
 * Reference values of public codes for test 4: angle, tangential restitution, spin, rebound angle of the contact point.
 */
const STORED = [
  [10, 0.687, 213, -1.6],
  [20, 0.616, 511, -7.5],
  [30, 0.684, 617, -3.5],
  [40, 0.781, 545, 11.6],
  [60, 0.893, 357, 47.8],
  [80, 0.966, 126, 78.7],
] as const;
/** Test 5: steel. */
const STEEL = { density: 7850, youngsModulus: 2.08e11, poissonsRatio: 0.3, friction: 0.3 };
const SMALL_RADIUS = 1e-5;
const NORMAL_SPEED = 5;
const RATIOS = [0.5, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20];
/** Beyond the limit by this much, Mindlin's spring has no influence. */
const CLEAR_OF_LIMIT = 1.2;
/**
 * The lever arm of friction is the radius less the overlap, here up to 0.5 % of it; the closed form uses the radius.
 */
const TOLERANCE = 5e-3;
/** Codes differ in their laws: tolerance of tangential restitution, and of spin relative to that at 30 degrees. */
const OTHER_LAWS = 0.05;

export function testFour(degrees: number): Collision {
  const angle = (degrees * Math.PI) / 180;
  return {
    grain: OXIDE,
    first: { radius: RADIUS, along: SPEED * Math.sin(angle), spin: 0 },
    speed: SPEED * Math.cos(angle),
  };
}

function testFive(ratio: number): Collision {
  return {
    grain: STEEL,
    first: { radius: SMALL_RADIUS, along: ratio * STEEL.friction * NORMAL_SPEED, spin: 0 },
    speed: NORMAL_SPEED,
  };
}

function answer(collision: Collision) {
  const after = collide(collision);
  const slides = slipOf(collision.first) > CLEAR_OF_LIMIT * slidingLimit(collision);
  const closed = slides ? slidingThroughout(collision).first : undefined;
  const along = after?.first.along ?? Number.NaN;
  const spin = after?.first.spin ?? Number.NaN;
  const difference =
    closed === undefined
      ? 0
      : Math.max(Math.abs(along - closed.along) / collision.first.along, Math.abs(spin / closed.spin - 1));
  const rebound =
    (180 / Math.PI) *
    Math.atan2(slipOf({ radius: collision.first.radius, along, spin }), (after?.restitution ?? 1) * collision.speed);
  return { collision, closed, along, spin, kept: along / collision.first.along, rebound, difference };
}

function sectionFour(): Section {
  const stored = STORED.map(([degrees, kept, spin, angle]) => ({
    degrees,
    kept,
    spin,
    angle,
    ours: answer(testFour(degrees)),
  }));
  const fine = Array.from({ length: 17 }, (_, k) => 5 * (k + 1)).map((degrees) => ({
    degrees,
    ...answer(testFour(degrees)),
  }));
  const largest = Math.max(...fine.map(({ difference }) => difference));
  const offKept = Math.max(...stored.map(({ kept, ours }) => Math.abs(ours.kept - kept)));
  const offSpin = Math.max(...stored.map(({ spin, ours }) => Math.abs(ours.spin - spin))) / 617;
  return {
    title: 'Test 4: oblique impacts at one speed',
    blocks: [
      text(
        'A sphere of 2.5 mm (aluminium oxide, friction 0.092, restitution 0.98) meets a rigid plane at 3.9 m/s ' +
          'and at several angles from the normal. From 32.5° on a rigid sphere would slide',
        'throughout, which has a closed form; Mindlin’s spring moves that limit a little. Below it the answer ' +
          'depends on the tangential law.',
      ),
      table(
        'Public codes / ours',
        ['angle', 'tangential restitution', 'spin (rad/s)', 'rebound of the contact point (°)'],
        stored.map(({ degrees, kept, spin, angle, ours }) => [
          `${degrees}°`,
          `${kept} / ${ours.kept.toFixed(4)}`,
          `${spin} / ${ours.spin.toFixed(1)}`,
          `${angle} / ${ours.rebound.toFixed(1)}`,
        ]),
        'Spins have the sign of rolling on.',
      ),
      figure(
        'Tangential restitution over the angle',
        plot({
          title: 'tangential restitution over the angle of impact',
          x: { label: 'angle of impact in degrees', min: 0, max: 90 },
          y: { label: 'tangential speed after / before', min: 0.5, max: 1 },
          series: [
            { name: 'ours', style: 'line', tone: 1, points: fine.map(({ degrees, kept }) => [degrees, kept]) },
            {
              name: 'public codes',
              style: 'points',
              tone: 2,
              points: stored.map(({ degrees, kept }) => [degrees, kept]),
            },
            {
              name: 'sliding throughout',
              style: 'points',
              tone: 6,
              points: fine.flatMap(({ degrees, closed, collision }) =>
                closed === undefined ? [] : [[degrees, closed.along / collision.first.along] as const],
              ),
            },
          ],
        }),
      ),
      check({
        what: 'Beyond the limit of sliding, tangential speed and spin are those of a rigid sphere',
        published: 'closed form',
        ours: `largest relative difference ${plain(largest)}`,
        tolerance: plain(TOLERANCE),
        reason: 'the lever of friction is the radius less the overlap',
        passed: largest <= TOLERANCE && fine.some(({ closed }) => closed !== undefined),
      }),
      check({
        what: 'Below it they are near to what public codes store',
        published: 'table above',
        ours: `tangential restitution within ${plain(offKept)}, spin within ${plain(offSpin)} of the largest`,
        tolerance: plain(OTHER_LAWS),
        reason: 'laws with tangential springs of their own',
        passed: offKept <= OTHER_LAWS && offSpin <= OTHER_LAWS,
      }),
    ],
  };
}

function sectionFive(): Section {
  const rows = RATIOS.map((ratio) => ({ ratio, ...answer(testFive(ratio)) }));
  const largest = Math.max(...rows.map(({ difference }) => difference));
  const unit = STEEL.friction * NORMAL_SPEED;
  const slipAfter = ({ along, spin }: { along: number; spin: number }): number =>
    slipOf({ radius: SMALL_RADIUS, along, spin }) / unit;
  return {
    title: 'Test 5: oblique impacts at one normal speed',
    blocks: [
      text(
        'A sphere of 10 µm (steel, friction 0.3, elastic) meets a rigid plane at 5 m/s along the normal and ' +
          'more and more tangential speed. Slip before and after, in units of friction times normal speed:',
        'a rigid sphere that slides throughout loses 7.',
      ),
      figure(
        'Slip after over slip before',
        plot({
          title: 'slip after over slip before the impact',
          x: { label: 'tangential speed before / (friction × normal speed)', min: 0, max: 20 },
          y: { label: 'slip after / (friction × normal speed)' },
          series: [
            { name: 'ours', style: 'line', tone: 1, points: rows.map((row) => [row.ratio, slipAfter(row)]) },
            {
              name: 'sliding throughout',
              style: 'points',
              tone: 6,
              points: rows.flatMap(({ ratio, closed }) =>
                closed === undefined ? [] : [[ratio, slipAfter(closed)] as const],
              ),
            },
          ],
        }),
      ),
      check({
        what: 'Where the sphere slides throughout, tangential speed and spin are those of a rigid sphere',
        published: 'closed form',
        ours: `largest relative difference ${plain(largest)}`,
        tolerance: plain(2 * TOLERANCE),
        reason: 'the lever of friction is the radius less the overlap, here up to 0.9 % of it',
        passed: largest <= 2 * TOLERANCE && rows.some(({ closed }) => closed !== undefined),
      }),
    ],
  };
}

export function obliqueImpacts(): Section[] {
  return [sectionFour(), sectionFive()];
}
