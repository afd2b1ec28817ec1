// SPDX-License-Identifier: MIT
/**
 * Finds elements that passed through a mesh within a step, relative to the mesh, which may translate and rotate: the
 * centre through a facet, or another part deeper into the mesh than either end of the step shows, such as past the edge
 * of a blade.
 */
import { inverseTransformPoint, type Pose } from '../../math/pose.ts';
import { add, addScaled, cross, dot, length, scale, subtract, toTriple, type Vector3 } from '../../math/vector.ts';
import type { FacetMesh } from '../../meshes/facet-mesh.ts';
import { meshContacts } from '../../narrow-phase/double-hierarchy/mesh-contacts.ts';
import { facetsInBox } from '../../neighbours/facets-in-box.ts';
import { meshIndex } from '../../neighbours/mesh-bins.ts';
import { sheetProfile, type WallShapeSpec } from '../../shapes/walls/wall-shape.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import type { BodyForm } from '../bodies/body-form.ts';
import { isDead } from '../bodies/elements.ts';
import { LARGEST_TRAVEL } from '../set-up.ts';
import type { MeshSpec, SimulationSpec } from '../simulation-spec.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';
import { imageShifts } from '../touches/mesh-images.ts';
import { wallImages } from '../touches/wall-images.ts';
import { readVector } from '../walls/half-spaces.ts';
import { meshAddress, poseIn } from '../walls/meshes.ts';
import { MOST_TIMES, UNSEEN_OVERLAP } from './pair-crossings.ts';
import type { Crossing } from './travel-watch.ts';
import { lengthAt, type TravelledElement, travelledElement } from './travelled-element.ts';
import { travelledPart } from './travelled-part.ts';

/**
 * Least distance from the facet at both ends of the path, relative to the path: rounding must not make a centre at rest
 * in the plane of a facet cross it.
 */
const ROUNDING = 1e-9;

export class MeshCrossings {
  readonly #spec: SimulationSpec;
  readonly #memory: StepMemory;
  readonly #forms: readonly (BodyForm | undefined)[];
  readonly #shifts: readonly Vector3[];
  readonly #near: number[] = [];

  constructor(spec: SimulationSpec, memory: StepMemory, forms: readonly (BodyForm | undefined)[]) {
    this.#spec = spec;
    this.#forms = forms;
    this.#memory = memory;
    this.#shifts = imageShifts(spec.domain);
  }

