// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { fromAxisAngle, rotate } from '../../math/quaternion.ts';
import { box } from '../../shapes/kinds/box.ts';
import { surfaceMesh } from '../../shapes/surface-mesh.ts';
import { placeSurfaces } from './placed-surfaces.ts';
import { vtkCollection } from './vtk-collection.ts';
import { vtkPolyData } from './vtk-poly-data.ts';

/** The appended values of an array, found by its tag as a reader would. */
function arrayOf(bytes: Uint8Array, name: string): Float64Array | Int32Array {
  const text = new TextDecoder('latin1').decode(bytes);
  const tag = new RegExp(`<DataArray type="(\\w+)" Name="${name}"[^>]*offset="(\\d+)"/>`).exec(text);
  const start = text.indexOf('<AppendedData encoding="raw">\n_') + '<AppendedData encoding="raw">\n_'.length;
  const at = start + Number(tag?.[2]);
  const length = Number(new DataView(bytes.buffer, at, 8).getBigUint64(0, true));
  const block = bytes.slice(at + 8, at + 8 + length).buffer;
  return tag?.[1] === 'Float64' ? new Float64Array(block) : new Int32Array(block);
}

describe('a VTK file of points', () => {
  const points = Float64Array.of(0, 0, 0, 1, 2, 3);
  const bytes = vtkPolyData({
    points,
    asVertices: true,
    pointData: [{ name: 'speed <m/s>', components: 1, values: Float64Array.of(0.1, 7) }],
    fieldData: [{ name: 'TimeValue', components: 1, values: Float64Array.of(0.25) }],
  });

  it('holds the numbers to the bit, each point a cell', () => {
    expect([...arrayOf(bytes, 'Points')]).toEqual([...points]);
    expect([...arrayOf(bytes, 'speed &lt;m/s&gt;')]).toEqual([0.1, 7]);
    expect([...arrayOf(bytes, 'TimeValue')]).toEqual([0.25]);
    expect([...arrayOf(bytes, 'connectivity')]).toEqual([0, 1]);
    expect([...arrayOf(bytes, 'offsets')]).toEqual([1, 2]);
  });

  it('is refused when data and points do not match', () => {
    const pointData = [{ name: 'v', components: 3, values: new Float64Array(5) }];
    expect(() => vtkPolyData({ points, pointData })).toThrow('field v: expected 3 values for each of 2 points, got 5');
  });
});

describe('surfaces of placed bodies', () => {
  it('are turned, scaled and moved', () => {
    const surface = surfaceMesh(box({ halfExtents: [1, 2, 3] }));
    const turn = fromAxisAngle({ x: 1, y: 2, z: 2 }, 0.7);
    const poses = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 5, 6, 7, turn.w, turn.x, turn.y, turn.z);
    const placed = placeSurfaces([surface, surface], poses, Float64Array.of(1, 2));
    expect([...placed.points.subarray(0, 24)]).toEqual([...surface.vertices]);
    const [x, y, z] = surface.vertices.subarray(0, 3) as unknown as [number, number, number];
    const corner = rotate(turn, { x, y, z });
    expect(placed.points[24]).toBeCloseTo(5 + 2 * corner.x, 14);
    expect(placed.points[25]).toBeCloseTo(6 + 2 * corner.y, 14);
    expect(placed.points[26]).toBeCloseTo(7 + 2 * corner.z, 14);
    expect([...placed.bodyOfPolygon]).toEqual([0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]);
    expect(placed.polygons.offsets[12]).toBe(48);
    expect(Math.max(...placed.polygons.connectivity)).toBe(15);
  });
});

describe('a collection', () => {
  it('lists the files with their times', () => {
    expect(vtkCollection([{ time: 0.5, file: 'vtk/bodies-1.vtp' }])).toContain(
      '<DataSet timestep="0.5" part="0" file="vtk/bodies-1.vtp"/>',
    );
  });
});
