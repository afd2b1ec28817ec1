// SPDX-License-Identifier: MIT
/** Small pieces of meshes, each with one kind of feature for bodies to touch. */

type Triple = readonly [number, number, number];

/** Where bodies touch, about the origin, in sizes: some facets each, with the way from which a body comes. */
export const MESH_FEATURES: readonly {
  readonly points: readonly Triple[];
  readonly facets: number[][];
  readonly from: Triple;
}[] = [
  // Triangles of one plane, a ridge, a tip, a rim with a wall under it, an open corner; a valley and a corner of three
  // planes.
  {
    points: [
      [-2, -2, 0],
      [2, -2, 0],
      [2, 2, 0],
      [-2, 2, 0],
      [0.1, 0.2, 0],
    ],
    facets: [
      [0, 1, 4],
      [1, 2, 4],
      [2, 3, 4],
      [3, 0, 4],
    ],
    from: [0, 0, 1],
  },
  {
    points: [
      [0, -2, 0],
      [0, 2, 0],
      [-2, -2, -0.8],
      [-2, 2, -0.8],
      [2, -2, -1.6],
      [2, 2, -1.6],
    ],
    facets: [
      [0, 1, 3],
      [0, 3, 2],
      [1, 0, 4],
      [1, 4, 5],
    ],
    from: [0, 0, 1],
  },
  {
    points: [
      [0, 0, 0],
      [2, 0, -1.5],
      [0.3, 2, -1.8],
      [-2, 0.2, -1.2],
      [0, -2, -1.5],
    ],
    facets: [
      [0, 1, 2],
      [0, 2, 3],
      [0, 3, 4],
      [0, 4, 1],
    ],
    from: [0, 0, 1],
  },
  {
    points: [
      [0, -2, 0],
      [0, 2, 0],
      [2, 2, 0],
      [2, -2, 0],
      [0, -2, -2],
      [0, 2, -2],
    ],
    facets: [
      [0, 3, 2],
      [0, 2, 1],
      [0, 1, 5, 4],
    ],
    from: [-0.3, 0, 1],
  },
  {
    points: [
      [0, 0, 0],
      [2, -1, 0],
      [2, 1.2, 0.3],
    ],
    facets: [[0, 1, 2]],
    from: [-0.2, 0.1, 1],
  },
  {
    points: [
      [0, -2, 0],
      [0, 2, 0],
      [-2, -2, 0.8],
      [-2, 2, 0.8],
      [2, -2, 1.6],
      [2, 2, 1.6],
    ],
    facets: [
      [0, 1, 3],
      [0, 3, 2],
      [1, 0, 4],
      [1, 4, 5],
    ],
    from: [-0.2, 0, 1],
  },
  {
    points: [
      [0, 0, 0],
      [2.5, 0, 0],
      [0, 2.5, 0],
      [0, 0, 2.5],
    ],
    facets: [
      [0, 1, 2],
      [0, 2, 3],
      [0, 3, 1],
    ],
    from: [1, 1, 1],
  },
];
