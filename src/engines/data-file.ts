// SPDX-License-Identifier: MIT
/** The data file with the bodies at the start, which both engines read. Numbers have all digits of float64. */
import { vector3 } from '../math/vector.ts';
import { boxLines, boxOf, type SizeRange, vectorText } from './engine-frame.ts';
import type { EngineScene } from './engine-input.ts';
import { superquadricColumns, superquadricShapes } from './liggghts-superquadrics.ts';
import { atomsOf, vectorAt } from './start-bodies.ts';

/**
 * `typeOf` gives the type of the atoms of a body. A sphere is a line with type, diameter, density and centre; in a
 * scene with clumps (LAMMPS), a line of `atom_style hybrid sphere molecular`, with the number of its clump or 0; in a
 * scene with superquadrics (LIGGGHTS), a line of `atom_style superquadric`. LIGGGHTS does not read clumps.
 */
export function dataFile(
  { spec, bodies, clumps, engine }: EngineScene,
  types: number,
  sizes: SizeRange,
  typeOf: (body: number) => number,
): string {
  const hasClumps = engine.name === 'lammps' && clumps.some((clump) => clump !== undefined);
  const solids = engine.name === 'liggghts' ? superquadricShapes(spec) : [];
  const atoms: string[] = [];
  const motions: string[] = [];
  for (const { body, radius, position } of atomsOf(bodies, clumps)) {
    const number = atoms.length + 1;
    const density = spec.materials[bodies.material[body]]?.density ?? 0;
    const isClump = clumps[bodies.shape[body]] !== undefined;
    if (isClump && !hasClumps) continue;
    const solid = solids[bodies.shape[body]];
    if (solid !== undefined) {
      atoms.push(`${number} ${typeOf(body)} ${superquadricColumns(solid, bodies.scale[body], density, position)}`);
    } else
      atoms.push(
        hasClumps
          ? `${number} ${typeOf(body)} ${vectorText(position)} ${2 * radius} ${density} ${isClump ? body + 1 : 0}`
          : `${number} ${typeOf(body)} ${2 * radius} ${density} ${vectorText(position)}`,
      );
    const [velocity, spin] = [vectorAt(bodies.velocity, body), vectorAt(bodies.angularVelocity, body)];
    motions.push(`${number} ${vectorText(vector3(velocity))} ${vectorText(spin)}`);
  }
  return [
    'bodies',
    '',
    `${atoms.length} atoms`,
    `${types} atom types`,
    '',
    ...boxLines(boxOf(spec, bodies, sizes)),
    '',
    hasClumps ? 'Atoms # hybrid' : 'Atoms',
    '',
    ...atoms,
    '',
    'Velocities',
    '',
    ...motions,
    '',
  ].join('\n');
}
