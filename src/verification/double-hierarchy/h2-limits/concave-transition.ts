// SPDX-License-Identifier: MIT
/**
 * Section 7.1, eqs. 40 to 42 and Fig. 32: the force that appears suddenly where a sphere rolls from a plane onto a
 * rising one.
 */
import { facetMesh } from '../../../meshes/facet-mesh.ts';
import type { MeshContact } from '../../../narrow-phase/double-hierarchy/mesh-contact.ts';
import { meshContacts } from '../../../narrow-phase/double-hierarchy/mesh-contacts.ts';
import { sphere } from '../../../shapes/kinds/sphere.ts';
import { Drawing } from '../../report/svg-drawing.ts';
import { plot, type Series, type Tone } from '../../report/svg-plot.ts';
import { atMost, check, figure, type Section, table, text } from '../../verification-case.ts';

const RADIUS = 1;
const BALL = sphere({ radius: RADIUS });
/** Indentations and angles of the table; those of the figure are the paper's. */
const TABLE_INDENTATIONS = [0.001, 0.01, 0.033, 0.1, 0.25, 0.5];
const TABLE_DEGREES = [1, 5, 10, 20, 30, 45];
const FIGURE_DEGREES = [...TABLE_DEGREES, 60, 75, 85];
const FIGURE_INDENTATIONS = [0.001, 0.01, 0.033, 0.1, 0.25, 0.5, 0.75, 0.98];
/** Tolerance of the position where the sphere first touches the second plane. */
const BISECTIONS = 60;
/** A few roundings of coordinates up to 8 R, divided by the smallest indentation, 0.001 R. */
const TOLERANCE = 1e-10;
const LAST_ON_PLANE = 0.25;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Eq. 42 for the linear law: new force over old force; no force appears suddenly where it would be negative. */
export function expectedJump(indentation: number, angle: number): number {
  return Math.max(0, (Math.cos(angle) + indentation - 1) / (indentation * Math.cos(angle)));
}

/** Two squares that meet at the y axis: one horizontal, the other rising by `angle`. */
function transition(angle: number): ReturnType<typeof facetMesh> {
  const far = 8;
  const [x, z] = [far * Math.cos(angle), far * Math.sin(angle)];
  return facetMesh({
    vertices: [
      [-far, -far, 0],
      [0, -far, 0],
      [0, far, 0],
      [-far, far, 0],
      [x, -far, z],
      [x, far, z],
    ],
    facets: [
      [0, 1, 2, 3],
      [1, 4, 5, 2],
    ],
  });
}

interface Measured {
  /** Force on the second plane when it appears, over that on the first: linear law. */
  readonly jump: number;
  /** Contacts just before. */
  readonly before: number;
}

/** Moves the sphere over the transition until the contact with the second plane appears, and measures it there. */
export function measuredJump(indentation: number, angle: number): Measured {
  const mesh = transition(angle);
  const height = RADIUS * (1 - indentation);
  // Exactly at the edge the contact with the second plane is still coplanar; the tolerance for that would shift the
  // jump.
  const contactsAt = (x: number): MeshContact[] =>
    meshContacts(mesh, {}, BALL, { position: [x, 0, height] }, { coplanarAngle: 0 });
  const onSecond = (x: number): MeshContact | undefined => contactsAt(x).find(({ normal }) => normal.x < -1e-6);
  const crossing = -height * Math.tan(angle);
  const touching = (height * Math.cos(angle) - RADIUS) / Math.sin(angle);
  // From before anything appears to after it, but with the centre still in front of the second plane.
  const appearing = Math.max(crossing, touching);
  let low = crossing - LAST_ON_PLANE;
  let high = appearing + Math.min(LAST_ON_PLANE * Math.sin(angle), 0.5 * (height / Math.tan(angle) - appearing));
  for (let k = 0; k < BISECTIONS; k++) {
    const middle = (low + high) / 2;
    if (onSecond(middle) === undefined) low = middle;
    else high = middle;
  }
  const depth = -(onSecond(high)?.distance ?? Number.NaN);
  return { jump: Math.max(0, depth) / (indentation * RADIUS), before: contactsAt(low).length };
}

/** Curves of eq. 42 with the measured points on them; the power is 1 for the linear law and 1.5 for Hertz's. */
function figureOfJumps(power: number): string {
  const tones: readonly Tone[] = [1, 2, 3, 4, 5, 1, 2, 3];
  const degrees = Array.from({ length: 179 }, (_, k) => 0.5 * (k + 1));
  const curves = FIGURE_INDENTATIONS.map((indentation, i): Series => {
    const points = degrees.map((each) => [each, expectedJump(indentation, radians(each)) ** power] as const);
    return { name: `γ = ${indentation}`, style: 'line', tone: tones[i], points, dashed: i > 4 };
  });
  const measured = FIGURE_INDENTATIONS.flatMap((indentation) =>
    FIGURE_DEGREES.map((each) => [each, measuredJump(indentation, radians(each)).jump ** power] as const),
  );
  return plot({
    title: 'error measure over the change of angle',
    x: { label: 'change of angle in degrees', min: 0, max: 90 },
    y: { label: 'new force / old force', min: 0, max: 1 },
    series: [...curves, { name: 'measured', style: 'points', tone: 6, points: measured }],
    width: 840,
    height: 380,
  });
}

