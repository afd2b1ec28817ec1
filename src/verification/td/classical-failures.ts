// SPDX-License-Identifier: MIT
/**
 * Figs. 2, 4, 7 and 8 of Descantes, Tricoire & Richard 2019: pairs on which the classical algorithms find a wrong plane
 * or none.
 */
import { addScaled, cross, normalise, type Vector3 } from '../../math/vector.ts';
import { FIGURE_PAIRS, type FigurePair } from '../../narrow-phase/common-plane/figure-pairs.ts';
import { type Algorithm, type Contact, contact } from '../../narrow-phase/contact.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { Drawing, type Place } from '../report/svg-drawing.ts';
import type { Tone } from '../report/svg-plot.ts';
import { drawPolyhedron, project, type View, viewFrom } from '../report/svg-polyhedron.ts';
import { type Block, check, figure, plain, type Section, table, text } from '../verification-case.ts';

/** The pairs are prisms along z: along it, they are seen as their sections. */
const VIEW: View = viewFrom({ x: 0, y: 0, z: 1 }, { x: 0, y: 1, z: 0 });
const Z_AXIS: Vector3 = { x: 0, y: 0, z: 1 };
const PICTURE = { width: 434, height: 330 };

/** A failure is a depth off by more than this part of the true one; rounding and tilts are far below. */
const WRONG_PART = 1e-3;
/** The reconstructions' classical answers are known to six digits and to the smallest tilt. */
const CLASSICAL_TOLERANCE = 1e-5;

interface Answered {
  readonly pair: FigurePair;
  readonly classical: Contact;
  readonly right: Contact;
  readonly a: ReturnType<typeof polyhedron>;
  readonly b: ReturnType<typeof polyhedron>;
}

function answered(pair: FigurePair): Answered {
  const a = polyhedron({ vertices: pair.verticesA });
  const b = polyhedron({ vertices: pair.verticesB });
  const ask = (algorithm: Algorithm): Contact => contact(a, {}, b, {}, { algorithm });
  return { pair, a, b, classical: ask(pair.fails as Algorithm), right: ask('gjk-td') };
}

/** The common plane as a dashed line along the section, and what moves B out as an arrow. */
function drawAnswer(drawing: Drawing, answer: Contact, reach: number, tone: Tone, name: string, place: Place): void {
  const along = normalise(cross(answer.normal, Z_AXIS));
  const on = (point: Vector3): { x: number; y: number } => project(VIEW, point);
  drawing.line([on(addScaled(answer.point, along, -reach)), on(addScaled(answer.point, along, reach))], tone, 'dashed');
  const label = `${name}: ${plain(-answer.distance, 4)}`;
  if (-answer.distance > 1e-9) drawing.arrow(on(answer.pointOnB), on(answer.pointOnA), tone, label, place);
  else drawing.dot(on(answer.pointOnA), tone, label, 'left');
}

function picture({ pair, a, b, classical, right }: Answered): Block {
  const drawing = new Drawing();
  drawPolyhedron(drawing, a, VIEW, 1);
  drawPolyhedron(drawing, b, VIEW, 2);
  const { min, max } = a.boundingBox();
  const reach = 0.35 * Math.max(max.x - min.x, max.y - min.y);
  drawAnswer(drawing, right, reach, 3, 'true', 'below');
  drawAnswer(drawing, classical, reach, 5, 'classical', 'right');
  return figure(`${pair.figure}: ${pair.fails}`, drawing.svg(pair.figure, PICTURE.width, PICTURE.height));
}

function normalText({ x, y, z }: Vector3): string {
  return `(${[x, y, z].map((value) => plain(value, 4)).join(', ')})`;
}

export function classicalFailures(): Section {
  const all = FIGURE_PAIRS.map(answered);
  return {
    title: 'Figs. 2, 4, 7 and 8: where the classical algorithms fail',
    blocks: [
      text(
        'Cundall from the bisector of the centres stops at a local maximum of the gap (Fig. 2); the translation ' +
          'that Nezami prescribes',
        'leads to the wrong vertex (Fig. 4); the face of GJK’s last tetrahedron that is nearest to the origin ' +
          'is inside the Minkowski',
        'difference (Fig. 7), or contains the origin, so that no overlap is seen (Fig. 8). In the pictures A is ' +
          'blue and B orange, seen along',
        'z; dashed are the planes found, and the arrows are the shifts of B that would part the bodies: green ' +
          'the true, red the classical.',
      ),
      table(
        'Classical answers',
        ['figure', 'algorithm', 'overlap', 'normal', 'status', 'true overlap', 'true normal'],
        all.map(({ pair, classical, right }) => [
          pair.figure,
          pair.fails,
          plain(classical.distance, 7),
          normalText(classical.normal),
          `${classical.status}${classical.reason ? `, ${classical.reason}` : ''}`,
          plain(right.distance, 7),
          normalText(right.normal),
        ]),
      ),
      ...all.map(picture),
      ...all.map(({ pair, classical, right }) => {
        const isWrong = Math.abs(classical.distance - right.distance) > WRONG_PART * Math.abs(right.distance);
        const isExpected = Math.abs(classical.distance - pair.classicalDistance) <= CLASSICAL_TOLERANCE;
        return check({
          what: `${pair.figure}: ${pair.fails} fails as published`,
          published: 'a wrong common plane',
          ours: `${plain(classical.distance, 6)} instead of ${plain(right.distance, 6)}`,
          tolerance: `${pair.classicalDistance} ± ${CLASSICAL_TOLERANCE}`,
          reason: 'the figure has no numbers; the classical answer was computed for the reconstructed pair on its own',
          passed: isWrong && isExpected,
        });
      }),
    ],
  };
}
