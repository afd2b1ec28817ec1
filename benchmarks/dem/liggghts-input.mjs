// SPDX-License-Identifier: MIT
/**
 * What all input files of LIGGGHTS have: how atoms are kept, the pair law, walls along the axes, meshes that may turn.
 */

export const MODEL = 'model hertz tangential history';

export const ATOMS = [
  'atom_style granular',
  'atom_modify map array',
  'boundary f f f',
  'newton off',
  'communicate single vel yes',
  'units si',
];

/**
 * `numbers` has youngsModulus and poissonsRatio of each type, restitution and friction of each pair of types, row by
 * row.
 */
export function materialLines({ youngsModulus, poissonsRatio, restitution, friction }) {
  const types = youngsModulus.length;
  return [
    `fix m1 all property/global youngsModulus peratomtype ${youngsModulus.join(' ')}`,
    `fix m2 all property/global poissonsRatio peratomtype ${poissonsRatio.join(' ')}`,
    `fix m3 all property/global coefficientRestitution peratomtypepair ${types} ${restitution.join(' ')}`,
    `fix m4 all property/global coefficientFriction peratomtypepair ${types} ${friction.join(' ')}`,
    `pair_style gran ${MODEL}`,
    'pair_coeff * *',
  ];
}

/** Half-spaces along the axes, of material `type`. */
export function wallLines(halfSpaces, type) {
  return halfSpaces.map(({ normal, offset }, k) => {
    const axis = normal.findIndex((component) => component !== 0);
    return `fix wall${k} all wall/gran ${MODEL} primitive type ${type} ${'xyz'[axis]}plane ${offset / normal[axis]}`;
  });
}

/** Meshes of material `type`, each with the `file` that it is in, at rest or turning. */
export function meshLines(meshes, type) {
  if (meshes.length === 0) return [];
  const names = meshes.map((_, k) => `mesh${k}`);
  return [
    ...meshes.map(({ file }, k) => `fix mesh${k} all mesh/surface file ${file} type ${type}`),
    `fix meshwall all wall/gran ${MODEL} mesh n_meshes ${meshes.length} meshes ${names.join(' ')}`,
    ...meshes.flatMap(({ motion }, k) => {
      if (!motion) return [];
      const { through, axis, rate } = motion.rotation;
      const period = (2 * Math.PI) / rate;
      return (
        `fix move${k} all move/mesh mesh mesh${k} rotate origin ${through.join(' ')} axis ${axis.join(' ')} ` +
        `period ${period}`
      );
    }),
  ];
}
