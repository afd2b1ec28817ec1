// SPDX-License-Identifier: MIT
/**
 * A change of the spec between two steps: the next stage of a run, or a decision of a program. A change names what it
 * changes; everything else continues: bodies, contact history, insertions and sums. To let stages change something
 * else, add a key here and a line in `changedSpec`.
 */
import type { MotionSpec } from '../../bodies/prescribed-motion.ts';
import type { ServoSpec } from '../../bodies/servo-spec.ts';
import type { SurfaceMotionSpec } from '../../bodies/surface-motion.ts';
import type { BondRule } from '../../bonds/bond-rule.ts';
import type { ContactLawSpec, ContactNumbers, MaterialPairSpec, MaterialSpec } from '../../contact-laws/law-spec.ts';
import { didYouMean } from '../../errors/near-names.ts';
import { SceneError } from '../../errors.ts';
import type { FieldSpec } from '../../fields/field-spec.ts';
import type { Pose } from '../../math/pose.ts';
import { normalise, subtract, type Vector3, type Vector3Like, vector3, ZERO_VECTOR } from '../../math/vector.ts';
import { refuse } from '../checks/check-spec.ts';
import type {
  GlobalDampingSpec,
  HalfSpaceSpec,
  LimitSpec,
  MeshSpec,
  OutletSpec,
  SimulationSpec,
} from '../simulation-spec.ts';
import { lawProblem } from './law-change.ts';

/**
 * How a wall moves from now on: `none` stops it. At most one of the three may be something else; it replaces the other
 * two. Times count from the change.
 */
export interface WallChange {
  readonly name: string;
  readonly motion?: MotionSpec | 'none';
  readonly servo?: ServoSpec | 'none';
  readonly surface?: SurfaceMotionSpec | 'none';
}

/** An outlet removes bodies from now on, or no longer. */
export interface OutletChange {
  readonly name: string;
  readonly isOpen: boolean;
}

/** Parameters of a material that change; its density and form of law stay. */
export type MaterialChange = ContactNumbers & { readonly name: string };

/** Parameters that `Simulation.change` changes between two steps; what is not named stays. */
export interface SimulationChange {
  /** m/s2 */
  readonly gravity?: Vector3Like;
  /** Of its two numbers those that are given change. */
  readonly damping?: GlobalDampingSpec;
  readonly limits?: LimitSpec;
  /** Numbers of materials; those that are not named stay. */
  readonly materials?: readonly MaterialChange[];
  /** Numbers of pairs of materials, in either order; a pair that the spec lacks is added. */
  readonly pairs?: readonly (ContactNumbers & Pick<MaterialPairSpec, 'materials'>)[];
  /** Parts of the law; those that are not named stay. */
  readonly law?: Omit<ContactLawSpec, 'module'>;
  readonly halfSpaces?: readonly WallChange[];
  readonly meshes?: readonly WallChange[];
  readonly outlets?: readonly OutletChange[];
  /** Rules of bonds by name, see `BondChange`. */
  readonly bonds?: readonly BondChange[];
  /** Force fields: one with a name that is there replaces it, `off` ends it, others are added. */
  readonly fields?: readonly (FieldSpec | { readonly name: string; readonly off: true })[];
  /** s; steps of this length count from the present step and time. */
  readonly timeStep?: number;
}

/**
 * A rule of bonds that is new or changes. A rule with a new name makes bonds from now on. Of a rule that the spec has,
 * the given numbers change, and the bonds that it made get them. `ended` is `stop` to make no more bonds by the rule,
 * or `remove` to take them all away.
 */
export type BondChange = Partial<BondRule> & { readonly name: string };

/** What a changed spec depends on besides the spec: the time, and where walls are. */
export interface ChangePoint {
  /** s */
  readonly time: number;
  readonly halfSpaces: readonly { readonly normal: Vector3; readonly offset: number }[];
  readonly meshes: readonly Pose[];
}

/**
 * Whether a change has an effect on forces, so that velocities must be brought to the present time before it. A wall
 * that stops changes those of dashpots.
 */
export function changesForces(change: SimulationChange): boolean {
  const { gravity, damping, materials, pairs, law, bonds, fields, timeStep, halfSpaces, meshes } = change;
  const parts = [gravity, damping, materials, pairs, law, bonds, fields, timeStep, halfSpaces, meshes];
  return parts.some((part) => part !== undefined);
}

