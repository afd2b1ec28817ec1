// SPDX-License-Identifier: MIT
/**
 * Elastic contacts of a polyhedron with a mesh, whose energy is that of the body's pressure field behind the mesh
 * (docs/theory/pressure-field-law.md#meshes). The contact law `pressure-field` uses the same query.
 */

import { refuseArgument } from '../../errors/refused-argument.ts';
import { InvalidOptionError, UnsupportedPairError } from '../../errors.ts';
import { typescriptKernel } from '../../kernel/kernel.ts';
import { F, I } from '../../kernel/memory.ts';
import * as query from '../../kernel/mesh/boundary-layout.ts';
import * as at from '../../kernel/pressure-field/mesh-field-layout.ts';
import { type PoseLike, poseArgument } from '../../math/pose.ts';
import type { FacetMesh } from '../../meshes/facet-mesh.ts';
import type { MeshIndex } from '../../neighbours/mesh-bins.ts';
import { kernelBlock } from '../../shapes/kernel-memory/kernel-block.ts';
import { type ConvexShape, requireShape } from '../../shapes/shape.ts';
import { chosenKernel } from '../contact.ts';
import { bodyMeshQuery } from '../double-hierarchy/body-mesh-query.ts';
import { bodyRecord } from '../double-hierarchy/body-record.ts';
import { boundaryPatches } from '../double-hierarchy/boundary-patches.ts';
import { kernelBoundary } from '../double-hierarchy/kernel-boundary.ts';
import { indexOf } from '../double-hierarchy/sphere-batch.ts';
import { type KernelName, writePose } from '../kernel-query.ts';
import { optionsArgument } from '../query-options.ts';
import { groupOf, KernelSheets, meshFieldQuery, runMeshField, settleField } from './mesh-field-query.ts';
import { type PressureField, readPressure } from './pressure-field.ts';

/** The part of a contact on facets whose normals are alike, or that bulge towards the body. B is the mesh. */
export interface MeshPressureField extends PressureField {
  /** The facet with the largest pressure. */
  readonly facet: number;
  /** Side of the mesh on which the body is. */
  readonly side: 'front' | 'back';
}

/** Options of `meshPressureFields`. */
export interface MeshPressureOptions {
  readonly kernel?: KernelName;
  /** Side of the mesh from which the body came; by default the side on which more of it is. */
  readonly side?: 'front' | 'back';
}

const OPTIONS = ['kernel', 'side'] as const;

/** Facets flatter than this, a sine, are one face of the boundary; it changes no answer of this query. */
const COPLANAR_SINE = 1e-3;

const sheetsOf = new WeakMap<MeshIndex, KernelSheets>();

/**
 * Contacts of a polyhedron or box with a mesh by the body's pressure field, for a stiffness of 1 N/m3; none when they
 * are apart. Energies add up, and so do forces. World coordinates.
 *
 * @throws UnsupportedPairError for other bodies; InvalidShapeError, InvalidPoseError or InvalidOptionError for
 * arguments that are none of these.
 *
 * @example
 * ```ts
 * import { box, facetMesh, meshPressureFields } from 'scree/contact';
 *
 * const floor = facetMesh({ vertices: [[-5, -5, 0], [5, -5, 0], [0, 5, 0]], facets: [[0, 1, 2]] });
 * const brick = box({ halfExtents: [0.1, 0.1, 0.1] });
 * const [field] = meshPressureFields(floor, {}, brick, { position: [0, 0, 0.099] });
 * console.log(field !== undefined && field.energy > 0); // true
 * ```
 */
export function meshPressureFields(
  mesh: FacetMesh | MeshIndex,
  poseOfMesh: PoseLike,
  body: ConvexShape,
  poseOfBody: PoseLike,
  options?: MeshPressureOptions,
): MeshPressureField[] {
  const index = indexOf(mesh);
  requireShape(body, 'body');
  const placedMesh = poseArgument(poseOfMesh, 'poseOfMesh');
  const placedBody = poseArgument(poseOfBody, 'poseOfBody');
  const { kernel, side } = optionsArgument(options, OPTIONS);
  const engine = chosenKernel(typescriptKernel, kernel);
  const came = sideArgument(side);
  if (body.kind !== 'polyhedron' && body.kind !== 'box') {
    throw new UnsupportedPairError(
      'unsupported-pair',
      `meshPressureFields: ${body.kind} against a mesh is not supported; polyhedra and boxes are`,
    );
  }
  const boundary = kernelBoundary(boundaryPatches(index.mesh, COPLANAR_SINE));
  const sheets = sheetsOf.get(index) ?? new KernelSheets(index.mesh);
  sheetsOf.set(index, sheets);
  settleField(index, boundary, sheets);
  const q = bodyMeshQuery();
  const field = meshFieldQuery();
  writePose(q + query.QUERY_MESH_POSE, placedMesh);
  writePose(q + query.QUERY_WORLD_POSE, placedBody);
  F[q + query.QUERY_REACH] = 0;
  F[q + query.QUERY_FACTOR] = 1;
  I[2 * q + query.QUERY_NEAR] = 0;
  I[2 * q + query.QUERY_SHAPE] = bodyRecord(body);
  I[2 * q + query.QUERY_BODY] = kernelBlock(body);
  I[2 * field + at.MESH_FIELD_ONE_SIDED] = 0;
  writeSides(field, came, sheets.names);
  const count = runMeshField(engine, boundary);
  return Array.from({ length: count }, (_, k) => {
    const group = groupOf(k);
    return {
      ...readPressure(group + at.GROUP_RESULT),
      facet: I[2 * group + at.GROUP_FACET],
      side: (I[2 * group + at.GROUP_SHEET] & 1) === 0 ? 'front' : 'back',
    };
  });
}

function sideArgument(side: unknown): MeshPressureOptions['side'] {
  if (side === undefined || side === 'front' || side === 'back') return side;
  return refuseArgument(InvalidOptionError, 'unknown-side', 'options.side', 'front or back', side);
}

function writeSides(field: number, side: MeshPressureOptions['side'], sheets: readonly number[]): void {
  const known = side === undefined ? [] : sheets.slice(0, at.KNOWN_MOST);
  known.forEach((sheet, k) => {
    const entry = 2 * (field + at.MESH_FIELD_KNOWN) + at.KNOWN_STRIDE * k;
    I[entry + at.KNOWN_SHEET] = sheet;
    I[entry + at.KNOWN_SIDE] = side === 'back' ? -1 : 1;
    I[entry + at.KNOWN_PASSING] = 0;
    I[entry + at.KNOWN_BARE] = 0;
  });
  I[2 * field + at.MESH_FIELD_KNOWN_COUNT] = known.length;
  I[2 * field + at.MESH_FIELD_HAS_PAST] = 0;
}
