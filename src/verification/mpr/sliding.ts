// SPDX-License-Identifier: MIT
/**
 * Figs. 6 and 7 of Neumayr & Otter 2017: the depth of a sphere that slides along a polytope to its edge, sharp and
 * rounded.
 */
import { type Contact, contact } from '../../narrow-phase/contact.ts';
import {
  JUMP_AT,
  SLIDING_BOX,
  SLIDING_HEIGHT,
  SLIDING_RADIUS,
  SMOOTHING_RADIUS,
  slidingPair,
} from '../../narrow-phase/mpr/sphere-near-edge.ts';
import { Drawing } from '../report/svg-drawing.ts';
import { plot, type Series, type Tone } from '../report/svg-plot.ts';
import { type Block, check, figure, plain, type Section, table, text } from '../verification-case.ts';

const FROM = 1.7;
const TO = 1.999;
const STEPS = 2990;
/** What counts as a jump: a change over this distance, ten times the radius of the sphere, that no slope explains. */
const JUMP_WIDTH = 10 * SLIDING_RADIUS;
/**
 * The depth of a convex body changes at most as fast as the sphere moves; that of mpr, where it is continuous, a few
 * times as fast.
 */
const STEEPEST = 2.5;

interface Slide {
  readonly title: string;
  readonly algorithm: 'gjk-epa' | 'mpr';
  readonly smoothing: number;
  readonly tone: Tone;
}

const SLIDES: readonly Slide[] = [
  { title: 'exact, sharp', algorithm: 'gjk-epa', smoothing: 0, tone: 6 },
  { title: 'mpr, sharp', algorithm: 'mpr', smoothing: 0, tone: 5 },
  { title: 'exact, rounded', algorithm: 'gjk-epa', smoothing: SMOOTHING_RADIUS, tone: 1 },
  { title: 'mpr, rounded', algorithm: 'mpr', smoothing: SMOOTHING_RADIUS, tone: 3 },
];

interface Track {
  readonly slide: Slide;
  readonly depths: readonly (readonly [x: number, depth: number])[];
  /** Largest change of the depth over the width of a jump, and of the contact point on the box. */
  readonly depthJump: number;
  readonly pointJump: number;
  /** Largest depth above that of `gjk-epa` on the same bodies. */
  readonly overestimate: number;
}

function track(slide: Slide): Track {
  const answers: { x: number; found: Contact; over: number }[] = [];
  for (let i = 0; i <= STEPS; i++) {
    const x = FROM + ((TO - FROM) * i) / STEPS;
    const { a, b, poseB } = slidingPair(x, slide.smoothing);
    const found = contact(a, {}, b, poseB, { algorithm: slide.algorithm });
    answers.push({ x, found, over: contact(a, {}, b, poseB).distance - found.distance });
  }
  const width = Math.round((JUMP_WIDTH / (TO - FROM)) * STEPS);
  let [depthJump, pointJump, overestimate] = [0, 0, 0];
  answers.forEach(({ found, over }, i) => {
    overestimate = Math.max(overestimate, over);
    const later = answers[i + width]?.found;
    if (later === undefined) return;
    depthJump = Math.max(depthJump, Math.abs(later.distance - found.distance));
    const [p, q] = [found.pointOnA, later.pointOnA];
    pointJump = Math.max(pointJump, Math.sqrt((p.x - q.x) ** 2 + (p.y - q.y) ** 2 + (p.z - q.z) ** 2));
  });
  return { slide, depths: answers.map(({ x, found }) => [x, -found.distance]), depthJump, pointJump, overestimate };
}

function scenePicture(): string {
  const { x, z } = SLIDING_BOX;
  const corners = [
    { x: -x, y: -z },
    { x, y: -z },
    { x, y: z },
    { x: -x, y: z },
  ];
  return new Drawing()
    .polygon(corners, 1)
    .line(
      [
        { x: FROM - 0.6, y: SLIDING_HEIGHT },
        { x: TO, y: SLIDING_HEIGHT },
      ],
      2,
      'dashed',
    )
    .line(
      [
        { x: 0, y: 0 },
        { x, y: z },
      ],
      5,
      'dashed',
    )
    .cross({ x: 0, y: 0 }, 'centre', 'below')
    .dot({ x: JUMP_AT, y: SLIDING_HEIGHT }, 5, `the ray passes the edge, x = ${plain(JUMP_AT, 4)}`, 'left')
    .label({ x: -0.9, y: z - 0.05 }, 'top (face 1)')
    .label({ x: x - 0.5, y: -0.3 }, 'end (face 2)')
    .svg('the box and the path of the sphere', 434, 260);
}

