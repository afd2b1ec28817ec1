// SPDX-License-Identifier: MIT
/**
 * Single contacts of spheres, or of clumps of spheres, with each other and with all kinds of walls, in one scene. Where
 * the domain is periodic, its cells are not cubes.
 */
import { inverseRotate, multiply, normaliseQuaternion } from '../../math/quaternion.ts';
import { add, cross, normalise, scale, type Vector3 } from '../../math/vector.ts';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import type { BodySpec, ClumpSphereSpec } from '../../simulation/simulation-spec.ts';
import {
  along,
  type ContactGrid,
  GridBuilder,
  type GridLaw,
  gridMaterials,
  type Triple,
  triple,
  WALL,
} from './contact-grid.ts';
import { RADIUS } from './gpu-scene.ts';

const DIAMETER = 2 * RADIUS;
/** Distance between contacts. */
const APART = 5 * DIAMETER;
/** The smaller of two sizes. */
const SMALLER = 0.4;
const DOWN: Vector3 = { x: 0, y: 0, z: -1 };
const OBLIQUE: Vector3 = { x: 0.6, y: 0, z: 0.8 };
/** Pose of the mesh, which is oblique in its own frame. */
const TURN = normaliseQuaternion({ w: 0.8, x: 0.3, y: -0.4, z: 0.2 });
const SIDE = 2 * DIAMETER;
const QUANTA = 2 ** 30;
/** The first sphere of the clump touches, along x; the others are behind it. */
const CLUMP: ClumpSphereSpec[] = [
  { centre: [0, 0, 0], radius: RADIUS },
  { centre: [-0.8 * RADIUS, 0.5 * RADIUS, 0], radius: 0.8 * RADIUS },
  { centre: [-0.7 * RADIUS, -0.6 * RADIUS, 0.3 * RADIUS], radius: 0.7 * RADIUS },
];
/** Error of the positions of a clump's spheres: its centre, the offsets and its orientation are rounded. */
const CLUMP_QUANTA = 4;

export const SPHERE_KINDS = [
  'spheres',
  'two sizes',
  'half-space',
  'oblique half-space',
  'facet',
  'edge',
  'vertex',
] as const;

/** The same of clumps. */
const CLUMP_KINDS: Readonly<Record<(typeof SPHERE_KINDS)[number], string>> = {
  spheres: 'clumps',
  'two sizes': 'clumps of two sizes',
  'half-space': 'clump on half-space',
  'oblique half-space': 'clump on oblique half-space',
  facet: 'clump on facet',
  edge: 'clump on edge',
  vertex: 'clump on vertex',
};

const BALLS = [{ name: 'ball', sphere: { radius: RADIUS } }];
const CLUMPS = [{ name: 'clump', clump: { spheres: CLUMP } }];

