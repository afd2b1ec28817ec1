// SPDX-License-Identifier: MIT
/** The state of a simulation across a change of its spec: walls, servos and velocities. */
import type { Pose } from '../../math/pose.ts';
import { toTriple, vector3, ZERO_VECTOR } from '../../math/vector.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import type { BodyTable } from '../bodies/body-table.ts';
import type { HalfSpaceSpec, MeshSpec, SimulationSpec } from '../simulation-spec.ts';
import type { OpenedState } from '../state/saved-state.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';
import type { BodyView } from '../views/simulation-views.ts';
import { readVector, writeVector } from '../walls/half-spaces.ts';
import { meshAddress, meshPoseNow } from '../walls/meshes.ts';
import { NEW_SERVO } from '../walls/servos.ts';
import { placeSurfaces } from '../walls/surfaces.ts';
import type { ChangePoint } from './simulation-change.ts';

/** Present positions of the walls. */
export function changePoint(memory: StepMemory, spec: SimulationSpec, time: number): ChangePoint {
  const { F } = memory;
  const { halfSpaces = [], meshes = [] } = spec;
  return {
    time,
    halfSpaces: halfSpaces.map((_, k) => {
      const at = memory.address(layout.HALF_SPACE) + layout.HALF_SPACE_STRIDE * k;
      return { normal: readVector(F, at + layout.HALF_SPACE_NORMAL), offset: F[at + layout.HALF_SPACE_OFFSET] };
    }),
    meshes: meshes.map((mesh, k) => meshPoseNow(memory, k, mesh, time)),
  };
}

type Header = OpenedState['header'];
type WallSpec = HalfSpaceSpec | MeshSpec;

const wallsOf = ({ halfSpaces = [], meshes = [] }: SimulationSpec): readonly WallSpec[] => [...halfSpaces, ...meshes];

/**
 * The saved header with the servos of the new spec: those that go on keep their state, others begin. `frames` are those
 * of half-spaces now: walls that are moved in another way begin from them.
 */
export function changedHeader(
  header: Header,
  before: SimulationSpec,
  after: SimulationSpec,
  frames: Readonly<Record<string, Pose>>,
): Header {
  const old = wallsOf(before).filter(({ servo }) => servo !== undefined);
  const servos = wallsOf(after)
    .filter(({ servo }) => servo !== undefined)
    .map((wall) => {
      const k = old.findIndex(({ name }) => name === wall.name);
      const saved = k >= 0 && isSamePlace(old[k] as WallSpec, wall) ? header.equipment.servos[k] : undefined;
      // The mean of the missing force begins anew: it judges the stage that begins.
      return { ...NEW_SERVO, ...saved, missing: 0, turning: 0, steps: 0 };
    });
  const bases = (before.halfSpaces ?? []).flatMap((wall, k): [string, Pose][] => {
    const next = after.halfSpaces?.[k];
    const isKept = wall === next || (wall.servo !== undefined && next?.servo !== undefined && isSamePlace(wall, next));
    const base = isKept ? header.bonds.frames[wall.name] : frames[wall.name];
    return base === undefined ? [] : [[wall.name, base]];
  });
  return {
    ...header,
    equipment: { ...header.equipment, servos },
    bonds: { ...header.bonds, frames: Object.fromEntries(bases) },
  };
}

/** Whether displacements of both count from the same position. */
function isSamePlace(before: WallSpec, after: WallSpec): boolean {
  const place = (wall: WallSpec): readonly number[] =>
    'offset' in wall ? [wall.offset] : toTriple(vector3(wall.position ?? ZERO_VECTOR));
  const start = place(before);
  return place(after).every((value, axis) => value === start[axis]);
}

interface WallCells {
  readonly velocity: number;
  readonly angularVelocity: number;
  /** Index of the kind of its surface. */
  readonly surfaceKind: number;
}

function cellsOf(memory: StepMemory, { halfSpaces = [], meshes = [] }: SimulationSpec): WallCells[] {
  return [
    ...halfSpaces.map((_, k) => {
      const at = memory.address(layout.HALF_SPACE) + layout.HALF_SPACE_STRIDE * k;
      return {
        velocity: at + layout.HALF_SPACE_VELOCITY,
        angularVelocity: at + layout.HALF_SPACE_ANGULAR_VELOCITY,
        surfaceKind: 2 * (at + layout.HALF_SPACE_MATERIAL) + layout.SURFACE_KIND,
      };
    }),
    ...meshes.map((_, k) => {
      const at = meshAddress(memory, k);
      return {
        velocity: at + layout.MESH_VELOCITY,
        angularVelocity: at + layout.MESH_ANGULAR_VELOCITY,
        surfaceKind: 2 * (at + layout.MESH_INTEGERS) + layout.SURFACE_KIND,
      };
    }),
  ];
}

/** Gives walls that are no longer moved no velocity, and all walls the surfaces of the new spec. */
export function stopWalls(memory: StepMemory, before: SimulationSpec, after: SimulationSpec, time: number): void {
  const { F, I } = memory;
  const [old, walls] = [wallsOf(before), wallsOf(after)];
  cellsOf(memory, after).forEach(({ velocity, angularVelocity, surfaceKind }, k) => {
    const { motion, servo, surface } = walls[k] as WallSpec;
    if (old[k] === walls[k]) return;
    if (surface === undefined) I[surfaceKind] = 0;
    if (motion === undefined) writeVector(F, angularVelocity, ZERO_VECTOR);
    if (motion !== undefined || servo !== undefined || isFree(walls[k])) return;
    writeVector(F, velocity, ZERO_VECTOR);
  });
  placeSurfaces(memory, after, time);
  I[layout.LIST_INVALID] = 1;
}

const isFree = (wall: WallSpec | undefined): boolean => wall !== undefined && 'free' in wall && wall.free !== undefined;

/** Brings the velocities of free bodies to the present time: the next step begins with half a kick. */
export function restartBodies(bodies: BodyTable, { ids, velocity, angularVelocity }: BodyView): void {
  const prescribed = new Set(bodies.prescribed.map(({ id }) => id));
  ids.forEach((id, k) => {
    if (prescribed.has(id)) return;
    bodies.setMotion(bodies.handleOf(id), readVector(velocity, 3 * k), readVector(angularVelocity, 3 * k));
  });
}
