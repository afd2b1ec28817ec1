// SPDX-License-Identifier: MIT
/** The input of LAMMPS for a scene: spheres, clumps and half-spaces. */
import type { MotionSpec } from '../bodies/prescribed-motion.ts';
import { normalise, scale, type Vector3, vector3 } from '../math/vector.ts';
import { constantsOf } from '../simulation/law-table.ts';
import type { HalfSpaceSpec } from '../simulation/simulation-spec.ts';
import { CLUMP_FILE, clumpFile } from './clump-file.ts';
import { dataFile } from './data-file.ts';
import {
  boundaryLine,
  DATA_FILE,
  gravityLines,
  groupLines,
  listLine,
  type SizeRange,
  vectorText,
} from './engine-frame.ts';
import { ATOM_COLUMNS, type EngineInput, type EngineScene, type EngineStart, type Readings } from './engine-input.ts';
import { AXES, axisOf } from './half-space-axis.ts';
import { lammpsLaw, smallestContact } from './lammps-law.ts';
import { sizeRange } from './size-range.ts';
import { atomsOf, clumpBodies } from './start-bodies.ts';
import { usedMaterials } from './used-materials.ts';

/** Files of a state; LAMMPS puts the step in place of the asterisk. */
export const LAMMPS_STATE = { atoms: 'atoms.*.bin', pairs: 'pairs.*.txt', clumps: 'clumps.*.txt' } as const;
/** A number of steps that no run reaches: nothing is written. */
export const NEVER_WRITTEN = 2_000_000_000;
const PAIR_VALUES = ['force', 'p1', 'p2', 'p3', 'p10', 'p11', 'p12'];
const CLUMP_VALUES = [
  ...['mol', 'x', 'y', 'z', 'vx', 'vy', 'vz', 'omegax', 'omegay', 'omegaz'],
  ...['quatw', 'quati', 'quatj', 'quatk'],
];

function columnsOf(compute: string, count: number): string {
  return Array.from({ length: count }, (_, k) => `c_${compute}[${k + 1}]`).join(' ');
}

export function lammpsInput(scene: EngineScene, { restart, isTimed = false }: EngineStart = {}): EngineInput {
  const { spec, bodies, clumps, engine } = scene;
  const materials = [...usedMaterials(spec).bodies];
  const sizes = sizeRange(spec, bodies, clumps);
  const densityOf = (material: number): number => spec.materials[material]?.density ?? 0;
  const typeOf = (body: number): number => materials.indexOf(bodies.material[body]) + 1;
  const hasClumps = clumps.some((clump) => clump !== undefined);
  const fixed: number[] = [];
  let atom = 0;
  for (const { body } of atomsOf(bodies, clumps)) {
    atom++;
    if (bodies.fixed[body] === 1) fixed.push(atom);
  }
  const halfSpaces = spec.halfSpaces ?? [];
  const wallForces = halfSpaces.flatMap((_, w) => AXES.map((axis) => `v_wall${w}${axis}`));
  const readings = {
    atomColumns: [...ATOM_COLUMNS, ...wallForces],
    halfSpaces: halfSpaces.map((_, w) => w),
    meshes: 0,
    triangleHalfSpaces: [],
    clumps: clumpBodies(bodies, clumps),
  };
  const lines = [
    'units si',
    `atom_style ${hasClumps ? 'hybrid sphere molecular' : 'sphere'}`,
    'atom_modify map yes',
    boundaryLine(spec),
    'newton off',
    'comm_modify vel yes',
    restart === undefined ? `read_data ${DATA_FILE}` : `read_restart ${restart}`,
    listLine(spec, sizes),
    'neigh_modify delay 0 every 1 check yes',
    ...(hasClumps ? ['neigh_modify exclude molecule/intra all'] : []),
    'pair_style granular',
    ...materials.flatMap((a, i) =>
      materials.slice(i).map((b, j) => {
        const smallest = smallestContact(sizes.smallest, densityOf(a), densityOf(b));
        const law = lammpsLaw(constantsOf(spec, a, b), engine, smallest);
        return `pair_coeff ${i + 1} ${i + j + 1} ${law}`;
      }),
    ),
    `timestep ${spec.timeStep}`,
    ...materials.map((_, i) => `group type${i + 1} type ${i + 1}`),
    ...halfSpaces.flatMap((wall, w) =>
      wallLines(scene, wall, w, materials, sizes).map((line) => (isTimed ? line.replace(/ contacts$/, '') : line)),
    ),
    ...gravityLines(spec, hasClumps ? ' disable' : ''),
    ...motionLines(scene, fixed, restart),
    ...(isTimed ? [] : stateLines(readings, materials.length, hasClumps)),
    `thermo ${NEVER_WRITTEN}`,
    'thermo_style custom step atoms',
    'thermo_modify lost ignore',
  ];
  const files = new Map(restart === undefined ? [[DATA_FILE, dataFile(scene, materials.length, sizes, typeOf)]] : []);
  if (hasClumps && restart === undefined) files.set(CLUMP_FILE, clumpFile(scene));
  return { files, lines, readings };
}

