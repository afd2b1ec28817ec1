// SPDX-License-Identifier: MIT
/**
 * Contacts of many spheres with one mesh, from a flat array to a flat list: one kernel call per chunk and no allocation
 * per sphere. Results do not depend on other spheres or on the order of spheres or facets.
 */

import { refuseArgument } from '../../errors/refused-argument.ts';
import { InvalidOptionError } from '../../errors.ts';
import { F, I } from '../../kernel/memory.ts';
import {
  FEATURE_EDGE,
  FEATURE_FACET,
  LISTED_STRIDE,
  MESH_CONTACT_DISTANCE,
  MESH_CONTACT_FACET,
  MESH_CONTACT_FEATURE,
  MESH_CONTACT_FEATURE_ID,
  MESH_CONTACT_NORMAL,
  MESH_CONTACT_POINT,
  MESH_CONTACT_SPHERE,
  MESH_CONTACT_STRIDE,
  SPHERE_STRIDE,
  WORK_NEEDED,
  WORK_SUMS,
} from '../../kernel/mesh/mesh-layout.ts';
import { sphereMeshContacts as sphereMeshText } from '../../kernel/mesh/sphere-mesh.ts';
import { LARGEST_COORDINATE, type Pose, type PoseLike, poseArgument } from '../../math/pose.ts';
import { LARGEST_SIZE, SMALLEST_SIZE } from '../../math/size-range.ts';
import type { FacetMesh } from '../../meshes/facet-mesh.ts';
import { MeshIndex, meshIndex } from '../../neighbours/mesh-bins.ts';
import { leadingCorner } from '../../neighbours/mesh-block.ts';
import { chosenKernel } from '../contact.ts';
import { writePose } from '../kernel-query.ts';
import { type MeshContactOptions, meshOptionsArgument } from './mesh-contact-options.ts';
import { CHUNK_SPHERES, type MeshQueryBuffers, meshQueryBuffers } from './mesh-query-buffers.ts';

/** The kernel's entry for spheres on meshes. */
export const SPHERE_MESH_TEXT = { sphereMeshContacts: sphereMeshText };

/**
 * Where the numbers of one contact stand in `MeshContactList.values`: contact i starts at `stride * i`. Vectors take
 * three numbers. `feature` is 0 vertex, 1 edge, 2 facet; `featureId` the number of that vertex, edge or facet.
 *
 * @example
 * ```ts
 * import { facetMesh, MESH_CONTACT_LAYOUT, sphereMeshContacts } from 'scree/contact';
 *
 * const mesh = facetMesh({ vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], facets: [[0, 1, 2]] });
 * const { count, values } = sphereMeshContacts(mesh, {}, Float64Array.of(0.25, 0.25, 0.5, 1));
 * console.log(count, values[MESH_CONTACT_LAYOUT.feature]); // 1 2
 * ```
 */
export const MESH_CONTACT_LAYOUT = Object.freeze({
  sphere: MESH_CONTACT_SPHERE,
  facet: MESH_CONTACT_FACET,
  feature: MESH_CONTACT_FEATURE,
  featureId: MESH_CONTACT_FEATURE_ID,
  point: MESH_CONTACT_POINT,
  normal: MESH_CONTACT_NORMAL,
  distance: MESH_CONTACT_DISTANCE,
  stride: MESH_CONTACT_STRIDE,
});

/** Contacts of many spheres. Reuse the list: it grows when needed and is otherwise overwritten. */
export class MeshContactList {
  /** See MESH_CONTACT_LAYOUT; only the first `count` contacts mean something. */
  values = new Float64Array(64 * MESH_CONTACT_STRIDE);
  /** Sphere k has the contacts from `offsets[k]` to `offsets[k + 1]`, sorted by distance, then by facet. */
  offsets = new Int32Array(1);
  count = 0;
  /** Facets that spheres were tested with, and those that met one; summed over all spheres. */
  potentialCount = 0;
  meetingCount = 0;

