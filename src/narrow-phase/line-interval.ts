// SPDX-License-Identifier: MIT
/**
 * The part of a straight line inside a convex solid, in closed form: ball, capsule, cylinder, tablet, cone, ellipsoid,
 * half-space. The discriminants are written with cross products (Lagrange's identity), which keep their digits where
 * b^2 - ac has none.
 */
import { addScaled, cross, dot, lengthSquared, normalise, type Vector3 } from '../math/vector.ts';

/**
 * A line: origin + t * direction, the direction a unit vector. The solids want its origin no farther away than a few of
 * their sizes.
 */
export interface Line {
  readonly origin: Vector3;
  readonly direction: Vector3;
}

/** Parameters at which the line enters and leaves, and the outward unit normal where it enters. */
export interface LineInterval {
  readonly enter: number;
  readonly exit: number;
  readonly normal: Vector3;
}

interface Span {
  readonly enter: number;
  readonly exit: number;
}

const EVERYWHERE: Span = { enter: -Infinity, exit: Infinity };
const UP: Vector3 = { x: 0, y: 0, z: 1 };
const DOWN: Vector3 = { x: 0, y: 0, z: -1 };

export function pointOnLine(line: Line, t: number): Vector3 {
  return addScaled(line.origin, line.direction, t);
}

function interval({ enter, exit }: Span, normal: Vector3): LineInterval {
  return { enter, exit, normal };
}

/** Both roots of a t^2 + 2 b t + c = 0, ascending, a not 0, from the discriminant b^2 - a c >= 0; nothing cancels. */
function roots(a: number, b: number, c: number, discriminant: number): readonly [number, number] {
  const root = Math.sqrt(discriminant);
  const q = b < 0 ? root - b : -(b + root);
  const far = q / a;
  const near = q === 0 ? far : c / q;
  return far < near ? [far, near] : [near, far];
}

/** Where |p + t d| <= radius. */
export function withinRadius(p: Vector3, d: Vector3, radius: number): Span | undefined {
  const a = lengthSquared(d);
  const size = Math.sqrt(lengthSquared(p));
  const c = (size - radius) * (size + radius);
  if (a === 0) return c <= 0 ? EVERYWHERE : undefined;
  const area = Math.sqrt(lengthSquared(cross(p, d)));
  const reach = radius * Math.sqrt(a);
  if (!(area <= reach)) return undefined;
  const [enter, exit] = roots(a, dot(p, d), c, (reach - area) * (reach + area));
  return { enter, exit };
}

/** Where low <= z + t dz <= high. */
function withinSlab(z: number, dz: number, low: number, high: number): Span | undefined {
  if (dz === 0) return z >= low && z <= high ? EVERYWHERE : undefined;
  const first = (low - z) / dz;
  const second = (high - z) / dz;
  return first < second ? { enter: first, exit: second } : { enter: second, exit: first };
}

export function lineInBall({ origin, direction }: Line, centre: Vector3, radius: number): LineInterval | undefined {
  const p = addScaled(origin, centre, -1);
  const span = withinRadius(p, direction, radius);
  return span && interval(span, unitOr(addScaled(p, direction, span.enter), direction));
}

/** The unit vector along v; against the line where v is zero. */
function unitOr(v: Vector3, direction: Vector3): Vector3 {
  if (v.x === 0 && v.y === 0 && v.z === 0) return { x: -direction.x, y: -direction.y, z: -direction.z };
  return normalise(v);
}

