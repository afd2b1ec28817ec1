// SPDX-License-Identifier: MIT
/** The results of spheres against meshes as Markdown. */

import { count, markdownTable, ratio } from './markdown-table.ts';
import type { MeshSetResult } from './mesh-benchmark.ts';
import { MESH_VARIANT_NAMES } from './mesh-variants.ts';

function timeOf({ variants }: MeshSetResult, name: string): number | undefined {
  return variants.find(({ variant }) => variant === name)?.nanoseconds;
}

function meetingCell({ variants }: MeshSetResult, name: string): string {
  return variants.find(({ variant }) => variant === name)?.meeting?.toFixed(3) ?? '-';
}

/** How the time of a variant grows to the last set from those before it. */
function growth(results: readonly MeshSetResult[], name: string): string[] {
  const last = results.at(-1);
  return results.slice(0, -1).map((each) => {
    return last === undefined ? '-' : ratio(timeOf(last, name), timeOf(each, name));
  });
}

/** One result a set: that with the fewest spheres, or that with the most. */
function oneOfEach(results: readonly MeshSetResult[], most: boolean): readonly MeshSetResult[] {
  const chosen = new Map<string, MeshSetResult>();
  for (const each of results) {
    const other = chosen.get(each.set);
    if (other === undefined || each.spheres > other.spheres === most) chosen.set(each.set, each);
  }
  return [...chosen.values()];
}

function growthTable(results: readonly MeshSetResult[], most: boolean): string[] {
  const chosen = oneOfEach(results, most);
  if (chosen.length < 2) return [];
  const spheres = most ? 'one sphere for five facets' : `${count(chosen[0]?.spheres ?? 0)} spheres`;
  return [
    markdownTable([
      [`growth to the largest, ${spheres}, from`, ...chosen.slice(0, -1).map(({ set }) => set)],
      ...MESH_VARIANT_NAMES.map((name) => [name, ...growth(chosen, name)]),
    ]),
    '',
  ];
}

export function meshSection(results: readonly MeshSetResult[]): string[] {
  if (results.length === 0) return [];
  const engines = new Set(results.flatMap(({ variants }) => variants.flatMap(({ engine }) => engine ?? [])));
  const missing = new Set(
    results.flatMap(({ variants }) =>
      variants.flatMap((each) => (each.missing ? `${each.variant}: ${each.missing}` : [])),
    ),
  );
  return [
    '## Spheres against meshes: ns per query',
    '',
    'Spheres of the size of the facets, two of three of them touching: as many for every mesh, and for the ' +
      'largest also one for five',
    'facets. Scree answers with the contacts of the Double',
    'Hierarchy; three-mesh-bvh collects the triangles within the radius and no more. Spheres are in the order ' +
      'of cells, as a simulation has',
    'them, or in `any order`, where each query waits for memory. `split` has the Fast Intersection Test before ' +
      'the hierarchy. `x bvh`: how many',
    'times as fast as three-mesh-bvh, in the order of cells and in any.',
    '',
    ...[...engines, ...missing].map((line) => `- ${line}`),
    ...(engines.size + missing.size > 0 ? [''] : []),
    markdownTable([
      ['set', 'facets', 'spheres', ...MESH_VARIANT_NAMES, 'queries/s', 'x bvh', 'x bvh, any order'],
      ...results.map((result) => {
        const wasm = timeOf(result, 'wasm');
        return [
          result.set,
          count(result.facets),
          count(result.spheres),
          ...MESH_VARIANT_NAMES.map((name) => timeOf(result, name)?.toFixed(0) ?? '-'),
          wasm === undefined ? '-' : count(Math.round(1e9 / wasm)),
          ratio(timeOf(result, 'three-mesh-bvh'), wasm),
          ratio(timeOf(result, 'three-mesh-bvh, any order'), timeOf(result, 'any order')),
        ];
      }),
    ]),
    '',
    ...growthTable(results, false),
    ...(results.length > oneOfEach(results, true).length ? growthTable(results, true) : []),
    markdownTable([
      ['facets met per sphere', 'wasm', 'three-mesh-bvh'],
      ...oneOfEach(results, true).map((result) => [
        result.set,
        meetingCell(result, 'wasm'),
        meetingCell(result, 'three-mesh-bvh'),
      ]),
    ]),
    '',
  ];
}
