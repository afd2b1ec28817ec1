// SPDX-License-Identifier: MIT
/**
 * Fig. 10 of Peng & Hanley 2019: sphere and cube at an edge, sphere and tetrahedron apart, ellipsoid and cube at a
 * vertex. The paper gives no numbers; contact points, normals and overlaps of these pairs follow by hand.
 */
import { distance, type Vector3 } from '../../math/vector.ts';
import { type ConvexPolyhedron, polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { ellipsoid } from '../../shapes/kinds/ellipsoid.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { boxHull } from '../../shapes/random-shapes.ts';
import { project, viewFrom } from '../report/svg-polyhedron.ts';
import { check, figure, plain, type Section, text } from '../verification-case.ts';
import { type Scene, sceneDrawing, searched } from './scene-drawing.ts';

const VIEW = viewFrom({ x: 0.6, y: 1, z: 0.5 }, { x: 0, y: 0, z: 1 });
const PICTURE = { width: 286, height: 260 };
/** A few roundings of coordinates of 1 to 2. */
const TOLERANCE = 1e-14;

interface Example extends Scene {
  readonly name: string;
  readonly shows: string;
  readonly ended: number;
  readonly type: string;
  /** By hand: signed distance, normal, and the point of the polyhedron. */
  readonly signed: number;
  readonly normal: Vector3;
  readonly point: Vector3;
  readonly how: string;
}

const cube: ConvexPolyhedron = boxHull([1, 1, 1]);
const tetrahedron = polyhedron({
  vertices: [
    [1, 1, 1],
    [1, -1, -1],
    [-1, 1, -1],
    [-1, -1, 1],
  ],
});

const EXAMPLES: readonly Example[] = [
  {
    name: 'Fig. 10a',
    shows: 'sphere and cube, edge contact',
    solid: cube,
    body: sphere({ radius: 1 }),
    poseOfBody: { position: [1.6, 1.6, 0.25] },
    ended: 6,
    type: 'v-e',
    signed: 0.6 * Math.SQRT2 - 1,
    normal: { x: Math.SQRT1_2, y: Math.SQRT1_2, z: 0 },
    point: { x: 1, y: 1, z: 0.25 },
    how: '1 less the distance 0.6 √2 of the centre from the edge',
  },
  {
    name: 'Fig. 10b',
    shows: 'sphere and tetrahedron, no contact',
    solid: tetrahedron,
    body: sphere({ radius: 0.5 }),
    poseOfBody: { position: [1.6, 0, 0] },
    ended: 5,
    type: 'v-e',
    signed: 0.1,
    normal: { x: 1, y: 0, z: 0 },
    point: { x: 1, y: 0, z: 0 },
    how: 'the middle of the edge from (1, 1, 1) to (1, -1, -1) is 0.6 from the centre',
  },
  {
    name: 'Fig. 10c',
    shows: 'ellipsoid and cube, vertex contact',
    solid: cube,
    body: ellipsoid({ semiAxes: [1, 0.7, 0.5] }),
    poseOfBody: { position: [1.5, 1.3, 1.2] },
    ended: 6,
    type: 'v-v',
    signed: (1 - Math.sqrt(1.74)) / Math.sqrt(3),
    normal: { x: 1 / Math.sqrt(3), y: 1 / Math.sqrt(3), z: 1 / Math.sqrt(3) },
    point: { x: 1, y: 1, z: 1 },
    how:
      'along (1, 1, 1)/√3 the ellipsoid reaches √(1 + 0.49 + 0.25)/√3 from its centre, which is (0.5 + 0.3 + ' +
      '0.2)/√3 beyond the vertex',
  },
];

export function contactFigures(): Section {
  const all = EXAMPLES.map((example) => ({ example, ...searched(example, 'peng-hanley') }));
  return {
    title: 'Fig. 10: three examples',
    blocks: [
      text('Reconstructions with numbers of our own. Red: the contact point on the polyhedron, or what is nearest.'),
      ...all.map(({ example, found }) => {
        const drawing = sceneDrawing(example, VIEW).dot(project(VIEW, found.pointOnA), 5);
        return figure(`${example.name}: ${example.shows}`, drawing.svg(example.shows, PICTURE.width, PICTURE.height));
      }),
      ...all.map(({ example, found }) => {
        const off = Math.max(
          Math.abs(found.distance - example.signed),
          distance(found.normal, example.normal),
          distance(found.pointOnA, example.point),
        );
        return check({
          what: `${example.name}: ${example.shows}`,
          published: example.shows,
          ours: `case ${found.case}, ${found.type}, distance ${plain(found.distance, 6)}, off by ${plain(off, 2)}`,
          tolerance: `case ${example.ended}, ${example.type}, ${plain(example.signed, 6)} ± ${TOLERANCE}`,
          reason: example.how,
          passed: found.case === example.ended && found.type === example.type && off <= TOLERANCE,
        });
      }),
    ],
  };
}
