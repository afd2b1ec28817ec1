// SPDX-License-Identifier: MIT
/** Meshes in the memory of the step kernel: pose, motion and load. */
import { displacedPoint, displacementAt } from '../../bodies/prescribed-motion.ts';
import { isSurfaceRunning } from '../../bodies/surface-motion.ts';
import { SimulationError } from '../../errors.ts';
import { type Pose, pose, transformPoint } from '../../math/pose.ts';
import { multiply, normaliseQuaternion } from '../../math/quaternion.ts';
import {
  add,
  cross,
  distance,
  dot,
  length,
  normalise,
  scale,
  subtract,
  toTriple,
  type Vector3,
  vector3,
  ZERO_VECTOR,
} from '../../math/vector.ts';
import type { FacetMesh } from '../../meshes/facet-mesh.ts';
import { isRoundWall, type WallShapeSpec } from '../../shapes/walls/wall-shape.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import { periodsOf } from '../neighbour-list/periods.ts';
import type { DomainSpec, MeshSpec, SimulationSpec } from '../simulation-spec.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';
import { imageShifts, ownShifts } from '../touches/mesh-images.ts';
import { displacementBehind, readVector, writeVector } from './half-spaces.ts';

/** Load on a mesh in the last step. */
export interface MeshLoad {
  /** N */
  readonly force: Vector3;
  /** About the origin of the mesh frame in that step, in world axes; N m. */
  readonly moment: Vector3;
  /** Of the mesh on the bodies, W: positive where it drives them. Missing for servos, free meshes and belts. */
  readonly power?: number;
}

export function meshAddress(memory: StepMemory, k: number): number {
  return memory.address(layout.MESH) + layout.MESH_STRIDE * k;
}

/** Pose of mesh k at a time, as `meshPoseAt`. Throws a SimulationError if no mesh has this number. */
export function numberedMeshPose(meshes: readonly MeshSpec[], k: number, time: number): Pose {
  const mesh = meshes[k];
  if (mesh !== undefined) return meshPoseAt(mesh, time);
  throw new SimulationError('no-such-mesh', `mesh ${k}: there is no such mesh; there are ${meshes.length}`, { k });
}

/** Pose of a mesh without a servo at a time, in s: forces do not affect it. */
export function meshPoseAt({ position, orientation, motion }: MeshSpec, time: number): Pose {
  const start = pose({ ...(position && { position }), ...(orientation && { orientation }) });
  if (motion === undefined) return start;
  const moved = displacementAt(motion, time);
  return {
    position: displacedPoint(moved, start.position),
    orientation: normaliseQuaternion(multiply(moved.turn, start.orientation)),
  };
}

/** Box around a mesh at the start. */
export function meshBox(spec: MeshSpec): { readonly min: Vector3; readonly max: Vector3 } {
  const { vertices, facetVertices } = spec.mesh;
  const at = meshPoseAt(spec, 0);
  let min = { x: Infinity, y: Infinity, z: Infinity };
  let max = { x: -Infinity, y: -Infinity, z: -Infinity };
  for (const v of new Set(facetVertices)) {
    const point = { x: vertices[3 * v], y: vertices[3 * v + 1], z: vertices[3 * v + 2] };
    const { x, y, z } = transformPoint(at, point);
    min = { x: Math.min(min.x, x), y: Math.min(min.y, y), z: Math.min(min.z, z) };
    max = { x: Math.max(max.x, x), y: Math.max(max.y, y), z: Math.max(max.z, z) };
  }
  return { min, max };
}

/** Where mesh `k` is now: servo walls and free meshes go where forces take them. */
export function meshPoseNow(memory: StepMemory, k: number, spec: MeshSpec, time: number): Pose {
  return spec.servo === undefined && spec.free === undefined
    ? meshPoseAt(spec, time)
    : poseIn(memory.F, meshAddress(memory, k) + layout.MESH_POSITION);
}

/** Writes the constant data of mesh `k`, and its pose at `time`. */
export function writeMesh(
  memory: StepMemory,
  k: number,
  spec: MeshSpec,
  material: number,
  domain: DomainSpec | undefined,
  time: number,
): void {
  const at = meshAddress(memory, k);
  memory.I[2 * (at + layout.MESH_INTEGERS) + layout.MESH_MATERIAL] = material;
  writeBox(memory.F, at + layout.MESH_BOX, spec.mesh, ownShifts(spec, imageShifts(domain)));
  placeMesh(memory, k, spec, domain, time);
}

/** Writes mesh `k` at `time`, with the velocity of the displacement that led there. */
function placeMesh(memory: StepMemory, k: number, spec: MeshSpec, domain: DomainSpec | undefined, time: number): void {
  const { F } = memory;
  const at = meshAddress(memory, k);
  const placed = meshPoseAt(spec, time);
  if (spec.motion !== undefined) {
    const moved = displacementAt(spec.motion, time);
    const { velocity, angularVelocity } = displacementBehind(memory, spec.motion, time);
    writeVector(F, at + layout.MESH_VELOCITY, velocity);
    writeVector(F, at + layout.MESH_ANGULAR_VELOCITY, angularVelocity);
    writeVector(F, at + layout.MESH_POINT, add(moved.pivot, moved.translation));
  }
  const { w, x, y, z } = placed.orientation;
  const start = vector3(spec.position ?? ZERO_VECTOR);
  writeVector(F, at + layout.MESH_POSITION, nearestImage(placed.position, start, periodsOf(domain)));
  F.set([w, x, y, z], at + layout.MESH_ORIENTATION);
}

