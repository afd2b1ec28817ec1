// SPDX-License-Identifier: MIT
/**
 * The surface of every kind of shape in its own frame: curved parts smooth, flat parts flat, edges where the surface
 * has them. `detail` is the number of segments around, a multiple of 8 so that the edges of a superquadric with large
 * exponents are on the grid.
 */
import {
  type ConvexHull,
  type FacetMesh,
  type Profile,
  type ProfilePiece,
  type ProfilePoint,
  polyhedron,
  type Shape,
  type Superquadric,
  type Vector3,
} from '../../../src/contact.ts';
import { supportSurface } from './support-surface.ts';
import { Surface, sum, turned, vectorAt } from './surface.ts';

/** Radius of the disc that represents a half-space, and of the ball that represents a point, relative to `reach`. */
const POINT_SHARE = 0.01;
/** Splits of an icosahedron's edge for each segment around. */
const SPLITS_PER_SEGMENT = 0.5;

/** `reach` is how far the drawing of a half-space extends. */
export function shapeSurface(shape: Shape | FacetMesh, detail: number, reach: number): Surface {
  if (!('kind' in shape)) return meshSurface(shape);
  const segments = 8 * Math.max(1, Math.round(detail / 8));
  switch (shape.kind) {
    case 'sphere':
      return superquadricSurface({ x: shape.radius, y: shape.radius, z: shape.radius }, 2, 2, segments);
    case 'ellipsoid':
      return superquadricSurface(shape.semiAxes, 2, 2, segments);
    case 'superquadric':
      return ofSuperquadric(shape, segments);
    case 'box':
      return hullSurface(polyhedron({ vertices: boxCorners(shape.halfExtents) }).hull);
    case 'polyhedron':
      return hullSurface(shape.hull);
    case 'rounded':
      return supportSurface((d) => shape.support(d), Math.ceil(SPLITS_PER_SEGMENT * segments));
    case 'facet':
      return facetSurface(shape.loop, shape.normal);
    case 'segment': {
      const surface = new Surface();
      surface.line(shape.from, shape.to);
      return surface;
    }
    case 'point':
      return ballAt(shape.position, POINT_SHARE * reach);
    case 'halfSpace':
      return discSurface(shape.normal, shape.offset, reach, segments);
    case 'compound': {
      const surface = new Surface();
      for (const { shape: piece, pose } of shape.pieces) {
        const turn = (v: Vector3): Vector3 => turned(pose.orientation, v);
        surface.append(shapeSurface(piece, detail, reach), (v) => sum(turn(v), pose.position), turn);
      }
      return surface;
    }
    default:
      return turnedSurface(shape.profile(), segments);
  }
}

/**
 * Also for spheres and ellipsoids, with exponents 2. Angles are denser at the edges of large exponents, where the
 * curvature is.
 */
function superquadricSurface(semiAxes: Vector3, n1: number, n2: number, segments: number): Surface {
  const { x: a, y: b, z: c } = semiAxes;
  const surface = new Surface();
  const steps = segments / 2;
  surface.grid(
    Array.from({ length: steps + 1 }, (_, i) => {
      const [cosP, sinP] = exactAngle(i - steps / 2, segments);
      return Array.from({ length: segments + 1 }, (_, j) => {
        const [cosT, sinT] = exactAngle(j % segments, segments);
        const [x, y, z] = [
          a * power(cosP, 2 / n1) * power(cosT, 2 / n2),
          b * power(cosP, 2 / n1) * power(sinT, 2 / n2),
          c * power(sinP, 2 / n1),
        ] as const;
        const normal = unit({
          x: (power(cosP, 2 - 2 / n1) * power(cosT, 2 - 2 / n2)) / a,
          y: (power(cosP, 2 - 2 / n1) * power(sinT, 2 - 2 / n2)) / b,
          z: power(sinP, 2 - 2 / n1) / c,
        });
        return { position: { x, y, z }, normal };
      });
    }),
  );
  return surface;
}

function ofSuperquadric({ semiAxes, n1, n2 }: Superquadric, segments: number): Surface {
  return superquadricSurface(semiAxes, n1, n2, segments);
}

interface Place {
  readonly r: number;
  readonly z: number;
  readonly nr: number;
  readonly nz: number;
}

/** Bodies of revolution about z: parts of a profile, each smooth, from the bottom up. */
function turnedSurface(profile: Profile, segments: number): Surface {
  const surface = new Surface();
  const parts = profile.map((piece) => placesOn(piece, segments));
  for (const part of parts) {
    surface.grid(
      part.map(({ r, z, nr, nz }) =>
        Array.from({ length: segments + 1 }, (_, j) => {
          const [c, s] = exactAngle(j % segments, segments);
          return { position: { x: r * c, y: r * s, z }, normal: { x: nr * c, y: nr * s, z: nz } };
        }),
      ),
    );
  }
  // Where two parts meet at an angle there is a rim.
  parts.slice(1).forEach((part, i) => {
    const [above, below] = [part[0], parts[i]?.at(-1)] as [Place, Place];
    if (above.r === 0 || above.nr * below.nr + above.nz * below.nz > 1 - 1e-9) return;
    surface.loop(
      Array.from({ length: segments }, (_, j) => {
        const [c, s] = exactAngle(j, segments);
        return { x: above.r * c, y: above.r * s, z: above.z };
      }),
    );
  });
  return surface;
}

