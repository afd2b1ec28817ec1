// SPDX-License-Identifier: MIT
/**
 * Fills the regions of a spec before its first step, in the order of its insertions: each sees the bodies of the spec
 * and those of the fills before it. The result depends only on the spec and its seed. It is stored for the spec, so a
 * simulation made from the spec does not compute it again.
 */
import { drawnMix, type MixedBody } from '../../bodies/filling/drawn-mix.ts';
import { type FillRegion, fillRegion } from '../../bodies/filling/fill-region.ts';
import { firstPlaces } from '../../bodies/filling/first-places.ts';
import type { InsertedBody } from '../../bodies/insertion/inserter.ts';
import { regionOf } from '../../bodies/insertion/insertion-region.ts';
import type { InsertionSpec } from '../../bodies/insertion/insertion-spec.ts';
import { SceneError } from '../../errors.ts';
import { inverseTransformPoint, pose } from '../../math/pose.ts';
import { rotate } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import { scale as scaled, subtract, vector3 } from '../../math/vector.ts';
import { examineMesh } from '../../meshes/doctor/examine.ts';
import { parametersOf } from '../../meshes/facet-list.ts';
import { PointInMesh } from '../../meshes/point-in-mesh.ts';
import { bodyForm } from '../bodies/body-form.ts';
import { eachBody } from '../bodies/body-groups.ts';
import { checkEverything } from '../checks/check-everything.ts';
import { type InsertedShape, insertedShape } from '../population/insertions.ts';
import { smallestRadius } from '../set-up.ts';
import type { BodyShapeSpec, BodySpec, MeshSpec, SimulationSpec } from '../simulation-spec.ts';
import { meshBox, meshPoseAt } from '../walls/meshes.ts';
import { FillingWorld, type Obstacle } from './filling-world.ts';
import { type MakeSimulation, type PackingProgress, packing } from './packing.ts';

/** Streams of random numbers of fills, apart from those of insertions. */
const FIRST_STREAM = 1000;
/** With `onFull: accept`, the next fraction that is tried below the one that jammed, and how often. */
const BELOW_JAMMED = 0.995;
const MOST_TRIALS = 8;
/** A region ends at a period of the domain if it does so to rounding. */
const PERIOD_TOLERANCE = 1e-9;
/** Findings of the mesh doctor that say why a mesh is open. */
const OPENINGS: ReadonlySet<string> = new Set([
  'open-edge',
  'non-manifold-edge',
  'one-sided',
  'near-vertex',
  'flipped',
]);

/** Progress of a filling. */
export interface FillProgress extends PackingProgress {
  /** Of the insertion. */
  readonly name: string;
  readonly bodies: number;
  /** Fraction that is asked for. */
  readonly target: number;
}

/** Progress and end of a filling. */
export interface FillOptions {
  readonly onProgress?: (progress: FillProgress) => void;
  /** An AbortSignal: ends the filling between two rounds, and the promise is rejected with its reason. */
  readonly signal?: { throwIfAborted(): void };
}

/** A region that was filled. */
export interface FilledRegion {
  /** Of the insertion. */
  readonly name: string;
  /** In the order of the ids that a simulation gives them; positions are of the shapes' own frames. */
  readonly bodies: readonly BodySpec[];
  /** Reached: volume of the bodies over that of the region. */
  readonly fraction: number;
  /** m3, of the region. */
  readonly volume: number;
  /** Steps that it took. */
  readonly steps: number;
}

/** A filled region with the bodies as the insertion adds them. */
export interface KeptFill extends FilledRegion {
  readonly inserted: readonly InsertedBody[];
}

/** By the number of the insertion. */
export type KeptFills = ReadonlyMap<number, KeptFill>;

const NONE: KeptFills = new Map();
const kept = new WeakMap<object, { readonly spec: SimulationSpec; readonly fills: KeptFills }>();

/** Parts of a spec that a filling depends on, besides its insertions. */
const PARTS = ['bodies', 'shapes', 'halfSpaces', 'meshes', 'domain', 'seed'] as const;

export function hasFills({ insertions = [] }: SimulationSpec): boolean {
  return insertions.some(({ fill }) => fill !== undefined);
}

function keptFor(spec: SimulationSpec): KeptFills | undefined {
  const found = spec.insertions && kept.get(spec.insertions);
  return found !== undefined && PARTS.every((part) => found.spec[part] === spec[part]) ? found.fills : undefined;
}