/**
 * The spec after a change at a time. The same spec, change and point give the same spec: this is how a resumed run
 * finds the spec of its stage.
 *
 * @throws SceneError that starts with the path of the wrong entry of the change.
 *
 * @example
 * ```ts
 * import { changedSpec } from 'scree/dem';
 *
 * const { gravity } = changedSpec(
 *   {
 *     timeStep: 1e-4,
 *     gravity: [0, 0, -9.81],
 *     law: { normal: 'linear' },
 *     materials: [{ name: 'glass', density: 2500, stiffness: 5000 }],
 *     shapes: [{ name: 'marble', sphere: { radius: 0.01 } }],
 *     bodies: [],
 *   },
 *   { gravity: [0, 0, 0] },
 *   { time: 1, halfSpaces: [], meshes: [] },
 * );
 * console.log(gravity); // [ 0, 0, 0 ]
 * ```
 */
export function changedSpec(spec: SimulationSpec, change: SimulationChange, at: ChangePoint): SimulationSpec {
  const { gravity, damping, limits, law, timeStep } = change;
  const { halfSpaces = [], meshes = [] } = spec;
  const next: SimulationSpec = {
    ...spec,
    ...(timeStep !== undefined && { timeStep }),
    ...(gravity !== undefined && { gravity }),
    ...(damping !== undefined && { damping: { ...spec.damping, ...damping } }),
    ...(limits !== undefined && { limits: { ...spec.limits, ...limits } }),
    ...(law !== undefined && { law: { ...spec.law, ...law } }),
    ...(change.materials !== undefined && { materials: changedMaterials(spec, change.materials) }),
    ...(change.pairs !== undefined && { pairs: changedPairs(spec, change.pairs) }),
    ...(change.halfSpaces !== undefined && {
      halfSpaces: changedWalls(halfSpaces, change.halfSpaces, 'halfSpaces', at.time, (wall, k) =>
        movedPlane(wall, at, k),
      ),
    }),
    ...(change.meshes !== undefined && {
      meshes: changedWalls(meshes, change.meshes, 'meshes', at.time, (mesh, k) => movedMesh(mesh, at, k)),
    }),
    ...(change.outlets !== undefined && { outlets: changedOutlets(spec, change.outlets) }),
    ...(change.bonds !== undefined && { bonds: changedBonds(spec, change.bonds, at.time) }),
    ...(change.fields !== undefined && { fields: changedFields(spec, change.fields) }),
  };
  const problem = law && lawProblem(spec, next);
  if (problem !== undefined) throw new SceneError('not-changeable', `law: ${problem}`, { path: 'law' });
  return next;
}

/** Index of the entry with this name. Throws a SceneError if there is none. */
function indexOf(items: readonly { readonly name: string }[], name: string, path: string, what: string): number {
  const index = items.findIndex((item) => item.name === name);
  if (index >= 0) return index;
  const names = items.map((item) => item.name);
  return refuse(path, `the name of ${what}, of ${names.join(', ') || 'none'}`, `${name}${didYouMean(name, names)}`);
}

function replaced<Item>(items: readonly Item[], index: number, item: Item): readonly Item[] {
  return items.map((each, k) => (k === index ? item : each));
}

function changedMaterials({ materials }: SimulationSpec, changes: readonly MaterialChange[]): readonly MaterialSpec[] {
  return changes.reduce((all, change, k) => {
    const index = indexOf(all, change.name, `materials[${k}].name`, 'a material');
    const { density, rigid } = change as Partial<MaterialSpec>;
    if (density !== undefined) refuse(`materials[${k}].density`, 'no density, since bodies keep their masses', density);
    if (rigid !== undefined) refuse(`materials[${k}].rigid`, 'no such key, since bodies keep their kind', rigid);
    return replaced(all, index, { ...(all[index] as MaterialSpec), ...change });
  }, materials);
}

function changedPairs(
  { pairs = [], materials }: SimulationSpec,
  changes: NonNullable<SimulationChange['pairs']>,
): readonly MaterialPairSpec[] {
  return changes.reduce((all: readonly MaterialPairSpec[], change, k) => {
    for (const name of change.materials) indexOf(materials, name, `pairs[${k}].materials`, 'a material');
    const [first, second] = change.materials;
    const index = all.findIndex(
      ({ materials: [x, y] }) => (x === first && y === second) || (x === second && y === first),
    );
    return index < 0 ? all.concat(change) : replaced(all, index, { ...(all[index] as MaterialPairSpec), ...change });
  }, pairs);
}

