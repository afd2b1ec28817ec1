// SPDX-License-Identifier: MIT
/**
 * Driver of LAMMPS for `scree bench step --driver`: `lammps.mjs FOLDER PROCESSES`. Spheres and half-spaces along the
 * axes.
 */
import { CPU_COMMAND, runInputFile } from './run-engine.mjs';

/** Walls of one axis, as `zplane 0.0 NULL`. */
function wallsOf(halfSpaces) {
  const planes = ['x', 'y', 'z'].map(() => ({ lo: 'NULL', hi: 'NULL' }));
  for (const { normal, offset } of halfSpaces) {
    const axis = normal.findIndex((component) => component !== 0);
    planes[axis][normal[axis] > 0 ? 'lo' : 'hi'] = String(offset / normal[axis]);
  }
  return planes.flatMap(({ lo, hi }, axis) =>
    lo === 'NULL' && hi === 'NULL' ? [] : [`${'xyz'[axis]}plane ${lo} ${hi}`],
  );
}

function input({ material, gravity, timeStep, skin, halfSpaces, warmUpSteps, steps }) {
  const { youngsModulus, restitution, poissonsRatio, friction } = material;
  const model =
    `hertz/material ${youngsModulus} ${restitution} ${poissonsRatio} tangential mindlin NULL 1.0 ${friction} ` +
    'damping tsuji';
  const size = Math.sqrt(gravity.reduce((sum, g) => sum + g * g, 0));
  return [
    'atom_style sphere',
    'atom_modify map array',
    'boundary f f f',
    'newton off',
    'comm_modify vel yes',
    'units si',
    'processors * * 1',
    'read_data spheres.data',
    `neighbor ${skin} bin`,
    'neigh_modify delay 0 every 1 check yes',
    'pair_style granular',
    `pair_coeff * * ${model}`,
    `timestep ${timeStep}`,
    `fix gravity all gravity ${size} vector ${gravity.join(' ')}`,
    ...wallsOf(halfSpaces).map((plane, k) => `fix wall${k} all wall/gran granular ${model} ${plane}`),
    'fix integrate all nve/sphere',
    'thermo 1000000',
    `run ${warmUpSteps}`,
    CPU_COMMAND,
    `run ${steps}`,
    CPU_COMMAND,
    '',
  ].join('\n');
}

runInputFile({
  program: 'lmp',
  refusal: ({ radius, mesh }) =>
    radius === undefined || mesh ? 'not run: this driver has spheres and planes only' : undefined,
  input,
  engineOf: (output) => `LAMMPS ${/LAMMPS \(([^)]*)\)/.exec(output)?.[1] ?? ''}`.trim(),
});
