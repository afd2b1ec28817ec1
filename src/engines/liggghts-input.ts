// SPDX-License-Identifier: MIT
/** The input of LIGGGHTS for a scene: spheres, clumps, half-spaces and meshes. */
import type { MotionSpec } from '../bodies/prescribed-motion.ts';
import { power } from '../math/elementary.ts';
import { add, normalise, scale, subtract, type Vector3, vector3 } from '../math/vector.ts';
import { massOfSphere } from '../simulation/set-up.ts';
import type { SimulationSpec } from '../simulation/simulation-spec.ts';
import { meshPoseAt } from '../simulation/walls/meshes.ts';
import { type LiggghtsKind, liggghtsKinds, typeOf } from './atom-kinds.ts';
import { dataFile } from './data-file.ts';
import {
  boundaryLine,
  boxOf,
  DATA_FILE,
  gravityLines,
  groupLines,
  listLine,
  type SizeRange,
  vectorText,
} from './engine-frame.ts';
import {
  ATOM_COLUMNS,
  type EngineInput,
  type EngineScene,
  type EngineStart,
  ORIENTATION_COLUMNS,
  type Readings,
} from './engine-input.ts';
import { AXES, axisOf } from './half-space-axis.ts';
import { liggghtsClumps } from './liggghts-clumps.ts';
import { liggghtsLawLines, liggghtsModel } from './liggghts-law.ts';
import { orientationLines, superquadricShapes } from './liggghts-superquadrics.ts';
import { liggghtsWall } from './liggghts-wall.ts';
import { planeInBox, triangleOverBox } from './plane-in-box.ts';
import { sizeRange } from './size-range.ts';
import { bodyForms, clumpBodies } from './start-bodies.ts';
import { type Triangle, textStl, trianglesOf } from './text-stl.ts';

/** Files of a state, and the computes whose columns they have: of pairs, and of atoms on meshes. */
export const LIGGGHTS_STATE = {
  atoms: 'atoms.bin',
  pairs: 'pairs.txt',
  walls: 'walls.txt',
  clumps: 'clumps.txt',
} as const;
export const LOCAL_VALUES = 'id force delta contactPoint';
const LOCAL_COLUMNS = 10;
/** Of clumps, with the number of values of each; quaternions are w first. */
const CLUMP_VALUES = { id_multisphere: 1, xcm: 3, vcm: 3, omega: 3, quat: 4 } as const;
const NEVER_WRITTEN = 2_000_000_000;
/** The symplectic scheme of superquadrics. */
const SOLID_MOTION = 'nve/superquadric integration_scheme 1';

/** A mesh of the scene as it is at the start. */
interface TriangleWall {
  readonly material: string;
  readonly triangles: readonly Triangle[];
  readonly motion?: MotionSpec;
  readonly surfaceVelocity?: Vector3;
}