/** All points within `radius` of the segment: the hull of the tube and the two balls, so of their spans too. */
export function lineInCapsule(line: Line, from: Vector3, to: Vector3, radius: number): LineInterval | undefined {
  const axis = addScaled(to, from, -1);
  const size = Math.sqrt(lengthSquared(axis));
  const u = { x: axis.x / size, y: axis.y / size, z: axis.z / size };
  const p = addScaled(line.origin, from, -1);
  const along = dot(p, u);
  const speed = dot(line.direction, u);
  const tube = withinRadius(addScaled(p, u, -along), addScaled(line.direction, u, -speed), radius);
  const slab = withinSlab(along, speed, 0, size);
  const balls = [lineInBall(line, from, radius), lineInBall(line, to, radius)];
  let enter = Infinity;
  let exit = -Infinity;
  for (const span of [tube && slab && common(tube, slab), ...balls]) {
    if (span === undefined) continue;
    enter = Math.min(enter, span.enter);
    exit = Math.max(exit, span.exit);
  }
  if (!(enter <= exit)) return undefined;
  const foot = Math.min(Math.max(along + enter * speed, 0), size);
  const outward = addScaled(addScaled(p, line.direction, enter), u, -foot);
  return { enter, exit, normal: unitOr(outward, line.direction) };
}

function common(p: Span, q: Span): Span | undefined {
  const enter = Math.max(p.enter, q.enter);
  const exit = Math.min(p.exit, q.exit);
  return enter <= exit ? { enter, exit } : undefined;
}

/** Cylinder about z, |z| <= half. */
export function lineInCylinder(
  { origin: o, direction: d }: Line,
  radius: number,
  half: number,
): LineInterval | undefined {
  const side = withinRadius({ x: o.x, y: o.y, z: 0 }, { x: d.x, y: d.y, z: 0 }, radius);
  const slab = withinSlab(o.z, d.z, -half, half);
  if (side === undefined || slab === undefined) return undefined;
  const both = common(side, slab);
  if (both === undefined) return undefined;
  if (slab.enter >= side.enter) return interval(both, d.z < 0 ? UP : DOWN);
  const outward = { x: o.x + both.enter * d.x, y: o.y + both.enter * d.y, z: 0 };
  return interval(both, unitOr(outward, d));
}

/**
 * Where the line is inside the ball of a tablet's cap, from `p`, relative to the middle of the cap's rim. The ball has
 * its centre `sunk` below, so |p|^2 - R^2 is a sum without the squares of R, which would cost the digits of flat caps.
 */
function withinCapBall(p: Vector3, d: Vector3, radius: number, sunk: number): Span | undefined {
  const rho = Math.sqrt(p.x * p.x + p.y * p.y);
  const a = lengthSquared(d);
  const b = dot(p, d) + sunk * d.z;
  const c = (rho - radius) * (rho + radius) + p.z * (p.z + 2 * sunk);
  const discriminant = b * b - a * c;
  if (!(discriminant >= 0)) return undefined;
  const [enter, exit] = roots(a, b, c, discriminant);
  return { enter, exit };
}

/** A cap that bulges along +z above its rim, about the middle of the rim. */
function lineInCap(p: Vector3, d: Vector3, radius: number, sunk: number): LineInterval | undefined {
  const ball = withinCapBall(p, d, radius, sunk);
  const above = withinSlab(p.z, d.z, 0, Infinity);
  const both = ball && above && common(ball, above);
  if (both === undefined) return undefined;
  const { x, y, z } = addScaled(p, d, both.enter);
  return interval(both, normalise({ x, y, z: z + sunk }));
}

/**
 * Tablet about z: a band of the radius, |z| <= half, and two caps, whose balls have their centres `sunk` below their
 * rims. It is convex and the union of the three, so its part of the line is the hull of theirs.
 */
export function lineInTablet(
  { origin: o, direction: d }: Line,
  radius: number,
  half: number,
  sunk: number,
): LineInterval | undefined {
  const side = withinRadius({ x: o.x, y: o.y, z: 0 }, { x: d.x, y: d.y, z: 0 }, radius);
  const slab = withinSlab(o.z, d.z, -half, half);
  const band = side && slab && common(side, slab);
  const upper = lineInCap({ x: o.x, y: o.y, z: o.z - half }, d, radius, sunk);
  const mirrored = lineInCap({ x: o.x, y: o.y, z: -o.z - half }, { x: d.x, y: d.y, z: -d.z }, radius, sunk);
  const lower = mirrored && interval(mirrored, { ...mirrored.normal, z: -mirrored.normal.z });
  const caps = [upper, lower].filter((span) => span !== undefined);
  const spans: readonly Span[] = band ? [...caps, band] : caps;
  const first = Math.min(...spans.map(({ enter }) => enter));
  const exit = Math.max(...spans.map((span) => span.exit));
  if (!(first <= exit)) return undefined;
  const cap = caps.find(({ enter }) => enter === first);
  const normal = cap?.normal ?? unitOr({ x: o.x + first * d.x, y: o.y + first * d.y, z: 0 }, d);
  return { enter: first, exit, normal };
}

