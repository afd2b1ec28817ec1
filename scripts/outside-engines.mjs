// SPDX-License-Identifier: MIT
/** LAMMPS and LIGGGHTS, which tests of `scree run --engine` start; on Debian from packages. */
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { installDebianPackage } from './debian-package.mjs';

const ENGINES = [
  { program: process.env.LAMMPS ?? 'lmp', name: 'lammps' },
  { program: process.env.LIGGGHTS ?? 'liggghts', name: 'liggghts' },
];

function starts(program) {
  return spawnSync(program, ['-h', '-log', 'none'], { cwd: tmpdir(), stdio: 'ignore' }).error === undefined;
}

export function ensureOutsideEngines() {
  for (const { program, name } of ENGINES) {
    if (starts(program)) continue;
    installDebianPackage(name, 'tests run scenes in it');
    if (starts(program)) continue;
    const variable = name.toUpperCase();
    console.error(`no ${program}: install it (Debian: apt-get install ${name}), or set ${variable} to its path`);
    return false;
  }
  return true;
}
