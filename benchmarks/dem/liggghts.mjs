// SPDX-License-Identifier: MIT
/**
 * Driver of LIGGGHTS for `scree bench step --driver`: `liggghts.mjs FOLDER PROCESSES`. Spheres, half-spaces along the
 * axes, one rotating mesh.
 */
import { ATOMS, materialLines, meshLines, wallLines } from './liggghts-input.mjs';
import { CPU_COMMAND, liggghtsName, runInputFile } from './run-engine.mjs';

function input({ material, gravity, timeStep, skin, halfSpaces, mesh, warmUpSteps, steps }) {
  const { youngsModulus, poissonsRatio, restitution, friction } = material;
  const numbers = {
    youngsModulus: [youngsModulus],
    poissonsRatio: [poissonsRatio],
    restitution: [restitution],
    friction: [friction],
  };
  const size = Math.sqrt(gravity.reduce((sum, g) => sum + g * g, 0));
  return [
    ...ATOMS,
    'processors * * 1',
    'read_data spheres.data',
    `neighbor ${skin} bin`,
    'neigh_modify delay 0',
    ...materialLines(numbers),
    `timestep ${timeStep}`,
    `fix gravity all gravity ${size} vector ${gravity.join(' ')}`,
    ...wallLines(halfSpaces, 1),
    ...meshLines(mesh ? [mesh] : [], 1),
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
  program: 'liggghts',
  refusal: ({ radius }) => (radius === undefined ? 'not run: the packaged LIGGGHTS has spheres only' : undefined),
  input,
  engineOf: liggghtsName,
});
