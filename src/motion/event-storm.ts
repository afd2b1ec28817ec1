// SPDX-License-Identifier: MIT
/**
 * Notices when one crossing fires again and again while time hardly moves: accumulating events (Zeno's paradox) and
 * chatter between two modes. Crossings are told apart by labels, so that many bodies that touch in the same instant are
 * no storm.
 */

export interface StormLimits {
  /** This many events of one label ... */
  readonly events: number;
  /** ... within this time are a storm, s. */
  readonly within: number;
  /** More than this many events of one label are a storm however long they took. */
  readonly mostEvents: number;
}

interface Record {
  /** Times of the last events, as a ring. */
  readonly times: Float64Array;
  count: number;
}

/** What a watch for storms remembers. */
export interface StormState {
  readonly limits: StormLimits;
  readonly records: readonly {
    readonly label: number;
    readonly times: Float64Array;
    readonly count: number;
  }[];
}

export class EventStorm {
  readonly #records = new Map<number, Record>();
  readonly #limits: StormLimits;

  constructor(limits: StormLimits, records: StormState['records'] = []) {
    this.#limits = limits;
    for (const { label, times, count } of records) this.#records.set(label, { times: times.slice(), count });
  }

  save(): StormState {
    const records = [...this.#records].map(([label, { times, count }]) => ({ label, times: times.slice(), count }));
    return { limits: this.#limits, records };
  }

  /** Notes an event; true when it makes a storm. */
  note(label: number, time: number): boolean {
    const { events, within, mostEvents } = this.#limits;
    let record = this.#records.get(label);
    if (record === undefined) {
      record = { times: new Float64Array(events), count: 0 };
      this.#records.set(label, record);
    }
    const at = record.count % events;
    const oldest = record.times[at];
    const isFull = record.count >= events;
    record.times[at] = time;
    record.count++;
    return (isFull && time - oldest <= within) || record.count > mostEvents;
  }

  /** Events of a label so far. */
  count(label: number): number {
    return this.#records.get(label)?.count ?? 0;
  }
}

/** With the limits given, and by default 20 events within 1e-9 of the time that is to be run. */
export function newStorm(span: number, { events, within, mostEvents }: Partial<StormLimits> = {}): EventStorm {
  return new EventStorm({
    events: events ?? 20,
    within: within ?? 1e-9 * (span < Infinity ? span : 1),
    mostEvents: mostEvents ?? 1e5,
  });
}