/** The fills of a spec, computed if they are not stored. Throws a SceneError if a fraction cannot be reached. */
export function fillsOf(spec: SimulationSpec, make: MakeSimulation): KeptFills {
  const filling = fillSteps(spec, make);
  for (;;) {
    const { done, value } = filling.next();
    if (done) return value;
  }
}

/** The same, asynchronously: other work of the program runs between rounds. */
export async function fillsBetween(
  spec: SimulationSpec,
  make: MakeSimulation,
  { onProgress, signal }: FillOptions = {},
): Promise<KeptFills> {
  const filling = fillSteps(spec, make);
  for (;;) {
    signal?.throwIfAborted();
    const { done, value } = filling.next();
    if (done) return value;
    onProgress?.(value);
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

/** Yields the progress after each round. */
export function* fillSteps(spec: SimulationSpec, make: MakeSimulation): Generator<FillProgress, KeptFills> {
  if (!hasFills(spec)) return NONE;
  const known = keptFor(spec);
  if (known !== undefined) return known;
  checkEverything(spec);
  const fills = new Map<number, KeptFill>();
  for (const [k, insertion] of (spec.insertions ?? []).entries()) {
    if (insertion.fill === undefined) continue;
    const before = [...fills.values()].flatMap(({ bodies }) => bodies);
    fills.set(k, yield* filled(spec, k, before, make));
  }
  if (spec.insertions !== undefined) kept.set(spec.insertions, { spec, fills });
  return fills;
}

function* filled(
  spec: SimulationSpec,
  k: number,
  before: readonly BodySpec[],
  make: MakeSimulation,
): Generator<FillProgress, KeptFill> {
  const insertion = spec.insertions?.[k] as InsertionSpec;
  const { name, fill, onFull = 'stop' } = insertion;
  const path = `insertions[${k}]`;
  const shapes = insertion.shapes.map(({ shape }) => {
    const found = spec.shapes?.find((one) => one.name === shape) as BodyShapeSpec;
    return { ...insertedShape(found, bodyForm(found), 1), halfWidth: smallestRadius(found) };
  });
  const region = regionToFill(spec, insertion, `${path}.fill`);
  const target = fill?.fraction ?? 0;
  let asked = target;
  for (let trial = 0; trial < MOST_TRIALS; trial++) {
    const random = Random.stream(spec.seed ?? 1, FIRST_STREAM + k);
    const mix = drawnMix(insertion, shapes, asked * region.volume, random);
    checkRoom(mix, shapes, region, `${path} "${name}"`, asked);
    const world = new FillingWorld(spec, insertion, shapes, region, mix, obstaclesOf(spec, before));
    const surroundings = (factor: number) => world.surroundings(factor);
    const first = firstPlaces(mix, shapes, region, world.centre, surroundings, random);
    if (first === undefined) throw noRoom(`${path} "${name}"`);
    const fraction = mix.reduce((sum, { volume }) => sum + volume, 0) / region.volume;
    const rounds = packing({
      world,
      first,
      halfWidths: Float64Array.from(mix, ({ kind, scale }) => scale * shapes[kind].halfWidth),
      radii: Float64Array.from(mix, ({ kind, scale }) => scale * shapes[kind].radius),
      fraction,
      make,
    });
    let round = rounds.next();
    for (; !round.done; round = rounds.next()) yield { name, bodies: mix.length, target, ...round.value };
    const { bodies, isJammed, fraction: reached, steps } = round.value;
    if (!isJammed) {
      const placed = bodies.map((body) => bodySpec(body, insertion, shapes));
      return { name, bodies: placed, inserted: bodies, fraction, volume: region.volume, steps };
    }
    if (onFull !== 'accept' || reached === 0) throw jammed(`${path} "${name}"`, target, fraction, reached, mix.length);
    asked = BELOW_JAMMED * Math.min(asked, reached);
  }
  throw jammed(`${path} "${name}"`, target, asked, asked, 0);
}

/** A shape of the fill, with half its smallest thickness. */
type FillShape = InsertedShape & { readonly halfWidth: number };

function bodySpec(
  { kind, scale, position, orientation }: InsertedBody,
  { shapes, velocity }: InsertionSpec,
  forms: readonly FillShape[],
): BodySpec {
  const { shape, material } = shapes[kind];
  const origin = subtract(position, scaled(rotate(orientation, forms[kind].centroid), scale));
  return {
    shape,
    material,
    position: origin,
    orientation,
    ...(velocity && { velocity }),
    ...(scale !== 1 && { scale }),
  };
}

function obstaclesOf(spec: SimulationSpec, before: readonly BodySpec[]): Obstacle[] {
  return [...eachBody(spec.bodies), ...before].map(({ shape, scale = 1, position, orientation }) => {
    return { shape, scale, ...pose({ position, ...(orientation && { orientation }) }) };
  });
}

/** Axes along which the region is as long as a period of the domain: it has no walls there. */
function openAxes({ domain }: SimulationSpec, { region }: InsertionSpec): [boolean, boolean, boolean] {
  const isOpen = (axis: 'x' | 'y' | 'z', k: number): boolean => {
    if (domain?.periodic?.[k] !== true) return false;
    const [low, high] = [vector3(domain.min)[axis], vector3(domain.max)[axis]];
    const { min, max } = regionOf(region);
    const tolerance = PERIOD_TOLERANCE * (high - low);
    return min[axis] <= low + tolerance && max[axis] >= high - tolerance;
  };
  return [isOpen('x', 0), isOpen('y', 1), isOpen('z', 2)];
}

/** m3 inside a mesh. Throws a SceneError with what the mesh doctor finds if it is open. */
export function closedVolume(wall: MeshSpec, path: string): number {
  const {
    isClosed,
    volume = 0,
    findings,
  } = examineMesh(parametersOf(wall.mesh), path, { skipSelfIntersections: true });
  if (!isClosed || !(volume > 0)) {
    const found = findings.filter(({ kind }) => OPENINGS.has(kind)).map(({ count, text }) => `${count} ${text}`);
    throw new SceneError(
      'mesh-not-closed',
      `${path}: a closed mesh is needed to know what is inside, but "${wall.name}" is open: ` +
        `${found.join(', ') || 'its shells enclose no volume'}; close it, as \`scree info --mend\` may, or fill a box, ` +
        'cylinder or sphere inside it',
      { mesh: wall.name, findings: findings.map(({ kind, count }) => ({ kind, count })) },
    );
  }
  return volume;
}

function regionToFill(spec: SimulationSpec, insertion: InsertionSpec, path: string): FillRegion {
  const name = insertion.fill?.mesh;
  if (name === undefined) return fillRegion(insertion.region, openAxes(spec, insertion));
  const wall = spec.meshes?.find((mesh) => mesh.name === name) as MeshSpec;
  const volume = closedVolume(wall, `${path}.mesh`);
  const at = meshPoseAt(wall, 0);
  const inside = new PointInMesh(wall.mesh);
  return {
    volume,
    ...meshBox(wall),
    planes: [],
    // The mesh is a wall of the scene.
    surfaces: [],
    contains: (x, y, z) => {
      const own = inverseTransformPoint(at, { x, y, z });
      return inside.contains(own.x, own.y, own.z);
    },
  };
}

/** Refuses a region that cannot hold the thinnest way through of the largest body, or not even one body. */
function checkRoom(
  mix: readonly MixedBody[],
  shapes: readonly FillShape[],
  { min, max, volume, planes, surfaces }: FillRegion,
  path: string,
  fraction: number,
): void {
  if (mix.length === 0) {
    throw new SceneError(
      'region-too-small',
      `${path}: a fraction ${fraction} of the region, ${volume.toPrecision(3)} m3, is less than half a body; enlarge ` +
        'the region, take smaller bodies, or raise the fraction',
      { volume, fraction },
    );
  }
  if (planes.length + surfaces.length === 0) return;
  const widest = mix.reduce((most, { kind, scale }) => Math.max(most, 2 * scale * shapes[kind].halfWidth), 0);
  const narrowest = Math.min(max.x - min.x, max.y - min.y, max.z - min.z);
  if (widest <= narrowest) return;
  throw new SceneError(
    'region-too-small',
    `${path}: the largest body is ${widest.toPrecision(3)} m thick, more than the region, ` +
      `${narrowest.toPrecision(3)} m; enlarge the region or take smaller bodies`,
    { widest, narrowest },
  );
}

function noRoom(path: string): SceneError {
  return new SceneError(
    'no-room',
    `${path}: the bodies find no room in the region at any size; bodies or walls of the scene take all of it`,
  );
}

function jammed(path: string, target: number, tried: number, reached: number, bodies: number): SceneError {
  const most = Math.floor(1000 * reached) / 1000;
  return new SceneError(
    'fill-jammed',
    `${path}: the fraction ${target} cannot be reached with these shapes and sizes in this region: ${bodies} bodies, ` +
      `${tried.toFixed(4)} of it, jam at ${reached.toFixed(4)}; ask for at most ${most}, widen the sizes, or set onFull to accept`,
    { target, reached, bodies },
  );
}