  /** Upper bound of the travel of all mesh points in the last step, m. */
  largestTravel(): number {
    let most = 0;
    for (let k = 0; k < (this.#spec.meshes?.length ?? 0); k++) most = Math.max(most, this.#travel(k));
    return most;
  }

  /** Crossings of the candidate elements; for meshes that travelled far themselves, of all elements. */
  of(candidates: readonly number[], smallestSize: number): Crossing[] {
    const found: Crossing[] = [];
    (this.#spec.meshes ?? []).forEach((_, k) => {
      const isFar = this.#travel(k) > LARGEST_TRAVEL * smallestSize;
      const count = isFar ? this.#memory.I[layout.ELEMENT_COUNT] : candidates.length;
      for (let i = 0; i < count; i++) {
        const crossing = this.#crossingOf(isFar ? i : candidates[i], k);
        if (crossing !== undefined) found.push(crossing);
      }
    });
    return found;
  }

  /** The same of one mesh, without an object. */
  #travel(k: number): number {
    const { F } = this.#memory;
    const at = meshAddress(this.#memory, k);
    let farthestSquared = 0;
    let leverSquared = 0;
    for (let c = 0; c < 3; c++) {
      const box = at + layout.MESH_BOX + c;
      const farthest = Math.max(Math.abs(F[box]), Math.abs(F[box + 3]));
      const lever = F[at + layout.MESH_POSITION + c] - F[at + layout.MESH_POINT + c];
      farthestSquared += farthest * farthest;
      leverSquared += lever * lever;
    }
    const arm = Math.sqrt(leverSquared) + Math.sqrt(farthestSquared);
    const speed = lengthAt(F, at + layout.MESH_VELOCITY) + arm * lengthAt(F, at + layout.MESH_ANGULAR_VELOCITY);
    return this.#spec.timeStep * speed;
  }

  #crossingOf(e: number, k: number): Crossing | undefined {
    const spec = this.#spec.meshes?.[k];
    if (spec === undefined || isDead(this.#memory, e)) return undefined;
    const element = travelledElement(this.#memory, e, this.#spec.timeStep);
    if (element.isFixed) return undefined;
    const { F } = this.#memory;
    const at = meshAddress(this.#memory, k);
    const pose = poseIn(F, at + layout.MESH_POSITION);
    // Whatever is behind the surface of a solid wall is pushed back, as by a half-space.
    if (spec.shape !== undefined && spec.shape.open === undefined) return undefined;
    for (const shift of this.#shifts) {
      const placed = { position: add(pose.position, shift), orientation: pose.orientation };
      const displacement = subtract(element.displacement, this.#surfaceDisplacement(at, subtract(element.end, shift)));
      const rate = subtract(element.rate, readVector(F, at + layout.MESH_ANGULAR_VELOCITY));
      const turning = element.isSphere ? 0 : element.radius * length(rate) * this.#spec.timeStep;
      const travel = length(displacement) + turning;
      const seen = { ...element, displacement, rate, travel };
      const isThrough =
        spec.shape === undefined
          ? this.#passes(spec, placed, seen) || this.#dips(spec, placed, seen)
          : passesSheet(wallImages({ ...spec, shape: spec.shape }, this.#spec.domain).shape, placed, seen);
      if (!isThrough) continue;
      const { body, size } = element;
      return { element: e, body, partner: -1, through: `mesh "${spec.name}"`, travel, size };
    }
    return undefined;
  }

  /** Displacement in the last step of the mesh point that is at `point` now. */
  #surfaceDisplacement(at: number, point: Vector3): Vector3 {
    const { F } = this.#memory;
    const lever = subtract(point, readVector(F, at + layout.MESH_POINT));
    const turning = cross(readVector(F, at + layout.MESH_ANGULAR_VELOCITY), lever);
    return scale(add(readVector(F, at + layout.MESH_VELOCITY), turning), this.#spec.timeStep);
  }

  /**
   * Whether the centre has passed through a facet. Displacement and rate of the element are relative to the mesh, here
   * and below.
   */
  #passes({ mesh, oneSided = false }: MeshSpec, pose: Pose, { end, displacement }: TravelledElement): boolean {
    const [from, to] = pathIn(pose, end, displacement);
    const count = this.#facetsNear(mesh, from, to, 0);
    for (let i = 0; i < count; i++) if (passesFacet(mesh, this.#near[i], from, to, oneSided)) return true;
    return false;
  }

  /**
   * Whether the element was deeper in the mesh within the step than at its ends. A depth grows by at most the distance
   * travelled, so an element that travels less than its size is excluded.
   */
  #dips({ mesh, oneSided = false }: MeshSpec, pose: Pose, element: TravelledElement): boolean {
    const { end, displacement, radius, size, travel } = element;
    if (!(travel > 2 * UNSEEN_OVERLAP * size)) return false;
    const [from, to] = pathIn(pose, end, displacement);
    if (this.#facetsNear(mesh, from, to, radius) === 0) return false;
    const { shape, poseAt } = travelledPart(this.#memory, this.#forms, element, this.#spec.timeStep);
    const depthAt = (back: number): number => {
      const placed = poseAt(addScaled(end, displacement, -back), back);
      const [deepest] = meshContacts(mesh, pose, shape, placed, { sides: oneSided ? 'one' : 'two' });
      return Math.max(0, -(deepest?.distance ?? 0));
    };
    const shown = Math.max(depthAt(0), depthAt(1));
    // Intervals short enough to find any depth of half the size; for still faster elements the path of the centre is
    // checked.
    const times = Math.min(Math.ceil(travel / (UNSEEN_OVERLAP * size)), MOST_TIMES);
    for (let k = 1; k < times; k++) if (depthAt(k / times) - shown > UNSEEN_OVERLAP * size) return true;
    return false;
  }

  /** Finds the facets within `distance` along every axis of the segment between two points; returns their number. */
  #facetsNear(mesh: FacetMesh, from: Vector3, to: Vector3, distance: number): number {
    const [a, b] = [toTriple(from), toTriple(to)];
    const low = a.map((x, axis) => Math.min(x, b[axis]) - distance);
    const high = a.map((x, axis) => Math.max(x, b[axis]) + distance);
    return facetsInBox(meshIndex(mesh), [...low, ...high], this.#near);
  }
}

/** Whether the centre has passed through the side or a closed end of a wall with an opening. */
function passesSheet(shape: WallShapeSpec, pose: Pose, { end, displacement }: TravelledElement): boolean {
  const [from, to] = pathIn(pose, end, displacement);
  const { side, ends } = sheetProfile(shape);
  const isCrossed = (before: number, after: number): boolean => before * after < 0;
  const at = (before: number, after: number): Vector3 => addScaled(from, subtract(to, from), before / (before - after));
  const [sideBefore, sideAfter] = [side(from).height, side(to).height];
  if (isCrossed(sideBefore, sideAfter) && side(at(sideBefore, sideAfter)).isOnIt) return true;
  return ends.some(({ z, radius }) => {
    const [before, after] = [from.z - z, to.z - z];
    if (!isCrossed(before, after)) return false;
    const point = at(before, after);
    return Math.sqrt(point.x * point.x + point.y * point.y) < radius;
  });
}

/** Both ends of a displacement, in the frame of a pose. */
function pathIn(pose: Pose, end: Vector3, displacement: Vector3): readonly [from: Vector3, to: Vector3] {
  return [inverseTransformPoint(pose, addScaled(end, displacement, -1)), inverseTransformPoint(pose, end)];
}

/**
 * Whether the segment between two points passes through a facet. A one-sided facet does not stop bodies from behind.
 */
function passesFacet(mesh: FacetMesh, facet: number, from: Vector3, to: Vector3, oneSided: boolean): boolean {
  const { vertices, facetOffsets, facetVertices, facetNormals } = mesh;
  const corner = (c: number): Vector3 => readAt(vertices, 3 * facetVertices[c]);
  const normal = readAt(facetNormals, 3 * facet);
  const first = facetOffsets[facet];
  const last = facetOffsets[facet + 1];
  const before = dot(normal, subtract(from, corner(first)));
  const after = dot(normal, subtract(to, corner(first)));
  const least = ROUNDING * Math.abs(after - before);
  const isFromFront = before > least && after < -least;
  const isFromBehind = before < -least && after > least;
  if (!isFromFront && (oneSided || !isFromBehind)) return false;
  const point = addScaled(from, subtract(to, from), before / (before - after));
  // Facets are convex: a point of the plane is inside if it is to the left of all edges.
  for (let c = first; c < last; c++) {
    const [start, end] = [corner(c), corner(c + 1 < last ? c + 1 : first)];
    if (dot(cross(subtract(end, start), subtract(point, start)), normal) < 0) return false;
  }
  return true;
}

function readAt(values: ArrayLike<number>, at: number): Vector3 {
  return { x: values[at], y: values[at + 1], z: values[at + 2] };
}