export function sphereGrid(
  laws: readonly GridLaw[],
  overlaps: readonly number[],
  speeds: readonly number[],
  isPeriodic: boolean,
  isOfClumps = false,
): ContactGrid {
  const builder = new GridBuilder();
  const { random } = builder;
  const vertices: Triple[] = [];
  /** A body with a sphere at this position that touches something in this direction. */
  const bodyAt = (position: Triple, { x, y, z }: Vector3, factor = 1): Omit<BodySpec, 'material'> => {
    const scaled = factor === 1 ? {} : { scale: factor };
    if (!isOfClumps) return { shape: 'ball', position, ...scaled };
    // Rotates x to the direction, after any rotation about x.
    const half = normaliseQuaternion({ w: 1 + x, x: 0, y: -z, z: y });
    const angle = random.between(0, Math.PI);
    const { w, ...turn } = multiply(half, { w: Math.cos(angle), x: Math.sin(angle), y: 0, z: 0 });
    return { shape: 'clump', position, orientation: [w, turn.x, turn.y, turn.z], ...scaled };
  };
  const perKind = laws.length * overlaps.length * speeds.length;
  const row = Math.ceil(Math.sqrt(perKind));
  SPHERE_KINDS.forEach((kind, layer) => {
    let k = 0;
    for (const law of laws) {
      for (const overlap of overlaps) {
        for (const speed of speeds) {
          const contact = { kind: isOfClumps ? CLUMP_KINDS[kind] : kind, law: law.name, overlap, speed };
          // Random offsets, so that positions are not multiples of the quantum.
          const [jx, jy, jz] = [random.between(0, 0.1), random.between(0, 0.1), random.between(0, 0.1)];
          const site = {
            x: APART * ((k % row) + 1 + jx),
            y: APART * (Math.floor(k / row) + 1 + jy),
            z: APART * (layer + 1 + jz),
          };
          k++;
          const n = random.unitVector();
          if (kind === 'spheres' || kind === 'two sizes') {
            const factor = kind === 'spheres' ? 1 : SMALLER;
            const distance = RADIUS * (1 + factor) - overlap * DIAMETER;
            const second = bodyAt(along(site, n, distance), scale(n, -1), factor);
            builder.add(contact, [bodyAt(triple(site), n), second], RADIUS);
          } else if (kind === 'half-space') {
            const position: Triple = [site.x, site.y, RADIUS - overlap * DIAMETER];
            builder.add(contact, [bodyAt(position, DOWN)], RADIUS);
          } else if (kind === 'oblique half-space') {
            // A line in the wall, above the floor and away from everything else.
            const height = site.x + SPHERE_KINDS.length * APART;
            const foot = { x: (-OBLIQUE.z / OBLIQUE.x) * height, y: site.y, z: height };
            const position = along(foot, OBLIQUE, RADIUS - overlap * DIAMETER);
            builder.add(contact, [bodyAt(position, scale(OBLIQUE, -1))], RADIUS);
          } else {
            // A triangle with the sphere above its middle, beside a side, or beside a corner.
            const t = normalise(cross(n, random.unitVector()));
            const u = cross(n, t);
            const corner = (a: number, b: number): Vector3 => add(site, add(scale(t, a * SIDE), scale(u, b * SIDE)));
            const corners = [corner(-0.5, -0.4), corner(0.5, -0.4), corner(0, 0.6)];
            vertices.push(...corners.map(triple));
            const steep = random.between(0.3, 0.8);
            const level = Math.sqrt(1 - steep * steep);
            const [from, way] =
              kind === 'facet'
                ? [site, n]
                : kind === 'edge'
                  ? [corner(0.1, -0.4), add(scale(n, steep), scale(u, -level))]
                  : [corner(0, 0.6), add(scale(n, steep), scale(u, level))];
            const position = along(from, way, RADIUS - overlap * DIAMETER);
            builder.add(contact, [bodyAt(position, scale(way, -1))], RADIUS);
          }
        }
      }
    }
  });
  const width = APART * (row + 2.1);
  const far = APART * (SPHERE_KINDS.length + row + 4);
  const mesh = facetMesh({
    vertices: vertices.map(([x, y, z]) => triple(inverseRotate(TURN, { x, y, z }))),
    facets: Array.from({ length: vertices.length / 3 }, (_, k) => [3 * k, 3 * k + 1, 3 * k + 2]),
  });
  const skin = 0.3 * SMALLER * RADIUS;
  const spec = {
    timeStep: 1e-5,
    gravity: [0, 0, 0] as const,
    ...gridMaterials(laws),
    bodies: builder.bodies,
    shapes: isOfClumps ? CLUMPS : BALLS,
    neighbours: { skin },
    halfSpaces: [
      { name: 'floor', normal: [0, 0, 1] as const, offset: 0, material: WALL },
      { name: 'ramp', normal: triple(OBLIQUE), offset: 0, material: WALL },
    ],
    meshes: [{ name: 'triangles', mesh, material: WALL, orientation: [TURN.w, TURN.x, TURN.y, TURN.z] as const }],
    domain: {
      min: [-1.5 * far, 0, -DIAMETER] as const,
      max: [width, width, far] as const,
      periodic: [false, isPeriodic, false] as const,
    },
  };
  const quantum = ((isOfClumps ? CLUMP_QUANTA : 1) * (1 + (0.5 * skin) / RADIUS)) / QUANTA;
  // Radii have a finer resolution than positions.
  return { spec, contacts: builder.contacts, quantum, shapeRounding: 0, size: DIAMETER };
}
