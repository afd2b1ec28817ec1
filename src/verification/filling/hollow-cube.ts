// SPDX-License-Identifier: MIT
/** A cube with a ball cut out as a region to fill: a closed mesh of two shells. */
import { cos, sin } from '../../math/circular.ts';
import { convexHull } from '../../meshes/convex-hull.ts';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';

/** Half the side of the cube, and the radius of the hole, in which its corners are. */
const HALF = 10;
const HOLE = 5;
const POINTS = 200;

export interface HollowCube {
  readonly bodies: number;
  readonly fraction: number;
  /** Spheres that reach into the polyhedron of the hole, and out of the cube. */
  readonly inHole: number;
  readonly outside: number;
  readonly contacts: number;
  readonly octants: readonly number[];
  readonly isSameReversed: boolean;
}

const CORNERS = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [k & 1 ? HALF : -HALF, k & 2 ? HALF : -HALF, k & 4 ? HALF : -HALF]);
const SIDES = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
];

function hole(): { readonly vertices: Float64Array; readonly facets: number[][]; readonly planes: Float64Array } {
  const points = new Float64Array(3 * POINTS);
  for (let k = 0; k < POINTS; k++) {
    const z = 1 - (2 * k + 1) / POINTS;
    const angle = k * Math.PI * (3 - Math.sqrt(5));
    const r = Math.sqrt(1 - z * z);
    points.set([HOLE * r * cos(angle), HOLE * r * sin(angle), HOLE * z], 3 * k);
  }
  const { vertices, faceOffsets, faceVertices, facePlanes } = convexHull(points);
  // Fronts face away from the solid, into the hole.
  const facets = Array.from({ length: faceOffsets.length - 1 }, (_, f) => {
    return [...faceVertices.subarray(faceOffsets[f], faceOffsets[f + 1])].reverse().map((v) => v + CORNERS.length);
  });
  return { vertices, facets, planes: facePlanes };
}

export function hollowCube(fraction: number, radius: number): HollowCube {
  const { vertices, facets, planes } = hole();
  const spec = (listed: readonly (readonly number[])[]): SimulationSpec => ({
    timeStep: 1e-4,
    gravity: [0, 0, 0],
    law: { normal: 'linear', tangential: 'none' },
    materials: [{ name: 'grain', density: 1, stiffness: 1, restitution: 0.5, friction: 0 }],
    shapes: [{ name: 'ball', sphere: { radius } }],
    meshes: [
      {
        name: 'cube',
        mesh: facetMesh({ vertices: Float64Array.from([...CORNERS.flat(), ...vertices]), facets: listed }),
        material: 'grain',
      },
    ],
    insertions: [
      {
        name: 'bed',
        shapes: [{ shape: 'ball', material: 'grain', weight: 1 }],
        region: { box: { min: [-HALF, -HALF, -HALF], max: [HALF, HALF, HALF] } },
        fill: { fraction, mesh: 'cube' },
      },
    ],
  });
  const all = [...SIDES, ...facets];
  const simulation = new Simulation(spec(all));
  const reversed = new Simulation(spec([...all].reverse()));
  const { count, position } = simulation.bodies();
  const octants = new Array<number>(8).fill(0);
  let [inHole, outside] = [0, 0];
  for (let k = 0; k < count; k++) {
    const [x = 0, y = 0, z = 0] = position.subarray(3 * k, 3 * k + 3);
    octants[(x > 0 ? 1 : 0) + (y > 0 ? 2 : 0) + (z > 0 ? 4 : 0)] += 1;
    if (Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) > HALF - radius) outside += 1;
    // Apart from a convex hole by the plane of a face, or, near an edge, by less: no centre is deeper than that.
    let most = -Infinity;
    for (let f = 0; f < planes.length; f += 4) {
      most = Math.max(most, planes[f] * x + planes[f + 1] * y + planes[f + 2] * z - planes[f + 3]);
    }
    // A sphere that clears the hole clears the ball inside it, too.
    if (most < 0 || Math.sqrt(x * x + y * y + z * z) < HOLE * INRADIUS + radius) inHole += 1;
  }
  const isSameReversed = position.every((value, k) => value === reversed.bodies().position[k]);
  const { fraction: reached = 0 } = simulation.insertions()[0];
  const contacts = simulation.contacts().count;
  return { bodies: count, fraction: reached, inHole, outside, contacts, octants, isSameReversed };
}

/** Of the hull of the points on a unit sphere, at most. */
const INRADIUS = 0.95;
