// SPDX-License-Identifier: MIT
/** Finds the first body that a ray hits: bounding balls first, then exact balls or triangles from the nearest on. */
import * as THREE from 'three';
import type { BodyLayer } from './body-layer.ts';

interface Candidate {
  readonly body: number;
  readonly enters: number;
}

interface PickedPoint {
  /** Index in the arrays. */
  readonly body: number;
  /** In the frame of the scene. */
  readonly point: THREE.Vector3;
}

/** Ray in the frame of the scene; each of the planes hides its positive side. */
export function pickBody(
  layer: BodyLayer,
  ray: THREE.Ray,
  planes: readonly THREE.Plane[] = [],
): PickedPoint | undefined {
  const { bodies, group } = layer;
  if (bodies === undefined) return undefined;
  const local = new THREE.Ray(ray.origin.clone().sub(group.position), ray.direction.clone());
  const cuts = planes.map((plane) => plane.clone().translate(group.position.clone().negate()));
  const found = candidates(layer, local);
  let best: number | undefined;
  let nearest = Infinity;
  for (const { body, enters } of found) {
    if (enters > nearest) break;
    const at = hitBody(layer, body, local, cuts);
    if (at < nearest) {
      nearest = at;
      best = body;
    }
  }
  return best === undefined ? undefined : { body: best, point: ray.at(nearest, new THREE.Vector3()) };
}

function candidates(layer: BodyLayer, { origin, direction }: THREE.Ray): Candidate[] {
  const found: Candidate[] = [];
  const { bodies, reaches } = layer;
  if (bodies === undefined) return found;
  const { positions, scales, shapes } = bodies;
  for (let body = 0; body < shapes.length; body++) {
    const x = positions[3 * body] - origin.x;
    const y = positions[3 * body + 1] - origin.y;
    const z = positions[3 * body + 2] - origin.z;
    const along = x * direction.x + y * direction.y + z * direction.z;
    const radius = scales[body] * reaches[shapes[body]];
    const inside = radius * radius - (x * x + y * y + z * z - along * along);
    if (inside < 0 || along + radius < 0 || layer.isHidden(body)) continue;
    found.push({ body, enters: along - Math.sqrt(inside) });
  }
  return found.sort((a, b) => a.enters - b.enters);
}

/** Distance along the ray to the surface of the body; Infinity if the ray misses it. */
function hitBody(layer: BodyLayer, body: number, ray: THREE.Ray, cuts: readonly THREE.Plane[]): number {
  const { bodies } = layer;
  if (bodies === undefined) return Infinity;
  const { positions, orientations, scales, shapes } = bodies;
  const scale = scales[body];
  const turn = new THREE.Quaternion(
    orientations[4 * body + 1],
    orientations[4 * body + 2],
    orientations[4 * body + 3],
    orientations[4 * body],
  );
  const toScene = new THREE.Matrix4().compose(
    new THREE.Vector3().fromArray(positions, 3 * body),
    turn,
    new THREE.Vector3(scale, scale, scale),
  );
  const own = ray.clone().applyMatrix4(toScene.clone().invert());
  const { balls, surface } = layer.shapeOf(shapes[body]);
  const hits: THREE.Vector3[] = [];
  for (const { centre, radius } of balls ?? []) {
    const hit = own.intersectSphere(new THREE.Sphere(new THREE.Vector3(...centre), radius), new THREE.Vector3());
    if (hit !== null) hits.push(hit);
  }
  if (surface !== undefined) hits.push(...hitTriangles(surface, own));
  let nearest = Infinity;
  for (const hit of hits) {
    hit.applyMatrix4(toScene);
    if (cuts.some((cut) => cut.distanceToPoint(hit) > 0)) continue;
    nearest = Math.min(nearest, hit.sub(ray.origin).dot(ray.direction));
  }
  return nearest;
}

function hitTriangles(surface: THREE.BufferGeometry, ray: THREE.Ray): THREE.Vector3[] {
  const { index } = surface;
  const position = surface.getAttribute('position');
  const hits: THREE.Vector3[] = [];
  const [a, b, c] = [new THREE.Vector3(), new THREE.Vector3(), new THREE.Vector3()];
  for (let k = 0; index !== null && k < index.count; k += 3) {
    a.fromBufferAttribute(position, index.getX(k));
    b.fromBufferAttribute(position, index.getX(k + 1));
    c.fromBufferAttribute(position, index.getX(k + 2));
    const hit = ray.intersectTriangle(a, b, c, false, new THREE.Vector3());
    if (hit !== null) hits.push(hit);
  }
  return hits;
}