export function liggghtsInput(scene: EngineScene, { restart, isTimed = false }: EngineStart = {}): EngineInput {
  const { spec, bodies, clumps } = scene;
  const kinds = liggghtsKinds(spec);
  const sizes = sizeRange(spec, bodies, clumps);
  const halfSpaces = spec.halfSpaces ?? [];
  const hasSolids = superquadricShapes(spec).length > 0;
  const planes = halfSpaces.flatMap((wall, w) => (hasSolids || liggghtsWall(wall).form === 'mesh' ? [] : [w]));
  const oblique = meshedPlanes(scene, sizes);
  const walls = [...triangleWalls(spec), ...oblique];
  const fixed = Array.from(bodies.fixed).flatMap((isFixed, k) => (isFixed === 1 ? [k + 1] : []));
  const inClumps = clumpBodies(bodies, clumps);
  const singles = bodies.count - inClumps.length;
  let atoms = singles;
  for (const k of inClumps) atoms += clumps[bodies.shape[k]]?.spheres.length ?? 0;
  const held = [...(fixed.length === 0 ? [] : ['fixed']), ...(inClumps.length === 0 ? [] : ['clumps'])];
  const moving = held.length === 0 ? 'all' : 'moving';
  const forms = bodyForms(spec);
  const type = (k: number): number => {
    const density = spec.materials[bodies.material[k]]?.density ?? 0;
    const volume = forms[bodies.shape[k]]?.volume;
    const mass =
      volume === undefined ? massOfSphere(bodies.radius[k], density) : density * volume * power(bodies.scale[k], 3);
    return typeOf(kinds, bodies.material[k], bodies.fixed[k] === 1 ? Infinity : mass);
  };
  const inserted = liggghtsClumps(scene, sizes, type);
  const readings: Readings = {
    atomColumns: [
      ...ATOM_COLUMNS,
      ...(hasSolids ? ORIENTATION_COLUMNS : []),
      ...planes.flatMap((w) => [1, 2, 3].map((k) => `f_force_wall${w}[${k}]`)),
    ],
    halfSpaces: planes,
    meshes: spec.meshes?.length ?? 0,
    triangleHalfSpaces: oblique.map(({ halfSpace }) => halfSpace),
    clumps: inClumps,
  };
  const lines = [
    'units si',
    `atom_style ${hasSolids ? 'superquadric' : 'granular'}`,
    'atom_modify map array',
    boundaryLine(spec),
    'newton off',
    'communicate single vel yes',
    'hard_particles yes',
    ...(restart !== undefined
      ? [`read_restart ${restart}`]
      : singles === 0 && inClumps.length > 0
        ? emptyBoxLines(scene, sizes, kinds.length)
        : [`read_data ${DATA_FILE}`, ...(hasSolids ? orientationLines(bodies) : [])]),
    listLine(spec, sizes),
    'neigh_modify delay 0',
    ...liggghtsLawLines(spec, kinds),
    ...(inClumps.length === 0 ? [] : ['fix clumps all multisphere']),
    ...(inClumps.length === 0 || restart !== undefined ? [] : inserted.lines),
    `timestep ${spec.timeStep}`,
    ...planes.map((w) => planeLine(scene, w, kinds, isTimed)),
    ...triangleLines(spec, walls, kinds),
    ...gravityLines(spec),
    ...groupLines('fixed', fixed),
    ...(inClumps.length === 0 ? [] : [`group clumps id ${singles + 1}:${atoms}`]),
    ...(held.length === 0 ? [] : [`group moving subtract all ${held.join(' ')}`]),
    `fix integrate ${moving} ${hasSolids ? SOLID_MOTION : 'nve/sphere'}`,
    ...(fixed.length === 0 ? [] : ['fix freeze fixed freeze']),
    ...(isTimed ? [] : [`compute pairs all pair/gran/local ${LOCAL_VALUES}`]),
    ...(isTimed || walls.length === 0 ? [] : [`compute walls all wall/gran/local ${LOCAL_VALUES}`]),
    ...(inClumps.length === 0
      ? []
      : Object.keys(CLUMP_VALUES).map((value) => `compute clump_${value} all multisphere property ${value}`)),
    `thermo ${NEVER_WRITTEN}`,
    'thermo_style custom step atoms',
    'thermo_modify lost ignore',
  ];
  const files = new Map<string, string>();
  walls.forEach(({ triangles }, k) => {
    files.set(stlName(k), textStl(triangles));
  });
  if (restart === undefined) {
    for (const [name, text] of inserted.files) files.set(name, text);
    if (singles > 0) files.set(DATA_FILE, dataFile(scene, kinds.length, sizes, type));
  }
  return { files, lines, readings };
}

/** Commands that write the present state. */
export function liggghtsStateLines({ atomColumns, meshes, triangleHalfSpaces, clumps }: Readings): string[] {
  const local = (name: string, file: string): string => {
    const columns = Array.from({ length: LOCAL_COLUMNS }, (_, k) => `c_${name}[${k + 1}]`).join(' ');
    return `write_dump all local ${file} ${columns} modify format "${Array(LOCAL_COLUMNS).fill('%.17g').join(' ')}"`;
  };
  return [
    `write_dump all custom ${LIGGGHTS_STATE.atoms} ${atomColumns.join(' ')}`,
    local('pairs', LIGGGHTS_STATE.pairs),
    ...(meshes + triangleHalfSpaces.length === 0 ? [] : [local('walls', LIGGGHTS_STATE.walls)]),
    ...(clumps.length === 0 ? [] : [clumpsDump()]),
  ];
}

function clumpsDump(): string {
  const columns = Object.entries(CLUMP_VALUES).flatMap(([value, count]) =>
    count === 1 ? [`c_clump_${value}`] : Array.from({ length: count }, (_, k) => `c_clump_${value}[${k + 1}]`),
  );
  const format = columns.map(() => '%.17g').join(' ');
  return `write_dump all local ${LIGGGHTS_STATE.clumps} ${columns.join(' ')} modify format "${format}"`;
}

/** A box without bodies: a data file must have some. */
function emptyBoxLines({ spec, bodies }: EngineScene, sizes: SizeRange, types: number): string[] {
  const [min, max] = boxOf(spec, bodies, sizes);
  const sides = AXES.map((axis) => `${min[axis]} ${max[axis]}`).join(' ');
  return [`region box block ${sides} units box`, `create_box ${types} box`];
}

function stlName(k: number): string {
  return `wall${k}.stl`;
}

function materialNumber({ materials }: SimulationSpec, name: string): number {
  return materials.findIndex((material) => material.name === name);
}

