// SPDX-License-Identifier: MIT
/** Finds elements whose centres passed through a facet within a step, relative to the mesh, which may translate and rotate. */
import { inverseTransformPoint, type Pose } from '../math/pose.ts';
import { add, addScaled, cross, dot, length, scale, subtract, toTriple, type Vector3 } from '../math/vector.ts';
import type { FacetMesh } from '../meshes/facet-mesh.ts';
import { facetsInBox } from '../neighbours/facets-in-box.ts';
import { meshIndex } from '../neighbours/mesh-bins.ts';
import * as layout from '../step-kernel/layout.ts';
import { isDead } from './elements.ts';
import { readVector } from './half-spaces.ts';
import { meshAddress, poseIn } from './meshes.ts';
import { LARGEST_TRAVEL } from './set-up.ts';
import type { SimulationSpec } from './simulation-spec.ts';
import type { StepMemory } from './step-memory.ts';
import { imageShifts } from './touches/mesh-images.ts';
import type { Crossing } from './travel-watch.ts';
import { type TravelledElement, travelledElement } from './travelled-element.ts';

/** Least distance from the facet at both ends of the path, relative to the path: rounding must not make a centre at rest in the plane of a facet cross it. */
const ROUNDING = 1e-9;

export class MeshCrossings {
  readonly #spec: SimulationSpec;
  readonly #memory: StepMemory;
  readonly #shifts: readonly Vector3[];
  readonly #near: number[] = [];

  constructor(spec: SimulationSpec, memory: StepMemory) {
    this.#spec = spec;
    this.#memory = memory;
    this.#shifts = imageShifts(spec.domain);
  }

  /** Upper bound of the travel of all mesh points in the last step, m. */
  largestTravel(): number {
    return (this.#spec.meshes ?? []).reduce((most, _, k) => Math.max(most, this.#travel(k)), 0);
  }

  /** Crossings of the candidate elements; for meshes that travelled far themselves, of all elements. */
  of(candidates: readonly number[], smallestSize: number): Crossing[] {
    const found: Crossing[] = [];
    (this.#spec.meshes ?? []).forEach((_, k) => {
      const isFar = this.#travel(k) > LARGEST_TRAVEL * smallestSize;
      const count = isFar ? (this.#memory.I[layout.ELEMENT_COUNT] ?? 0) : candidates.length;
      for (let i = 0; i < count; i++) {
        const crossing = this.#crossingOf(isFar ? i : (candidates[i] ?? 0), k);
        if (crossing !== undefined) found.push(crossing);
      }
    });
    return found;
  }

  #travel(k: number): number {
    const { F } = this.#memory;
    const at = meshAddress(this.#memory, k);
    const [low, high] = [readVector(F, at + layout.MESH_BOX), readVector(F, at + layout.MESH_BOX + 3)];
    const farthest = {
      x: Math.max(Math.abs(low.x), Math.abs(high.x)),
      y: Math.max(Math.abs(low.y), Math.abs(high.y)),
      z: Math.max(Math.abs(low.z), Math.abs(high.z)),
    };
    const lever = length(subtract(readVector(F, at + layout.MESH_PLACE), readVector(F, at + layout.MESH_POINT)));
    const rate = length(readVector(F, at + layout.MESH_RATE));
    return this.#spec.timeStep * (length(readVector(F, at + layout.MESH_VELOCITY)) + rate * (lever + length(farthest)));
  }

  #crossingOf(e: number, k: number): Crossing | undefined {
    const spec = this.#spec.meshes?.[k];
    if (spec === undefined || isDead(this.#memory, e)) return undefined;
    const element = travelledElement(this.#memory, e, this.#spec.timeStep);
    if (element.isHeld) return undefined;
    const { F } = this.#memory;
    const at = meshAddress(this.#memory, k);
    const pose = poseIn(F, at + layout.MESH_PLACE);
    for (const shift of this.#shifts) {
      const placed = { position: add(pose.position, shift), orientation: pose.orientation };
      const way = subtract(element.way, this.#surfaceDisplacement(at, subtract(element.end, shift)));
      if (!this.#passes(spec.mesh, placed, element, way, spec.oneSided === true)) continue;
      const turning = element.travel - length(element.way);
      const { body, size } = element;
      return { element: e, body, partner: -1, through: `mesh "${spec.name}"`, travel: length(way) + turning, size };
    }
    return undefined;
  }

  /** Displacement in the last step of the mesh point that is at `point` now. */
  #surfaceDisplacement(at: number, point: Vector3): Vector3 {
    const { F } = this.#memory;
    const lever = subtract(point, readVector(F, at + layout.MESH_POINT));
    const turning = cross(readVector(F, at + layout.MESH_RATE), lever);
    return scale(add(readVector(F, at + layout.MESH_VELOCITY), turning), this.#spec.timeStep);
  }

  #passes(mesh: FacetMesh, pose: Pose, { end }: TravelledElement, way: Vector3, oneSided: boolean): boolean {
    const [from, to] = [addScaled(end, way, -1), end].map((point) => inverseTransformPoint(pose, point)) as [
      Vector3,
      Vector3,
    ];
    const [a, b] = [toTriple(from), toTriple(to)];
    const box = [...a.map((x, axis) => Math.min(x, b[axis] ?? 0)), ...a.map((x, axis) => Math.max(x, b[axis] ?? 0))];
    const count = facetsInBox(meshIndex(mesh), box, this.#near);
    for (let i = 0; i < count; i++) if (passesFacet(mesh, this.#near[i] ?? 0, from, to, oneSided)) return true;
    return false;
  }
}

/** Whether the segment between two points passes through a facet. A one-sided facet does not stop bodies from behind. */
function passesFacet(mesh: FacetMesh, facet: number, from: Vector3, to: Vector3, oneSided: boolean): boolean {
  const { vertices, facetOffsets, facetVertices, facetNormals } = mesh;
  const corner = (c: number): Vector3 => readAt(vertices, 3 * (facetVertices[c] ?? 0));
  const normal = readAt(facetNormals, 3 * facet);
  const first = facetOffsets[facet] ?? 0;
  const last = facetOffsets[facet + 1] ?? 0;
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
  return { x: values[at] ?? 0, y: values[at + 1] ?? 0, z: values[at + 2] ?? 0 };
}
