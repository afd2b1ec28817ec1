// SPDX-License-Identifier: MIT
/**
 * The nine overlapping situations of Descantes, Tricoire & Richard 2019: the results of their Table 1 and the times of
 * their Table 2. The paper shows the bodies only in figures. These are reconstructions with short coordinates and
 * exactly the published result, not the authors' data. Both poses are the identity.
 */

export interface Situation {
  readonly name: string;
  /** What touches, exactly. The caption of Fig. 10a says vertex-edge, which cannot be the optimum of an overlap. */
  readonly type: string;
  /** x, y, z of the vertices in turn. */
  readonly a: readonly number[];
  readonly b: readonly number[];
  /** Table 1 as printed: normal from A to B, signed distance. */
  readonly normal: readonly [number, number, number];
  readonly overlap: number;
  /** Table 2: microseconds of GJK-TD, Nezami (revised) and Cundall (revised) on a 2.6 GHz Core i7, in Fortran. */
  readonly microseconds: { readonly 'gjk-td': number; readonly nezami: number; readonly cundall: number };
}

export const SITUATIONS: readonly Situation[] = [
  {
    name: 'Fig. 2',
    type: 'e-f',
    a: [0, 0, 0, 10, 0, 0, 10, 1, 0, 0, 1, 0, 0, 0, 4, 10, 0, 4, 10, 1, 4, 0, 1, 4],
    b: [
      9.45, 0.75, 1, 14.25, 2.15, 1, 13.69, 4.07, 1, 8.89, 2.67, 1, 9.45, 0.75, 3, 14.25, 2.15, 3, 13.69, 4.07, 3, 8.89,
      2.67, 3,
    ],
    normal: [0, 1, 0],
    overlap: -0.25,
    microseconds: { 'gjk-td': 10.896, nezami: 83.92, cundall: 540.656 },
  },
  {
    name: 'Fig. 4',
    type: 'e-f',
    a: [0, 0, 0, 6, 0, 0, 7, 8, 0, 0, 8, 0, 0, 0, 10, 6, 0, 10, 7, 8, 10, 0, 8, 10],
    b: [
      3.5, 2, 1, 8, 3, 1, 9, 16, 1, 6, 18, 1, 2.69265596924559, 6, 1, 3.5, 2, 9, 8, 3, 9, 9, 16, 9, 6, 18, 9,
      2.69265596924559, 6, 9,
    ],
    normal: [0.992277876713668, -0.124034734589208, 0],
    overlap: -4.02601271993386,
    microseconds: { 'gjk-td': 94.688, nezami: 121.456, cundall: 1225.261 },
  },
  {
    name: 'Fig. 5f',
    type: 'e-f',
    a: [0, 0, 0, 3, 0, 0, 6, 6, 0, 3, 6, 0, 0, 0, 3, 3, 0, 3, 6, 6, 3, 3, 6, 3],
    b: [3.5, 1.5, 1.5, 8.5, -0.5, 1.5, 8.5, 4.5, 1.5, 3.5, 1.5, 5.5, 8.5, -0.5, 5.5, 8.5, 4.5, 5.5],
    normal: [0.894427190999916, -0.447213595499958, 0],
    overlap: -0.223606797749979,
    microseconds: { 'gjk-td': 6.425, nezami: 77.768, cundall: 870.992 },
  },
  {
    name: 'Fig. 7',
    type: 'e-f',
    a: [0, 0, 0, 3, 0, 0, 6, 6, 0, 3, 6, 0, 0, 0, 3, 3, 0, 3, 6, 6, 3, 3, 6, 3],
    b: [2.5, 1.5, 1, 7.5, -0.5, 1, 7.5, 4.5, 1, 2.5, 1.5, 5, 7.5, -0.5, 5, 7.5, 4.5, 5],
    normal: [0.894427190999916, -0.447213595499958, 0],
    overlap: -1.1180339887499,
    microseconds: { 'gjk-td': 19.095, nezami: 91.64, cundall: 938.476 },
  },
  {
    name: 'Fig. 8a',
    type: 'e-f',
    a: [0, 0, 0, 3, 0, 0, 6, 6, 0, 3, 6, 0, 0, 0, 3, 3, 0, 3, 6, 6, 3, 3, 6, 3],
    b: [2.5, 1.5, 1.5, 7.5, -0.5, 1.5, 7.5, 4.5, 1.5, 2.5, 1.5, 5.5, 7.5, -0.5, 5.5, 7.5, 4.5, 5.5],
    normal: [0.894427190999916, -0.447213595499958, 0],
    overlap: -1.1180339887499,
    microseconds: { 'gjk-td': 18.975, nezami: 77.156, cundall: 671.476 },
  },
  {
    name: 'Fig. 10a',
    type: 'v-f',
    a: [0, 0, 0.5, 0, 0, 2.5, 0, 2, 0.5, 0, 2, 2.5, 2, 0, 0.5, 2, 0, 2.5, 2, 2, 0.5, 2, 2, 2.5],
    b: [1.75, 1, 0.600000024, 0.75, 0, -1.5, 2.75, 0, -1.5, 2.75, 2, -1.5, 0.75, 2, -1.5],
    normal: [0, 0, -1],
    overlap: -0.100000024,
    microseconds: { 'gjk-td': 10.697, nezami: 67.356, cundall: 1288.066 },
  },
  {
    name: 'Fig. 10b',
    type: 'e-e',
    a: [-1, -1, -3, 1, 1, 3, 2, -4, -1, -2, -4, 1],
    b: [-2, -0.6018011589858351, 1.290874960635856, 2, -0.6018011589858351, -1.290874960635856, 1, 5, 3, -1, 3, -3],
    normal: [-0.168309951548722, 0.950616325200044, -0.260768791217108],
    overlap: -0.572082006256242,
    microseconds: { 'gjk-td': 27.189, nezami: 85.672, cundall: 2582.582 },
  },
  {
    name: 'Fig. 10c',
    type: 'e-f',
    a: [0, 0, 0, 4, 0, 0, 8, 6, 0, 4, 6, 0, 0, 0, 4, 4, 0, 4, 8, 6, 4, 4, 6, 4],
    b: [5, 2.5, 1, 9, 1, 1, 10, 5, 1, 5, 2.5, 3, 9, 1, 3, 10, 5, 3],
    normal: [0.832050294337844, -0.554700196225229, 0],
    overlap: -0.554700196225229,
    microseconds: { 'gjk-td': 22.239, nezami: 161.7, cundall: 1056.096 },
  },
  {
    name: 'Fig. 10d',
    type: 'f-f',
    a: [0, 0, 0, 4, 0, 0, 6, 0, 8, 2, 0, 8, 0, 4, 0, 4, 4, 0, 6, 4, 8, 2, 4, 8],
    b: [4, 1, 2, 9, 1, 2, 10, 1, 6, 5, 1, 6, 4, 3, 2, 9, 3, 2, 10, 3, 6, 5, 3, 6],
    normal: [0.970142500145332, 0, -0.242535625036333],
    overlap: -0.485071250072666,
    microseconds: { 'gjk-td': 19.208, nezami: 85.068, cundall: 719.848 },
  },
];
