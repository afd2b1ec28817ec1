// SPDX-License-Identifier: MIT
/**
 * Volume of the intersection of a ball and an axis-aligned box, in closed form. The box is the alternating sum of eight
 * corners {x >= a, y >= b, z >= c}. The volume of a corner in the unit ball follows from the divergence theorem: a
 * third of its spherical face less the three plane faces times their distances. The spherical face follows from
 * Gauss-Bonnet (Strobl, Formella & Poeschel, J. Comput. Phys. 311, 2016), with angles by atan2, which is accurate for
 * small pieces.
 */
import type { Vector3 } from '../math/vector.ts';
import type { BoxBounds } from './region.ts';

/** Of the unit ball, beyond a plane at distance c from the centre. */
function cap(c: number): number {
  if (c >= 1) return 0;
  if (c <= -1) return (4 / 3) * Math.PI;
  return (Math.PI / 3) * (1 - c) * (1 - c) * (2 + c);
}

/** Of the unit ball, where y >= b and z >= c. */
function wedge(b: number, c: number): number {
  if (b >= 1 || c >= 1) return 0;
  if (b <= -1) return cap(c);
  if (c <= -1) return cap(b);
  if (b < 0) return cap(c) - wedge(-b, c);
  if (c < 0) return cap(b) - wedge(b, -c);
  const squared = 1 - b * b - c * c;
  if (squared <= 0) return 0;
  const s = Math.sqrt(squared);
  const alongB = Math.atan2(s, c);
  const alongC = Math.atan2(s, b);
  const surface = 2 * Math.PI - 2 * Math.atan2(s, -b * c) - 2 * b * alongB - 2 * c * alongC;
  const faceB = (1 - b * b) * alongB - c * s;
  const faceC = (1 - c * c) * alongC - b * s;
  return Math.max(0, (surface - b * faceB - c * faceC) / 3);
}

/** Of the unit ball, where x >= a, y >= b and z >= c. */
function corner(a: number, b: number, c: number): number {
  if (a >= 1 || b >= 1 || c >= 1) return 0;
  if (a <= -1) return wedge(b, c);
  if (b <= -1) return wedge(a, c);
  if (c <= -1) return wedge(a, b);
  if (a < 0) return wedge(b, c) - corner(-a, b, c);
  if (b < 0) return wedge(a, c) - corner(a, -b, c);
  if (c < 0) return wedge(a, b) - corner(a, b, -c);
  if (a * a + b * b + c * c >= 1) return 0;
  const ab = Math.sqrt(1 - a * a - b * b);
  const ac = Math.sqrt(1 - a * a - c * c);
  const bc = Math.sqrt(1 - b * b - c * c);
  const turnA = Math.atan2(ab, b) - Math.atan2(c, ac);
  const turnB = Math.atan2(bc, c) - Math.atan2(a, ab);
  const turnC = Math.atan2(ac, a) - Math.atan2(b, bc);
  const corners = Math.atan2(ab, -a * b) + Math.atan2(ac, -a * c) + Math.atan2(bc, -b * c);
  const surface = 2 * Math.PI - corners - a * turnA - b * turnB - c * turnC;
  // A plane face is a sector of its disc less two triangles.
  const faceA = 0.5 * ((1 - a * a) * turnA - b * (ab - c) - c * (ac - b));
  const faceB = 0.5 * ((1 - b * b) * turnB - c * (bc - a) - a * (ab - c));
  const faceC = 0.5 * ((1 - c * c) * turnC - a * (ac - b) - b * (bc - a));
  return Math.max(0, (surface - a * faceA - b * faceB - c * faceC) / 3);
}

/** m3; wrong by a few roundings of the ball's volume at most. */
export function sphereBoxVolume(centre: Vector3, radius: number, { min, max }: BoxBounds): number {
  const from = [min.x - centre.x, min.y - centre.y, min.z - centre.z].map((value) => value / radius);
  const to = [max.x - centre.x, max.y - centre.y, max.z - centre.z].map((value) => value / radius);
  const [x0 = 0, y0 = 0, z0 = 0] = from;
  const [x1 = 0, y1 = 0, z1 = 0] = to;
  if (x0 >= 1 || y0 >= 1 || z0 >= 1 || x1 <= -1 || y1 <= -1 || z1 <= -1) return 0;
  const cube = radius * radius * radius;
  if (x0 <= -1 && y0 <= -1 && z0 <= -1 && x1 >= 1 && y1 >= 1 && z1 >= 1) return (4 / 3) * Math.PI * cube;
  // A box within the ball, which the alternating sum would find as a small difference of large numbers.
  const farthest = (low: number, high: number): number => Math.max(low * low, high * high);
  if (farthest(x0, x1) + farthest(y0, y1) + farthest(z0, z1) <= 1) {
    return (max.x - min.x) * (max.y - min.y) * (max.z - min.z);
  }
  const parts =
    corner(x0, y0, z0) -
    corner(x1, y0, z0) -
    corner(x0, y1, z0) -
    corner(x0, y0, z1) +
    corner(x1, y1, z0) +
    corner(x1, y0, z1) +
    corner(x0, y1, z1) -
    corner(x1, y1, z1);
  return Math.max(0, parts) * cube;
}
