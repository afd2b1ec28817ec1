// SPDX-License-Identifier: MIT
/**
 * Where bonds are made: pairs of bodies, or a body and a wall, with the point and the axis of each. The parts of bodies
 * that are spheres are measured by their centres, others by contact queries.
 */
import type { BodyIds, BondRule } from '../../bonds/bond-rule.ts';
import { SceneError } from '../../errors.ts';
import { type Pose, pose } from '../../math/pose.ts';
import { rotate } from '../../math/quaternion.ts';
import { addScaled, dot, length, scale, subtract, type Vector3, vector3, ZERO_VECTOR } from '../../math/vector.ts';
import { contact } from '../../narrow-phase/contact.ts';
import { compound } from '../../shapes/kinds/compound.ts';
import { halfSpace } from '../../shapes/kinds/half-space.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import type { Shape } from '../../shapes/shape.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import { scaledShape } from '../bodies/body-scale.ts';
import type { BodyTable } from '../bodies/body-table.ts';
import { clumpAddress, clumpInteger } from '../bodies/clumps.ts';
import { periodsOf } from '../neighbour-list/periods.ts';
import type { BodyShapeSpec, SimulationSpec } from '../simulation-spec.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';
import { CONTACT_BODY, CONTACT_MESH, type ContactView } from '../views/simulation-views.ts';
import { readVector } from '../walls/half-spaces.ts';
import { nearestImage } from '../walls/meshes.ts';
import { type ElementPair, elementPair, nearPairs, presentElements } from './near-elements.ts';
import { wallNames } from './wall-frames.ts';

export interface BondSite {
  /** Ids, the smaller one first; of a wall -1 - its number. */
  readonly bodies: readonly [number, number];
  /** Number of the wall that is the second partner. */
  readonly wall?: number;
  /** Where the two are attached to each other, near the first. */
  readonly point: Vector3;
  /** The same near the second, in another image where the domain is periodic. */
  readonly pointOfSecond: Vector3;
  /** Unit, from the first to the second. */
  readonly axis: Vector3;
  /** Of a beam, m. */
  readonly length: number;
  /** Undefined where the bodies are not spheres. */
  readonly smallerRadius: number | undefined;
  /** Of the surfaces, m. */
  readonly gap: number;
}

/** Default gap over the smaller radius: bodies that touch within rounding. */
const DEFAULT_GAP = 1e-6;

type Line = Pick<BondSite, 'point' | 'axis' | 'length' | 'smallerRadius' | 'gap'>;

export class BondSites {
  readonly #spec: SimulationSpec;
  readonly #memory: StepMemory;
  readonly #bodies: BodyTable;
  readonly #shapes = new Map<string, Shape>();

  constructor(spec: SimulationSpec, memory: StepMemory, bodies: BodyTable) {
    this.#spec = spec;
    this.#memory = memory;
    this.#bodies = bodies;
  }

