// SPDX-License-Identifier: MIT
/** A table of quantities over time: a heading, then one line a moment. Numbers have all the digits that float64 needs to be read back. */
import { join } from 'node:path';
import type { CsvSpec } from '../../scene/scene.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { GrowingFile } from '../growing-file.ts';
import { StepSchedule } from '../step-schedule.ts';
import { idsByName, quantityReader, type ReadQuantity } from './csv-columns.ts';
import type { Output, OutputPlace } from './output.ts';
import type { Snapshot } from './snapshot.ts';

export function csvFileName({ name }: CsvSpec): string {
  return `${name}.csv`;
}

export class CsvOutput implements Output {
  readonly schedule: StepSchedule;
  readonly #name: string;
  readonly #file: GrowingFile;
  readonly #readers: readonly ReadQuantity[];

  constructor(csv: CsvSpec, spec: SimulationSpec, { folder, doneStep, lengths }: OutputPlace) {
    this.schedule = new StepSchedule(csv.every, spec.timeStep);
    this.#name = csvFileName(csv);
    const ids = idsByName(spec);
    this.#readers = csv.quantities.map((quantity) => quantityReader(quantity, spec, ids));
    this.#file = new GrowingFile(join(folder, this.#name), lengths[this.#name] ?? 0);
    if (doneStep === undefined) {
      this.#append(['time', 'step', ...csv.quantities.flatMap(({ columns }) => columns)].map(quoted));
    }
  }

  write(moment: Snapshot): void {
    const values = this.#readers.flatMap((read) => read(moment));
    this.#append([moment.time, moment.step, ...values].map((value) => (value === undefined ? '' : String(value))));
  }

  lengths(): Record<string, number> {
    return { [this.#name]: this.#file.length };
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

function quoted(heading: string): string {
  return /[",\n]/.test(heading) ? `"${heading.replaceAll('"', '""')}"` : heading;
}