  /** Empties the list and makes room for that many spheres. */
  begin(sphereCount: number): void {
    this.count = 0;
    this.potentialCount = 0;
    this.meetingCount = 0;
    if (this.offsets.length < sphereCount + 1) this.offsets = new Int32Array(sphereCount + 1);
    this.offsets[0] = 0;
  }

  /** Appends `count` contacts that begin at `address` in the kernel's memory. */
  append(address: number, count: number): void {
    const needed = MESH_CONTACT_STRIDE * (this.count + count);
    if (this.values.length < needed) {
      const larger = new Float64Array(Math.ceil(1.5 * needed));
      larger.set(this.values);
      this.values = larger;
    }
    // Without a view, which would be garbage at every step.
    const { values } = this;
    const to = MESH_CONTACT_STRIDE * this.count;
    for (let c = 0; c < MESH_CONTACT_STRIDE * count; c++) values[to + c] = F[address + c];
    this.count += count;
  }
}

function checkSpheres(spheres: Float64Array): void {
  if (!(spheres instanceof Float64Array) || spheres.length % SPHERE_STRIDE !== 0) {
    throw new InvalidOptionError('wrong-length', 'spheres: expected a Float64Array with x, y, z, radius in turn');
  }
  for (let i = 0; i < spheres.length; i++) {
    const value = spheres[i];
    const isRadius = i % SPHERE_STRIDE === 3;
    if (isRadius ? value >= SMALLEST_SIZE && value <= LARGEST_SIZE : Math.abs(value) <= LARGEST_COORDINATE) continue;
    const k = Math.floor(i / SPHERE_STRIDE);
    const expected = isRadius
      ? `a radius from ${SMALLEST_SIZE} to ${LARGEST_SIZE}`
      : `a finite coordinate of at most ${LARGEST_COORDINATE}`;
    throw new InvalidOptionError('out-of-range', `spheres[${i}]: expected ${expected} (sphere ${k}), got ${value}`);
  }
}

/** The mesh itself or its index; the index is made at the first query and kept with the mesh. */
export function indexOf(mesh: FacetMesh | MeshIndex): MeshIndex {
  return mesh instanceof MeshIndex ? mesh : meshIndex(mesh);
}

/**
 * Contacts of every sphere with the mesh, by the Double Hierarchy Method: to `into`, or to a new list.
 *
 * `spheres` has x, y, z and the radius of each in turn; world coordinates. Normals point from the mesh to the sphere,
 * distances are negative for overlap.
 *
 * @throws InvalidOptionError for numbers that are not finite, radii outside 1e-50 to 1e50 and options that do not
 * exist; InvalidPoseError for a pose that is none; MeshError unless `facetMesh` made the mesh.
 *
 * @example
 * ```ts
 * import { facetMesh, sphereMeshContacts } from 'scree/contact';
 *
 * const floor = facetMesh({ vertices: [[-1, -1, 0], [1, -1, 0], [0, 1, 0]], facets: [[0, 1, 2]] });
 * const spheres = Float64Array.of(0, 0, 0.09, 0.1, 0, 0, 5, 0.1);
 * console.log(sphereMeshContacts(floor, {}, spheres).count); // 1
 * ```
 */
export function sphereMeshContacts(
  mesh: FacetMesh | MeshIndex,
  poseOfMesh: PoseLike,
  spheres: Float64Array,
  options?: MeshContactOptions,
  into: MeshContactList = new MeshContactList(),
): MeshContactList {
  const index = indexOf(mesh);
  const placed = poseArgument(poseOfMesh, 'poseOfMesh');
  checkSpheres(spheres);
  const { numbers, kernel } = meshOptionsArgument(options);
  if (!(into instanceof MeshContactList)) {
    refuseArgument(InvalidOptionError, 'not-a-list', 'into', 'a MeshContactList', into);
  }
  answerSpheres(
    chosenKernel(SPHERE_MESH_TEXT, kernel),
    index,
    placed,
    spheres,
    spheres.length / SPHERE_STRIDE,
    numbers,
    into,
  );
  return into;
}

