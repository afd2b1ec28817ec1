// SPDX-License-Identifier: MIT
/**
 * Input of LIGGGHTS for the case `round-robin`, with its own restitution: how atoms are kept, data file, law, walls
 * along the axes, meshes that may turn. `src/engines` translates scenes with the damping of Scree instead.
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

/**
 * The data file that LAMMPS and LIGGGHTS read. An atom has the columns of its atom style ([type, diameter, density, x,
 * y, z] for a sphere), its motion is [vx, vy, vz, wx, wy, wz].
 */
export function dataText({ bounds, types, atoms, motions }) {
  const sides = ['x', 'y', 'z'].map((axis, k) => `${bounds.min[k]} ${bounds.max[k]} ${axis}lo ${axis}hi`);
  const numbered = (rows) => rows.map((row, k) => `${k + 1} ${row.join(' ')}`);
  const head = ['bodies', '', `${atoms.length} atoms`, `${types} atom types`, '', ...sides, ''];
  return [...head, 'Atoms', '', ...numbered(atoms), '', 'Velocities', '', ...numbered(motions), ''].join('\n');
}
