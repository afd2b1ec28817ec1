// SPDX-License-Identifier: MIT
/**
 * Writes the table of contacts: one row for each contact and output time, with the mesh feature that is touched.
 * Numbers have all digits of float64.
 */
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { CONTACT_BODY, CONTACT_HALF_SPACE, type ContactView } from '../../simulation/views/simulation-views.ts';
import type { GrowingFile } from '../files/run-store.ts';
import type { Schedule } from '../time/schedule.ts';
import { quoted } from './csv-output.ts';
import type { Output, OutputTarget } from './output.ts';
import type { Snapshot } from './snapshot.ts';

export const CONTACTS_NAME = 'contacts.csv';
const FEATURES = ['vertex', 'edge', 'facet'] as const;
const VECTORS = ['point', 'normal', 'force'] as const;
const HEADINGS = [
  'idA',
  'partner',
  'name',
  'facet',
  'feature',
  'featureId',
  'overlap',
  ...VECTORS.flatMap((vector) => ['x', 'y', 'z'].map((axis) => `${vector}.${axis}`)),
];

export class ContactsOutput implements Output {
  readonly schedule: Schedule;
  readonly needs = ['contacts'] as const;
  readonly #file: GrowingFile;
  readonly #spec: SimulationSpec;
  readonly #isWallsOnly: boolean;
  readonly #hasStages: boolean;

  constructor(
    { schedule, walls }: { readonly schedule: Schedule; readonly walls: boolean },
    spec: SimulationSpec,
    { store, donePosition, lengths, stages }: OutputTarget,
  ) {
    this.schedule = schedule;
    this.#hasStages = stages !== undefined;
    this.#spec = spec;
    this.#isWallsOnly = walls;
    this.#file = store.grow(CONTACTS_NAME, lengths[CONTACTS_NAME] ?? 0);
    const first = ['time', 'step', ...(this.#hasStages ? ['stage'] : [])];
    if (donePosition === undefined) this.#append([[...first, ...HEADINGS].join(',')]);
  }

  write({ time, step, stage = '', contacts }: Snapshot): void {
    const first = [time, step, ...(this.#hasStages ? [quoted(stage)] : [])];
    const lines: string[] = [];
    for (let k = 0; k < contacts.count; k++) {
      if (this.#isWallsOnly && contacts.kind[k] === CONTACT_BODY) continue;
      lines.push([...first, ...contactCells(contacts, k, this.#spec)].join(','));
    }
    if (lines.length > 0) this.#append(lines);
  }

  lengths(): Record<string, number> {
    return { [CONTACTS_NAME]: this.#file.length };
  }

  sync(): void {
    this.#file.sync();
  }

  close(): void {
    this.#file.close();
  }

  #append(lines: readonly string[]): void {
    this.#file.append(new TextEncoder().encode(`${lines.join('\n')}\n`));
  }
}

/** Cells of contact k from `idA` on: the partner is a body by its id, or a wall by its name. */
export function contactCells(
  contacts: ContactView,
  k: number,
  { halfSpaces = [], meshes = [] }: SimulationSpec,
): (string | number)[] {
  const [kind, partner = -1, feature = -1] = [contacts.kind[k], contacts.idB[k], contacts.feature[k]];
  const isBody = kind === CONTACT_BODY;
  const isHalfSpace = kind === CONTACT_HALF_SPACE;
  const walls: readonly { readonly name: string }[] = isHalfSpace ? halfSpaces : meshes;
  return [
    contacts.idA[k] ?? -1,
    isBody ? 'body' : isHalfSpace ? 'halfSpace' : 'mesh',
    isBody ? partner : (walls[partner]?.name ?? ''),
    ...(feature < 0 ? ['', '', ''] : [contacts.facet[k] ?? '', FEATURES[feature] ?? '', contacts.featureId[k] ?? '']),
    contacts.overlap[k],
    ...VECTORS.flatMap((vector) => [...contacts[vector].subarray(3 * k, 3 * k + 3)]),
  ];
}
