// SPDX-License-Identifier: MIT
/**
 * Bounding box of a run: bodies and meshes of all frames seen so far, with nearby half-spaces. A few bodies far from
 * the others do not count. The box does not depend on the order of the frames.
 */
import * as THREE from 'three';
import type { Frame, TrajectoryBoundary } from '../../../src/io.ts';

/** Half-spaces within this many sizes of the box belong to the picture. */
const NEAR = 4;
/**
 * A frame counts with all its bodies up to this multiple of the usual size, and beyond it only with the middle ones.
 */
const MOST_SPREAD = 12;
/** With fewer bodies all of them count. */
const FEW_BODIES = 8;
/** Fraction of the bodies that may be far away, on each side of each axis. */
const FAR_PART = 1 / 4;
/**
 * Among many bodies this fraction on each side of each axis may have rolled away: they do not count if the box is this
 * much smaller without them.
 */
const STRAY_PART = 1 / 100;
const STRAY_PAYS = 0.75;
const MANY_BODIES = 200;
/** Size of the sample for the quantiles. */
const MOST_SAMPLED = 4096;
/** Most frames with their own boxes; beyond it neighbouring boxes are merged. */
const MOST_KEPT = 256;

type Poses = Pick<Frame, 'positions' | 'scales' | 'shapes' | 'origin' | 'meshPoses'>;

interface Look {
  readonly all: THREE.Box3;
  readonly middle: THREE.Box3;
}

const AXES = ['x', 'y', 'z'] as const;

const sizeOf = (box: THREE.Box3): number => (box.isEmpty() ? 0 : box.min.distanceTo(box.max));

/** Box of the bodies of a frame about a point of the world; `reaches` are the outer radii of the shapes. */
export function bodyBox(frame: Poses, reaches: readonly number[], about: THREE.Vector3): THREE.Box3 {
  const { positions, scales, shapes, origin } = frame;
  let [lowX, lowY, lowZ, highX, highY, highZ] = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let body = 0; body < shapes.length; body++) {
    const reach = scales[body] * (reaches[shapes[body]] ?? 0);
    const [x, y, z] = [positions[3 * body], positions[3 * body + 1], positions[3 * body + 2]];
    // A run that has failed may have bodies that are nowhere.
    if (!Number.isFinite(x + y + z + reach)) continue;
    lowX = Math.min(lowX, x - reach);
    lowY = Math.min(lowY, y - reach);
    lowZ = Math.min(lowZ, z - reach);
    highX = Math.max(highX, x + reach);
    highY = Math.max(highY, y + reach);
    highZ = Math.max(highZ, z + reach);
  }
  const box = new THREE.Box3(new THREE.Vector3(lowX, lowY, lowZ), new THREE.Vector3(highX, highY, highZ));
  return box.translate(new THREE.Vector3().fromArray(origin).sub(about));
}

export class RunBounds {
  readonly #boundaries: readonly TrajectoryBoundary[];
  readonly #reaches: readonly number[];
  readonly #origin: THREE.Vector3;
  #looks: Look[] = [];
  #box = new THREE.Box3();
  #parts: readonly THREE.Box3[] = [];

  /** `origin` is the point of the world that the picture is drawn about. */
  constructor(boundaries: readonly TrajectoryBoundary[], reaches: readonly number[], origin: THREE.Vector3) {
    this.#boundaries = boundaries;
    this.#reaches = reaches;
    this.#origin = origin;
  }

  /** Relative to the origin; empty until a frame has a body or a mesh. */
  get box(): THREE.Box3 {
    return this.#box;
  }

  /** Boxes of the single frames, which together take less room than the box. */
  get parts(): readonly THREE.Box3[] {
    return this.#parts;
  }

