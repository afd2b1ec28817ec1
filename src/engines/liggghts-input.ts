// SPDX-License-Identifier: MIT
/** The input of LIGGGHTS for a scene: spheres, half-spaces and meshes. */
import type { MotionSpec } from '../bodies/prescribed-motion.ts';
import { add, normalise, scale, subtract, type Vector3, vector3 } from '../math/vector.ts';
import { massOfSphere } from '../simulation/set-up.ts';
import type { HalfSpaceSpec, SimulationSpec } from '../simulation/simulation-spec.ts';
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
import { ATOM_COLUMNS, type EngineInput, type EngineScene, type EngineStart, type Readings } from './engine-input.ts';
import { axisOf } from './half-space-axis.ts';
import { liggghtsLawLines, liggghtsModel } from './liggghts-law.ts';
import { planeInBox } from './plane-in-box.ts';
import { sizeRange } from './size-range.ts';
import { type Triangle, textStl, trianglesOf } from './text-stl.ts';

/** Files of a state, and the computes whose columns they have: of pairs, and of atoms on meshes. */
export const LIGGGHTS_STATE = { atoms: 'atoms.bin', pairs: 'pairs.txt', walls: 'walls.txt' } as const;
export const LOCAL_VALUES = 'id force delta contactPoint';
const LOCAL_COLUMNS = 10;
const NEVER_WRITTEN = 2_000_000_000;

/** A mesh of the scene as it is at the start. */
interface TriangleWall {
  readonly material: string;
  readonly triangles: readonly Triangle[];
  readonly motion?: MotionSpec;
  readonly surfaceVelocity?: Vector3;
}

export function liggghtsInput(scene: EngineScene, { restart }: EngineStart = {}): EngineInput {
  const { spec, bodies, clumps } = scene;
  const kinds = liggghtsKinds(spec);
  const sizes = sizeRange(spec, bodies, clumps);
  const halfSpaces = spec.halfSpaces ?? [];
  const planes = halfSpaces.flatMap((wall, w) => (isOblique(wall) ? [] : [w]));
  const oblique = obliquePlanes(scene, sizes);
  const walls = [...triangleWalls(spec), ...oblique];
  const fixed = Array.from(bodies.fixed).flatMap((isFixed, k) => (isFixed === 1 ? [k + 1] : []));
  const moving = fixed.length === 0 ? 'all' : 'moving';
  const readings: Readings = {
    atomColumns: [...ATOM_COLUMNS, ...planes.flatMap((w) => [1, 2, 3].map((k) => `f_force_wall${w}[${k}]`))],
    halfSpaces: planes,
    meshes: spec.meshes?.length ?? 0,
    triangleHalfSpaces: oblique.map(({ halfSpace }) => halfSpace),
  };
  const lines = [
    'units si',
    'atom_style granular',
    'atom_modify map array',
    boundaryLine(spec),
    'newton off',
    'communicate single vel yes',
    'hard_particles yes',
    restart === undefined ? `read_data ${DATA_FILE}` : `read_restart ${restart}`,
    listLine(spec, sizes),
    'neigh_modify delay 0',
    ...liggghtsLawLines(spec, kinds),
    `timestep ${spec.timeStep}`,
    ...halfSpaces.flatMap((wall, w) => (isOblique(wall) ? [] : [planeLine(spec, wall, w, kinds)])),
    ...triangleLines(spec, walls, kinds),
    ...gravityLines(spec),
    ...groupLines('fixed', fixed),
    ...(fixed.length === 0 ? [] : ['group moving subtract all fixed']),
    `fix integrate ${moving} nve/sphere`,
    ...(fixed.length === 0 ? [] : ['fix freeze fixed freeze']),
    `compute pairs all pair/gran/local ${LOCAL_VALUES}`,
    ...(walls.length === 0 ? [] : [`compute walls all wall/gran/local ${LOCAL_VALUES}`]),
    `thermo ${NEVER_WRITTEN}`,
    'thermo_style custom step atoms',
    'thermo_modify lost ignore',
  ];
  const files = new Map<string, string>();
  walls.forEach(({ triangles }, k) => {
    files.set(stlName(k), textStl(triangles));
  });
  if (restart === undefined) {
    const type = (k: number): number => {
      const density = spec.materials[bodies.material[k]]?.density ?? 0;
      const mass = bodies.fixed[k] === 1 ? Infinity : massOfSphere(bodies.radius[k], density);
      return typeOf(kinds, bodies.material[k], mass);
    };
    files.set(DATA_FILE, dataFile(scene, kinds.length, sizes, type));
  }
  return { files, lines, readings };
}

/** Commands that write the present state. */
export function liggghtsStateLines({ atomColumns, meshes, triangleHalfSpaces }: Readings): string[] {
  const local = (name: string, file: string): string => {
    const columns = Array.from({ length: LOCAL_COLUMNS }, (_, k) => `c_${name}[${k + 1}]`).join(' ');
    return `write_dump all local ${file} ${columns} modify format "${Array(LOCAL_COLUMNS).fill('%.17g').join(' ')}"`;
  };
  return [
    `write_dump all custom ${LIGGGHTS_STATE.atoms} ${atomColumns.join(' ')}`,
    local('pairs', LIGGGHTS_STATE.pairs),
    ...(meshes + triangleHalfSpaces.length === 0 ? [] : [local('walls', LIGGGHTS_STATE.walls)]),
  ];
}

function stlName(k: number): string {
  return `wall${k}.stl`;
}

function materialNumber({ materials }: SimulationSpec, name: string): number {
  return materials.findIndex((material) => material.name === name);
}

function planeLine(spec: SimulationSpec, wall: HalfSpaceSpec, w: number, kinds: readonly LiggghtsKind[]): string {
  const { normal, offset, material } = wall;
  const unit = normalise(vector3(normal));
  const axis = axisOf(unit) ?? 'z';
  const { model, settings } = liggghtsModel(spec);
  const type = typeOf(kinds, materialNumber(spec, material), Infinity);
  const at = unit[axis] > 0 ? offset : -offset;
  return `fix wall${w} all wall/gran ${model} primitive type ${type} ${axis}plane ${at} store_force yes${settings}`;
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

function isOblique({ normal }: HalfSpaceSpec): boolean {
  return axisOf(vector3(normal)) === undefined;
}

/** Around the domain, in largest radii: a body at its border touches the plane beyond it. */
const PLANE_RIM = 2;

/** Oblique half-spaces that meet the domain, as triangles. */
function obliquePlanes(
  { spec, bodies }: EngineScene,
  sizes: SizeRange,
): (TriangleWall & { readonly halfSpace: number })[] {
  const [min, max] = boxOf(spec, bodies, sizes);
  const rim = PLANE_RIM * sizes.largest;
  const room = { x: rim, y: rim, z: rim };
  return (spec.halfSpaces ?? []).flatMap((wall, halfSpace) => {
    if (!isOblique(wall)) return [];
    const triangles = planeInBox(normalise(vector3(wall.normal)), wall.offset, subtract(min, room), add(max, room));
    return triangles.length === 0 ? [] : [{ halfSpace, material: wall.material, triangles }];
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
