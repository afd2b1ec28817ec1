// SPDX-License-Identifier: MIT
/**
 * Polyhedra against one mesh by their pressure fields (src/kernel/pressure-field/mesh-field-kernel.ts): one touch for
 * each group of facets that a body presses. The touches remember the side of the mesh that the body came from.
 */

import { F as K, I as KI } from '../../kernel/memory.ts';
import * as query from '../../kernel/mesh/boundary-layout.ts';
import { FEATURE_FACET } from '../../kernel/mesh/mesh-layout.ts';
import * as at from '../../kernel/pressure-field/mesh-field-layout.ts';
import { sin } from '../../math/circular.ts';
import type { Vector3 } from '../../math/vector.ts';
import { meshSheets } from '../../meshes/mesh-sheets.ts';
import { bodyMeshQuery } from '../../narrow-phase/double-hierarchy/body-mesh-query.ts';
import { newBodyRecord } from '../../narrow-phase/double-hierarchy/body-record.ts';
import { boundaryPatches } from '../../narrow-phase/double-hierarchy/boundary-patches.ts';
import { type KernelBoundary, kernelBoundary } from '../../narrow-phase/double-hierarchy/kernel-boundary.ts';
import { indexOf } from '../../narrow-phase/double-hierarchy/sphere-batch.ts';
import { type KernelName, writePose } from '../../narrow-phase/kernel-query.ts';
import {
  groupOf,
  KernelSheets,
  meshFieldQuery,
  runMeshField,
  settleField,
} from '../../narrow-phase/patch/mesh-field-query.ts';
import { evictCopyOf } from '../../neighbours/kernel-mesh-copies.ts';
import type { MeshIndex } from '../../neighbours/mesh-bins.ts';
import type { OwnedCells } from '../../shapes/kernel-memory/owned-cells.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import { BodyMeshHistory } from './body-mesh-history.ts';
import { contactKernel } from './contact-kernel.ts';
import { ConvexShapes, type ConvexSpec } from './convex-shapes.ts';
import { type FinderMesh, FLAT_ANGLE } from './mesh-finder.ts';
import { MeshImages } from './mesh-images.ts';
import { NearFacetRecords } from './near-facet-records.ts';
import { NearMesh, newPose, readPose } from './near-mesh.ts';
import { writePressure } from './pressure-finder.ts';
import type { TouchFinder } from './touch-finder.ts';
import { fieldOnMesh } from './touch-materials.ts';
import type { TouchWriter } from './touch-writer.ts';

export class FieldMeshFinder implements TouchFinder {
  readonly #owned: OwnedCells;
  readonly #number: number;
  readonly #images: MeshImages;
  readonly #shifts: readonly Vector3[];
  readonly #index: MeshIndex;
  readonly #boundary: KernelBoundary;
  readonly #sheets: KernelSheets;
  /** Per facet of the mesh with its images: its sheet. */
  readonly #sheetOfFacet: Int32Array;
  readonly #oneSided: boolean;
  readonly #kernel: KernelName | undefined;
  readonly #shapes: ConvexShapes;
  readonly #near: NearMesh;
  readonly #history: BodyMeshHistory;
  readonly #nearFacets: NearFacetRecords;
  readonly #pose = newPose();
  /** Address of the query in the kernel's memory. */
  readonly #query = bodyMeshQuery();
  /** Per part: address of the record of its shape (body-record.ts); 0 before the first query. */
  readonly #records: Int32Array;
  /** Size of the body over that of its shape, and radius of the ball of its volume: no numbers on the heap. */
  readonly #sizes = new Float64Array(2);

