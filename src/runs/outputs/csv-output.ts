// SPDX-License-Identifier: MIT
/**
 * Writes a table of quantities over time: a heading, then one row for each output time. Numbers have all digits of
 * float64.
 */
import { type FlowState, PlaneFlow } from '../../analysis/plane-flow.ts';
import type { CsvSpec, Scene } from '../../scene/scene.ts';
import type { StatePart } from '../../simulation/views/simulation-views.ts';
import type { GrowingFile } from '../files/run-store.ts';
import type { Schedule } from '../time/schedule.ts';
import { idsByName, partsOf, quantityReader, type ReadQuantity } from './csv-columns.ts';
import { type Output, type OutputTarget, outputSchedule } from './output.ts';
import type { Snapshot } from './snapshot.ts';

export function csvFileName({ name }: CsvSpec): string {
  return `${name}.csv`;
}

export class CsvOutput implements Output {
  readonly schedule: Schedule;
  readonly needs: readonly StatePart[];
  readonly #name: string;
  readonly #file: GrowingFile;
  readonly #readers: readonly ReadQuantity[];
  readonly #hasStages: boolean;

  /** By name of the plane: each table counts crossings between its own output times. */
  readonly #flows: ReadonlyMap<string, PlaneFlow>;

  constructor(csv: CsvSpec, scene: Pick<Scene, 'simulation' | 'events' | 'outputs'>, target: OutputTarget) {
    const { store, donePosition, lengths, states = {} } = target;
    const { simulation: spec, outputs } = scene;
    const { regions, planes } = outputs.analysis;
    this.schedule = outputSchedule(scene, target, csv.name, csv.every);
    this.needs = csv.quantities.flatMap(partsOf);
    this.#hasStages = target.stages !== undefined;
    this.#name = csvFileName(csv);
    const bodies = csv.quantities.flatMap((quantity) => (quantity.kind === 'body' ? quantity.name : []));
    const ids = idsByName(spec, bodies);
    const saved = (states[this.#name] ?? {}) as Readonly<Record<string, FlowState>>;
    const crossed = new Set(csv.quantities.flatMap((quantity) => (quantity.kind === 'plane' ? quantity.name : [])));
    this.#flows = new Map(
      [...planes]
        .filter(([name]) => crossed.has(name))
        .map(([name, plane]) => [name, new PlaneFlow(plane, saved[name])]),
    );
    const measured = { regions, flows: this.#flows };
    this.#readers = csv.quantities.map((quantity) => quantityReader(quantity, spec, ids, measured));
    this.#file = store.grow(this.#name, lengths[this.#name] ?? 0);
    if (donePosition === undefined) {
      const first = ['time', 'step', ...(this.#hasStages ? ['stage'] : [])];
      this.#append([...first, ...csv.quantities.flatMap(({ columns }) => columns)].map(quoted));
    }
  }

  write(snapshot: Snapshot): void {
    const values = this.#readers.flatMap((read) => read(snapshot));
    const first = [snapshot.time, snapshot.step, ...(this.#hasStages ? [quoted(snapshot.stage ?? '')] : [])];
    this.#append([...first, ...values].map((value) => (value === undefined ? '' : String(value))));
  }

  lengths(): Record<string, number> {
    return { [this.#name]: this.#file.length };
  }

  states(): Record<string, unknown> {
    if (this.#flows.size === 0) return {};
    return { [this.#name]: Object.fromEntries([...this.#flows].map(([name, flow]) => [name, flow.state()])) };
  }

  sync(): void {
    this.#file.sync();
  }

  close(): void {
    this.#file.close();
  }

  #append(cells: readonly string[]): void {
    this.#file.append(new TextEncoder().encode(`${cells.join(',')}\n`));
  }
}

/** As a cell of a table. */
export function quoted(heading: string): string {
  return /[",\n]/.test(heading) ? `"${heading.replaceAll('"', '""')}"` : heading;
}
