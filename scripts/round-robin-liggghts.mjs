// SPDX-License-Identifier: MIT
/**
 * Runs the scenes of the case `round-robin` with LIGGGHTS (the command `liggghts`), from the beds that Scree settles, and writes its curves into
 * src/verification/round-robin/liggghts-curves.ts. Arguments: `--full` for the published sizes (hours), names of scenes for a part of them.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../benchmarks/dem/run-engine.mjs';
import { stlBytes } from '../dist/io/stl-writer.js';
import { MATERIAL_NAMES, materials, PAIRS } from '../dist/verification/round-robin/materials.js';
import { measuredBodies, sampleSteps, settledBed } from '../dist/verification/round-robin/run-scene.js';
import { FULL_FORMS, SHORT_FORMS } from '../dist/verification/round-robin/short-forms.js';

const MODEL = 'model hertz tangential history';
const TARGET = new URL('../src/verification/round-robin/liggghts-curves.ts', import.meta.url);
const BALL_RADIUS = 0.01;
/** Half the sides of the box in which LIGGGHTS keeps atoms; below it they are lost, as they should be. */
const REACH = 0.25;

const typeOf = (material) => MATERIAL_NAMES.indexOf(material) + 1;

function dataFile(scene, bodies) {
  const given = materials(scene.softening);
  const radiusOf = ({ shape }) => (shape === 'ball' ? BALL_RADIUS : scene.radius);
  const densityOf = ({ material }) => given[typeOf(material) - 1].density;
  const bottom = scene.measured.domain?.min[2] ?? -REACH;
  const atoms = bodies.map(
    (body, k) =>
      `${k + 1} ${typeOf(body.material)} ${2 * radiusOf(body)} ${densityOf(body)} ${body.position.join(' ')}`,
  );
  const velocities = bodies.map(({ velocity = [0, 0, 0] }, k) => `${k + 1} ${velocity.join(' ')} 0 0 0`);
  const sides = [`${-REACH} ${REACH} xlo xhi`, `${-REACH} ${REACH} ylo yhi`, `${bottom} 1.2 zlo zhi`];
  const head = ['spheres', '', `${bodies.length} atoms`, `${MATERIAL_NAMES.length} atom types`, '', ...sides, ''];
  return [...head, 'Atoms', '', ...atoms, '', 'Velocities', '', ...velocities, ''].join('\n');
}

/** One number for each pair of materials, row by row. */
function matrix(number) {
  const of = (a, b) => PAIRS.find(({ materials: [p, q] }) => (p === a && q === b) || (p === b && q === a))[number];
  return MATERIAL_NAMES.flatMap((a) => MATERIAL_NAMES.map((b) => of(a, b))).join(' ');
}

function wallFix({ normal, offset }, k) {
  const axis = normal.findIndex((component) => component !== 0);
  return `fix wall${k} all wall/gran ${MODEL} primitive type 3 ${'xyz'[axis]}plane ${offset / normal[axis]}`;
}

function meshFixes(meshes) {
  if (meshes.length === 0) return [];
  const names = meshes.map((_, k) => `mesh${k}`);
  return [
    ...meshes.map((_, k) => `fix mesh${k} all mesh/surface file mesh${k}.stl type 3`),
    `fix meshwall all wall/gran ${MODEL} mesh n_meshes ${meshes.length} meshes ${names.join(' ')}`,
    ...meshes.flatMap(({ motion }, k) => {
      if (!motion) return [];
      const { through, axis, rate } = motion.rotation;
      const period = (2 * Math.PI) / rate;
      return `fix move${k} all move/mesh mesh mesh${k} rotate origin ${through.join(' ')} axis ${axis.join(' ')} period ${period}`;
    }),
  ];
}

