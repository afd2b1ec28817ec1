// SPDX-License-Identifier: MIT
/** Single contacts of spheres with each other and with all kinds of walls, in one scene. Cells are not cubes where it repeats. */
import { inverseRotate, normaliseQuaternion } from '../../math/quaternion.ts';
import { add, cross, normalise, scale, type Vector3 } from '../../math/vector.ts';
import { facetMesh } from '../../meshes/facet-mesh.ts';
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
/** Contacts are this far from each other. */
const APART = 5 * DIAMETER;
/** The smaller of two sizes. */
const SMALLER = 0.4;
const OBLIQUE: Vector3 = { x: 0.6, y: 0, z: 0.8 };
/** Of the mesh, which lies askew in its own frame. */
const TURN = normaliseQuaternion({ w: 0.8, x: 0.3, y: -0.4, z: 0.2 });
const SIDE = 2 * DIAMETER;
const QUANTA = 2 ** 30;

export const SPHERE_KINDS = [
  'spheres',
  'two sizes',
  'half-space',
  'oblique half-space',
  'facet',
  'edge',
  'vertex',
] as const;

export function sphereGrid(
  laws: readonly GridLaw[],
  overlaps: readonly number[],
  speeds: readonly number[],
  isPeriodic: boolean,
): ContactGrid {
  const builder = new GridBuilder();
  const { random } = builder;
  const vertices: Triple[] = [];
  const perKind = laws.length * overlaps.length * speeds.length;
  const row = Math.ceil(Math.sqrt(perKind));
  SPHERE_KINDS.forEach((kind, layer) => {
    let k = 0;
    for (const law of laws) {
      for (const overlap of overlaps) {
        for (const speed of speeds) {
          const contact = { kind, law: law.name, overlap, speed };
          // Ways that are no multiples of anything.
          const [jx, jy, jz] = [random.between(0, 0.1), random.between(0, 0.1), random.between(0, 0.1)];
          const site = {
            x: APART * ((k % row) + 1 + jx),
            y: APART * (Math.floor(k / row) + 1 + jy),
            z: APART * (layer + 1 + jz),
          };
          k++;
          const n = random.unitVector();
          const ball = { shape: 'ball', position: triple(site) };
          if (kind === 'spheres' || kind === 'two sizes') {
            const factor = kind === 'spheres' ? 1 : SMALLER;
            const distance = RADIUS * (1 + factor) - overlap * DIAMETER;
            builder.add(contact, [ball, { shape: 'ball', scale: factor, position: along(site, n, distance) }], RADIUS);
          } else if (kind === 'half-space') {
            const position: Triple = [site.x, site.y, RADIUS - overlap * DIAMETER];
            builder.add(contact, [{ shape: 'ball', position }], RADIUS);
          } else if (kind === 'oblique half-space') {
            // A line in the wall, above the floor and away from all else.
            const height = site.x + SPHERE_KINDS.length * APART;
            const foot = { x: (-OBLIQUE.z / OBLIQUE.x) * height, y: site.y, z: height };
            const position = along(foot, OBLIQUE, RADIUS - overlap * DIAMETER);
            builder.add(contact, [{ shape: 'ball', position }], RADIUS);
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
            builder.add(contact, [{ shape: 'ball', position: along(from, way, RADIUS - overlap * DIAMETER) }], RADIUS);
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
    ...{ timeStep: 1e-5, gravity: [0, 0, 0] as const, ...gridMaterials(laws), bodies: builder.bodies },
    ...{ shapes: [{ name: 'ball', sphere: { radius: RADIUS } }], neighbours: { skin } },
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
  return { spec, contacts: builder.contacts, quantum: (1 + (0.5 * skin) / RADIUS) / QUANTA, size: DIAMETER };
}
