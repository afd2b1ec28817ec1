// SPDX-License-Identifier: MIT
/**
 * Fig. 6 of Peng & Hanley 2019: searches that need more than one step in each direction. The paper shows 2D sketches;
 * here a prism with 24 sides and blocky superquadrics make the search take the same steps.
 */
import { fromAxisAngle } from '../../math/quaternion.ts';
import { dot, type Vector3 } from '../../math/vector.ts';
import { contact } from '../../narrow-phase/contact.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import { project, viewFrom } from '../report/svg-polyhedron.ts';
import { type Block, check, figure, plain, type Section, table, text } from '../verification-case.ts';
import { type Scene, type Searched, sceneDrawing, searched } from './scene-drawing.ts';

const SIDES = 24;
const SIDE_ANGLE = 360 / SIDES;
/** Distance of the side faces from the axis of the prism, whose vertices are 1 away. */
const INRADIUS = Math.cos(Math.PI / SIDES);
const FROM_ABOVE = viewFrom({ x: 0, y: 0, z: 1 }, { x: 0, y: 1, z: 0 });
const PICTURE = { width: 434, height: 320 };

const prism = polyhedron({
  vertices: Array.from({ length: 2 * SIDES }, (_, i): [number, number, number] => {
    const angle = (2 * Math.PI * (Math.floor(i / 2) + 0.5)) / SIDES;
    return [Math.cos(angle), Math.sin(angle), i % 2 === 0 ? -1 : 1];
  }),
});

interface Sketch {
  readonly name: string;
  readonly shows: string;
  readonly semiAxes: readonly [number, number];
  readonly exponent: number;
  /** Degrees about the axis of the prism. */
  readonly turned: number;
  readonly position: readonly [number, number];
  /** Directions of the searched normals, in degrees, and the final case. */
  readonly faces: readonly number[];
  readonly ended: number;
}

const SKETCHES: readonly Sketch[] = [
  {
    name: 'Fig. 6a, c',
    shows: 'several searches before a return',
    semiAxes: [1.85, 0.25],
    exponent: 20,
    turned: -45,
    position: [-0.25, 2],
    faces: [90, 30, 45, 60],
    ended: 6,
  },
  {
    name: 'Fig. 6b',
    shows: 'the positive face is not adjacent to the initial face',
    semiAxes: [1.85, 0.35],
    exponent: 8,
    turned: -74,
    position: [-1.7, 1.25],
    faces: [150, 210, 195, 180],
    ended: 4,
  },
];

function sceneOf({ semiAxes: [a, b], exponent: n, turned, position: [x, y] }: Sketch): Scene {
  return {
    solid: prism,
    body: superquadric({ semiAxes: [a, b, 0.5], n1: n, n2: n }),
    poseOfBody: {
      position: [x, y, 0],
      orientation: fromAxisAngle({ x: 0, y: 0, z: 1 }, (turned * Math.PI) / 180),
    },
  };
}

const degreesOf = ({ x, y }: Vector3): number => Math.round((Math.atan2(y, x) * 180) / Math.PI + 360) % 360;

/** The side faces that were searched; the plane at an edge, after a return, is none of them. */
function facesOf({ steps }: Searched): readonly number[] {
  return steps.map(({ normal }) => degreesOf(normal)).filter((angle) => angle % SIDE_ANGLE === 0);
}

/** Height of a point over the side face whose normal has that direction. */
function heightOver(angle: number, point: Vector3): number {
  const radians = (angle * Math.PI) / 180;
  return dot({ x: Math.cos(radians), y: Math.sin(radians), z: 0 }, point) - INRADIUS;
}

function picture(sketch: Sketch, { deepest }: Searched): Block {
  const drawing = sceneDrawing(sceneOf(sketch), FROM_ABOVE);
  const edge = (angle: number): Vector3[] =>
    [-0.5, 0.5].map((half) => {
      const radians = ((angle + half * SIDE_ANGLE) * Math.PI) / 180;
      return { x: Math.cos(radians), y: Math.sin(radians), z: 0 };
    });
  sketch.faces.forEach((angle, i) => {
    const ends = edge(angle).map((point) => project(FROM_ABOVE, point));
    drawing.line(ends, i === 0 ? 3 : 5, 'bold');
    drawing.dot(project(FROM_ABOVE, deepest[i]), i === 0 ? 3 : 5, `X${i}`, i % 2 === 0 ? 'above' : 'below');
  });
  return figure(
    `${sketch.name}: ${sketch.shows}`,
    drawing.svg(sketch.shows, PICTURE.width, PICTURE.height),
    'Seen along the axis. Green: the initial face and X0; red: the faces searched after it.',
  );
}

export function searchFigures(): Section {
  const all = SKETCHES.map((sketch) => {
    const scene = sceneOf(sketch);
    const exact = contact(scene.solid, {}, scene.body, scene.poseOfBody);
    return {
      sketch,
      exact,
      ours: searched(scene, 'peng-hanley'),
      printed: searched(scene, 'peng-hanley-as-printed'),
    };
  });
  return {
    title: 'Fig. 6: searches of more than two faces',
    blocks: [
      text(
        'Reconstructions: the paper has no numbers. The amended search takes the face that X0 is highest above, ' +
          'of all faces, and walks back over',
        'neighbours. What it finds is the contact; how deep it says that is depends on the plane of eq. 10 and 11.',
      ),
      ...all.map(({ sketch, ours }) => picture(sketch, ours)),
      table(
        'Faces by the direction of their normals, in degrees',
        ['', 'faces searched', 'case', 'overlap by the paper’s planes', 'shortest translation', 'as printed'],
        all.map(({ sketch, exact, ours, printed }) => [
          sketch.name,
          facesOf(ours).join(', '),
          String(ours.found.case),
          plain(-ours.found.distance, 4),
          plain(-exact.distance, 4),
          `case ${printed.found.case}, ${plain(-printed.found.distance, 4)}`,
        ]),
      ),
      ...all.flatMap(({ sketch, exact, ours }) => {
        const [initial, ...rest] = facesOf(ours);
        const X0 = ours.deepest[0];
        const around = [-SIDE_ANGLE, 0, SIDE_ANGLE].map((angle) => heightOver((initial ?? 0) + angle, X0));
        const step = Math.abs(rest[0] - (initial ?? 0));
        return [
          check({
            what: `${sketch.name}: the search takes the steps of the sketch and finds the contact`,
            published: sketch.shows,
            ours: `faces ${facesOf(ours).join(', ')}; case ${ours.found.case}`,
            tolerance: `faces ${sketch.faces.join(', ')}; case ${sketch.ended}`,
            reason: 'a reconstruction: its steps are what is shown',
            passed: facesOf(ours).join() === sketch.faces.join() && ours.found.case === sketch.ended && exact.upper < 0,
          }),
          check({
            what: `${sketch.name}: the first positive face is no neighbour of the initial face`,
            published: sketch.name === 'Fig. 6b' ? '“- - +”' : 'MPF away from IF (Fig. 6c)',
            ours:
              `${step}° away; heights over the initial face and its neighbours ` +
              `${around.map((h) => plain(h, 2)).join(', ')}`,
            tolerance: `over ${SIDE_ANGLE}°${sketch.name === 'Fig. 6b' ? ', all negative' : ''}`,
            reason: 'looking at neighbours alone would have ended the search there',
            passed: step > SIDE_ANGLE && (sketch.name !== 'Fig. 6b' || around.every((height) => height < 0)),
          }),
        ];
      }),
    ],
  };
}