  /** `number` is that of the mesh in the spec. */
  constructor(
    number: number,
    { mesh, oneSided, shifts, ownShifts }: FinderMesh,
    spec: ConvexSpec,
    cells: OwnedCells,
    kernel?: KernelName,
  ) {
    this.#owned = cells;
    this.#nearFacets = new NearFacetRecords(cells);
    this.#number = number;
    const images = new MeshImages(mesh, ownShifts, oneSided);
    this.#images = images;
    this.#shifts = shifts;
    this.#index = indexOf(images.mesh);
    this.#boundary = kernelBoundary(boundaryPatches(images.mesh, sin(FLAT_ANGLE)));
    this.#sheetOfFacet = meshSheets(images.mesh).sheetOfFacet;
    // All images of a facet have the same region, and so have those of a side.
    const alone = meshSheets(images.alone);
    this.#sheets = new KernelSheets(images.mesh, {
      regionOfFacet: this.#sheetOfFacet.map((_, facet) => alone.regionOfFacet[images.facetOf(facet)]),
      rimRegionOfCorner: images.mesh.facetVertices.map(
        (_, corner) => alone.rimRegionOfCorner[corner % alone.rimRegionOfCorner.length],
      ),
    });
    this.#records = new Int32Array(spec.parts.reduce((sum, parts) => sum + parts.length, 0));
    this.#oneSided = oneSided;
    this.#kernel = kernel;
    this.#shapes = new ConvexShapes({ parts: spec.parts, halfSpaces: 0 }, cells);
    this.#near = new NearMesh({ mesh: number, index: this.#index, elements: 'others', oneSided, kernel });
    this.#history = new BodyMeshHistory(number);
  }

  free(): void {
    evictCopyOf(this.#index);
    evictCopyOf(this.#sheets);
    this.#boundary.evict();
  }

  find(block: number, writer: TouchWriter): void {
    const count = this.#near.countIn(block, writer);
    if (count === 0) return;
    const { F, I, firstElement } = writer;
    settleField(this.#index, this.#boundary, this.#sheets);
    this.#shapes.refresh(F, I);
    readPose(F, I[layout.MESH] + layout.MESH_STRIDE * this.#number + layout.MESH_POSITION, this.#pose);
    writePose(this.#query + query.QUERY_MESH_POSE, this.#pose);
    for (let k = 0; k < count; k++) {
      if (this.#near.isClear(k, writer)) continue;
      const element = this.#near.elements[firstElement + k];
      const part = this.#shapes.partOf(I, element);
      const stiffness = fieldOnMesh(F, I, element, this.#number);
      if (stiffness === 0 || !this.#shapes.hasField(part)) continue;
      const near = this.#nearFacets.recordOf(firstElement + k, I[layout.SORT_COUNT], this.#near.elements.length);
      this.#findContacts(writer, element, part, near, stiffness);
    }
  }

  #findContacts(writer: TouchWriter, element: number, part: number, near: number, stiffness: number): void {
    const { F, I } = writer;
    const q = this.#query;
    const factor = this.#shapes.factorOf(F, I, element, part);
    this.#sizes[0] = factor;
    this.#sizes[1] = factor * this.#shapes.radiusOf(part);
    this.#shapes.writeElementPose(q + query.QUERY_WORLD_POSE, part, F, I, element);
    K[q + query.QUERY_REACH] = 0;
    K[q + query.QUERY_FACTOR] = factor;
    if (this.#records[part] === 0) this.#records[part] = newBodyRecord(this.#shapes.solidOf(part), this.#owned);
    KI[2 * q + query.QUERY_SHAPE] = this.#records[part];
    KI[2 * q + query.QUERY_BODY] = this.#shapes.solidBlockOf(part, factor, 0);
    KI[2 * q + query.QUERY_NEAR] = near;
    writer.open(element);
    this.#history.begin();
    this.#writeKnown(writer);
    const found = runMeshField(contactKernel(this.#kernel), this.#boundary);
    for (let k = 0; k < found; k++) this.#write(writer, groupOf(k), stiffness);
    this.#history.matchRest(writer, this.#sizes);
    for (let k = 0; k < found; k++) this.#markPassing(writer, k);
  }

  /** The sides of the sheets that the open element touched in the last step, to the query. */
  #writeKnown(writer: TouchWriter): void {
    const { I } = writer;
    const field = meshFieldQuery();
    let count = 0;
    for (let old = writer.oldFrom; old < writer.oldTo; old++) {
      const touch = 2 * writer.oldAddress(old);
      const name = I[touch + layout.TOUCH_PARTNER_KEY];
      const isPassing = (I[touch + layout.TOUCH_FLAGS] & layout.PASSING) !== 0;
      // The sheet of the same facet in every image: the body may have gone through a period.
      for (let image = 0; image < this.#shifts.length && count < at.KNOWN_MOST; image++) {
        const sheet = this.#sheetOfFacet[this.#images.inImage(name >> 2, image)];
        if (this.#isWritten(field, sheet, count)) continue;
        const entry = 2 * (field + at.MESH_FIELD_KNOWN) + at.KNOWN_STRIDE * count;
        KI[entry + at.KNOWN_SHEET] = sheet;
        KI[entry + at.KNOWN_SIDE] = (name & 1) === 0 ? 1 : -1;
        KI[entry + at.KNOWN_PASSING] = isPassing ? 1 : 0;
        KI[entry + at.KNOWN_BARE] = (name >> 1) & 1;
        count++;
      }
    }
    KI[2 * field + at.MESH_FIELD_KNOWN_COUNT] = count;
    KI[2 * field + at.MESH_FIELD_HAS_PAST] = 1;
    KI[2 * field + at.MESH_FIELD_ONE_SIDED] = this.#oneSided ? 1 : 0;
  }

  #isWritten(field: number, sheet: number, count: number): boolean {
    for (let k = 0; k < count; k++) {
      if (KI[2 * (field + at.MESH_FIELD_KNOWN) + at.KNOWN_STRIDE * k + at.KNOWN_SHEET] === sheet) return true;
    }
    return false;
  }

  #write(writer: TouchWriter, group: number, stiffness: number): void {
    const { F, I } = writer;
    const first = writer.openCount;
    const facet = KI[2 * group + at.GROUP_FACET];
    const sheet = KI[2 * group + at.GROUP_SHEET];
    const side = sheet & 1;
    const key = 3 * (2 * KI[2 * group + at.GROUP_REGION] + side) + FEATURE_FACET;
    // Facet of the sheet, whether the contact is without skirts, side.
    const name = 4 * this.#images.facetOf(sheet >> 1) + 2 * KI[2 * group + at.GROUP_BARE] + side;
    const touch = writer.append(layout.TOUCH_MESH, this.#number, this.#images.facetOf(facet), key, name);
    const shift = this.#shifts[this.#images.imageOf(facet)];
    F[touch + layout.TOUCH_SHIFT] = shift.x;
    F[touch + layout.TOUCH_SHIFT + 1] = shift.y;
    F[touch + layout.TOUCH_SHIFT + 2] = shift.z;
    writePressure(F, touch, stiffness, group + at.GROUP_RESULT);
    for (let c = 0; c < 3; c++) F[touch + layout.TOUCH_OWN_POINT + c] = K[group + at.GROUP_OWN_POINT + c];
    I[2 * touch + layout.TOUCH_FLAGS] = I[2 * touch + layout.TOUCH_FLAGS] | layout.GIVEN;
    this.#history.inheritFace(writer, first, key);
  }

  /** A body that passes a one-sided sheet from behind does so without a force until it is free of it. */
  #markPassing(writer: TouchWriter, k: number): void {
    const flags = 2 * writer.addressOf(k) + layout.TOUCH_FLAGS;
    if (KI[2 * groupOf(k) + at.GROUP_PASSING] !== 0) writer.I[flags] = writer.I[flags] | layout.PASSING;
  }
}
