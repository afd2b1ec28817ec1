// SPDX-License-Identifier: MIT
/** Driver of LIGGGHTS for `scree bench step --driver`: `liggghts.mjs FOLDER PROCESSES`. Spheres, half-spaces along the axes, one rotating mesh. */
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CPU_SCRIPT, dataFile, onProcesses, printTiming, readScene, run, timingOfLoop } from './run-engine.mjs';

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

const [sceneFolder, processes] = process.argv.slice(2);
printTiming((folder) => {
  const scene = readScene(sceneFolder);
  if (scene.radius === undefined) return { missing: 'not run: the packaged LIGGGHTS has spheres only' };
  writeFileSync(join(folder, 'spheres.data'), dataFile(scene));
  writeFileSync(join(folder, 'in.scene'), input(scene));
  if (scene.mesh) copyFileSync(join(sceneFolder, scene.mesh.file), join(folder, 'mesh.stl'));
  const output = run(onProcesses(Number(processes), ['liggghts', '-in', 'in.scene', '-log', 'none']), folder);
  const [version = 'LIGGGHTS'] = /LIGGGHTS-\S+ [\d.]+/.exec(output) ?? [];
  return timingOfLoop(output, { steps: scene.steps, processes: Number(processes), engine: version });
});
