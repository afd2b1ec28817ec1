// SPDX-License-Identifier: MIT
/** Planes that cut the picture open: across an axis, in any direction, or the six sides of a box. */
import * as THREE from 'three';

export type ClipKind = 'none' | 'x' | 'y' | 'z' | 'plane' | 'box';
type Triple = readonly [x: number, y: number, z: number];

export interface Clip {
  readonly kind: ClipKind;
  /** Where the plane is, 0 to 1 of the scene along its normal. */
  readonly part: number;
  /** Removes the side of small coordinates instead of that of large ones. */
  readonly isBelow: boolean;
  /** Direction of a free plane in degrees: from x towards y, and up. */
  readonly azimuth: number;
  readonly elevation: number;
  /** Ends of the box along each axis, 0 to 1 of the scene. */
  readonly low: Triple;
  readonly high: Triple;
}

export const NO_CLIP: Clip = {
  kind: 'none',
  part: 0.5,
  isBelow: false,
  azimuth: 45,
  elevation: 20,
  low: [0, 0, 0],
  high: [1, 1, 1],
};

const AXES: readonly Triple[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** Unit normal of the plane; undefined if there is none. */
export function clipNormal({ kind, azimuth, elevation }: Clip): THREE.Vector3 | undefined {
  if (kind === 'none' || kind === 'box') return undefined;
  if (kind !== 'plane') return new THREE.Vector3(...AXES['xyz'.indexOf(kind)]);
  const [around, up] = [THREE.MathUtils.degToRad(azimuth), THREE.MathUtils.degToRad(elevation)];
  return new THREE.Vector3(Math.cos(around) * Math.cos(up), Math.sin(around) * Math.cos(up), Math.sin(up));
}

/** Position of the plane along its normal. */
export function clipPosition(clip: Clip, bounds: THREE.Box3): number {
  const normal = clipNormal(clip);
  if (normal === undefined || bounds.isEmpty()) return 0;
  const half = bounds.getSize(new THREE.Vector3()).multiplyScalar(0.5);
  const reach = Math.abs(normal.x) * half.x + Math.abs(normal.y) * half.y + Math.abs(normal.z) * half.z;
  return normal.dot(bounds.getCenter(new THREE.Vector3())) + (2 * clip.part - 1) * reach;
}

/** Each plane hides its positive side. */
export function clipPlanes(clip: Clip, bounds: THREE.Box3): THREE.Plane[] {
  const normal = clipNormal(clip);
  if (normal !== undefined) {
    const sign = clip.isBelow ? -1 : 1;
    return [new THREE.Plane(normal.multiplyScalar(sign), -sign * clipPosition(clip, bounds))];
  }
  if (clip.kind !== 'box' || bounds.isEmpty()) return [];
  const size = bounds.getSize(new THREE.Vector3());
  return AXES.flatMap((axis, k) => {
    const at = (part: number): number => bounds.min.getComponent(k) + part * size.getComponent(k);
    const out = new THREE.Vector3(...axis);
    return [new THREE.Plane(out, -at(clip.high[k])), new THREE.Plane(out.clone().negate(), at(clip.low[k]))];
  });
}
