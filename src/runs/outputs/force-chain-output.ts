// SPDX-License-Identifier: MIT
/**
 * Writes the force chains of a run: lines for ParaView (`force-chains.pvd`) and a table with one row for each body of a
 * chain.
 */
import { chainPoints, type ForceChains, forceChains } from '../../analysis/force-chains.ts';
import type { GranularState } from '../../analysis/granular-state.ts';
import { analysisRegion } from '../../analysis/region.ts';
import { vtkPolyData } from '../../io/vtk/vtk-poly-data.ts';
import type { Scene } from '../../scene/scene.ts';
import { type Output, type OutputTarget, outputSchedule } from './output.ts';
import { type Row, RowsOutput } from './rows-output.ts';
import type { Snapshot } from './snapshot.ts';
import { VtkOutput } from './vtk-output.ts';

/** Also the folder of the numbered files. */
export const FORCE_CHAINS = 'force-chains';

/** Chains are numbered at each output time; positions count from the first body of a chain. Stress in Pa. */
export const CHAIN_HEADINGS = ['chain', 'place', 'id', 'x', 'y', 'z', 'stress'] as const;

export function chainRows(state: GranularState, { chains, magnitude }: ForceChains): Row[] {
  return chains.flatMap((chain, number) => {
    const points = chainPoints(state, chain);
    return chain.map((row, target) => [
      number,
      target,
      state.bodies.ids[row],
      ...points.subarray(3 * target, 3 * target + 3),
      magnitude[row],
    ]);
  });
}

/** A line for each chain, with the stress of the bodies along it. */
export function vtkChains(state: GranularState, { chains, magnitude }: ForceChains): Uint8Array {
  const rows = chains.flat();
  const offsets = new Int32Array(chains.length + 1);
  chains.forEach((chain, k) => {
    offsets[k + 1] = offsets[k] + chain.length;
  });
  return vtkPolyData({
    points: Float64Array.from(chains.flatMap((chain) => [...chainPoints(state, chain)])),
    lines: { offsets, connectivity: Int32Array.from(rows, (_, k) => k) },
    pointData: [
      { name: 'id', components: 1, values: Int32Array.from(rows, (row) => state.bodies.ids[row]) },
      { name: 'stress', components: 1, values: Float64Array.from(rows, (row) => magnitude[row]) },
    ],
    cellData: [
      { name: 'chain', components: 1, values: Int32Array.from(chains, (_, k) => k) },
      { name: 'length', components: 1, values: Int32Array.from(chains, ({ length }) => length) },
    ],
    fieldData: [{ name: 'TimeValue', components: 1, values: Float64Array.of(state.time) }],
  });
}

/** Files for the user to open, by name in the run folder. */
export function forceChainNames({ outputs: { analysis } }: Scene): string[] {
  return analysis.forceChains === undefined ? [] : [`${FORCE_CHAINS}.csv`, `${FORCE_CHAINS}.pvd`];
}

export function forceChainOutputs(scene: Scene, target: OutputTarget): Output[] {
  const spec = scene.simulation;
  const wanted = scene.outputs.analysis.forceChains;
  if (wanted === undefined) return [];
  const { every, region, angle } = wanted;
  const chainsOf = (snapshot: Snapshot): [GranularState, ForceChains] => {
    const state = snapshot.granular(spec);
    return [state, forceChains(state, analysisRegion(region.region, state), angle)];
  };
  return [
    new RowsOutput(
      {
        file: `${FORCE_CHAINS}.csv`,
        schedule: outputSchedule(scene, target, 'forceChains', every),
        headings: CHAIN_HEADINGS,
        rowsOf: (snapshot) => chainRows(...chainsOf(snapshot)),
      },
      target,
    ),
    new VtkOutput(every, scene, target, {
      folder: FORCE_CHAINS,
      name: 'forceChains',
      series: [[FORCE_CHAINS, (snapshot) => vtkChains(...chainsOf(snapshot))]],
    }),
  ];
}
