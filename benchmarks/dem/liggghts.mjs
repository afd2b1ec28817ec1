// SPDX-License-Identifier: MIT
/** Driver of LIGGGHTS for `scree bench step --driver`: `liggghts.mjs FOLDER PROCESSES`. Spheres, half-spaces along the axes, one rotating mesh. */
import { CPU_SCRIPT, runInputFile } from './run-engine.mjs';

const MODEL = 'model hertz tangential history';

function wallFix({ normal, offset }, k) {
  const axis = normal.findIndex((component) => component !== 0);
  const place = offset / normal[axis];
  return `fix wall${k} all wall/gran ${MODEL} primitive type 1 ${'xyz'[axis]}plane ${place}`;
}

function meshFixes({ motion: { rotation } }) {
  const period = (2 * Math.PI) / rotation.rate;
  return [
    'fix mesh all mesh/surface file mesh.stl type 1',
    `fix meshwall all wall/gran ${MODEL} mesh n_meshes 1 meshes mesh`,
    `fix move all move/mesh mesh mesh rotate origin ${rotation.through.join(' ')} axis ${rotation.axis.join(' ')} period ${period}`,
  ];
}

function input({ material, gravity, timeStep, skin, halfSpaces, mesh, warmUpSteps, steps }) {
  const size = Math.sqrt(gravity.reduce((sum, g) => sum + g * g, 0));
  return [
    'atom_style granular',
    'atom_modify map array',
    'boundary f f f',
    'newton off',
    'communicate single vel yes',
    'units si',
    'processors * * 1',
    'read_data spheres.data',
    `neighbor ${skin} bin`,
    'neigh_modify delay 0',
    `fix m1 all property/global youngsModulus peratomtype ${material.youngsModulus}`,
    `fix m2 all property/global poissonsRatio peratomtype ${material.poissonsRatio}`,
    `fix m3 all property/global coefficientRestitution peratomtypepair 1 ${material.restitution}`,
    `fix m4 all property/global coefficientFriction peratomtypepair 1 ${material.friction}`,
    'pair_style gran model hertz tangential history',
    'pair_coeff * *',
    `timestep ${timeStep}`,
    `fix gravity all gravity ${size} vector ${gravity.join(' ')}`,
    ...halfSpaces.map(wallFix),
    ...(mesh ? meshFixes(mesh) : []),
    'fix integrate all nve/sphere',
    'thermo 1000000',
    `run ${warmUpSteps}`,
    `shell bash ${CPU_SCRIPT}`,
    `run ${steps}`,
    `shell bash ${CPU_SCRIPT}`,
    '',
  ].join('\n');
}

runInputFile({
  program: 'liggghts',
  refusal: ({ radius }) => (radius === undefined ? 'not run: the packaged LIGGGHTS has spheres only' : undefined),
  input,
  engineOf: (output) => /LIGGGHTS-\S+ [\d.]+/.exec(output)?.[0] ?? 'LIGGGHTS',
});