  /** Those of a rule at the present positions, in the order of ids; `touching` are the present contacts. */
  of(rule: BondRule, path: string, touching: () => ContactView): BondSite[] {
    const found =
      rule.list !== undefined
        ? this.#listed(rule, path)
        : rule.walls !== undefined
          ? this.#walls(rule, touching)
          : rule.onContact === true
            ? this.#touching(rule, touching())
            : this.#near(rule);
    if (rule.radius === undefined && found.some(({ smallerRadius }) => smallerRadius === undefined)) {
      throw new SceneError('bad-bonds', `${path}.radius: missing; bonds of bodies that are not spheres need it`);
    }
    const other = rule.restOverlap === true && found.flatMap(({ bodies }) => bodies).find((id) => !this.#isSphere(id));
    if (other !== undefined && other !== false) {
      throw new SceneError(
        'bad-bonds',
        `${path}.restOverlap: expected bonds of spheres, since other bodies have no single overlap; body ${other} is ` +
          'no sphere: leave its bonds to another rule',
      );
    }
    const isBeam = rule.youngsModulus !== undefined;
    const point = found.find((each) => !(isBeam ? each.length > 0 : Number.isFinite(each.axis.x)));
    if (point !== undefined) {
      const [a, b] = point.bodies;
      const second = b < 0 ? `wall "${wallNames(this.#spec)[-1 - b]}"` : `body ${b}`;
      throw new SceneError(
        'bad-bonds',
        `${path}: the centre of body ${a} is ${point.length} m from ${second}: such a bond has no length; ` +
          'move them apart, or leave the pair out',
      );
    }
    return found.sort((p, q) => p.bodies[0] - q.bodies[0] || p.bodies[1] - q.bodies[1]);
  }

  /** Walls are left to their contacts with spheres. */
  #isSphere(id: number): boolean {
    return id < 0 || (this.#bodies.handleOf(id) >= 0 && this.#spheresOf(id)?.length === 1);
  }

  #listed(rule: BondRule, path: string): BondSite[] {
    const known = new Map<string, number>();
    return (rule.list ?? []).map(([first, second], k) => {
      const [a, b] = [Math.min(first, second), Math.max(first, second)];
      const refuse = (problem: string): never => {
        throw new SceneError('bad-bonds', `${path}.list[${k}]: expected two bodies, got ${problem}`);
      };
      for (const id of [a, b]) if (this.#bodies.find(id) === undefined) refuse(`${id}, which no body has as its id`);
      if (a === b) refuse(`the same body twice, ${a} and ${b}`);
      if (!(this.#isFree(a) || this.#isFree(b))) refuse(`two bodies that do not move, ${a} and ${b}`);
      const before = known.get(`${a},${b}`);
      if (before !== undefined) refuse(`${a} and ${b}, which list[${before}] bonds already; remove one of the two`);
      known.set(`${a},${b}`, k);
      return this.#pair(rule, a, b);
    });
  }

  /** All pairs of bodies within the gap. */
  #near(rule: BondRule): BondSite[] {
    const { F, I } = this.#memory;
    const elements = presentElements(this.#memory, (e) => this.#isMember(rule, e));
    const radiusOf = (e: number): number => F[I[layout.POSITION] + 4 * e + 3];
    const largest = elements.reduce((most, e) => Math.max(most, radiusOf(e)), 0);
    const pairs = new Map<string, readonly [number, number]>();
    for (const { first, second } of nearPairs(this.#memory, this.#spec, elements, rule.gap ?? DEFAULT_GAP * largest)) {
      const [a, b] = [this.#idOf(first), this.#idOf(second)].sort((p, q) => p - q) as [number, number];
      if (a !== b && this.#isWanted(rule, first, second)) pairs.set(`${a},${b}`, [a, b]);
    }
    return this.#withinGap(rule, [...pairs.values()]);
  }

  #touching(rule: BondRule, { count, kind, idA, idB }: ContactView): BondSite[] {
    const anchor = (id: number): number => anchorOf(this.#memory, this.#bodies.handleOf(id));
    const pairs = new Map<string, readonly [number, number]>();
    for (let k = 0; k < count; k++) {
      if (kind[k] !== CONTACT_BODY) continue;
      const [a, b] = [Math.min(idA[k] ?? 0, idB[k] ?? 0), Math.max(idA[k] ?? 0, idB[k] ?? 0)];
      if (this.#isWanted(rule, anchor(a), anchor(b))) pairs.set(`${a},${b}`, [a, b]);
    }
    return [...pairs.values()].map(([a, b]) => this.#pair(rule, a, b));
  }

  #withinGap(rule: BondRule, pairs: readonly (readonly [number, number])[]): BondSite[] {
    return pairs.flatMap(([a, b]) => {
      if (!(this.#isFree(a) || this.#isFree(b))) return [];
      const site = this.#pair(rule, a, b);
      return site.gap <= (rule.gap ?? DEFAULT_GAP * (site.smallerRadius ?? rule.radius ?? 0)) ? site : [];
    });
  }

  /** Bodies near half-spaces, and bodies that touch meshes. */
  #walls(rule: BondRule, touching: () => ContactView): BondSite[] {
    const { halfSpaces = [] } = this.#spec;
    const names = wallNames(this.#spec);
    const walls = (rule.walls ?? []).map((name) => names.indexOf(name));
    const ids = new Set<number>();
    for (const e of presentElements(this.#memory, (each) => this.#isMember(rule, each))) ids.add(this.#idOf(e));
    const bodies = [...ids].filter((id) => this.#isFree(id));
    const ofPlanes = walls
      .filter((wall) => wall < halfSpaces.length)
      .flatMap((wall) =>
        bodies.flatMap((id): BondSite[] => {
          const line = this.#plane(rule, id, wall);
          const least = DEFAULT_GAP * (line.smallerRadius ?? rule.radius ?? 0);
          const isNear = rule.onContact === true ? line.gap <= 0 : line.gap <= (rule.gap ?? least);
          return isNear ? [{ ...line, bodies: [id, -1 - wall], wall, pointOfSecond: line.point }] : [];
        }),
      );
    const meshes = walls.filter((wall) => wall >= halfSpaces.length);
    if (meshes.length === 0) return ofPlanes;
    const { count, kind, idA, idB, point, normal } = touching();
    const ofMeshes = new Map<string, BondSite>();
    for (let k = 0; k < count; k++) {
      const wall = halfSpaces.length + (idB[k] ?? 0);
      const id = idA[k] ?? 0;
      if (kind[k] !== CONTACT_MESH || !meshes.includes(wall) || !ids.has(id) || !this.#isFree(id)) continue;
      const key = `${id},${wall}`;
      if (ofMeshes.has(key)) continue;
      const axis = readVector(normal, 3 * k);
      const on = readVector(point, 3 * k);
      const [height, radius] = this.#heightOver(id, on, axis);
      const middle = rule.youngsModulus === undefined ? on : addScaled(on, axis, -0.5 * height);
      ofMeshes.set(key, {
        bodies: [id, -1 - wall],
        wall,
        point: middle,
        pointOfSecond: middle,
        axis,
        length: height,
        smallerRadius: radius,
        gap: 0,
      });
    }
    return [...ofPlanes, ...ofMeshes.values()];
  }

  /** Distance of a body's centre from a point along an axis, and its radius if it is a sphere. */
  #heightOver(id: number, point: Vector3, axis: Vector3): [number, number | undefined] {
    const handle = this.#bodies.handleOf(id);
    const height = dot(axis, subtract(point, this.#bodies.positionOf(handle)));
    return [height, handle >= 0 ? this.#radius(handle) : undefined];
  }

  #plane(rule: BondRule, id: number, wall: number): Line {
    const { F } = this.#memory;
    const at = this.#memory.address(layout.HALF_SPACE) + layout.HALF_SPACE_STRIDE * wall;
    const normal = readVector(F, at + layout.HALF_SPACE_NORMAL);
    const offset = F[at + layout.HALF_SPACE_OFFSET];
    const axis = scale(normal, -1);
    const spheres = this.#spheresOf(id);
    const isBeam = rule.youngsModulus !== undefined;
    if (spheres === undefined) {
      const { distance: gap, pointOnA } = contact(...this.#placed(id), halfSpace({ normal, offset }), pose({}));
      const centre = this.#bodies.positionOf(this.#bodies.handleOf(id));
      const height = dot(normal, centre) - offset;
      const point = isBeam ? addScaled(centre, axis, 0.5 * height) : addScaled(pointOnA, axis, 0.5 * gap);
      return { point, axis, length: height, smallerRadius: undefined, gap };
    }
    const heights = spheres.map((e) => dot(normal, this.#centre(e)) - offset - this.#radius(e));
    const gap = heights.reduce((least, height) => Math.min(least, height), Infinity);
    const nearest = spheres[heights.indexOf(gap)] ?? 0;
    const radius = this.#radius(nearest);
    const share = isBeam ? 0.5 * (radius + gap) : radius + 0.5 * gap;
    return {
      point: addScaled(this.#centre(nearest), axis, share),
      axis,
      length: radius + gap,
      smallerRadius: radius,
      gap,
    };
  }

  #pair(rule: BondRule, a: number, b: number): BondSite {
    const isBeam = rule.youngsModulus !== undefined;
    const [ofA, ofB] = [this.#spheresOf(a), this.#spheresOf(b)];
    if (ofA !== undefined && ofB !== undefined) return this.#spherePair(a, b, this.#nearest(ofA, ofB), isBeam);
    const [shapeA, poseA] = this.#placed(a);
    const [shapeB, poseB] = this.#placed(b);
    const [centreA, centreB] = [a, b].map((id) => this.#bodies.positionOf(this.#bodies.handleOf(id))) as [
      Vector3,
      Vector3,
    ];
    const shift = subtract(nearestImage(centreB, centreA, periodsOf(this.#spec.domain)), centreB);
    const {
      distance: gap,
      normal,
      pointOnA,
    } = contact(shapeA, poseA, shapeB, {
      ...poseB,
      position: addScaled(poseB.position, shift, 1),
    });
    const between = subtract(addScaled(centreB, shift, 1), centreA);
    const apart = length(between);
    const point = isBeam ? addScaled(centreA, between, 0.5) : addScaled(pointOnA, normal, 0.5 * gap);
    return {
      bodies: [a, b],
      point,
      pointOfSecond: subtract(point, shift),
      axis: isBeam ? scale(between, 1 / apart) : normal,
      length: apart,
      smallerRadius: undefined,
      gap,
    };
  }

  #spherePair(
    a: number,
    b: number,
    { first, second, x, y, z, distance: apart, gap }: ElementPair,
    isBeam: boolean,
  ): BondSite {
    const axis = scale({ x, y, z }, 1 / apart);
    // A beam is diagonal about its middle; a parallel bond is a disc in the gap.
    const share = isBeam ? 0.5 * apart : this.#radius(first) + 0.5 * gap;
    return {
      bodies: [a, b],
      point: addScaled(this.#centre(first), axis, share),
      pointOfSecond: addScaled(this.#centre(second), axis, share - apart),
      axis,
      length: apart,
      smallerRadius: Math.min(this.#radius(first), this.#radius(second)),
      gap,
    };
  }

  #nearest(ofA: readonly number[], ofB: readonly number[]): ElementPair {
    let least: ElementPair | undefined;
    for (const first of ofA) {
      for (const second of ofB) {
        const pair = elementPair(this.#memory, this.#spec, first, second);
        if (least === undefined || pair.gap < least.gap) least = pair;
      }
    }
    return least ?? elementPair(this.#memory, this.#spec, 0, 0);
  }

  /** The elements of a body, if all of them are spheres. */
  #spheresOf(id: number): number[] | undefined {
    const handle = this.#bodies.handleOf(id);
    if (handle >= 0) return [handle];
    const { I } = this.#memory;
    const clump = -1 - handle;
    const first = clumpInteger(this.#memory, clump, layout.BODY_MEMBERS);
    const count = clumpInteger(this.#memory, clump, layout.BODY_MEMBER_COUNT);
    const elements = Array.from({ length: count }, (_, k) => {
      const member = this.#memory.address(layout.MEMBER) + layout.MEMBER_STRIDE * (first + k);
      return I[2 * (member + layout.MEMBER_ELEMENT)];
    });
    const isRound = (e: number): boolean =>
      (I[2 * (I[layout.MOTION] + layout.MOTION_STRIDE * e + layout.MOTION_INTEGERS) + layout.FLAGS] &
        layout.NOT_SPHERE) ===
      0;
    return elements.every(isRound) ? elements : undefined;
  }

  /** A body's shape and the pose of its own frame. */
  #placed(id: number): [Shape, Pose] {
    const { shape: number, scale: factor, position, orientation } = this.#bodies.stateOf(id);
    const key = `${number} ${factor}`;
    const spec = this.#spec.shapes?.[number] as BodyShapeSpec;
    const shape = this.#shapes.get(key) ?? shapeOf(scaledShape(spec, factor));
    this.#shapes.set(key, shape);
    const centroid = this.#bodies.forms[number]?.centroid ?? ZERO_VECTOR;
    return [shape, pose({ position: addScaled(position, rotate(orientation, centroid), -factor), orientation })];
  }

  #isMember({ groups, between }: BondRule, e: number): boolean {
    if (groups !== undefined && !groups.some((group) => isIn(group, this.#idOf(e)))) return false;
    return between === undefined || between.includes(this.#materialOf(e));
  }

  #isWanted({ groups, between }: BondRule, first: number, second: number): boolean {
    const fits = <Kind>(kinds: readonly Kind[] | undefined, is: (kind: Kind, e: number) => boolean): boolean => {
      if (kinds === undefined) return true;
      const [one, other = one] = kinds as readonly [Kind, Kind?];
      return (is(one, first) && is(other as Kind, second)) || (is(one, second) && is(other as Kind, first));
    };
    return (
      fits<BodyIds>(groups, (group, e) => isIn(group, this.#idOf(e))) &&
      fits(between, (name, e) => this.#materialOf(e) === name)
    );
  }

  #materialOf(e: number): string {
    const { I } = this.#memory;
    const number = I[2 * (I[layout.MOTION] + layout.MOTION_STRIDE * e + layout.MOTION_INTEGERS) + layout.MATERIAL];
    return this.#spec.materials[number]?.name ?? '';
  }

  #isFree(id: number): boolean {
    const handle = this.#bodies.handleOf(id);
    const { F } = this.#memory;
    return handle >= 0
      ? F[this.#memory.address(layout.MOTION) + layout.MOTION_STRIDE * handle + layout.INVERSE_MASS] > 0
      : F[clumpAddress(this.#memory, -1 - handle) + layout.BODY_INVERSE_MASS] > 0;
  }

  #idOf(e: number): number {
    const owner = this.#memory.I[2 * this.#memory.I[layout.TAG] + 4 * e + layout.TAG_OWNER];
    return this.#bodies.idOf(owner < 0 ? e : -1 - owner);
  }

  #centre(e: number): Vector3 {
    return readVector(this.#memory.F, this.#memory.address(layout.POSITION) + 4 * e);
  }

  #radius(e: number): number {
    return this.#memory.F[this.#memory.address(layout.POSITION) + 4 * e + 3];
  }
}

/** The element of a body that its bonds are attached to. */
export function anchorOf(memory: StepMemory, handle: number): number {
  if (handle >= 0) return handle;
  const first = clumpInteger(memory, -1 - handle, layout.BODY_MEMBERS);
  return memory.I[2 * (memory.address(layout.MEMBER) + layout.MEMBER_STRIDE * first + layout.MEMBER_ELEMENT)];
}

function isIn(group: BodyIds, id: number): boolean {
  return group.some(([from, to]) => id >= from && id < to);
}

function shapeOf(shape: BodyShapeSpec): Shape {
  if ('sphere' in shape) return sphere({ radius: shape.sphere.radius });
  if ('convex' in shape) return shape.convex;
  if ('compound' in shape) return shape.compound;
  const pieces = shape.clump.spheres.map(({ centre, radius }) => ({
    shape: sphere({ radius }),
    pose: { position: vector3(centre) },
  }));
  return compound(pieces);
}