/** What states are read from. */
function stateLines({ halfSpaces, atomColumns }: Readings, types: number, hasClumps: boolean): string[] {
  return [
    'compute pairids all property/local patom1 patom2 cutoff radius',
    `compute pairs all pair/local ${PAIR_VALUES.join(' ')} cutoff radius`,
    ...halfSpaces.flatMap((w) =>
      AXES.map((axis, k) => {
        const parts = Array.from({ length: types }, (_, i) => `f_wall${w}_${i + 1}[${k + 2}]`);
        return `variable wall${w}${axis} atom ${parts.join('+')}`;
      }),
    ),
    `dump atoms all custom 1 ${LAMMPS_STATE.atoms} ${atomColumns.join(' ')}`,
    `dump pairs all local 1 ${LAMMPS_STATE.pairs} c_pairids[1] c_pairids[2] ${columnsOf('pairs', PAIR_VALUES.length)}`,
    'dump_modify pairs format float %.17g',
    ...(hasClumps
      ? [
          `dump clumps clumps local 1 ${LAMMPS_STATE.clumps} ${columnsOf('clumps', CLUMP_VALUES.length)}`,
          'dump_modify clumps format float %.17g',
        ]
      : []),
  ];
}

/** One fix for each type of atoms, since a wall has one law. */
function wallLines(
  { spec, engine }: EngineScene,
  wall: HalfSpaceSpec,
  w: number,
  materials: readonly number[],
  { smallest }: SizeRange,
): string[] {
  const own = spec.materials.findIndex(({ name }) => name === wall.material);
  const normal = normalise(vector3(wall.normal));
  const axis = wall.motion === undefined ? axisOf(normal) : undefined;
  const place =
    axis === undefined
      ? `region wall${w}`
      : `${axis}plane ${normal[axis] > 0 ? `${wall.offset} NULL` : `NULL ${-wall.offset}`}`;
  return [
    ...(axis === undefined ? regionLines(wall, normal, w) : []),
    ...materials.map((material, i) => {
      const contact = smallestContact(smallest, spec.materials[material]?.density ?? 0);
      const law = lammpsLaw(constantsOf(spec, material, own), engine, contact);
      const style = axis === undefined ? 'wall/gran/region' : 'wall/gran';
      return `fix wall${w}_${i + 1} type${i + 1} ${style} granular ${law} ${place} contacts`;
    }),
  ];
}

/** A half-space that is oblique or moves. */
function regionLines({ offset, motion }: HalfSpaceSpec, normal: Vector3, w: number): string[] {
  const through = vectorText(scale(normal, offset));
  const region = `region wall${w} plane ${through} ${vectorText(normal)}`;
  if (motion === undefined) return [region];
  const { rotation } = motion;
  const turn =
    rotation === undefined
      ? ''
      : ` rotate v_turn${w} ${vectorText(vector3(rotation.through))} ${vectorText(normalise(vector3(rotation.axis)))}`;
  return [
    ...AXES.map((axis) => `variable move${w}${axis} equal ${displacementText(motion, axis)}`),
    ...(rotation === undefined ? [] : [`variable turn${w} equal ${rotation.rate}*${elapsedText(motion)}`]),
    `${region} move ${AXES.map((axis) => `v_move${w}${axis}`).join(' ')}${turn}`,
  ];
}

/** Time since the start of a motion, up to its end, as a formula. */
function elapsedText({ from = 0, until }: MotionSpec): string {
  const time = '(step*dt)';
  const running = `(${time}>${from})*(${time}-${from})`;
  return until === undefined ? running : `(${running}-(${time}>${until})*(${time}-${until}))`;
}

/** Displacement along an axis as a formula of the time. */
function displacementText(motion: MotionSpec, axis: 'x' | 'y' | 'z'): string {
  const { velocity, oscillation } = motion;
  const elapsed = elapsedText(motion);
  const parts = velocity === undefined ? [] : [`${vector3(velocity)[axis]}*${elapsed}`];
  if (oscillation !== undefined) {
    const { direction, amplitude, frequency, phase = 0 } = oscillation;
    const reach = amplitude * normalise(vector3(direction))[axis];
    parts.push(`${reach}*(sin(${2 * Math.PI * frequency}*${elapsed}+${phase})-sin(${phase}))`);
  }
  return parts.length === 0 ? '0' : parts.join('+').replaceAll('+-', '-').replaceAll('--', '+');
}

/** Fixed bodies are frozen: contacts then take their mass as infinite. */
function motionLines({ clumps, spec }: EngineScene, fixed: readonly number[], restart: string | undefined): string[] {
  const hasClumps = clumps.some((clump) => clump !== undefined);
  const hasGravity = gravityLines(spec).length > 0;
  const lines = groupLines('fixed', fixed);
  const moving = fixed.length === 0 ? 'all' : 'moving';
  if (fixed.length > 0) lines.push('group moving subtract all fixed');
  if (hasClumps) {
    const file = restart === undefined ? CLUMP_FILE : `${restart}.rigid`;
    lines.push(
      'group clumps molecule > 0',
      `group grains subtract ${moving} clumps`,
      'fix integrate grains nve/sphere',
      ...gravityLines(spec).map((line) => line.replace('fix gravity all', 'fix weight grains')),
      `fix clumps clumps rigid/nve/small molecule infile ${file}${hasGravity ? ' gravity gravity' : ''}`,
      `compute clumps clumps rigid/local clumps ${CLUMP_VALUES.join(' ')}`,
    );
  } else lines.push(`fix integrate ${moving} nve/sphere`);
  if (fixed.length > 0) lines.push('fix freeze fixed freeze');
  return lines;
}