/** Its ends, and of an arc points between them about as far apart as those around. */
function placesOn({ from, to, arc }: ProfilePiece, segments: number): readonly Place[] {
  if (arc === undefined) {
    const [across, up] = [to[0] - from[0], to[1] - from[1]];
    const length = Math.hypot(across, up);
    const [nr, nz] = [up / length, -across / length];
    return [from, to].map(([r, z]) => ({ r, z, nr, nz }));
  }
  const angleAt = ([r, z]: ProfilePoint): number => Math.atan2(z - arc.centre, r);
  const [first, last] = [angleAt(from), angleAt(to)];
  const steps = Math.max(2, Math.round(((last - first) * segments) / (2 * Math.PI)));
  return Array.from({ length: steps + 1 }, (_, i) => {
    const angle = first + ((last - first) * i) / steps;
    const [r, z] =
      i === 0 ? from : i === steps ? to : [arc.radius * Math.cos(angle), arc.centre + arc.radius * Math.sin(angle)];
    return { r, z, nr: r / arc.radius, nz: (z - arc.centre) / arc.radius };
  });
}

function hullSurface(hull: ConvexHull): Surface {
  const surface = new Surface();
  const { vertices, faceOffsets, faceVertices, facePlanes, edges } = hull;
  const corner = (i: number): Vector3 => vectorAt(vertices, 3 * i);
  for (let f = 0; f + 1 < faceOffsets.length; f++) {
    const loop = [...faceVertices.subarray(faceOffsets[f], faceOffsets[f + 1])];
    surface.polygon(loop.map(corner), vectorAt(facePlanes, 4 * f));
  }
  for (let e = 0; e < edges.length; e += 4) surface.line(corner(edges[e]), corner(edges[e + 1]));
  return surface;
}

function meshSurface({ vertices, facetOffsets, facetVertices, facetNormals }: FacetMesh): Surface {
  const surface = new Surface();
  for (let f = 0; f + 1 < facetOffsets.length; f++) {
    const loop = [...facetVertices.subarray(facetOffsets[f], facetOffsets[f + 1])].map((v) =>
      vectorAt(vertices, 3 * v),
    );
    surface.polygon(loop, vectorAt(facetNormals, 3 * f));
    surface.loop(loop);
  }
  return surface;
}

/** Both sides, so that it is seen from either. */
function facetSurface(loop: readonly Vector3[], normal: Vector3): Surface {
  const surface = new Surface();
  surface.polygon(loop, normal);
  surface.polygon([...loop].reverse(), { x: -normal.x, y: -normal.y, z: -normal.z });
  surface.loop(loop);
  return surface;
}

function discSurface(normal: Vector3, offset: number, radius: number, segments: number): Surface {
  const surface = new Surface();
  const [u, v] = across(normal);
  const rim = Array.from({ length: segments }, (_, j) => {
    const [c, s] = exactAngle(j, segments);
    const along = (axis: 'x' | 'y' | 'z'): number => offset * normal[axis] + radius * (c * u[axis] + s * v[axis]);
    return { x: along('x'), y: along('y'), z: along('z') };
  });
  surface.polygon(rim, normal);
  surface.loop(rim);
  return surface;
}

function ballAt(centre: Vector3, radius: number): Surface {
  const surface = new Surface();
  surface.append(
    superquadricSurface({ x: radius, y: radius, z: radius }, 2, 2, 8),
    (p) => sum(p, centre),
    (n) => n,
  );
  return surface;
}

function boxCorners({ x, y, z }: Vector3): [number, number, number][] {
  return [-x, x].flatMap((i) => [-y, y].flatMap((j) => [-z, z].map((k): [number, number, number] => [i, j, k])));
}

/** Cosine and sine of a fraction of a full turn, with exact zeros and ones, so that poles and seams close. */
function exactAngle(step: number, steps: number): readonly [number, number] {
  const quarters = (4 * step) / steps;
  if (Number.isInteger(quarters)) {
    const at = ((quarters % 4) + 4) % 4;
    return [[1, 0, -1, 0][at], [0, 1, 0, -1][at]] as [number, number];
  }
  const angle = (2 * Math.PI * step) / steps;
  return [Math.cos(angle), Math.sin(angle)];
}

function power(base: number, exponent: number): number {
  return Math.sign(base) * Math.abs(base) ** exponent;
}

function unit({ x, y, z }: Vector3): Vector3 {
  const size = Math.hypot(x, y, z);
  return { x: x / size, y: y / size, z: z / size };
}

/** Two unit vectors that make a right-handed frame with a unit normal. */
function across(n: Vector3): readonly [Vector3, Vector3] {
  const away = Math.abs(n.z) < 0.9 ? { x: -n.y, y: n.x, z: 0 } : { x: 0, y: -n.z, z: n.y };
  const u = unit(away);
  return [u, { x: n.y * u.z - n.z * u.y, y: n.z * u.x - n.x * u.z, z: n.x * u.y - n.y * u.x }];
}