function scenePicture(): string {
  const angle = radians(25);
  const centre = { x: -0.9 * Math.tan(angle), y: 0.9 };
  const rim = Array.from({ length: 73 }, (_, k) => ({
    x: centre.x + Math.cos(k * radians(5)),
    y: centre.y + Math.sin(k * radians(5)),
  }));
  return new Drawing()
    .line(
      [
        { x: -2.2, y: 0 },
        { x: 0, y: 0 },
        { x: 2 * Math.cos(angle), y: 2 * Math.sin(angle) },
      ],
      1,
    )
    .line([{ x: 0, y: 0 }, centre], 5, 'dashed')
    .line(rim, 2)
    .dot(centre, 2, 'centre', 'left')
    .label({ x: -2.1, y: -0.18 }, 'plane a')
    .label({ x: 1.1, y: 0.2 }, 'plane b, risen by α')
    .svg('a sphere at the transition', 434, 300);
}

export function concaveTransition(): Section {
  const cells = TABLE_INDENTATIONS.map((indentation) =>
    TABLE_DEGREES.map((degrees) => {
      const angle = radians(degrees);
      const expected = expectedJump(indentation, angle);
      const { jump, before } = measuredJump(indentation, angle);
      return { indentation, degrees, expected, jump, before };
    }),
  );
  const all = cells.flat();
  const largest = Math.max(...all.map(({ expected, jump }) => Math.abs(expected - jump)));
  const quoted = measuredJump(0.033, radians(10)).jump;
  const both = (value: number): string => `${value.toFixed(7)} / ${(value ** 1.5).toFixed(7)}`;
  const zeroBeyond = (indentation: number): string => ((Math.acos(1 - indentation) * 180) / Math.PI).toPrecision(7);
  return {
    title: 'Eqs. 40 to 42: concave transitions',
    blocks: [
      text(
        'A sphere with indentation δ = γR on a level plane moves towards a plane that rises by α. The second ' +
          'plane is in contact only once the',
        'centre has a projection on it; by then the sphere is t deep in it, and the force appears at once. Eq. ' +
          '42 gives it as a part ξ of the first',
        'force. Printed, it is negative beyond arccos(1 − γ), where the sphere meets the second plane ' +
          'gradually; there nothing appears at once, so',
        'the curves end at zero. The points are measured: the sphere is moved over a mesh of two facets until ' +
          'the contact appears.',
      ),
      figure('At the place where the second contact appears', scenePicture()),
      figure('Fig. 32: ξ for Hertz’s law', figureOfJumps(1.5)),
      figure('Fig. 32: ξ for the linear law', figureOfJumps(1)),
      table(
        'ξ measured, linear / Hertz',
        ['γ', ...TABLE_DEGREES.map((each) => `${each}°`), 'zero beyond'],
        cells.map((row) => [
          String(row[0]?.indentation),
          ...row.map(({ jump }) => (jump > TOLERANCE ? both(jump) : '0')),
          `${zeroBeyond(row[0]?.indentation ?? 0)}°`,
        ]),
      ),
      atMost({
        what: 'The measured jumps are those of eq. 42, kept from going below zero',
        published: 'eq. 42',
        found: largest,
        tolerance: TOLERANCE,
        ours: (found) => `largest difference ${found}`,
        reason: 'roundings of coordinates up to 8 R, divided by the smallest indentation',
      }),
      check({
        what: 'γ = 0.033 at 10°, linear and Hertz',
        published: '0.55 and 0.41',
        ours: `${quoted.toFixed(4)} and ${(quoted ** 1.5).toFixed(4)}`,
        tolerance: 'two digits',
        reason: 'as printed',
        passed: quoted.toFixed(2) === '0.55' && (quoted ** 1.5).toFixed(2) === '0.41',
      }),
      atMost({
        what: 'γ = 0.01 at 10°: no error',
        published: 'no error',
        found: measuredJump(0.01, radians(10)).jump,
        tolerance: TOLERANCE,
        ours: (found) => found,
        reason: 'the contact begins at zero',
      }),
      check({
        what:
          'Before the transition there is one contact: the edge of the second facet is coplanar with the first ' +
          'and goes',
        published: 'one (section 5.2)',
        ours: [...new Set(all.map(({ before }) => before))].join(', '),
        tolerance: '0',
        reason: 'a count',
        passed: all.every(({ before }) => before === 1),
      }),
      check({
        what: 'Coplanar facets: one contact, where eq. 42 alone would double the force',
        published: 'ξ = 1 bounded by a tolerance',
        ours: String(meshContacts(transition(1e-12), {}, BALL, { position: [1e-3, 0, 0.9] }).length),
        tolerance: '0',
        reason: 'facets within 1e-9 rad are one',
        passed: meshContacts(transition(1e-12), {}, BALL, { position: [1e-3, 0, 0.9] }).length === 1,
      }),
    ],
  };
}
