// SPDX-License-Identifier: MIT
/** Converts a mesh to a solid that can be cut, or reports why it bounds none. */

import { MeshError } from '../../errors.ts';
import { roundLog2 } from '../../math/elementary.ts';
import { examineMesh } from '../doctor/examine.ts';
import type { FindingKind, MeshFinding } from '../doctor/mesh-report.ts';
import { findShells } from '../doctor/shells.ts';
import { parametersOf } from '../facet-list.ts';
import { type FacetMesh, type FacetMeshParameters, facetCountOf, facetMesh } from '../facet-mesh.ts';
import { scaleByPowerOfTwo } from '../prepared-points.ts';
import { dot } from './notches.ts';
import { type Part, type Plane, type Polygon, Solid } from './solid.ts';
import { isWithin, solidsOfShells } from './solids-from-shells.ts';

/**
 * Tolerance band relative to the extent: points this close to a plane are on it. Far above the rounding of intersection
 * points, far below the accuracy of drawings.
 */
const BAND = 2 ** -36;
/** Units in the last place that coordinates far from the origin are off a plane. */
const BAND_UNITS = 16 * 2 ** -52;

interface CuttableMesh {
  readonly solid: Solid;
  readonly parts: readonly Part[];
  /** Coordinates of the solid are those of the mesh times 2^-exponent. */
  readonly exponent: number;
}

const DEFECTS: readonly (readonly [kind: FindingKind, remedy: string])[] = [
  ['open-edge', 'close the holes'],
  ['duplicate-facet', 'remove the copies, as scree info --mend does'],
  ['non-manifold-edge', 'part the bodies that touch along an edge'],
  ['one-sided', 'make it two-sided'],
  ['flipped', 'turn them over, as scree info --mend does'],
  ['self-intersection', 'unite what overlaps'],
];

/**
 * Throws `MeshError`, whose code and message name the defect, unless the mesh is the closed surface of solids with
 * outward normals.
 */
export function cuttableMesh(parameters: FacetMeshParameters, path: string): CuttableMesh {
  const mesh = facetMesh(parameters, path, { weld: true });
  const report = examineMesh(parametersOf(mesh), path);
  for (const [kind, remedy] of DEFECTS) {
    const finding = report.findings.find((each) => each.kind === kind);
    if (finding !== undefined) throw defect(finding, path, remedy);
  }
  if (report.orientation === 'inward') {
    const message = `${path}: is inside out: its fronts look inward (volume ${-(report.volume ?? 0)}); turn all facets over`;
    throw new MeshError('inward', message);
  }
  return solidOf(mesh, path);
}

function defect({ kind, count, text, facets }: MeshFinding, path: string, remedy: string): MeshError {
  const where = `facet${facets.length > 1 ? 's' : ''} ${facets.subarray(0, 3).join(', ')}${facets.length > 3 ? ', ...' : ''}`;
  const message = `${path}: bounds no solid: ${count} ${text} (${where}); ${remedy}`;
  return new MeshError(kind, message, { path, count });
}

function solidOf(mesh: FacetMesh, path: string): CuttableMesh {
  const { vertices, facetOffsets, facetVertices, extent } = mesh;
  const exponent = roundLog2(extent);
  const coordinates = Array.from(vertices, (value) => scaleByPowerOfTwo(value, -exponent));
  const farthest = coordinates.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const solid = new Solid(coordinates, BAND + BAND_UNITS * farthest);
  const planes = planesOf(solid, mesh);
  const polygons = planes.map(
    (plane, f): Polygon => ({ loop: Array.from(facetVertices.subarray(facetOffsets[f], facetOffsets[f + 1])), plane }),
  );
  const { count, shellOfFacet } = findShells(mesh, mesh, new Uint8Array(polygons.length));
  const shells = Array.from({ length: count }, (_, shell) => polygons.filter((_, f) => shellOfFacet[f] === shell));
  const parts = solidsOfShells(solid, shells);
  if (parts === undefined) {
    const message = `${path}: is inside out in part: a shell looks inward and lies in no other; turn its facets over`;
    throw new MeshError('inward', message);
  }
  const outward = shells.filter((shell) => solid.volume(shell) > 0);
  if (outward.length > 1) {
    outward.forEach((shell, i) => {
      if (!outward.some((other, j) => j !== i && isNested(solid, shell, other, parts))) return;
      const message =
        `${path}: a shell lies inside another and looks outward too, so that the solid is there twice; turn its ` +
        'facets over for a cavity, or leave it out';
      throw new MeshError('nested', message);
    });
  }
  return { solid, parts, exponent };
}

/** True if it lies in another solid, and not in a cavity of it. */
function isNested(solid: Solid, shell: Part, other: Part, parts: readonly Part[]): boolean {
  const whole = parts.find((part) => part.includes(other[0])) ?? other;
  return isWithin(solid, shell, whole);
}

/** Per facet: its plane; coplanar neighbours share the plane of the lowest number. */
function planesOf(solid: Solid, mesh: FacetMesh): number[] {
  const { facetEdges, edgeFacetOffsets, edgeFacets, facetOffsets, facetVertices, facetNormals } = mesh;
  const numbers: number[] = [];
  for (let f = 0; f < facetCountOf(mesh); f++) {
    const loop = facetVertices.subarray(facetOffsets[f], facetOffsets[f + 1]);
    const normal = [facetNormals[3 * f], facetNormals[3 * f + 1], facetNormals[3 * f + 2]] as const;
    const shared = Array.from(facetEdges.subarray(facetOffsets[f], facetOffsets[f + 1]))
      .flatMap((e) => Array.from(edgeFacets.subarray(edgeFacetOffsets[e], edgeFacetOffsets[e + 1])))
      .filter((g) => g < f)
      .map((g) => numbers[g])
      .find((number) => isIn(solid, loop, normal, solid.planes[number]));
    numbers.push(shared ?? solid.addPlane({ normal, through: solid.point(loop[0]) }));
  }
  return numbers;
}

function isIn(solid: Solid, loop: Int32Array, normal: Plane['normal'], plane: Plane): boolean {
  const facing = dot(plane.normal, normal);
  return facing > 0 && loop.every((p) => Math.abs(solid.height(p, plane)) <= solid.band);
}
