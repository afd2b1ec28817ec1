// SPDX-License-Identifier: MIT
/** Why a line of an input has no entry in the scene, and what to do about it. */
import type { RemarkKind } from './import-remark.ts';

interface Reason {
  readonly kind: RemarkKind;
  readonly problem: string;
  readonly remedy: string;
}

type Row = readonly [pattern: RegExp, kind: RemarkKind, problem: string, remedy: string];

const SERVES = 'set `outputs.csv` with the quantities that you need';

/** Commands, by their first word. */
const COMMANDS: readonly Row[] = [
  [/^(atom_style|atom_modify)$/, 'needless', 'bodies have what their shapes need', ''],
  [
    /^(newton|communicate|comm_modify|comm_style|processors|partitioner_style|package|suffix)$/,
    'needless',
    'the scene runs on the threads of one machine',
    '',
  ],
  [/^neigh(bor|_modify)$/, 'needless', 'the neighbour search chooses its own distance', ''],
  [/^(echo|log|print|timer|modify_timing|info)$/, 'needless', 'says something about the run of the engine', ''],
  [/^(hard_particles|soft_particles)$/, 'needless', 'any Young’s modulus is allowed', ''],
  [
    /^(compute_modify|fix_modify|dump_modify|undump|uncompute|reset_timestep|modify)$/,
    'needless',
    'outputs of the scene hold for the whole run',
    '',
  ],
  [/^(restart|write_restart|write_data|write_dump)$/, 'needless', 'a run writes checkpoints by itself', ''],
  [
    /^(pair_coeff|mass|dimension|clear|shell|special_bonds|pair_modify)$/,
    'needless',
    'nothing of the scene depends on it',
    '',
  ],
  [
    /^read_restart$/,
    'left-out',
    'bodies of a restart file: the scene does not have them',
    'write them with write_data, or a dump, and add `bodies: { from: file }`',
  ],
  [
    /^include$/,
    'left-out',
    'another script: its lines are missing',
    'put its text in place of this line and import again',
  ],
  [
    /^(label|jump|next|if|loop|python)$/,
    'left-out',
    'branches and loops: a scene has no order of commands',
    'write the lines that are carried out, or use `scree study`',
  ],
  [/^delete_atoms$/, 'left-out', 'bodies that are removed', 'add `outlets`, or leave these bodies out'],
  [
    /^(coarsegraining|bond_style|bond_coeff)$/,
    'left-out',
    'changes the bodies or what holds them together',
    'there is no such thing in a scene',
  ],
  [/^variable$/, 'needless', 'a variable without a constant value; lines that use it are reported', ''],
  [
    /^(displace_atoms|change_box|replicate)$/,
    'left-out',
    'moves bodies or the box',
    'change positions and the domain in the scene',
  ],
];

/** Fixes, by their style. */
const FIXES: readonly Row[] = [
  [/^(nve|multisphere$|rigid)/, 'needless', 'bodies of a scene move by themselves', ''],
  [/^check\/timestep/, 'needless', '`scree check` compares the time step with the critical one', ''],
  [/^(balance|load_balance|property\/atom)/, 'needless', 'nothing of the scene depends on it', ''],
  [
    /^(ave\/|print$|massflow|continuum|lb\/|averages)/,
    'differs',
    'an output of the engine, which the scene does not write',
    SERVES,
  ],
  [
    /^(heat|chem|cfd|couple|sph|efield|electric)/,
    'left-out',
    'heat, fluids and fields: a scene has mechanics alone',
    'leave it, if the motion does not depend on it',
  ],
  [/^adapt$/, 'left-out', 'bodies that grow or change', 'insert them with their final size'],
  [
    /^(viscous|drag|buoyancy)/,
    'left-out',
    'a drag on the bodies',
    'set `damping.viscous`, its number divided by the mass of a body',
  ],
  [
    /^(addforce|setforce|aveforce|spring|move$|deform|indent)/,
    'left-out',
    'forces or motions of single bodies',
    'use `motion` of a body or a wall where that serves',
  ],
  [/^(bond|cohesion|wear)/, 'left-out', 'bonds, liquid bridges or wear', 'there is no such thing in a scene'],
  [/^(remove|massflow\/mesh\/sieve)/, 'left-out', 'bodies that are removed', 'add `outlets`'],
  [/^pour$/, 'left-out', 'bodies that are poured', 'add `insertions` with a `rate`'],
];

export function lineReason(words: readonly string[]): Reason {
  const [name = '', , , style = ''] = words;
  const rows = name === 'fix' ? FIXES : COMMANDS;
  const found = rows.find(([pattern]) => pattern.test(name === 'fix' ? style : name));
  if (found !== undefined) return { kind: found[1], problem: found[2], remedy: found[3] };
  const what = name === 'fix' ? `fix ${style}` : name;
  return {
    kind: 'left-out',
    problem: `${what} is not known here, so what it does is missing in the scene`,
    remedy: 'leave it if it writes something, otherwise write what it means into the scene',
  };
}