function input(scene) {
  const given = materials(scene.softening);
  const { halfSpaces = [], meshes = [] } = scene.measured;
  const every = sampleSteps(scene);
  return [
    'atom_style granular',
    'atom_modify map array',
    'boundary f f f',
    'newton off',
    'communicate single vel yes',
    'units si',
    'hard_particles yes',
    'read_data spheres.data',
    `neighbor ${0.3 * scene.radius} bin`,
    'neigh_modify delay 0',
    `fix m1 all property/global youngsModulus peratomtype ${given.map((each) => each.youngsModulus).join(' ')}`,
    `fix m2 all property/global poissonsRatio peratomtype ${given.map((each) => each.poissonsRatio).join(' ')}`,
    `fix m3 all property/global coefficientRestitution peratomtypepair 3 ${matrix('restitution')}`,
    `fix m4 all property/global coefficientFriction peratomtypepair 3 ${matrix('friction')}`,
    'pair_style gran model hertz tangential history',
    'pair_coeff * *',
    `timestep ${scene.timeStep}`,
    'fix gravity all gravity 9.81 vector 0 0 -1',
    ...halfSpaces.map(wallFix),
    ...meshFixes(meshes),
    'fix integrate all nve/sphere',
    'thermo 1000000',
    'thermo_modify lost ignore norm no',
    `dump places all custom ${every} places.*.txt id type x y z`,
    'dump_modify places format "%d %d %.17g %.17g %.17g"',
    `run ${every * scene.samples}`,
    '',
  ].join('\n');
}

function placesOf(file) {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const rows = lines
    .slice(lines.findIndex((line) => line.startsWith('ITEM: ATOMS')) + 1)
    .map((line) => line.split(' ').map(Number));
  const position = Float64Array.from(rows.flatMap(([, , x, y, z]) => [x, y, z]));
  return { count: rows.length, position, material: Int32Array.from(rows, ([, type]) => type - 1) };
}

function curvesOf(scene) {
  const folder = mkdtempSync(join(tmpdir(), 'scree-round-robin-'));
  const bodies = measuredBodies(scene, settledBed(scene));
  writeFileSync(join(folder, 'spheres.data'), dataFile(scene, bodies));
  writeFileSync(join(folder, 'in.scene'), input(scene));
  (scene.measured.meshes ?? []).forEach(({ mesh }, k) => {
    writeFileSync(join(folder, `mesh${k}.stl`), stlBytes(mesh));
  });
  run(['liggghts', '-in', 'in.scene', '-log', 'none'], folder);
  const stepOf = (name) => Number(name.split('.')[1]);
  const files = readdirSync(folder).filter((name) => name.startsWith('places.'));
  const samples = files
    .toSorted((a, b) => stepOf(a) - stepOf(b))
    .map((name) => scene.measure(placesOf(join(folder, name))));
  rmSync(folder, { recursive: true });
  return scene.curves.map((_, k) => samples.map((values) => Number(values[k].toPrecision(6))));
}

const isFull = process.argv.includes('--full');
const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const before = await import(`../dist/verification/round-robin/liggghts-curves.js`).catch(() => ({}));
const curves = { ...(before.LIGGGHTS_CURVES ?? {}) };
for (const scene of isFull ? FULL_FORMS : SHORT_FORMS) {
  if (names.length > 0 && !names.includes(scene.name)) continue;
  console.log(`${scene.name}, ${isFull ? 'as published' : 'short'}`);
  curves[`${scene.name}${isFull ? '-full' : ''}`] = curvesOf(scene);
}
writeFileSync(
  TARGET,
  [
    '// SPDX-License-Identifier: MIT',
    '/** What LIGGGHTS 3.8 measured in the same scenes from the same beds, written by scripts/round-robin-liggghts.mjs. */',
    '',
    '/** By name of the scene, `-full` for the published size: one list a curve, one number a sample. */',
    `export const LIGGGHTS_CURVES: Readonly<Record<string, readonly (readonly number[])[]>> = ${JSON.stringify(curves)};`,
    '',
  ].join('\n'),
);
console.log('written; npm run format puts it into shape');
