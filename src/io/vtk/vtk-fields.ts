// SPDX-License-Identifier: MIT
/**
 * What all VTK files of runs are written with: named fields, the time of a moment, poses from positions and
 * orientations.
 */
import type { VtkField } from './vtk-poly-data.ts';

export function vtkField(name: string, components: number, values: VtkField['values']): VtkField {
  return { name, components, values };
}

/** What ParaView shows as the time of a file opened alone. */
export function vtkTime({ time, step }: { readonly time: number; readonly step: number }): VtkField[] {
  return [vtkField('TimeValue', 1, Float64Array.of(time)), vtkField('step', 1, Float64Array.of(step))];
}

/** Seven numbers a body: position, then orientation with w first. */
export function posesOf(position: Float64Array, orientation: Float64Array | Float32Array, count: number): Float64Array {
  const poses = new Float64Array(7 * count);
  for (let k = 0; k < count; k++) {
    poses.set(position.subarray(3 * k, 3 * k + 3), 7 * k);
    poses.set(orientation.subarray(4 * k, 4 * k + 4), 7 * k + 3);
  }
  return poses;
}
