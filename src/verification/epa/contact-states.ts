// SPDX-License-Identifier: MIT
/**
 * Figs. 1 to 3 of Feng & Tan 2019: separation, touch and overlap as the origin outside, on and inside the Minkowski
 * difference; the entrance block as the path of a point of B while B slides around A. The coordinates are ours, because
 * the paper gives none.
 */
import { length2, type Vector2 } from '../../math/planar-vector.ts';
import { planarBlockDistance } from '../../narrow-phase/minkowski/block-distance.ts';
import { type ContactState, planarBlockState, planarContactState } from '../../narrow-phase/minkowski/contact-state.ts';
import {
  planarCentroid,
  planarEntranceBlock,
  planarMinkowskiDifference,
} from '../../narrow-phase/minkowski/planar-minkowski.ts';
import { planarContact } from '../../narrow-phase/planar/planar-contact.ts';
import { ellipse } from '../../shapes/planar/ellipse.ts';
import { polygon } from '../../shapes/planar/polygon.ts';
import { Drawing } from '../report/svg-drawing.ts';
import { type Block, check, figure, plain, type Section, table, text } from '../verification-case.ts';
import { ORIGIN, outline, sampledDifference, sceneOf } from './planar-scene.ts';

const QUADRILATERAL = polygon({
  vertices: [
    [6, 2],
    [10, 2],
    [10.5, 4.5],
    [6.5, 5],
  ],
});
/** The apex is at the own origin's height. */
const TRIANGLE = polygon({
  vertices: [
    [-1.5, -2],
    [1.5, -2],
    [0.25, 0],
  ],
});
const ELLIPSE = ellipse({ semiAxes: [1.5, 0.75] });

/** Heights of B: below the bottom edge of A at y = 2, touching it, above it. */
const STATES: readonly { readonly expected: ContactState; readonly above: number }[] = [
  { expected: 'separation', above: -0.75 },
  { expected: 'touch', above: 0 },
  { expected: 'overlap', above: 0.75 },
];
const BOTTOM = 2;
const TRIANGLE_X = 8;
const PICTURE = { width: 274, height: 220 };

/** An outline of 720 points is inside the true one by the sagitta of its chords. */
const SAMPLING_TOLERANCE = 1e-4;
/** Rounding of coordinates of about ten. */
const ROUNDING = 1e-13;

const stateOf = (distance: number): ContactState =>
  Math.abs(distance) <= ROUNDING ? 'touch' : distance > 0 ? 'separation' : 'overlap';

export function polygonStates(): Section {
  const rows: string[][] = [];
  const pictures: Block[] = [];
  let isRight = true;
  STATES.forEach(({ expected, above }, i) => {
    const poseB = { position: { x: TRIANGLE_X, y: BOTTOM + above } };
    const difference = planarMinkowskiDifference(QUADRILATERAL, {}, TRIANGLE, poseB);
    const explicit = planarBlockState(difference, ORIGIN);
    const exact = planarContactState(QUADRILATERAL, {}, TRIANGLE, poseB);
    const { distance } = planarContact(QUADRILATERAL, {}, TRIANGLE, poseB);
    const byBlock = planarBlockDistance(difference, ORIGIN).distance;
    isRight &&= explicit === expected && exact === expected && Math.abs(byBlock - distance) <= ROUNDING;
    rows.push([`(${'abc'[i]})`, expected, explicit, exact, plain(byBlock, 6), plain(distance, 6)]);
    pictures.push(
      figure(
        `Fig. 1 (${'abc'[i]}): ${expected}`,
        sceneOf(outline(QUADRILATERAL, {}), outline(TRIANGLE, poseB), difference.vertices).svg(
          expected,
          PICTURE.width,
          PICTURE.height,
        ),
      ),
    );
  });
  return {
    title: 'Fig. 1: a quadrilateral and a triangle',
    blocks: [
      text('B moves up into A; the Minkowski difference keeps its shape and moves down over the origin o.'),
      ...pictures,
      table(
        'Contact state',
        ['', 'published', 'origin in A ⊖ B', 'exact sign', 'distance of o from A ⊖ B', 'distance by GJK and EPA'],
        rows,
      ),
      check({
        what: 'Explicit and implicit answers agree in all three states',
        published: 'separation, touch, overlap',
        ours: rows.map((row) => row[2]).join(', '),
        tolerance: `${ROUNDING} between the distances`,
        reason: 'states are exact; distances are off by rounding',
        passed: isRight,
      }),
    ],
  };
}