/**
 * The same for the first `count` spheres and without checks, for those who ask at every step: spheres and pose must be
 * finite, and the options those of `readMeshOptions`. `engine` must come from `chosenKernel` since the last query. With
 * `lists`, those of `listNearFacets`, only listed facets are looked at: all that a sphere can meet must be among them.
 */
export function answerSpheres(
  engine: typeof SPHERE_MESH_TEXT,
  index: MeshIndex,
  placed: Pose,
  spheres: Float64Array,
  count: number,
  options: ArrayLike<number>,
  into: MeshContactList,
  lists?: Int32Array,
): void {
  const address = index.settle();
  const buffers = meshQueryBuffers();
  F.set(options, buffers.options);
  writePose(buffers.pose, placed);
  into.begin(count);
  for (let from = 0; from < count; from += CHUNK_SPHERES) {
    const chunk = Math.min(CHUNK_SPHERES, count - from);
    for (let c = 0; c < SPHERE_STRIDE * chunk; c++) F[buffers.spheres + c] = spheres[SPHERE_STRIDE * from + c];
    for (let k = 0; lists !== undefined && k < chunk; k++) {
      const listed = LISTED_STRIDE * (from + k);
      const to = buffers.lists + LISTED_STRIDE * k;
      for (let c = 0; c === 0 || c <= lists[listed]; c++) I[to + c] = lists[listed + c];
    }
    answerChunk(engine, address, buffers, from, chunk, into, lists === undefined ? 0 : buffers.lists);
  }
  nameFeatures(index.mesh, into);
}

/** Runs the kernel until all spheres of the chunk are answered, with more room whenever one finds too little. */
function answerChunk(
  engine: typeof SPHERE_MESH_TEXT,
  mesh: number,
  at: MeshQueryBuffers,
  from: number,
  chunk: number,
  into: MeshContactList,
  lists: number,
): void {
  for (let done = 0; done < chunk; ) {
    const { work, pose, options, contacts, contactCapacity, ends } = at;
    const left = chunk - done;
    // biome-ignore format: one call without arrays of arguments
    const answered = engine.sphereMeshContacts(
      mesh, pose, at.spheres, done, left, options, work, contacts, contactCapacity, ends, lists,
    );
    const before = into.count;
    for (let k = 0; k < answered; k++) into.offsets[from + done + k + 1] = before + I[at.ends + k];
    into.append(at.contacts, answered === 0 ? 0 : I[at.ends + answered - 1]);
    for (let i = before; i < into.count; i++) {
      const sphere = MESH_CONTACT_STRIDE * i + MESH_CONTACT_SPHERE;
      into.values[sphere] = from + into.values[sphere];
    }
    into.potentialCount += F[work + WORK_SUMS];
    into.meetingCount += F[work + WORK_SUMS + 1];
    F.fill(0, work + WORK_SUMS, work + WORK_SUMS + 3);
    const needed = I[2 * work + WORK_NEEDED];
    if (needed > 0) at.growWork(2 * needed);
    else if (answered === 0) at.growContacts(2 * at.contactCapacity);
    done += answered;
  }
}

/**
 * The kernel names edges and vertices by their place in its copy of the facet; here they get the numbers that the mesh
 * has for them.
 */
function nameFeatures(mesh: FacetMesh, list: MeshContactList): void {
  const { facetOffsets, facetEdges, facetVertices } = mesh;
  const { values, count } = list;
  for (let at = 0; at < MESH_CONTACT_STRIDE * count; at += MESH_CONTACT_STRIDE) {
    const facet = values[at + MESH_CONTACT_FACET];
    const feature = values[at + MESH_CONTACT_FEATURE];
    if (feature === FEATURE_FACET) {
      values[at + MESH_CONTACT_FEATURE_ID] = facet;
      continue;
    }
    const begin = facetOffsets[facet];
    const corner = begin + leadingCorner(mesh, facet) + values[at + MESH_CONTACT_FEATURE_ID];
    const end = facetOffsets[facet + 1];
    const names = feature === FEATURE_EDGE ? facetEdges : facetVertices;
    values[at + MESH_CONTACT_FEATURE_ID] = names[corner < end ? corner : corner - (end - begin)];
  }
}
