// SPDX-License-Identifier: MIT
/** Contacts with meshes read back from the GPU, as rows of the contact view and as loads on each mesh. */
import { add, cross, type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { CONTACT_MESH, type ContactView } from '../../simulation/views/simulation-views.ts';
import { type MeshLoad, withPower } from '../../simulation/walls/meshes.ts';
import { FEATURE_FACET } from '../kernels/mesh-geometry.ts';
import { meshPose } from './gpu-mesh-motion.ts';
import { isWall, type Lattice } from './mesh-lattice.ts';

export interface MeshTouch {
  /** Body by its position in the spec, and mesh. */
  readonly a: number;
  readonly mesh: number;
  readonly facet: number;
  /** Way to the image of the mesh that it touches. */
  readonly shift: Vector3;
  readonly feature: number;
  readonly featureId: number;
  readonly force: Vector3;
  /** In addition to the torque of the force. */
  readonly moment: Vector3;
  /** From the body into the wall. */
  readonly normal: Vector3;
  readonly overlap: number;
  readonly point: Vector3;
}

/** What is touched of a mesh, by the key of the feature and the number of the facet, or of the image of a wall. */
export function featureAt(
  lattice: Lattice,
  key: number,
  number: number,
): Pick<MeshTouch, 'facet' | 'feature' | 'featureId' | 'shift'> {
  const feature = key % 3;
  const [facet, image] = isWall(lattice)
    ? [-1, number]
    : [lattice.images.facetOf(number), lattice.images.imageOf(number)];
  const featureId = feature === FEATURE_FACET ? facet : Math.floor(key / 3);
  return { facet, feature, featureId, shift: lattice.shifts[image] ?? ZERO_VECTOR };
}

/** The contacts of `view` and behind them those with meshes. */
export function withMeshTouches(
  view: ContactView,
  touches: readonly MeshTouch[],
  ids: (position: number) => number,
): ContactView {
  const count = view.count + touches.length;
  const whole = (from: Int32Array, pick: (touch: MeshTouch) => number): Int32Array =>
    Int32Array.from({ length: count }, (_, k) => from[k] ?? pick(touches[k - view.count]));
  const all = {
    count,
    idA: whole(view.idA, ({ a }) => ids(a)),
    idB: whole(view.idB, ({ mesh }) => mesh),
    kind: whole(view.kind, () => CONTACT_MESH),
    facet: whole(view.facet, ({ facet }) => facet),
    feature: whole(view.feature, ({ feature }) => feature),
    featureId: whole(view.featureId, ({ featureId }) => featureId),
    point: new Float64Array(3 * count),
    normal: new Float64Array(3 * count),
    overlap: new Float64Array(count),
    force: new Float64Array(3 * count),
  };
  for (const key of ['point', 'normal', 'overlap', 'force'] as const) all[key].set(view[key]);
  touches.forEach(({ normal, force, overlap, point }, k) => {
    const at = 3 * (view.count + k);
    all.normal.set([normal.x, normal.y, normal.z], at);
    all.force.set([force.x, force.y, force.z], at);
    all.overlap[view.count + k] = overlap;
    all.point.set([point.x, point.y, point.z], at);
  });
  return all;
}

/** What each mesh bears, about the origin of its frame. */
export function loadsOfMeshes(spec: SimulationSpec, touches: readonly MeshTouch[], time: number): MeshLoad[] {
  const poses = (spec.meshes ?? []).map((mesh) => meshPose(mesh, spec.domain, time));
  const loads = poses.map(() => ({ force: { x: 0, y: 0, z: 0 }, moment: { x: 0, y: 0, z: 0 } }));
  for (const touch of touches) {
    const load = loads[touch.mesh];
    const origin = poses[touch.mesh]?.position;
    if (load === undefined || origin === undefined) continue;
    const { shift } = touch;
    const { x, y, z } = touch.point;
    const lever = { x: x - origin.x - shift.x, y: y - origin.y - shift.y, z: z - origin.z - shift.z };
    const moment = add(cross(lever, touch.force), touch.moment);
    for (const axis of ['x', 'y', 'z'] as const) {
      load.force[axis] -= touch.force[axis];
      load.moment[axis] -= moment[axis];
    }
  }
  return (spec.meshes ?? []).map((mesh, k) => withPower(loads[k] as MeshLoad, mesh, time));
}
