// SPDX-License-Identifier: MIT
/**
 * Writes files for ParaView: a collection each for bodies, bonds, surfaces, contacts and meshes (`bodies.pvd`), and one
 * file for each output time (`vtk/bodies-000012.vtp`). Every file is written completely or not at all.
 */
import { vtkCollection } from '../../io/vtk/vtk-collection.ts';
import type { Scene } from '../../scene/scene.ts';
import type { RunStore } from '../files/run-store.ts';
import type { Schedule } from '../time/schedule.ts';
import { bodySurface } from './body-surface.ts';
import { hasBonds, vtkBonds } from './bond-outputs.ts';
import { type Output, type OutputTarget, outputSchedule } from './output.ts';
import { centroidsOf } from './own-frames.ts';
import type { Snapshot } from './snapshot.ts';
import { vtkBodies, vtkContacts, vtkMeshes, vtkSurfaces } from './vtk-snapshot.ts';

export const VTK_FOLDER = 'vtk';
const NUMBERED = /-(\d+)\.vtp(\.part)?$/;

/** Files of one kind: their name, and the content of the file of one output time. */
type VtkSeries = readonly [name: string, bytesOf: (snapshot: Snapshot) => Uint8Array];

/** The kinds that a scene requests; bodies always. */
function seriesOf(scene: Scene): VtkSeries[] {
  const { vtk } = scene.outputs;
  const { shapes = [], meshes = [] } = scene.simulation;
  const isBonded = hasBonds(scene);
  const series: VtkSeries[] = [['bodies', (snapshot) => vtkBodies(snapshot, isBonded)]];
  if (isBonded) series.push(['bonds', (snapshot) => vtkBonds(snapshot, scene.simulation)]);
  const limit = vtk?.surfaces ?? 0;
  if (limit > 0) {
    const looks = { surfaces: shapes.map(bodySurface), centroids: centroidsOf(shapes) };
    series.push(['surfaces', (snapshot) => vtkSurfaces(snapshot, looks, limit)]);
  }
  if (vtk?.contacts) series.push(['contacts', vtkContacts]);
  if (meshes.length > 0) series.push(['meshes', (snapshot) => vtkMeshes(snapshot, meshes, vtk?.contacts)]);
  return series;
}

export function vtkCollectionNames(scene: Scene): string[] {
  return scene.outputs.vtk === undefined ? [] : seriesOf(scene).map(([name]) => `${name}.pvd`);
}

export class VtkOutput implements Output {
  readonly schedule: Schedule;
  readonly needs = ['bodies', 'contacts'] as const;
  readonly #store: RunStore;
  readonly #series: readonly VtkSeries[];
  /** Of the numbered files, in the run folder; no other output may use it. */
  readonly #vtkFolder: string;
  #unsynced: string[] = [];

  constructor(
    every: number,
    scene: Scene,
    target: OutputTarget,
    written = { folder: VTK_FOLDER, series: seriesOf(scene), name: 'vtk' },
  ) {
    const { store, donePosition } = target;
    this.schedule = outputSchedule(scene, target, written.name, every);
    this.#store = store;
    this.#series = written.series;
    this.#vtkFolder = written.folder;
    const count = donePosition === undefined ? 0 : this.schedule.countThrough(donePosition);
    this.#dropFrom(count);
    this.#writeCollections(count);
  }

  write(snapshot: Snapshot): void {
    const count = this.schedule.countThrough(snapshot.position);
    for (const [name, bytesOf] of this.#series) this.#write(this.#fileOf(name, count - 1), bytesOf(snapshot));
    this.#writeCollections(count);
  }

  lengths(): Record<string, number> {
    return {};
  }

  sync(): void {
    this.#store.sync(new Set(this.#unsynced));
    this.#unsynced = [];
  }

  close(): void {}

  /** Lists the first `count` times, which are those of the simulation. */
  #writeCollections(count: number): void {
    for (const [name] of this.#series) {
      const entries = Array.from({ length: count }, (_, k) => {
        return { time: this.schedule.timeOf(k), file: this.#fileOf(name, k) };
      });
      this.#write(`${name}.pvd`, new TextEncoder().encode(vtkCollection(entries)));
    }
  }

  /** The disk need not have it before the next checkpoint relies on it. */
  #write(name: string, bytes: Uint8Array): void {
    this.#store.writeWhole(name, bytes, { sync: false });
    this.#unsynced.push(name);
  }

  /** Deletes the files of the given time and later ones, and incomplete files. */
  #dropFrom(count: number): void {
    for (const name of this.#store.list(this.#vtkFolder)) {
      const [, number, part] = NUMBERED.exec(name) ?? [];
      if (number === undefined || (Number(number) < count && part === undefined)) continue;
      this.#store.remove(`${this.#vtkFolder}/${name}`);
    }
  }

  #fileOf(series: string, number: number): string {
    return `${this.#vtkFolder}/${series}-${String(number).padStart(6, '0')}.vtp`;
  }
}
