// SPDX-License-Identifier: MIT
/**
 * Errors of the flowchart of Peng & Hanley 2019 (Fig. 7). Case 5 concludes from an edge outside the superquadric that
 * the bodies are apart. Case 4 takes a point below the neighbouring faces for a point inside the polyhedron. A cyclic
 * search does not terminate.
 */
import type { PoseLike } from '../../math/pose.ts';
import { fromAxisAngle } from '../../math/quaternion.ts';
import { contact } from '../../narrow-phase/contact.ts';
import { box } from '../../shapes/kinds/box.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { ellipsoid } from '../../shapes/kinds/ellipsoid.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import { boxHull } from '../../shapes/random-shapes.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import { viewFrom } from '../report/svg-polyhedron.ts';
import { check, figure, plain, type Section, table, text } from '../verification-case.ts';
import { sceneDrawing } from './scene-drawing.ts';

interface Failure {
  readonly name: string;
  readonly why: string;
  readonly solid: ConvexShape;
  readonly poseOfSolid?: PoseLike;
  readonly body: ConvexShape;
  readonly poseOfBody: PoseLike;
  /** Exact signed distance, to six digits. */
  readonly exact: number;
  /** Result of the flowchart as printed. */
  readonly printed: string;
}

const ALONG = fromAxisAngle({ x: 0, y: 0, z: 1 }, (3 * Math.PI) / 4);
const TOLERANCE = 5e-7;
const PICTURE = { width: 434, height: 260 };

const FAILURES: readonly Failure[] = [
  {
    name: 'flat ellipsoid at a corner, deep',
    why: 'it cuts the corner below the edge',
    solid: box({ halfExtents: [4, 4, 4] }),
    poseOfSolid: { position: [-4, -4, -4] },
    body: ellipsoid({ semiAxes: [2, 0.1, 0.5] }),
    poseOfBody: { position: [0.4, -1, -4], orientation: ALONG },
    exact: -0.510943,
    printed: 'case 5: apart',
  },
  {
    name: 'the same, shallow',
    why: 'it cuts the corner below the edge',
    solid: box({ halfExtents: [4, 4, 4] }),
    poseOfSolid: { position: [-4, -4, -4] },
    body: ellipsoid({ semiAxes: [2, 0.02, 0.5] }),
    poseOfBody: { position: [0.65, -0.75, -4], orientation: ALONG },
    exact: -0.088087,
    printed: 'case 5: apart',
  },
  {
    name: 'sphere at a sharp corner',
    why: 'at a sharp corner a sphere does so too',
    solid: polyhedron({
      vertices: [
        [-1.5, -0.5, 0.5],
        [-1, -1.5, -1],
        [1, 0, 0],
        [1.5, 1, 0],
      ],
    }),
    body: sphere({ radius: 2.25 }),
    poseOfBody: { position: [0.5, 0.75, -0.25] },
    exact: -1.83332,
    printed: 'case 5: apart',
  },
  {
    name: 'sphere above a vertex of four faces',
    why: 'the point is above a face that is not adjacent',
    solid: polyhedron({
      vertices: [
        [-2, 0.5, 1],
        [-1.5, 0.5, 0],
        [-1.5, 2, -2],
        [-1.5, 2, -1],
        [1.5, 1.5, -2],
      ],
    }),
    body: sphere({ radius: 2.25 }),
    poseOfBody: { position: [-2.75, -1.75, 3] },
    exact: 0.852418,
    printed: 'case 4: contact',
  },
  {
    name: 'small box at a blocky superquadric',
    why: 'faces are searched in a circle of four',
    solid: box({ halfExtents: [0.5, 0.5, 0.4] }),
    body: superquadric({ semiAxes: [1, 3, 1.5], n1: 8, n2: 4 }),
    poseOfBody: { position: [1.25, 1.25, 2.25], orientation: [1, 0, -2, -2] },
    exact: -0.886541,
    printed: 'no end',
  },
];

/** The corner of the box as a smaller one of its own, seen along the edge. */
function picture(): string {
  const corner = boxHull([1.5, 1.5, 0.5]);
  const scene = {
    solid: corner,
    body: ellipsoid({ semiAxes: [2, 0.1, 0.5] }),
    poseOfBody: { position: [1.9, 0.5, 0], orientation: ALONG } as const,
  };
  const view = viewFrom({ x: 0, y: 0, z: 1 }, { x: 0, y: 1, z: 0 });
  return sceneDrawing(scene, view)
    .dot({ x: 1.5, y: 1.5 }, 5, 'the common edge', 'right')
    .svg('a flat ellipsoid cuts a corner below its edge', PICTURE.width, PICTURE.height);
}

export function flowchartErrors(): Section {
  const all = FAILURES.map((failure) => {
    const { solid, poseOfSolid = {}, body, poseOfBody } = failure;
    const ask = (algorithm: 'peng-hanley' | 'peng-hanley-as-printed') =>
      contact(solid, poseOfSolid, body, poseOfBody, { algorithm });
    const printed = ask('peng-hanley-as-printed');
    const said =
      printed.case === undefined ? 'no end' : `case ${printed.case}: ${printed.distance > 0 ? 'apart' : 'contact'}`;
    return {
      failure,
      exact: contact(solid, poseOfSolid, body, poseOfBody),
      ours: ask('peng-hanley'),
      said,
    };
  });
  return {
    title: 'Where the flowchart is wrong',
    blocks: [
      text(
        'An edge that is outside the superquadric does not separate the bodies: a flat one passes below it. ' +
          'Ours takes a case 5 for certain only with',
        'a separating plane through the edge, and asks the default query otherwise. Under the neighbours of a ' +
          'face is not inside: ours asks all faces',
        'before case 4. And no face is searched twice.',
      ),
      figure('A flat ellipsoid at the corner of a box, seen along the edge', picture()),
      table(
        'Signed distances',
        ['pair', 'why', 'exact', 'as printed', 'ours'],
        all.map(({ failure, exact, ours, said }) => [
          failure.name,
          failure.why,
          plain(exact.distance, 6),
          said,
          `case ${ours.case}: ${plain(ours.distance, 6)}`,
        ]),
        'Ours is the exact depth where the default query decided; the last pair ends at an edge that is inside, ' +
          'with the overlap of eq. 11.',
      ),
      ...all.flatMap(({ failure, exact, ours, said }) => [
        check({
          what: `${failure.name}: ours has the right sign`,
          published: failure.printed,
          ours: `${plain(ours.distance, 6)}, exact ${plain(exact.distance, 6)}`,
          tolerance: `sign; exact ${failure.exact} ± ${TOLERANCE}`,
          reason: 'six digits are given',
          passed: ours.distance > 0 === failure.exact > 0 && Math.abs(exact.distance - failure.exact) <= TOLERANCE,
        }),
        check({
          what: `${failure.name}: the flowchart as printed has not`,
          published: 'Fig. 7',
          ours: said,
          tolerance: failure.printed,
          reason: failure.why,
          passed: said === failure.printed,
        }),
      ]),
    ],
  };
}
