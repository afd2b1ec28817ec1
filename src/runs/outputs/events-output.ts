// SPDX-License-Identifier: MIT
/**
 * Writes the table of events: beginnings and ends of contacts and of joint stops, one row each in order of time, with
 * the numbers of the contact.
 */

import { dot } from '../../math/vector.ts';
import { eachBody } from '../../simulation/bodies/body-groups.ts';
import { eventBodyName } from '../../simulation/event-driven/event-scene.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import type { GrowingFile } from '../files/run-store.ts';
import { NEVER } from '../time/schedule.ts';
import type { RunEvent } from '../time/time-loop.ts';
import { quoted } from './csv-output.ts';
import type { Output, OutputTarget } from './output.ts';

export const EVENTS_NAME = 'events.csv';
const VECTORS = ['point', 'normal', 'velocity'] as const;
const HEADINGS = [
  'time',
  'event',
  'a',
  'b',
  'distance',
  'approach',
  ...VECTORS.flatMap((vector) => ['x', 'y', 'z'].map((axis) => `${vector}.${axis}`)),
];

export class EventsOutput implements Output {
  readonly schedule = NEVER;
  readonly needs = [];
  readonly #file: GrowingFile;
  /** Of bodies and half-spaces, in the order of the event-driven simulation. */
  readonly #names: readonly string[];

  constructor({ bodies = [], halfSpaces = [] }: SimulationSpec, { store, donePosition, lengths }: OutputTarget) {
    this.#names = [...Array.from(eachBody(bodies), eventBodyName), ...halfSpaces.map(({ name }) => name)];
    this.#file = store.grow(EVENTS_NAME, lengths[EVENTS_NAME] ?? 0);
    if (donePosition === undefined) this.#append([HEADINGS.join(',')]);
  }

  write(): void {}

  writeEvents(events: readonly RunEvent[]): void {
    if (events.length > 0) this.#append(events.map((event) => this.#line(event)));
  }

  lengths(): Record<string, number> {
    return { [EVENTS_NAME]: this.#file.length };
  }

  sync(): void {
    this.#file.sync();
  }

  close(): void {
    this.#file.close();
  }

  #line(event: RunEvent): string {
    // Bonds are of simulations with fixed steps, which have no such events.
    if ('mode' in event) return '';
    const { time, isBeginning } = event;
    if ('joint' in event) {
      const empty = new Array<string>(HEADINGS.length - 4).fill('');
      return [time, isBeginning ? 'begin' : 'end', quoted(event.joint), `${event.side} stop`, ...empty].join(',');
    }
    const { bodies, distance, normal, velocity } = event;
    const names = bodies.map((body) => quoted(this.#names[body] ?? ''));
    const vectors = VECTORS.flatMap((vector) => {
      const { x, y, z } = event[vector];
      return [x, y, z];
    });
    return [time, isBeginning ? 'begin' : 'end', ...names, distance, dot(velocity, normal), ...vectors].join(',');
  }

  #append(lines: readonly string[]): void {
    this.#file.append(new TextEncoder().encode(`${lines.join('\n')}\n`));
  }
}
