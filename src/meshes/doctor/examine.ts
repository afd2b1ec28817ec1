// SPDX-License-Identifier: MIT
/** Examines a mesh: runs every check of the doctor once and collects the results in a report. */

import { requireKeys } from '../../errors/refused-argument.ts';
import { InvalidOptionError } from '../../errors.ts';
import { type FacetAdjacency, facetAdjacency } from '../facet-adjacency.ts';
import { FacetGeometry } from '../facet-geometry.ts';
import { type FacetList, type FacetMeshParameters, readFacetList } from '../facet-list.ts';
import { GrowingList } from '../integer-lists.ts';
import { cleanLoops, emptied } from './clean-loops.ts';
import { duplicateFacets } from './duplicate-facets.ts';
import { type FacetFlaws, facetFlaws } from './facet-flaws.ts';
import type { FindingKind, MeshFinding, MeshReport, Severity, ShellReport, UnitGuess } from './mesh-report.ts';
import { findNearVertices, type NearVertices } from './near-vertices.ts';
import { consistentOrientation } from './orientation.ts';
import { selfIntersections } from './self-intersections.ts';
import { findShells, type Shells } from './shells.ts';

const MOST_SHELLS = 100;

/**
 * Largest extent in metres. Hoppers, mills and chutes are a centimetre to a hundred metres long, so a larger extent
 * means millimetres.
 */
const LARGEST_MACHINE = 100;

/** What the examination of a mesh leaves out. */
export interface ExamineOptions {
  /** Skip the search for self-intersections, which takes most of the time. */
  readonly skipSelfIntersections?: boolean;
}

/**
 * Examines input of `facetMesh`, including facets that it would reject.
 *
 * @throws MeshError, naming the facet, for input without geometry: non-finite coordinates, vertices that do not exist,
 * facets with fewer than three vertices; InvalidOptionError for options that do not exist.
 *
 * @example
 * ```ts
 * import { examineMesh } from 'scree/contact';
 *
 * const report = examineMesh({ vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], facets: [[0, 1, 2]] });
 * console.log(report.isClosed); // false
 * ```
 */
export function examineMesh(parameters: FacetMeshParameters, path = 'mesh', options: ExamineOptions = {}): MeshReport {
  requireKeys(options, 'options', ['skipSelfIntersections'], InvalidOptionError);
  const { skipSelfIntersections = false } = options;
  const given = readFacetList(parameters, path);
  const loops = cleanLoops(given);
  const duplicates = duplicateFacets(loops);
  // Counted once, a doubled facet does not make its edges and neighbours look wrong too.
  const list = emptied(loops, duplicates.facets);
  const adjacency = facetAdjacency(list);
  const { flaws, sizes } = facetFlaws(given);
  const { min, max, extent } = bounds(given);
  const edges = edgesByFacetCount(adjacency);
  const { isFlipped, oneSidedEdges } = consistentOrientation(list, adjacency, areasOf(given));
  const flipped = numbersWhere(isFlipped);
  const near = findNearVertices(list, adjacency, edges.open, extent);
  const shells = findShells(list, adjacency, isFlipped);

  const findings = [
    ...flawFindings(flaws),
    finding('duplicate-facet', 'warning', duplicates.facets, 'facets given twice', true),
    finding('flipped', 'warning', flipped, 'facets with the front on the other side than their neighbours', true),
    edgeFinding('one-sided', 'warning', oneSidedEdges, adjacency, 'edges that make the surface one-sided'),
    edgeFinding('non-manifold-edge', 'warning', edges.shared, adjacency, 'edges with more than two facets'),
    nearFinding(near),
    ...(skipSelfIntersections ? [] : [intersectionFinding(list)]),
    edgeFinding('open-edge', 'note', edges.open, adjacency, 'edges with one facet, where the boundary ends'),
    finding('sliver', 'note', flaws.slivers, 'facets a thousand times longer than high', false),
    unreferencedFinding(given),
  ].filter(({ count, isComplete }) => count > 0 || !isComplete);

  return {
    ...sizes,
    vertexCount: given.vertices.length / 3,
    facetCount: given.facetOffsets.length - 1,
    edgeCount: adjacency.edgeFacetOffsets.length - 1,
    min,
    max,
    extent,
    unit: guessUnit(extent),
    ...shellSummary(shells),
    weldTolerance: near.weldTolerance,
    findings,
    isUsable: findings.every(({ severity }) => severity !== 'error'),
  };
}

function guessUnit(extent: number): UnitGuess {
  return extent > LARGEST_MACHINE ? { unit: 'millimetre', metres: 1e-3 } : { unit: 'metre', metres: 1 };
}

function flawFindings(flaws: FacetFlaws): MeshFinding[] {
  return [
    finding('repeated-vertex', 'error', flaws.repeatedVertex, 'facets with two corners in one place', true),
    finding('no-area', 'error', flaws.noArea, 'facets without area', true),
    finding('not-flat', 'error', flaws.notFlat, 'facets that are not flat', true),
    finding('not-convex', 'error', flaws.notConvex, 'facets that are not convex', true),
  ];
}

function finding(
  kind: FindingKind,
  severity: Severity,
  facets: Int32Array,
  text: string,
  canMend: boolean,
): MeshFinding {
  const none = new Int32Array(0);
  return { kind, severity, count: facets.length, isComplete: true, text, canMend, facets, vertices: none };
}

