// SPDX-License-Identifier: MIT
/** The case `engines`: scenes in LAMMPS and LIGGGHTS beside our own simulation. */
import { ENGINE_NAMES, type EngineName } from '../../engines/engine-name.ts';
import { installedEngine } from '../../engines/temporary-engine.ts';
import { DeviceError } from '../../errors.ts';
import { text, type VerificationCase } from '../verification-case.ts';
import { engineBeds } from './engine-beds.ts';
import { engineImpacts } from './engine-impacts.ts';

export interface InstalledEngine {
  readonly name: EngineName;
  readonly version: string;
}

/** Throws a DeviceError that names both if neither is there. */
function findEngines(): { readonly found: InstalledEngine[]; readonly missing: string[] } {
  const found: InstalledEngine[] = [];
  const missing: string[] = [];
  for (const name of ENGINE_NAMES) {
    try {
      found.push(installedEngine(name));
    } catch (error) {
      if (!(error instanceof DeviceError)) throw error;
      missing.push(error.message);
    }
  }
  if (found.length === 0) throw new DeviceError('no-engine', missing.join('; '));
  return { found, missing };
}

export const ENGINES_CASE: VerificationCase = {
  name: 'engines',
  title: 'Scenes in LAMMPS and LIGGGHTS beside ours',
  source: 'our own; LAMMPS and LIGGGHTS as they are installed',
  summary:
    'Impacts to the digits that the formulas allow; a settled bed and a discharge on 1, 2 and 4 ranks within the ' +
    'spread of seeds.',
  async run({ full, progress }) {
    const { found, missing } = findEngines();
    const versions = found.map(({ version }) => version).join(', ');
    return [
      { title: 'Engines', blocks: [text(`Computed with ${versions}.`, ...missing.map((each) => `Not run: ${each}.`))] },
      await engineImpacts(found, progress),
      ...(await engineBeds(found, full, progress)),
    ];
  },
};