  /** True if the box has changed. */
  add(frame: Poses): boolean {
    const whole = bodyBox(frame, this.#reaches, this.#origin);
    const meshes = this.#meshBox(frame.meshPoses);
    const most = frame.shapes.length < MANY_BODIES ? whole : this.#boxWithout(frame, STRAY_PART);
    const all = sizeOf(most) < STRAY_PAYS * sizeOf(whole) ? most : whole;
    const middle = frame.shapes.length < FEW_BODIES ? all.clone() : this.#boxWithout(frame, FAR_PART);
    all.union(meshes);
    middle.union(meshes);
    if (all.isEmpty()) return false;
    this.#looks.push({ all, middle });
    if (this.#looks.length > MOST_KEPT) this.#join();
    const before = this.#box;
    this.#box = this.#measure();
    return !this.#box.equals(before);
  }

  #measure(): THREE.Box3 {
    const sizes = this.#looks.map(({ middle }) => sizeOf(middle)).sort((a, b) => a - b);
    const usual = sizes[sizes.length >> 1];
    const parts = this.#looks.map(({ all, middle }) => (sizeOf(all) <= MOST_SPREAD * usual ? all : middle));
    const box = new THREE.Box3();
    for (const part of parts) box.union(part);
    const ground = this.#groundUnder(box);
    this.#parts = [...parts, ...(ground.isEmpty() ? [] : [ground])];
    return box.union(ground);
  }

  /** Box without this part of the bodies on each side of each axis. */
  #boxWithout({ positions, scales, shapes, origin }: Poses, part: number): THREE.Box3 {
    const count = shapes.length;
    const stride = Math.ceil(count / MOST_SAMPLED);
    const box = new THREE.Box3();
    AXES.forEach((axis, k) => {
      const sampled: { at: number; reach: number }[] = [];
      for (let body = 0; body < count; body += stride) {
        const reach = scales[body] * (this.#reaches[shapes[body]] ?? 0);
        const at = positions[3 * body + k];
        if (Number.isFinite(at + reach)) sampled.push({ at, reach });
      }
      sampled.sort((a, b) => a.at - b.at);
      const far = Math.floor(part * sampled.length);
      const kept = sampled.slice(far, sampled.length - far);
      box.min[axis] = Math.min(...kept.map(({ at, reach }) => at - reach));
      box.max[axis] = Math.max(...kept.map(({ at, reach }) => at + reach));
    });
    return box.translate(new THREE.Vector3().fromArray(origin).sub(this.#origin));
  }

  #meshBox(poses: Float64Array): THREE.Box3 {
    const box = new THREE.Box3();
    const meshes = this.#boundaries.flatMap(({ mesh }) => (mesh === undefined ? [] : [mesh]));
    const point = new THREE.Vector3();
    meshes.forEach(({ vertices }, k) => {
      const [x = 0, y = 0, z = 0, w = 1, i = 0, j = 0, l = 0] = poses.subarray(7 * k, 7 * k + 7);
      const turn = new THREE.Quaternion(i, j, l, w);
      const position = new THREE.Vector3(x, y, z).sub(this.#origin);
      for (let v = 0; v < vertices.length; v += 3) {
        box.expandByPoint(point.fromArray(vertices, v).applyQuaternion(turn).add(position));
      }
    });
    return box;
  }

  /** Projections of the centre of the box onto nearby half-spaces. */
  #groundUnder(box: THREE.Box3): THREE.Box3 {
    const ground = new THREE.Box3();
    const size = sizeOf(box);
    const middle = box.getCenter(new THREE.Vector3());
    for (const { halfSpace } of this.#boundaries) {
      if (halfSpace === undefined) continue;
      const up = new THREE.Vector3().fromArray(halfSpace.normal);
      const height = up.dot(middle) + up.dot(this.#origin) - halfSpace.offset;
      if (Math.abs(height) < NEAR * size) ground.expandByPoint(middle.clone().addScaledVector(up, -height));
    }
    return ground;
  }

  #join(): void {
    this.#looks = this.#looks.flatMap((look, k) => {
      if (k % 2 === 1) return [];
      const next = this.#looks[k + 1] ?? look;
      return [{ all: look.all.union(next.all), middle: look.middle.union(next.middle) }];
    });
  }
}