function plotOf(title: string, tracks: readonly Track[]): Block {
  const series: Series[] = tracks.map(({ slide, depths }) => ({
    name: slide.title,
    style: 'line',
    tone: slide.tone,
    points: depths.filter((_, i) => i % 5 === 0),
    ...(slide.algorithm === 'gjk-epa' && { dashed: true }),
  }));
  return figure(
    title,
    plot({
      title,
      x: { label: 'position of the sphere', min: FROM, max: 2 },
      y: { label: 'depth', min: 0 },
      series,
      marks: [{ axis: 'x', at: JUMP_AT, label: 'the ray passes the edge' }],
      width: 434,
      height: 280,
    }),
  );
}

export function slidingSphere(): Section {
  const tracks = SLIDES.map(track);
  const [, sharp, , smooth] = tracks as [Track, Track, Track, Track];
  const expected = Math.abs(SLIDING_BOX.x - JUMP_AT - (SLIDING_BOX.z - SLIDING_HEIGHT));
  return {
    title: 'Figs. 6 and 7: a sphere slides to the edge of a polytope',
    blocks: [
      text(
        `A sphere of radius ${SLIDING_RADIUS} slides ${plain(SLIDING_BOX.z - SLIDING_HEIGHT)} below the top of ` +
          'a box towards its edge. The exact depth',
        'is continuous, but its contact point jumps from the top to the end where both are equally far. The ' +
          'depth of mpr jumps earlier, where',
        'the ray from the centre of the box leaves through the end, which is still farther than the top. With ' +
          'the edges rounded by',
        `μ = ${SMOOTHING_RADIUS}, more than the depth less the sphere’s own radius, nothing jumps. The paper ` +
          'has only sketches of this; the numbers are ours.',
      ),
      figure('The scene', scenePicture()),
      plotOf('Sharp: the jump', tracks.slice(0, 2)),
      plotOf('Rounded: its cure', tracks.slice(2)),
      table(
        `Largest change while the sphere moves by ${JUMP_WIDTH}`,
        ['', 'depth', 'contact point on the box', 'largest overestimate'],
        tracks.map(({ slide, depthJump, pointJump, overestimate }) => [
          slide.title,
          plain(depthJump),
          plain(pointJump),
          plain(overestimate),
        ]),
        'A sphere is itself a point that is rounded by its radius, so the jump of mpr is spread over about that ' +
          'width. The paper says that the depth of the rounded bodies is the exact one, too; it is continuous, ' +
          'but the ray meets the rounded edge where the normal is not yet the true one, and the depth is too ' +
          'large there.',
      ),
      check({
        what: 'Sharp: the depth of mpr jumps where the ray passes the edge',
        published: 'a jump (Fig. 7)',
        ours: plain(sharp.depthJump),
        tolerance: `${plain(expected)} ± ${STEEPEST * JUMP_WIDTH}`,
        reason: 'the difference of the distances to end and top at that place, and what both change over the width',
        passed: Math.abs(sharp.depthJump - expected) <= STEEPEST * JUMP_WIDTH,
      }),
      check({
        what: 'Rounded: the depth of mpr is continuous',
        published: 'continuous while the depth is less than μA + μB',
        ours: `changes by ${plain(smooth.depthJump)}`,
        tolerance: `${STEEPEST * JUMP_WIDTH}`,
        reason:
          `a slope of at most ${STEEPEST} over the width; the ray meets the rounded edge before the true normal ` +
          'does, so mpr is steeper than the exact depth',
        passed: smooth.depthJump <= STEEPEST * JUMP_WIDTH,
      }),
    ],
  };
}