function changedOutlets({ outlets = [] }: SimulationSpec, changes: readonly OutletChange[]): readonly OutletSpec[] {
  return changes.reduce((all, { name, isOpen }, k) => {
    const index = indexOf(all, name, `outlets[${k}].name`, 'an outlet');
    return replaced(all, index, { ...(all[index] as OutletSpec), closed: !isOpen });
  }, outlets);
}

/** New rules follow the others, so that numbers of rules stay. */
function changedBonds({ bonds = [] }: SimulationSpec, changes: readonly BondChange[], time: number): BondRule[] {
  const all = [...bonds];
  changes.forEach((change, k) => {
    const index = all.findIndex(({ name }) => name === change.name);
    if (index >= 0) all[index] = { ...all[index], ...change };
    else if (change.ended === undefined) all.push({ ...change, at: time + (change.at ?? 0) });
    else {
      const names = all.map(({ name = '' }) => ({ name }));
      indexOf(names, change.name, `bonds[${k}].name`, 'a rule of bonds');
    }
  });
  return all;
}

function changedFields(
  { fields = [] }: SimulationSpec,
  changes: NonNullable<SimulationChange['fields']>,
): readonly FieldSpec[] {
  return changes.reduce((all: readonly FieldSpec[], change, k) => {
    if ('off' in change) {
      const index = indexOf(all, change.name, `fields[${k}].name`, 'a field');
      return all.filter((_, each) => each !== index);
    }
    const index = all.findIndex(({ name }) => name === change.name);
    return index < 0 ? all.concat(change) : replaced(all, index, change);
  }, fields);
}

type WallSpec = HalfSpaceSpec | MeshSpec;

function changedWalls<Wall extends WallSpec>(
  walls: readonly Wall[],
  changes: readonly WallChange[],
  section: 'halfSpaces' | 'meshes',
  time: number,
  placed: (wall: Wall, k: number) => Wall,
): readonly Wall[] {
  return changes.reduce((all, change, k) => {
    const path = `${section}[${k}]`;
    const index = indexOf(all, change.name, `${path}.name`, section === 'meshes' ? 'a mesh' : 'a half-space');
    const wall = all[index] as Wall;
    if ('free' in wall && wall.free !== undefined) refuse(path, 'a wall, not a free mesh', wall.name);
    const given = [change.motion, change.servo, change.surface].filter((each) => each !== undefined && each !== 'none');
    if (given.length > 1) refuse(path, 'one of motion, servo and surface', 'several');
    const { motion, servo, surface, ...rest } = isSameServo(wall, change) ? wall : placed(wall, index);
    const kept = given.length > 0 ? {} : { motion, servo, surface };
    const moved: Record<string, unknown> = { ...kept, ...later(change, time) };
    const defined = Object.entries(moved).filter(([, part]) => part !== undefined && part !== 'none');
    return replaced(all, index, { ...rest, ...Object.fromEntries(defined) } as unknown as Wall);
  }, walls);
}

/** The parts of a change with times of the simulation. */
function later({ motion, servo, surface }: WallChange, time: number): Record<string, unknown> {
  const shifted = <Timed extends { readonly from?: number; readonly until?: number }>(
    part: Timed | 'none' | undefined,
  ) =>
    part === undefined || part === 'none'
      ? part
      : { ...part, from: time + (part.from ?? 0), ...(part.until !== undefined && { until: time + part.until }) };
  return {
    ...(motion !== undefined && {
      motion:
        motion === 'none'
          ? motion
          : { ...(shifted(motion) as MotionSpec), ...(motion.next && { next: motion.next.map(shifted) }) },
    }),
    ...(servo !== undefined && { servo: shifted(servo) }),
    ...(surface !== undefined && { surface: shifted(surface) }),
  };
}

/** Whether a servo continues along the same direction: its displacement then continues too. */
function isSameServo(wall: WallSpec, { servo }: WallChange): boolean {
  if (wall.servo === undefined || servo === undefined || servo === 'none') return false;
  const direction = (spec: ServoSpec): Vector3 =>
    normalise(vector3(spec.direction ?? ('normal' in wall ? wall.normal : ZERO_VECTOR)));
  const { x, y, z } = subtract(direction(wall.servo), direction(servo));
  return x === 0 && y === 0 && z === 0;
}

/** A wall with a new motion starts at its present position. */
function movedPlane(wall: HalfSpaceSpec, { halfSpaces }: ChangePoint, k: number): HalfSpaceSpec {
  return { ...wall, ...halfSpaces[k] };
}

function movedMesh(mesh: MeshSpec, { meshes }: ChangePoint, k: number): MeshSpec {
  const { position, orientation } = meshes[k] as Pose;
  return { ...mesh, position, orientation };
}
