// SPDX-License-Identifier: MIT
/**
 * Energies of a run over time for a plot. With too many samples every second one is dropped, so the length is bounded.
 */
import type { PlotSeries } from '../ui/plot.ts';
import type { RunState } from './protocol.ts';

const MOST_SAMPLES = 1000;
const NAMES = ['kinetic', 'rotational', 'potential', 'elastic'] as const;

export class EnergySeries {
  #time: number[] = [];
  #values: Record<(typeof NAMES)[number], number[]> = { kinetic: [], rotational: [], potential: [], elastic: [] };
  /** s between two samples, at least. */
  #spacing = 0;

  get time(): readonly number[] {
    return this.#time;
  }

  get series(): readonly PlotSeries[] {
    return NAMES.map((name) => ({ label: name, unit: 'J', values: this.#values[name] }));
  }

  clear(): void {
    this.#time = [];
    for (const name of NAMES) this.#values[name] = [];
    this.#spacing = 0;
  }

  add({ progress, energies }: RunState): void {
    const last = this.#time.at(-1);
    if (last !== undefined && progress.time <= last + this.#spacing) return;
    this.#time.push(progress.time);
    for (const name of NAMES) this.#values[name].push(energies[name]);
    if (this.#time.length > MOST_SAMPLES) this.#thin();
  }

  #thin(): void {
    const isKept = (_: number, k: number): boolean => k % 2 === 0;
    const span = (this.#time.at(-1) ?? 0) - (this.#time[0] ?? 0);
    this.#time = this.#time.filter(isKept);
    for (const name of NAMES) this.#values[name] = this.#values[name].filter(isKept);
    this.#spacing = span / MOST_SAMPLES;
  }
}