/** Moves the meshes with a motion, and records how much one may have approached an element since the last rebuild. */
export function moveMeshes(
  memory: StepMemory,
  { meshes: specs = [], domain }: Pick<SimulationSpec, 'meshes' | 'domain'>,
  time: number,
): void {
  const { F } = memory;
  let most = F[layout.WALL_MOVED];
  specs.forEach((spec, k) => {
    if (spec.motion === undefined) return;
    placeMesh(memory, k, spec, domain, time);
    most = Math.max(most, travelOfMesh(memory, k, spec.shape));
  });
  F[layout.WALL_MOVED] = most;
}

/**
 * How much the mesh may have approached a body since the last rebuild: at most the displacement of a corner of its box.
 * A round wall that turns about its axis approaches nothing: the ends of the axis count, and the turn of the axis.
 */
export function travelOfMesh(memory: StepMemory, k: number, shape?: WallShapeSpec): number {
  const { F } = memory;
  const at = meshAddress(memory, k);
  const before = poseIn(F, at + layout.MESH_LIST_POSITION);
  const now = poseIn(F, at + layout.MESH_POSITION);
  const low = readVector(F, at + layout.MESH_BOX);
  const high = readVector(F, at + layout.MESH_BOX + 3);
  let most = 0;
  if (shape !== undefined && isRoundWall(shape)) {
    const ends = 'sphere' in shape ? [0, 0] : [low.z, high.z];
    const [bottom, top] = ends.map((z) => {
      const end = { x: 0, y: 0, z };
      return subtract(transformPoint(now, end), transformPoint(before, end));
    });
    const turn = 'sphere' in shape ? 0 : length(subtract(top ?? ZERO_VECTOR, bottom ?? ZERO_VECTOR)) / (high.z - low.z);
    return Math.max(length(top ?? ZERO_VECTOR), length(bottom ?? ZERO_VECTOR)) + turn * high.x;
  }
  for (let corner = 0; corner < 8; corner++) {
    const point = {
      x: (corner & 1) === 0 ? low.x : high.x,
      y: (corner & 2) === 0 ? low.y : high.y,
      z: (corner & 4) === 0 ? low.z : high.z,
    };
    most = Math.max(most, distance(transformPoint(before, point), transformPoint(now, point)));
  }
  return most;
}

/**
 * The periodic image of a point that is nearest to another: images one period away then reach all around the domain.
 */
export function nearestImage(point: Vector3, to: Vector3, periods: Vector3): Vector3 {
  const near = (x: number, target: number, period: number): number =>
    period < Infinity ? x - period * Math.round((x - target) / period) : x;
  return { x: near(point.x, to.x, periods.x), y: near(point.y, to.y, periods.y), z: near(point.z, to.z, periods.z) };
}

/** Position and orientation, stored one after the other. */
export function poseIn(F: Float64Array, at: number): Pose {
  const [w = 1, x = 0, y = 0, z = 0] = F.subarray(at + 3, at + 7);
  return { position: readVector(F, at), orientation: { w, x, y, z } };
}

/** Load on mesh `k` in the last step: the sum over blocks, in order. */
export function meshLoad(memory: StepMemory, k: number): MeshLoad {
  const { F, I } = memory;
  const count = I[layout.MESH_COUNT];
  let force: Vector3 = { x: 0, y: 0, z: 0 };
  let moment: Vector3 = { x: 0, y: 0, z: 0 };
  for (let b = 0; b < I[layout.BLOCK_COUNT]; b++) {
    const at = memory.address(layout.MESH_LOAD) + 6 * (count * b + k);
    force = add(force, readVector(F, at));
    moment = add(moment, readVector(F, at + 3));
  }
  return { force, moment };
}

/** The load with the power that the motion of the mesh, or of its surface, has at `time`. */
export function withPower(load: MeshLoad, spec: MeshSpec, time: number): MeshLoad {
  const { motion, surface, servo, free } = spec;
  if (servo !== undefined || free !== undefined || surface?.belt !== undefined) return load;
  const origin = meshPoseAt(spec, time).position;
  const powerOf = (velocity: Vector3, angularVelocity: Vector3, point: Vector3): number => {
    const ofOrigin = add(velocity, cross(angularVelocity, subtract(origin, point)));
    return -(dot(load.force, ofOrigin) + dot(load.moment, angularVelocity));
  };
  let power = 0;
  if (motion !== undefined) {
    const { velocity, angularVelocity, pivot, translation } = displacementAt(motion, time);
    power += powerOf(velocity, angularVelocity, add(pivot, translation));
  }
  if (surface !== undefined && isSurfaceRunning(surface, time)) {
    const { velocity = ZERO_VECTOR, rotation } = surface;
    const spin = rotation && scale(normalise(vector3(rotation.axis)), rotation.rate);
    power += powerOf(vector3(velocity), spin ?? ZERO_VECTOR, vector3(rotation?.through ?? ZERO_VECTOR));
  }
  return { ...load, power };
}

/** Box around the mesh and its images. */
function writeBox(
  F: Float64Array,
  at: number,
  { vertices, facetVertices }: FacetMesh,
  shifts: readonly Vector3[],
): void {
  const offsets = shifts.map(toTriple);
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (const v of facetVertices) {
      low = Math.min(low, vertices[3 * v + axis]);
      high = Math.max(high, vertices[3 * v + axis]);
    }
    F[at + axis] = low + Math.min(...offsets.map((offset) => offset[axis]));
    F[at + 3 + axis] = high + Math.max(...offsets.map((offset) => offset[axis]));
  }
}
