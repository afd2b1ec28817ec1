// SPDX-License-Identifier: MIT
/** What an input writes: dumps and the table of thermo output. */
import { type InputDraft, numberOf } from './input-draft.ts';
import type { ScriptCommand } from './input-script.ts';

/** `dump ID GROUP STYLE N FILE …` */
export function readDump(draft: InputDraft, command: ScriptCommand): void {
  const [, , , style = '', every] = command.words;
  const steps = numberOf(every, 'steps between dumps');
  const { outputs } = draft;
  // Several dumps: the most frequent one serves all.
  outputs.vtk = Math.min(outputs.vtk ?? Infinity, steps);
  if (/^local/.test(style)) outputs.contacts = true;
  outputs.lines.push(command.line);
}

export function readThermoStyle(draft: InputDraft, command: ScriptCommand): void {
  const [, style = '', ...columns] = command.words;
  if (style === 'custom') draft.outputs.columns = columns;
  draft.outputs.lines.push(command.line);
}

/** Quantities of a table of the scene for the columns of thermo output, and the columns that have none. */
export function quantitiesOf(draft: InputDraft): { readonly known: string[]; readonly unknown: string[] } {
  const known: string[] = [];
  const unknown: string[] = [];
  for (const column of draft.outputs.columns) {
    const quantity = quantityOf(draft, column);
    if (quantity === undefined) unknown.push(column);
    else if (quantity !== '' && !known.includes(quantity)) known.push(quantity);
  }
  return { known, unknown };
}

/** Empty for what every table has. */
function quantityOf(draft: InputDraft, column: string): string | undefined {
  if (/^(step|time|dt|elapsed|cpu|cpuremain|vol|spcpu|tpcpu)$/.test(column)) return '';
  if (column === 'atoms') return 'count.bodies';
  if (column === 'ke') return 'energy.kinetic';
  const compute = /^c_(\w+)$/.exec(column)?.[1];
  if (compute !== undefined && /^erotate/.test(draft.computes.get(compute) ?? '')) return 'energy.rotational';
  const [, id = '', component = ''] = /^f_(\w+)\[([1-6])\]$/.exec(column) ?? [];
  const mesh = draft.meshes.get(id);
  if (mesh?.wallLine === undefined) return undefined;
  const number = Number(component) - 1;
  return `mesh.${id}.${number < 3 ? 'force' : 'moment'}.${'xyz'.charAt(number % 3)}`;
}
