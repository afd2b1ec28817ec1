// SPDX-License-Identifier: MIT
/** A table with any number of rows for each output time; time, step and, with stages, stage are the first columns. */
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
  /** Rows are of a granular state. */
  readonly needs = ['bodies', 'contacts'] as const;
  readonly #file: GrowingFile;
  readonly #spec: RowsSpec;
  readonly #hasStages: boolean;

  constructor(spec: RowsSpec, { store, donePosition, lengths, stages }: OutputTarget) {
    this.schedule = spec.schedule;
    this.#hasStages = stages !== undefined;
    this.#spec = spec;
    this.#file = store.grow(spec.file, lengths[spec.file] ?? 0);
    const first = ['time', 'step', ...(this.#hasStages ? ['stage'] : [])];
    if (donePosition === undefined) this.#append([...first, ...spec.headings].map(quoted).join(','));
  }

  write(snapshot: Snapshot): void {
    const rows = this.#spec.rowsOf(snapshot);
    if (rows.length === 0) return;
    const first = [snapshot.time, snapshot.step, ...(this.#hasStages ? [quoted(snapshot.stage ?? '')] : [])];
    const lines = rows.map((row) => [...first, ...row].map((cell) => cell ?? '').join(','));
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
