// SPDX-License-Identifier: MIT
/**
 * Exports frames as HDF5 in the H5MD 1.1 layout (de Buyl, Colberg, Höfling 2014, doi:10.1016/j.cpc.2014.01.018):
 * particles/bodies with position, velocity, id, species and further quantities. If the number of bodies changes, empty
 * rows have the id -1. Needs the optional package h5wasm.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from '../../io/trajectory/frame.ts';
import { RunError } from '../run-error.ts';
import type { ExportedRun } from './exported-run.ts';
import type { FrameRadii } from './frame-radii.ts';
import { worldPositions } from './world-positions.ts';

type Hdf5 = typeof import('h5wasm/node');
type Group = InstanceType<Hdf5['Group']>;
type Dataset = InstanceType<Hdf5['Dataset']>;
type Numbers = Float64Array | Float32Array | Int32Array;

const FILE_NAME = 'trajectory.h5';

interface Element {
  readonly name: string;
  readonly components: number;
  readonly unit: string | undefined;
  readonly type: '<d' | '<f' | '<i';
  readonly fill: number;
  readonly valuesOf: (frame: Frame) => Numbers;
}

const elementsOf = (radii: FrameRadii): readonly Element[] => [
  { name: 'radius', components: 1, unit: 'm', type: '<f', fill: Number.NaN, valuesOf: radii },
  {
    name: 'position',
    components: 3,
    unit: 'm',
    type: '<d',
    fill: Number.NaN,
    valuesOf: (frame) => worldPositions(frame.positions, frame),
  },
  {
    name: 'velocity',
    components: 3,
    unit: 'm s-1',
    type: '<f',
    fill: Number.NaN,
    valuesOf: ({ velocities }) => velocities,
  },
  {
    name: 'orientation',
    components: 4,
    unit: undefined,
    type: '<f',
    fill: Number.NaN,
    valuesOf: ({ orientations }) => orientations,
  },
  {
    name: 'angular_velocity',
    components: 3,
    unit: 'rad s-1',
    type: '<f',
    fill: Number.NaN,
    valuesOf: ({ angularVelocities }) => angularVelocities,
  },
  { name: 'scale', components: 1, unit: undefined, type: '<f', fill: Number.NaN, valuesOf: ({ scales }) => scales },
  { name: 'id', components: 1, unit: undefined, type: '<i', fill: -1, valuesOf: ({ ids }) => ids },
  { name: 'species', components: 1, unit: undefined, type: '<i', fill: -1, valuesOf: ({ shapes }) => shapes },
  { name: 'material', components: 1, unit: undefined, type: '<i', fill: -1, valuesOf: ({ materials }) => materials },
];

async function loadHdf5(): Promise<Hdf5> {
  try {
    const loaded = await import('h5wasm/node');
    await loaded.ready;
    return loaded;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    throw new RunError(
      'no-hdf5',
      'HDF5 files are written by the package h5wasm, which is not installed: npm i h5wasm; --to csv and --to ' +
        'vtk need nothing more',
    );
  }
}

/** The values of a frame, filled up to `rows` bodies. */
function padded({ valuesOf, components, fill }: Element, frame: Frame, rows: number): Numbers {
  const values = valuesOf(frame);
  if (values.length === rows * components) return values;
  const all = new (values.constructor as new (length: number) => Numbers)(rows * components).fill(fill);
  all.set(values);
  return all;
}

function writeFacts(file: Group, { manifest, trajectory }: ExportedRun, periodic: readonly boolean[]): Group {
  const h5md = file.create_group('h5md');
  h5md.create_attribute('version', Int32Array.of(1, 1));
  h5md.create_group('author').create_attribute('name', 'unknown');
  const creator = h5md.create_group('creator');
  creator.create_attribute('name', 'Scree');
  creator.create_attribute('version', manifest.program);
  const units = h5md.create_group('modules').create_group('units');
  units.create_attribute('version', Int32Array.of(1, 0));
  units.create_attribute('system', 'SI');
  const bodies = file.create_group('particles').create_group('bodies');
  const box = bodies.create_group('box');
  box.create_attribute('dimension', Int32Array.of(3), []);
  box.create_attribute(
    'boundary',
    periodic.map((isPeriodic) => (isPeriodic ? 'periodic' : 'none')),
  );
  const parameters = file.create_group('parameters');
  parameters.create_attribute('title', manifest.title);
  const { shapes, materials } = trajectory.header;
  parameters.create_dataset({ name: 'species', data: shapes.map(({ name }) => name) });
  parameters.create_dataset({ name: 'shapes', data: shapes.map(({ shape }) => JSON.stringify(shape)) });
  parameters.create_dataset({ name: 'materials', data: [...materials] });
  return bodies;
}

/** Edges of the box of a domain; H5MD requires them if a direction is periodic. */
export interface ExportBox {
  readonly periodic: readonly boolean[];
  readonly edges: readonly number[] | undefined;
}

/** Returns the names of the files. Throws a RunError when the package is missing. */
export async function exportHdf5(
  run: ExportedRun,
  folder: string,
  box: ExportBox,
  radii: FrameRadii,
): Promise<string[]> {
  const hdf5 = await loadHdf5();
  // A row at least: HDF5 has no chunk without values.
  const rows = Math.max(1, run.mostBodies);
  const path = join(folder, FILE_NAME);
  // Replaces a link instead of writing to its target.
  rmSync(path, { force: true });
  const file = new hdf5.File(path, 'w');
  try {
    const bodies = writeFacts(file, run, box.periodic);
    if (box.edges !== undefined) {
      (bodies.get('box') as Group).create_dataset({ name: 'edges', data: Float64Array.from(box.edges) });
    }
    // Steps and times of the frames that could be read.
    const steps: number[] = [];
    const times: number[] = [];
    const elements = elementsOf(radii);
    const datasets = new Map<Element, Dataset>();
    for (const { frame, number } of run.frames()) {
      steps.push(frame.step);
      times.push(frame.time);
      for (const element of elements) {
        const data = padded(element, frame, rows);
        const size = element.components === 1 ? [rows] : [rows, element.components];
        const known = datasets.get(element);
        if (known === undefined) {
          datasets.set(element, begin(bodies.create_group(element.name), element, data, size));
          continue;
        }
        known.resize([number + 1, ...size]);
        known.write_slice([[number, number + 1], ...size.map((length): [number, number] => [0, length])], data);
      }
    }
    for (const { name } of datasets.keys()) writeTimes(bodies.get(name) as Group, steps, times);
  } finally {
    file.close();
  }
  return [FILE_NAME];
}

function writeTimes(group: Group, steps: readonly number[], times: readonly number[]): void {
  group.create_dataset({ name: 'step', data: BigInt64Array.from(steps, BigInt) });
  group.create_dataset({ name: 'time', data: Float64Array.from(times) });
  (group.get('time') as Dataset).create_attribute('unit', 's');
}

/** The group of an element with the values of the first frame. */
function begin(group: Group, { type, unit }: Element, data: Numbers, size: readonly number[]): Dataset {
  const chunks = [1, ...size];
  group.create_dataset({ name: 'value', data, dtype: type, shape: [1, ...size], maxshape: [null, ...size], chunks });
  const value = group.get('value') as Dataset;
  if (unit !== undefined) value.create_attribute('unit', unit);
  return value;
}
