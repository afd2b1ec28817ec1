// SPDX-License-Identifier: MIT
/** A table with any number of rows for each output time; time and step are the first columns. */
import type { GrowingFile } from '../files/run-store.ts';
import type { Schedule } from '../time/schedule.ts';
import { quoted } from './csv-output.ts';
import type { Output, OutputTarget } from './output.ts';
import type { Snapshot } from './snapshot.ts';

/** An undefined cell is empty. */
export type Row = readonly (number | undefined)[];

interface RowsSpec {
  /** Name in the run folder. */
  readonly file: string;
  readonly schedule: Schedule;
  readonly headings: readonly string[];
  readonly rowsOf: (snapshot: Snapshot) => readonly Row[];
}

export class RowsOutput implements Output {
  readonly schedule: Schedule;
  readonly #file: GrowingFile;
  readonly #spec: RowsSpec;

  constructor(spec: RowsSpec, { store, donePosition, lengths }: OutputTarget) {
    this.schedule = spec.schedule;
    this.#spec = spec;
    this.#file = store.grow(spec.file, lengths[spec.file] ?? 0);
    if (donePosition === undefined) this.#append(['time', 'step', ...spec.headings].map(quoted).join(','));
  }

  write(snapshot: Snapshot): void {
    const rows = this.#spec.rowsOf(snapshot);
    if (rows.length === 0) return;
    const lines = rows.map((row) => [snapshot.time, snapshot.step, ...row].map((cell) => cell ?? '').join(','));
    this.#append(lines.join('\n'));
  }

  lengths(): Record<string, number> {
    return { [this.#spec.file]: this.#file.length };
  }

  sync(): void {
    this.#file.sync();
  }

  close(): void {
    this.#file.close();
  }

  #append(text: string): void {
    this.#file.append(new TextEncoder().encode(`${text}\n`));
  }
}
