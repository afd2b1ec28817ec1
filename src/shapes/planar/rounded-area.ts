// SPDX-License-Identifier: MIT
/**
 * Area properties of rounded planar shapes. A rounded polygon is the polygon, a rectangle on each edge and a sector at
 * each corner, all with closed forms. A rounded ellipse is integrated along its boundary, with panels that shrink
 * towards the sharp ends.
 */
import { atan2, cos, sin } from '../../math/circular.ts';
import { length2, type Vector2 } from '../../math/planar-vector.ts';
import { gaussLegendre } from '../../math/quadrature.ts';
import { type AreaProperties, symmetricAreaProperties } from './planar-shape.ts';
import type { Polygon } from './polygon.ts';

/** Area, centroid and second moments about it along unit axes u and (-u.y, u.x). */
interface Part {
  readonly area: number;
  readonly centroid: Vector2;
  readonly u: Vector2;
  readonly along: number;
  readonly across: number;
}

function sumOf(parts: readonly (AreaProperties | Part)[]): AreaProperties {
  let [area, mx, my] = [0, 0, 0];
  const reference = (parts[0] as AreaProperties).centroid;
  for (const part of parts) {
    area += part.area;
    mx += part.area * (part.centroid.x - reference.x);
    my += part.area * (part.centroid.y - reference.y);
  }
  const centroid = { x: reference.x + mx / area, y: reference.y + my / area };
  let [xx, yy, xy] = [0, 0, 0];
  for (const part of parts) {
    const dx = part.centroid.x - centroid.x;
    const dy = part.centroid.y - centroid.y;
    const own = 'u' in part ? turned(part) : part.secondMoment;
    xx += own.xx + part.area * dx * dx;
    yy += own.yy + part.area * dy * dy;
    xy += own.xy + part.area * dx * dy;
  }
  return { area, centroid, secondMoment: { xx, yy, xy }, polarMoment: xx + yy };
}

function turned({ u, along, across }: Part): AreaProperties['secondMoment'] {
  return {
    xx: along * u.x * u.x + across * u.y * u.y,
    yy: along * u.y * u.y + across * u.x * u.x,
    xy: (along - across) * u.x * u.y,
  };
}

/** On the outer side of the edge p to q of a counter-clockwise polygon. */
function rectangle(p: Vector2, q: Vector2, radius: number): Part {
  const length = length2(q.x - p.x, q.y - p.y);
  const u = { x: (q.x - p.x) / length, y: (q.y - p.y) / length };
  const area = length * radius;
  const centroid = {
    x: p.x + (q.x - p.x) / 2 + (u.y * radius) / 2,
    y: p.y + (q.y - p.y) / 2 - (u.x * radius) / 2,
  };
  return { area, centroid, u, along: (area * length * length) / 12, across: (area * radius * radius) / 12 };
}

/** Around corner p, between the outward normals of the edges along `before` and `after`. */
function sector(p: Vector2, before: Vector2, after: Vector2, radius: number): Part {
  const turn = atan2(before.x * after.y - before.y * after.x, before.x * after.x + before.y * after.y);
  const half = turn / 2;
  const area = half * radius * radius;
  const c = cos(half);
  const s = sin(half);
  // The edge direction turned by half the corner, then by a right angle outwards.
  const u = { x: before.x * s + before.y * c, y: before.y * s - before.x * c };
  const offset = half > 0 ? (2 * radius * s) / (3 * half) : radius;
  const fourth = (radius * radius * radius * radius) / 4;
  return {
    area,
    centroid: { x: p.x + offset * u.x, y: p.y + offset * u.y },
    u,
    along: fourth * (half + s * c) - area * offset * offset,
    across: fourth * (half - s * c),
  };
}

export function roundedPolygonArea(shape: Polygon, radius: number): AreaProperties {
  const corners = shape.vertices;
  const parts: (AreaProperties | Part)[] = [shape.areaProperties()];
  corners.forEach((p, i) => {
    const q = corners[(i + 1) % corners.length];
    const o = corners[(i + corners.length - 1) % corners.length];
    parts.push(rectangle(p, q, radius), sector(p, unit(o, p), unit(p, q), radius));
  });
  return sumOf(parts);
}

function unit(p: Vector2, q: Vector2): Vector2 {
  const length = length2(q.x - p.x, q.y - p.y);
  return { x: (q.x - p.x) / length, y: (q.y - p.y) / length };
}

/** Each panel is half as long as the one before, down to 2^-40: an aspect ratio of 1e12 is resolved. */
const PANELS = 40;
const NODES = 16;

export function roundedEllipseArea(semiAxes: Vector2, radius: number): AreaProperties {
  const { x: a, y: b } = semiAxes;
  let [area, xx, yy] = [0, 0, 0];
  const add = (c: number, s: number, weight: number): void => {
    const g = length2(b * c, a * s);
    const x = c * (a + (radius * b) / g);
    const y = s * (b + (radius * a) / g);
    const speed = 1 + ((((radius * a) / g) * b) / g) * (1 / g);
    const dx = -a * s * speed;
    const dy = b * c * speed;
    area += (weight * (x * dy - y * dx)) / 2;
    xx += (weight * x * x * x * dy) / 3;
    yy -= (weight * y * y * y * dx) / 3;
  };
  const { nodes, weights } = gaussLegendre(NODES);
  let high = Math.PI / 4;
  for (let panel = 0; panel < PANELS; panel++) {
    const low = panel === PANELS - 1 ? 0 : high / 2;
    nodes.forEach((node, i) => {
      const t = (low + high) / 2 + ((high - low) / 2) * node;
      const weight = 4 * ((high - low) / 2) * weights[i];
      add(cos(t), sin(t), weight);
      add(sin(t), cos(t), weight);
    });
    high = low;
  }
  return symmetricAreaProperties(area, xx, yy);
}
