// SPDX-License-Identifier: MIT
/**
 * Modules with user-defined laws. Import is asynchronous and steps are not, so every thread imports them beforehand and
 * keeps them by address.
 */

import type { MaterialSpec } from '../../contact-laws/law-spec.ts';
import type { ContactLaw } from '../../contact-laws/user-contact-law.ts';
import { SceneError } from '../../errors.ts';
import { lawBetween } from '../law-table.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import { isNode } from '../threads/thread-data.ts';

/** Plain data: threads get copies of it. */
export interface UserLawSpec {
  readonly materials: readonly MaterialSpec[];
  readonly modules: readonly LawModule[];
  /** Number of the module of two materials, row by row; -1 for a built-in law. */
  readonly moduleOfPair: Int32Array;
}

interface LawModule {
  /** As the spec has it. */
  readonly given: string;
  readonly address: string;
}

const SHAPE_OF_MODULE = 'export default { name, evaluate(contact, out) { … } }';

/** The modules that this thread has imported, by address. */
const loaded = new Map<string, ContactLaw>();

/**
 * Address of a module. A path is relative to the working directory, in a browser to the page or worker that makes the
 * simulation.
 */
function addressOf(module: string): string {
  // A letter and a colon are a drive, not the scheme of an address.
  if (/^[a-z][a-z0-9+.-]+:/i.test(module)) return module;
  if (!isNode()) return new URL(module, (globalThis as unknown as { location: { href: string } }).location.href).href;
  const { resolve } = process.getBuiltinModule('node:path');
  return process.getBuiltinModule('node:url').pathToFileURL(resolve(module)).href;
}

export function userLawSpec(spec: SimulationSpec): UserLawSpec {
  const count = spec.materials.length;
  const modules: LawModule[] = [];
  const moduleOfPair = Int32Array.from({ length: count * count }, (_, k) => {
    const { module } = lawBetween(spec, Math.floor(k / count), k % count);
    if (module === undefined) return -1;
    const known = modules.findIndex(({ given }) => given === module);
    return known >= 0 ? known : modules.push({ given: module, address: addressOf(module) }) - 1;
  });
  return { materials: spec.materials.map((material) => ({ ...material })), modules, moduleOfPair };
}

/**
 * Imports the laws of the user's own that a spec names; `new Simulation` and `Simulation.restore` need them.
 *
 * @throws SceneError that names the module when it cannot be imported or exports no law.
 *
 * @example
 * ```ts no-run
 * import { loadLaws, Simulation, type SimulationSpec } from 'scree/dem';
 *
 * async function started(spec: SimulationSpec): Promise<Simulation> {
 *   await loadLaws(spec);
 *   return new Simulation(spec);
 * }
 * ```
 */
export async function loadLaws(spec: SimulationSpec): Promise<void> {
  await loadModules(userLawSpec(spec));
}

export async function loadModules({ modules }: UserLawSpec): Promise<void> {
  for (const { given, address } of modules) {
    if (!loaded.has(address)) loaded.set(address, lawOf(await importModule(given, address), given));
  }
}

async function importModule(given: string, address: string): Promise<object> {
  try {
    return await import(/* @vite-ignore */ /* webpackIgnore: true */ address);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new SceneError('module-failed', `law.module: "${given}" (${address}) cannot be imported: ${problem}`, {
      module: given,
      address,
    });
  }
}

function lawOf(exported: { readonly default?: unknown }, given: string): ContactLaw {
  const law = exported.default as Partial<ContactLaw> | null | undefined;
  if (law === undefined) return refuseModule(given, 'it has no default export');
  if (typeof law !== 'object' || law === null) return refuseModule(given, `its default export is ${describe(law)}`);
  if (typeof law.name !== 'string' || law.name === '') return refuseModule(given, `its name is ${describe(law.name)}`);
  if (typeof law.evaluate !== 'function') return refuseModule(given, `its evaluate is ${describe(law.evaluate)}`);
  return law as ContactLaw;
}

function describe(value: unknown): string {
  if (value === undefined || value === null) return 'missing';
  return typeof value === 'string' ? 'an empty text' : `a ${typeof value}`;
}

function refuseModule(given: string, problem: string): never {
  const message = `law.module: "${given}" is not a contact law: ${problem}; write ${SHAPE_OF_MODULE}`;
  throw new SceneError('not-a-law', message, { module: given });
}

/** The law of a module that has been imported by this thread. */
export function loadedLaw({ given, address }: LawModule): ContactLaw {
  const law = loaded.get(address);
  if (law !== undefined) return law;
  const message =
    `law.module: "${given}" (${address}) has not been imported; use await Simulation.create(spec), or await ` +
    'loadLaws(spec) before';
  throw new SceneError('law-not-loaded', message, { module: given, address });
}
