// SPDX-License-Identifier: MIT
/** Defects of a mesh and their repairs, as lines of text and as plain values for JSON. */
import { toTriple } from '../../math/vector.ts';
import type { MeshChanges, MeshFinding, MeshReport } from '../../meshes/mesh-doctor.ts';

/** Numbers listed in a line, and in JSON. */
const LISTED_IN_TEXT = 8;
const LISTED_IN_JSON = 1000;

/** Six digits are enough to read. */
function short(value: number): string {
  return String(Number(value.toPrecision(6)));
}

function range(low: number, high: number): string {
  return low === high ? short(low) : `${short(low)} to ${short(high)}`;
}

function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** A few numbers in words, each once: `facets 3, 17, 20 and 5 more`. */
function listed(numbers: Int32Array, one: string, many: string): string {
  const distinct = [...new Set(numbers)];
  if (distinct.length === 0) return '';
  const shown = distinct.slice(0, LISTED_IN_TEXT).join(', ');
  const rest = distinct.length - LISTED_IN_TEXT;
  return `${distinct.length === 1 ? one : many} ${shown}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function cornersText({ facetCount, triangleCount, quadCount, polygonCount }: MeshReport): string {
  const kinds = [
    ...(triangleCount > 0 ? [plural(triangleCount, 'triangle')] : []),
    ...(quadCount > 0 ? [plural(quadCount, 'quad')] : []),
    ...(polygonCount > 0 ? [`${polygonCount} with more corners`] : []),
  ];
  return `${facetCount} (${kinds.join(', ')})`;
}

function unitText({ extent, unit }: MeshReport): string {
  const longest = `the longest side is then ${short(extent * unit.metres)} m`;
  return unit.unit === 'metre' ? `metre, probably; ${longest}` : `millimetre, probably; ${longest}; scale it by 0.001`;
}

function shellText({ shellCount, shells, isClosed, orientation }: MeshReport): string {
  const closedCount = shells.filter((shell) => shell.isClosed).length;
  const state = isClosed
    ? 'closed'
    : closedCount === 0
      ? 'open'
      : `${closedCount} of the largest ${shells.length} closed`;
  const front =
    orientation === undefined ? '' : orientation === 'mixed' ? ', fronts in and out' : `, front ${orientation}`;
  return `${shellCount}, ${state}${front}`;
}

/** How bad, how many, what, whether it can be mended, where. */
function findingCells(finding: MeshFinding): string[] {
  const { severity, count, isComplete, text, canMend, facets, vertices } = finding;
  const where = facets.length > 0 ? listed(facets, 'facet', 'facets') : listed(vertices, 'vertex', 'vertices');
  return [severity, isComplete ? `${count}` : `${count}+`, text, canMend ? 'can be mended' : '', where];
}

/** Columns as wide as they must be, numbers to the right. */
function table(rows: readonly string[][]): string[] {
  const widths = [0, 1, 2, 3].map((k) => Math.max(...rows.map((row) => row[k].length)));
  return rows.map((row) =>
    row
      .map((cell, k) => (k === 1 ? cell.padStart(widths[k]) : cell.padEnd(widths[k] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

/** The report as lines. */
export function reportText(file: string, report: MeshReport, warnings: readonly string[]): string {
  const size = toTriple(report.max).map((high, k) => high - toTriple(report.min)[k]);
  const rows: [string, string][] = [
    ['facets', cornersText(report)],
    ['vertices', `${report.vertexCount}`],
    ['edges', `${report.edgeCount}, length ${range(report.shortestEdge, report.longestEdge)}`],
    ['size', size.map(short).join(' x ')],
    ['from', `(${toTriple(report.min).map(short).join(', ')}) to (${toTriple(report.max).map(short).join(', ')})`],
    ['unit', unitText(report)],
    ['area', `${short(report.totalArea)}, a facet ${range(report.smallestArea, report.largestArea)}`],
    ['shells', shellText(report)],
    ...(report.volume === undefined ? [] : [['volume', short(report.volume)] as [string, string]]),
  ];
  const lines = [file, ...rows.map(([name, value]) => `  ${name.padEnd(9)} ${value}`), ''];
  for (const warning of warnings) lines.push(`reader   ${warning}`);
  if (report.findings.length === 0) lines.push('nothing found');
  else lines.push(...table(report.findings.map(findingCells)));
  lines.push(
    '',
    `${verdict(report)}${report.findings.length > 0 ? ' Numbers count from 0, in the order of the file.' : ''}`,
  );
  return `${lines.join('\n')}\n`;
}

function verdict({ isUsable, findings }: MeshReport): string {
  if (!isUsable) return 'Cannot be used as it is.';
  return findings.some(({ severity }) => severity === 'warning') ? 'Can be used, with care.' : 'Can be used.';
}

/** What mending did, as lines. */
export function changesText(file: string, changes: MeshChanges): string {
  const { weldedVertexCount, weldTolerance, removedFacets, duplicateFacets, cutFacets, flippedFacets } = changes;
  const tolerance = weldTolerance === undefined || weldTolerance === 0 ? '' : ` within ${short(weldTolerance)}`;
  const done = [
    ...(weldedVertexCount > 0 ? [`welded ${plural(weldedVertexCount, 'vertex', 'vertices')}${tolerance}`] : []),
    ...facetChange('removed, without area', removedFacets),
    ...facetChange('removed, given twice', duplicateFacets),
    ...facetChange('cut into triangles', cutFacets),
    ...facetChange('turned over', flippedFacets),
    ...(changes.removedVertexCount > 0
      ? [`forgot ${plural(changes.removedVertexCount, 'unused vertex', 'unused vertices')}`]
      : []),
  ];
  const lines = done.length === 0 ? ['nothing to mend'] : done;
  return `\nmended to ${file}\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

function facetChange(what: string, facets: Int32Array): string[] {
  return facets.length === 0 ? [] : [`${what}: ${listed(facets, 'facet', 'facets')}`];
}

/** The report as JSON: lists of numbers are truncated after a thousand; undefined becomes null. */
export function reportJson(file: string, report: MeshReport, warnings: readonly string[]): Record<string, unknown> {
  const { min, max, shells, findings, volume = null, orientation = null, weldTolerance = null, ...rest } = report;
  return {
    file,
    warnings,
    ...rest,
    min: toTriple(min),
    max: toTriple(max),
    orientation,
    volume,
    weldTolerance,
    shells: shells.map((shell) => ({ ...shell, orientation: shell.orientation ?? null, volume: shell.volume ?? null })),
    findings: findings.map((finding) => ({
      ...finding,
      facets: [...finding.facets.subarray(0, LISTED_IN_JSON)],
      vertices: [...finding.vertices.subarray(0, LISTED_IN_JSON)],
    })),
  };
}

export function changesJson(file: string, changes: MeshChanges): Record<string, unknown> {
  const list = (numbers: Int32Array): number[] => [...numbers.subarray(0, LISTED_IN_JSON)];
  return {
    file,
    weldedVertexCount: changes.weldedVertexCount,
    weldTolerance: changes.weldTolerance ?? null,
    removedFacets: list(changes.removedFacets),
    duplicateFacets: list(changes.duplicateFacets),
    cutFacets: list(changes.cutFacets),
    flippedFacets: list(changes.flippedFacets),
    removedVertexCount: changes.removedVertexCount,
  };
}
