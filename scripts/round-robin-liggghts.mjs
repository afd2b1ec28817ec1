// SPDX-License-Identifier: MIT
/**
 * Runs the scenes of the case `round-robin` with LIGGGHTS (the command `liggghts`), from the beds that Scree settles,
 * and writes its curves into src/verification/round-robin/liggghts-curves.ts.
 *
 *   node scripts/round-robin-liggghts.mjs [--full] [--beds FOLDER] [--until SECONDS] [--processes N] [SCENE...]
 *
 * `--full` runs the published sizes (hours), from the beds that `scree verify round-robin --full --device gpu` has kept
 * in FOLDER where they are there. With `--until` a curve ends with the last sample before that time of the scene.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { run } from '../benchmarks/dem/run-engine.mjs';
import { stlBytes } from '../dist/io/stl-writer.js';
import { packingName } from '../dist/verification/round-robin/gpu-run-scene.js';
import { MATERIAL_NAMES, materials, PAIRS } from '../dist/verification/round-robin/materials.js';
import { BALL_RADIUS, FULL_FORMS, SHORT_FORMS } from '../dist/verification/round-robin/published-scenes.js';
import { measuredBodies, packingAt, sampleSteps, settledPacking } from '../dist/verification/round-robin/run-scene.js';
import { ATOMS, dataText, materialLines, meshLines, wallLines } from './liggghts-input.mjs';

const TARGET = new URL('../src/verification/round-robin/liggghts-curves.ts', import.meta.url);
const STEEL = MATERIAL_NAMES.indexOf('steel') + 1;
/** Half the sides of the box in which LIGGGHTS keeps atoms; below it they are lost, as they should be. */
const REACH = 0.25;

const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    full: { type: 'boolean', default: false },
    beds: { type: 'string' },
    until: { type: 'string', default: 'Infinity' },
    processes: { type: 'string', default: '1' },
  },
});

const meshFile = (k) => `mesh${k}.stl`;
const typeOf = (material) => MATERIAL_NAMES.indexOf(material) + 1;

function dataFile(scene, bodies) {
  const given = materials(scene.softening);
  const radiusOf = ({ shape }) => (shape === 'ball' ? BALL_RADIUS : scene.radius);
  const bottom = scene.measured.domain?.min[2] ?? -REACH;
  return dataText({
    bounds: { min: [-REACH, -REACH, bottom], max: [REACH, REACH, 1.2] },
    types: MATERIAL_NAMES.length,
    atoms: bodies.map((body) => {
      const type = typeOf(body.material);
      return [type, 2 * radiusOf(body), given[type - 1].density, ...body.position];
    }),
    motions: bodies.map(({ velocity = [0, 0, 0] }) => [...velocity, 0, 0, 0]),
  });
}

/** One number for each pair of materials, row by row. */
function matrix(number) {
  const of = (a, b) => PAIRS.find(({ materials: [p, q] }) => (p === a && q === b) || (p === b && q === a))[number];
  return MATERIAL_NAMES.flatMap((a) => MATERIAL_NAMES.map((b) => of(a, b)));
}

function input(scene) {
  const given = materials(scene.softening);
  const { halfSpaces = [], meshes = [] } = scene.measured;
  const every = sampleSteps(scene);
  const samples = Math.floor(scene.samples * Math.min(1, Number(options.until) / scene.duration) + 1e-9);
  return [
    ...ATOMS,
    'hard_particles yes',
    'read_data spheres.data',
    `neighbor ${0.3 * scene.radius} bin`,
    'neigh_modify delay 0',
    ...materialLines({
      youngsModulus: given.map((each) => each.youngsModulus),
      poissonsRatio: given.map((each) => each.poissonsRatio),
      restitution: matrix('restitution'),
      friction: matrix('friction'),
    }),
    `timestep ${scene.timeStep}`,
    'fix gravity all gravity 9.81 vector 0 0 -1',
    ...wallLines(halfSpaces, STEEL),
    ...meshLines(
      meshes.map(({ motion }, k) => ({ file: meshFile(k), motion })),
      STEEL,
    ),
    'fix integrate all nve/sphere',
    'thermo 1000000',
    'thermo_modify lost ignore norm no',
    `dump places all custom ${every} places.*.txt id type x y z`,
    'dump_modify places format "%d %d %.17g %.17g %.17g"',
    `run ${every * samples}`,
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

/** As the GPU has kept it, or settled here. */
function bedOf(scene) {
  const file = options.beds && join(options.beds, `${packingName(scene)}.state`);
  if (!file || !existsSync(file)) return settledPacking(scene);
  console.log(`from ${file}`);
  return packingAt(scene.start(), JSON.parse(readFileSync(file, 'utf8')).result);
}

function curvesOf(scene) {
  const folder = mkdtempSync(join(tmpdir(), 'scree-round-robin-'));
  const bodies = measuredBodies(scene, bedOf(scene));
  writeFileSync(join(folder, 'spheres.data'), dataFile(scene, bodies));
  writeFileSync(join(folder, 'in.scene'), input(scene));
  (scene.measured.meshes ?? []).forEach(({ mesh }, k) => {
    writeFileSync(join(folder, meshFile(k)), stlBytes(mesh));
  });
  const command = ['liggghts', '-in', 'in.scene', '-log', 'none'];
  const processes = Number(options.processes);
  run(processes > 1 ? ['mpirun', '-np', String(processes), ...command] : command, folder);
  const stepOf = (name) => Number(name.split('.')[1]);
  const files = readdirSync(folder).filter((name) => name.startsWith('places.'));
  const moments = files.toSorted((a, b) => stepOf(a) - stepOf(b)).map((name) => placesOf(join(folder, name)));
  const samples = moments.map((places) => scene.measure(places, moments[0]));
  rmSync(folder, { recursive: true });
  return scene.curves.map((_, k) => samples.map((values) => Number(values[k].toPrecision(6))));
}

const before = await import(`../dist/verification/round-robin/liggghts-curves.js`).catch(() => ({}));
const curves = { ...(before.LIGGGHTS_CURVES ?? {}) };
for (const scene of options.full ? FULL_FORMS : SHORT_FORMS) {
  if (names.length > 0 && !names.includes(scene.name)) continue;
  console.log(`${scene.name}, ${options.full ? 'as published' : 'short'}`);
  curves[`${scene.name}${options.full ? '-full' : ''}`] = curvesOf(scene);
}
writeFileSync(
  TARGET,
  [
    '// SPDX-License-Identifier: MIT',
    '/** What LIGGGHTS 3.8 measured in the same scenes from the same beds, written by ' +
      'scripts/round-robin-liggghts.mjs. */',
    '',
    '/** By name of the scene, `-full` for the published size: one list a curve, one number a sample. */',
    'export const LIGGGHTS_CURVES: Readonly<Record<string, readonly (readonly number[])[]>> = ' +
      `${JSON.stringify(curves)};`,
    '',
  ].join('\n'),
);
console.log('written; npm run format puts it into shape');
