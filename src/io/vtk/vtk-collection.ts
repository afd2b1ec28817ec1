// SPDX-License-Identifier: MIT
/**
 * A time series of VTK files as a ParaView collection (.pvd): one line for each file, so that a run can append to it.
 */

interface VtkSeriesEntry {
  readonly time: number;
  /** Relative to the collection. */
  readonly file: string;
}

/** The text of a .pvd file. */
export function vtkCollection(entries: readonly VtkSeriesEntry[]): string {
  const lines = entries.map(({ time, file }) => `<DataSet timestep="${time}" part="0" file="${file}"/>\n`);
  return (
    `<?xml version="1.0"?>\n<VTKFile type="Collection" version="0.1" ` +
    `byte_order="LittleEndian">\n<Collection>\n${lines.join('')}</Collection>\n</VTKFile>\n`
  );
}