function planeLine({ spec }: EngineScene, w: number, kinds: readonly LiggghtsKind[], isTimed: boolean): string {
  const wall = spec.halfSpaces?.[w];
  if (wall === undefined) throw new RangeError(`no half-space ${w}`);
  const { normal, offset, material } = wall;
  const form = liggghtsWall(wall);
  const unit = normalise(vector3(normal));
  const axis = axisOf(unit) ?? 'z';
  const { model, settings } = liggghtsModel(spec);
  const type = typeOf(kinds, materialNumber(spec, material), Infinity);
  const at = unit[axis] > 0 ? offset : -offset;
  const running = AXES.find((each) => form.form === 'primitive' && form.surface[each] !== 0);
  const shear = form.form === 'primitive' && running !== undefined ? ` shear ${running} ${form.surface[running]}` : '';
  const place = `${axis}plane ${at}${shear}`;
  const told = isTimed ? '' : ' store_force yes';
  return `fix wall${w} all wall/gran ${model} primitive type ${type} ${place}${told}${settings}`;
}

function triangleWalls({ meshes = [] }: SimulationSpec): TriangleWall[] {
  return meshes.map((mesh) => {
    const { material, motion, surface } = mesh;
    return {
      material,
      triangles: trianglesOf(mesh.mesh, meshPoseAt(mesh, 0)),
      ...(motion !== undefined && { motion }),
      ...(surface?.velocity !== undefined && { surfaceVelocity: vector3(surface.velocity) }),
    };
  });
}

/** Around the domain, in largest radii: a body at its border touches the plane beyond it. */
const PLANE_RIM = 2;

/** Half-spaces that are oblique or move, and all that superquadrics touch, if they meet the domain, as triangles. */
function meshedPlanes(
  { spec, bodies }: EngineScene,
  sizes: SizeRange,
): (TriangleWall & { readonly halfSpace: number })[] {
  const [min, max] = boxOf(spec, bodies, sizes);
  const hasSolids = superquadricShapes(spec).length > 0;
  return (spec.halfSpaces ?? []).flatMap((wall, halfSpace) => {
    const form = liggghtsWall(wall);
    if (form.form !== 'mesh' && !hasSolids) return [];
    const rim = PLANE_RIM * sizes.largest + (form.form === 'mesh' ? form.beyond : 0);
    const room = { x: rim, y: rim, z: rim };
    const { motion } = wall;
    const inBox = hasSolids ? triangleOverBox : planeInBox;
    const triangles = inBox(normalise(vector3(wall.normal)), wall.offset, subtract(min, room), add(max, room));
    if (triangles.length === 0) return [];
    if (form.form === 'mesh') {
      return [{ halfSpace, material: wall.material, triangles, ...(motion !== undefined && { motion }) }];
    }
    const isRunning = AXES.some((axis) => form.surface[axis] !== 0);
    return [{ halfSpace, material: wall.material, triangles, ...(isRunning && { surfaceVelocity: form.surface }) }];
  });
}

function triangleLines(spec: SimulationSpec, walls: readonly TriangleWall[], kinds: readonly LiggghtsKind[]): string[] {
  if (walls.length === 0) return [];
  const { model, settings } = liggghtsModel(spec);
  const names = walls.map((_, k) => `mesh${k}`);
  return [
    ...walls.map(({ material, surfaceVelocity }, k) => {
      const type = typeOf(kinds, materialNumber(spec, material), Infinity);
      const surface = surfaceVelocity === undefined ? '' : ` surface_vel ${vectorText(surfaceVelocity)}`;
      return `fix mesh${k} all mesh/surface file ${stlName(k)} type ${type}${surface}`;
    }),
    `fix meshes all wall/gran ${model} mesh n_meshes ${walls.length} meshes ${names.join(' ')}${settings}`,
    ...walls.flatMap(({ motion }, k) =>
      motion === undefined ? [] : [`fix move${k} all move/mesh mesh mesh${k} ${moverText(motion)}`],
    ),
  ];
}

function moverText({ velocity, rotation, oscillation }: MotionSpec): string {
  // A rotation at the rate 0 has no period; LIGGGHTS gets a mesh that moves at the speed 0.
  if (rotation !== undefined && rotation.rate !== 0) {
    const { axis, through, rate } = rotation;
    const turned = scale(normalise(vector3(axis)), rate < 0 ? -1 : 1);
    const period = (2 * Math.PI) / Math.abs(rate);
    return `rotate origin ${vectorText(vector3(through))} axis ${vectorText(turned)} period ${period}`;
  }
  if (oscillation !== undefined) {
    const { direction, amplitude, frequency } = oscillation;
    const reach = scale(normalise(vector3(direction)), amplitude);
    return `wiggle amplitude ${vectorText(reach)} period ${1 / frequency}`;
  }
  return `linear ${vectorText(vector3(velocity ?? [0, 0, 0]))}`;
}
