// SPDX-License-Identifier: MIT
/**
 * The pairs on which the classical algorithms fail (Descantes, Tricoire & Richard 2019, Figs. 2, 4, 7 and 8). The paper
 * gives them as pictures; these are reconstructions with short coordinates that have its normal and overlap (Table 1):
 * prisms along z.
 */

export interface FigurePair {
  readonly figure: string;
  /** Algorithms that fail on it, by the name in `options.algorithm`. */
  readonly fails: string;
  /** World coordinates; both poses are the identity. */
  readonly verticesA: readonly (readonly [number, number, number])[];
  readonly verticesB: readonly (readonly [number, number, number])[];
  /** The true answer. */
  readonly distance: number;
  readonly normal: readonly [number, number, number];
  /** Wrong answer of the classical algorithm; for Cundall's, accurate to its smallest tilt. */
  readonly classicalDistance: number;
}

type Profile = readonly (readonly [number, number])[];

function prism(profile: Profile, from: number, to: number): [number, number, number][] {
  return [from, to].flatMap((z) => profile.map(([x, y]): [number, number, number] => [x, y, z]));
}

function moved(profile: Profile, x: number): Profile {
  return profile.map(([px, py]) => [px + x, py]);
}

const TILTED_BOX: Profile = [
  [9.45, 0.75],
  [14.25, 2.15],
  [13.69, 4.07],
  [8.89, 2.67],
];

const PARALLELOGRAM: Profile = [
  [0, 0],
  [3, 0],
  [6, 6],
  [3, 6],
];

const WEDGE: Profile = [
  [3.5, 1.5],
  [8.5, -0.5],
  [8.5, 4.5],
];

const ROOT_5 = Math.sqrt(5);
const ROOT_65 = Math.sqrt(65);

export const FIGURE_PAIRS: readonly FigurePair[] = Object.freeze([
  {
    // The edge of B enters A's flat face near its end; the bisector of the centres leads to a face of B.
    figure: 'Fig. 2',
    fails: 'cundall-classical',
    verticesA: prism(
      [
        [0, 0],
        [10, 0],
        [10, 1],
        [0, 1],
      ],
      0,
      4,
    ),
    verticesB: prism(TILTED_BOX, 1, 3),
    distance: -0.25,
    normal: [0, 1, 0],
    classicalDistance: -0.598,
  },
  {
    // The deepest vertex of B along the translation is not that along the true normal.
    figure: 'Fig. 4',
    fails: 'nezami-classical',
    verticesA: prism(
      [
        [0, 0],
        [6, 0],
        [7, 8],
        [0, 8],
      ],
      0,
      10,
    ),
    verticesB: prism(
      [
        [3.5, 2],
        [8, 3],
        [9, 16],
        [6, 18],
        [2.69265596924559, 6],
      ],
      1,
      9,
    ),
    distance: -4.02601271993386,
    normal: [8 / ROOT_65, -1 / ROOT_65, 0],
    classicalDistance: -6,
  },
  {
    // No face of the tetrahedron that GJK ends with is on the surface of the Minkowski difference.
    figure: 'Fig. 7',
    fails: 'gjk-johnson',
    verticesA: prism(PARALLELOGRAM, 0, 3),
    verticesB: prism(moved(WEDGE, -1), 1, 5),
    distance: -2.5 / ROOT_5,
    normal: [2 / ROOT_5, -1 / ROOT_5, 0],
    classicalDistance: -0.120873,
  },
  {
    // The origin is on a face of that tetrahedron: no overlap is seen.
    figure: 'Fig. 8',
    fails: 'gjk-johnson',
    verticesA: prism(PARALLELOGRAM, 0, 3),
    verticesB: prism(moved(WEDGE, -1), 1.5, 5.5),
    distance: -2.5 / ROOT_5,
    normal: [2 / ROOT_5, -1 / ROOT_5, 0],
    classicalDistance: 0,
  },
]);