/** Where the line is inside the endless cone below the apex at the origin, x^2 + y^2 <= (k z)^2, z <= 0. */
function withinCone(p: Vector3, d: Vector3, k: number): Span | undefined {
  const a = d.x * d.x + d.y * d.y - k * k * d.z * d.z;
  const b = p.x * d.x + p.y * d.y - k * k * p.z * d.z;
  const c = p.x * p.x + p.y * p.y - k * k * p.z * p.z;
  const n = cross(p, d);
  const discriminant = k * k * (n.x * n.x + n.y * n.y) - n.z * n.z;
  if (a > 0) {
    if (!(discriminant >= 0)) return undefined;
    const [enter, exit] = roots(a, b, c, discriminant);
    return p.z - (b / a) * d.z <= 0 ? { enter, exit } : undefined;
  }
  // Steeper than the side: in both nappes, of which the lower is where the line comes from or goes to.
  const rising = d.z > 0;
  if (a < 0) {
    const [first, second] = roots(a, b, c, Math.max(discriminant, 0));
    return rising ? { enter: -Infinity, exit: first } : { enter: second, exit: Infinity };
  }
  if (b === 0) {
    if (c > 0) return undefined;
    return rising ? { enter: -Infinity, exit: -p.z / d.z } : { enter: -p.z / d.z, exit: Infinity };
  }
  if (b > 0 !== rising) return undefined;
  return rising ? { enter: -Infinity, exit: -c / (2 * b) } : { enter: -c / (2 * b), exit: Infinity };
}

/** Cone about z, its base at -height/2, its apex at height/2. */
export function lineInCone(
  { origin: o, direction: d }: Line,
  radius: number,
  height: number,
): LineInterval | undefined {
  const p = { x: o.x, y: o.y, z: o.z - height / 2 };
  const side = withinCone(p, d, radius / height);
  const slab = withinSlab(p.z, d.z, -height, 0);
  if (side === undefined || slab === undefined) return undefined;
  const both = common(side, slab);
  if (both === undefined) return undefined;
  // Through the base from below; the top of the slab is the apex, which belongs to the side.
  if (d.z > 0 && slab.enter >= side.enter) return interval(both, DOWN);
  const x = p.x + both.enter * d.x;
  const y = p.y + both.enter * d.y;
  const rho = Math.sqrt(x * x + y * y);
  if (!(rho > 0)) return interval(both, UP);
  return interval(both, normalise({ x: (height * x) / rho, y: (height * y) / rho, z: radius }));
}

export function lineInEllipsoid({ origin: o, direction: d }: Line, semiAxes: Vector3): LineInterval | undefined {
  const { x: a, y: b, z: c } = semiAxes;
  const p = { x: o.x / a, y: o.y / b, z: o.z / c };
  const v = { x: d.x / a, y: d.y / b, z: d.z / c };
  const span = withinRadius(p, v, 1);
  if (span === undefined) return undefined;
  const q = addScaled(p, v, span.enter);
  return interval(span, normalise({ x: q.x / a, y: q.y / b, z: q.z / c }));
}

/** All points with normal.x <= 0. */
export function lineInHalfSpace({ origin, direction }: Line, normal: Vector3): LineInterval | undefined {
  const height = dot(normal, origin);
  const speed = dot(normal, direction);
  if (speed === 0) return height <= 0 ? interval(EVERYWHERE, normal) : undefined;
  const t = -height / speed;
  return speed < 0 ? { enter: t, exit: Infinity, normal } : { enter: -Infinity, exit: t, normal };
}