function edgeFinding(
  kind: FindingKind,
  severity: Severity,
  edges: Int32Array,
  { edgeVertices, edgeFacetOffsets, edgeFacets }: FacetAdjacency,
  text: string,
): MeshFinding {
  const facets = new GrowingList();
  const vertices = new GrowingList();
  for (const e of edges) {
    for (let at = edgeFacetOffsets[e]; at < edgeFacetOffsets[e + 1]; at++) {
      facets.push(edgeFacets[at]);
    }
    vertices.push(edgeVertices[2 * e]);
    vertices.push(edgeVertices[2 * e + 1]);
  }
  const base = finding(kind, severity, facets.toArray(), text, false);
  return { ...base, count: edges.length, vertices: vertices.toArray() };
}

function nearFinding({ vertices, weldTolerance = 0, closedEdgeCount }: NearVertices): MeshFinding {
  const how = weldTolerance === 0 ? 'in the place of another' : `within ${weldTolerance.toPrecision(3)} of another`;
  const text = `vertices at open edges ${how}: welding closes ${closedEdgeCount} edges`;
  const base = finding('near-vertex', 'warning', new Int32Array(0), text, true);
  return { ...base, count: vertices.length, vertices };
}

function intersectionFinding(list: FacetList): MeshFinding {
  const { pairs, isComplete } = selfIntersections(list);
  const base = finding('self-intersection', 'warning', pairs, 'pairs of facets that pass through each other', false);
  const text = isComplete ? base.text : `${base.text}; the search ended before all were found`;
  return { ...base, count: pairs.length / 2, isComplete, text };
}

function unreferencedFinding({ vertices, facetVertices }: FacetList): MeshFinding {
  const isFree = new Uint8Array(vertices.length / 3).fill(1);
  for (let i = 0; i < facetVertices.length; i++) isFree[facetVertices[i]] = 0;
  const free = numbersWhere(isFree);
  const base = finding('unreferenced-vertex', 'note', new Int32Array(0), 'vertices without a facet', true);
  return { ...base, count: free.length, vertices: free };
}

function numbersWhere(flags: Uint8Array): Int32Array {
  const numbers = new GrowingList();
  for (let i = 0; i < flags.length; i++) if (flags[i] === 1) numbers.push(i);
  return numbers.toArray();
}

function edgesByFacetCount({ edgeFacetOffsets }: FacetAdjacency): { open: Int32Array; shared: Int32Array } {
  const open = new GrowingList();
  const shared = new GrowingList();
  for (let e = 0; e + 1 < edgeFacetOffsets.length; e++) {
    const count = edgeFacetOffsets[e + 1] - edgeFacetOffsets[e];
    if (count === 1) open.push(e);
    if (count > 2) shared.push(e);
  }
  return { open: open.toArray(), shared: shared.toArray() };
}

/** Areas of the facets as given. */
export function areasOf(list: FacetList): Float64Array {
  const geometry = new FacetGeometry(list);
  const areas = new Float64Array(list.facetOffsets.length - 1);
  for (let f = 0; f < areas.length; f++) {
    geometry.measure(f);
    areas[f] = geometry.area;
  }
  return areas;
}

function bounds({ vertices, facetVertices }: FacetList): Pick<MeshReport, 'min' | 'max' | 'extent'> {
  const low = [0, 1, 2].map(() => Number.POSITIVE_INFINITY);
  const high = [0, 1, 2].map(() => Number.NEGATIVE_INFINITY);
  for (let i = 0; i < facetVertices.length; i++) {
    const v = 3 * facetVertices[i];
    for (let k = 0; k < 3; k++) {
      const x = vertices[v + k];
      if (x < low[k]) low[k] = x;
      if (x > high[k]) high[k] = x;
    }
  }
  const [x = 0, y = 0, z = 0] = low;
  const [X = 0, Y = 0, Z = 0] = high;
  return { min: { x, y, z }, max: { x: X, y: Y, z: Z }, extent: Math.max(X - x, Y - y, Z - z) };
}

function shellSummary(
  shells: Shells,
): Pick<MeshReport, 'shellCount' | 'shells' | 'isClosed' | 'orientation' | 'volume'> {
  const { count, shellOfFacet, facetCounts, isClosed, volumes } = shells;
  const firstFacets = new Int32Array(count).fill(-1);
  for (let f = 0; f < shellOfFacet.length; f++) {
    const shell = shellOfFacet[f];
    if (shell >= 0 && firstFacets[shell] === -1) firstFacets[shell] = f;
  }
  const order = Array.from(facetCounts.keys()).sort((s, t) => facetCounts[t] - facetCounts[s] || s - t);
  const reports = order.slice(0, MOST_SHELLS).map((shell): ShellReport => {
    const volume = volumes[shell];
    const closed = isClosed[shell] === 1;
    return {
      firstFacet: firstFacets[shell],
      facetCount: facetCounts[shell],
      isClosed: closed,
      orientation: closed ? (volume >= 0 ? 'outward' : 'inward') : undefined,
      volume: closed ? Math.abs(volume) : undefined,
    };
  });
  const allClosed = count > 0 && isClosed.every((flag) => flag === 1);
  const isOutward = volumes.every((volume) => volume >= 0);
  const isInward = volumes.every((volume) => volume < 0);
  return {
    shellCount: count,
    shells: reports,
    isClosed: allClosed,
    orientation: allClosed ? (isOutward ? 'outward' : isInward ? 'inward' : 'mixed') : undefined,
    volume: allClosed ? Math.abs(volumes.reduce((sum, volume) => sum + volume, 0)) : undefined,
  };
}