export function ellipseStates(): Section {
  const rows: string[][] = [];
  const pictures: Block[] = [];
  let isRight = true;
  STATES.forEach(({ expected, above }, i) => {
    const positionB = { x: TRIANGLE_X, y: BOTTOM - 0.75 + above };
    const difference = sampledDifference(QUADRILATERAL, ORIGIN, ELLIPSE, positionB);
    const { distance } = planarContact(QUADRILATERAL, {}, ELLIPSE, { position: positionB });
    const byBlock = planarBlockDistance(difference, ORIGIN).distance;
    isRight &&= stateOf(distance) === expected && Math.abs(byBlock - distance) <= SAMPLING_TOLERANCE;
    rows.push([`(${'abc'[i]})`, expected, stateOf(distance), plain(byBlock, 6), plain(distance, 6)]);
    pictures.push(
      figure(
        `Fig. 2 (${'abc'[i]}): ${expected}`,
        sceneOf(outline(QUADRILATERAL, {}), outline(ELLIPSE, { position: positionB }), difference.vertices).svg(
          expected,
          PICTURE.width,
          PICTURE.height,
        ),
      ),
    );
  });
  return {
    title: 'Fig. 2: a quadrilateral and an ellipse',
    blocks: [
      ...pictures,
      table(
        'Contact state',
        ['', 'published', 'ours', 'distance of o from A ⊖ B, sampled', 'distance by GJK and EPA'],
        rows,
      ),
      check({
        what: 'The three states with an ellipse',
        published: 'separation, touch, overlap',
        ours: rows.map((row) => row[2]).join(', '),
        tolerance: `${SAMPLING_TOLERANCE} between the distances`,
        reason: 'the drawn difference has 720 corners on the true outline, which is curved between them',
        passed: isRight,
      }),
    ],
  };
}

const SAMPLES_PER_EDGE = 40;
/** Copies of B in the picture, one in so many. */
const SHOWN = 8;

/** Points along the boundary of a polygon, corners included. */
function along(corners: readonly Vector2[]): Vector2[] {
  return corners.flatMap((from, i) => {
    const to = corners[(i + 1) % corners.length];
    return Array.from({ length: SAMPLES_PER_EDGE }, (_, k) => {
      const t = k / SAMPLES_PER_EDGE;
      return { x: (1 - t) * from.x + t * to.x, y: (1 - t) * from.y + t * to.y };
    });
  });
}

export function entranceBlock(): Section {
  const poseB = { position: { x: TRIANGLE_X, y: BOTTOM } };
  const reference = planarCentroid(TRIANGLE, poseB);
  const block = planarEntranceBlock(TRIANGLE, poseB, QUADRILATERAL, {});
  const difference = planarMinkowskiDifference(QUADRILATERAL, {}, TRIANGLE, poseB);
  const own = TRIANGLE.areaProperties().centroid;
  const track = along(block.vertices);
  const placed = track.map(({ x, y }) => ({ position: { x: x - own.x, y: y - own.y } }));
  const farthest = Math.max(
    ...placed.map((pose) => Math.abs(planarContact(QUADRILATERAL, {}, TRIANGLE, pose).distance)),
  );
  const shapeError = Math.max(
    ...block.vertices.map((p, i) => {
      const q = difference.vertices[i];
      return length2(p.x - reference.x - q.x, p.y - reference.y - q.y);
    }),
  );
  const states = STATES.map(({ expected, above }) => {
    const point = { x: reference.x, y: reference.y + above };
    return { expected, point, state: planarBlockState(block, point) };
  });
  // The centroid is rounded, so of a touching pair it is on the boundary to rounding only.
  const areRight = states.every(({ expected, point, state }) =>
    expected === 'touch' ? Math.abs(planarBlockDistance(block, point).distance) <= ROUNDING : state === expected,
  );
  const drawing = new Drawing();
  placed.forEach((pose, i) => {
    if (i % SHOWN === 0) drawing.polygon(outline(TRIANGLE, pose), 2, 'outline');
  });
  drawing.polygon(block.vertices, 4, 'faint').polygon(QUADRILATERAL.vertices, 1).label({ x: 8.3, y: 3.6 }, 'A', 1);
  for (const { expected, point } of states) drawing.dot(point, 5, expected, 'right');
  return {
    title: 'Fig. 3: the entrance block by sliding',
    blocks: [
      text(
        'The centroid of B as the reference point: E(B, A) = {a − b + v}. While B slides around A and always ' +
          'touches it, its centroid',
        'goes around the block; the pair is apart, touches or overlaps as the centroid is outside, on or inside.',
      ),
      figure('B slides around A; violet: E(B, A)', drawing.svg('entrance block', 620, 420)),
      check({
        what: 'B touches A wherever its centroid is on the boundary of E(B, A)',
        published: 'a full cycle of touching',
        ours: `gap or overlap of at most ${plain(farthest, 2)} at ${track.length} places`,
        tolerance: String(ROUNDING),
        reason: 'rounding of coordinates of about ten',
        passed: farthest <= ROUNDING,
      }),
      check({
        what: 'E(B, A) is A ⊖ B moved by the reference point',
        published: 'identical in shape and orientation',
        ours: `${block.vertices.length} corners, off by at most ${plain(shapeError, 2)}`,
        tolerance: String(ROUNDING),
        reason: 'rounding',
        passed: block.vertices.length === difference.vertices.length && shapeError <= ROUNDING,
      }),
      check({
        what: 'The three states by the place of the reference point',
        published: 'outside, on, inside',
        ours: states.map(({ state }) => state).join(', '),
        tolerance: `exact; ${ROUNDING} for touch`,
        reason: 'the centroid itself is rounded',
        passed: areRight,
      }),
    ],
  };
}
