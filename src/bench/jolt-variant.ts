// SPDX-License-Identifier: MIT
/**
 * Jolt (WebAssembly, float32) on a set of pairs: `TransformedShape.CollideShape` with convex radius 0 and a separation
 * distance that covers every gap. Shapes and transforms are made beforehand, so only the query is timed.
 */
import { toMatrix } from '../math/quaternion.ts';
import type { BenchmarkBody } from './benchmark-bodies.ts';
import type { PairSet } from './pair-set.ts';
import { loadPeer, peerVersion } from './peer-package.ts';
import { ANSWER_STRIDE } from './score.ts';
import type { PreparedVariant } from './scree-variants.ts';

interface Vec3 {
  Set(x: number, y: number, z: number): void;
  GetX(): number;
  GetY(): number;
  GetZ(): number;
}

type Opaque = object;

interface JoltShape {
  AddRef(): void;
}

interface HullSettings {
  readonly mPoints: { push_back(point: Vec3): void };
  mMaxConvexRadius: number;
  mHullTolerance: number;
  Create(): { HasError(): boolean; Get(): JoltShape };
}

interface Matrix {
  SetAxisX(v: Vec3): void;
  SetAxisY(v: Vec3): void;
  SetAxisZ(v: Vec3): void;
  SetTranslation(v: Vec3): void;
}

interface Collector {
  Reset(): void;
  HadHit(): boolean;
  readonly mHit: { readonly mPenetrationDepth: number; readonly mPenetrationAxis: Vec3 };
}

interface TransformedShape {
  mShape: JoltShape;
  SetWorldTransform(position: Vec3, rotation: Opaque, scale: Vec3): void;
  CollideShape(
    shape: JoltShape,
    scale: Vec3,
    transform: Matrix,
    settings: Opaque,
    base: Vec3,
    collector: Collector,
    filter: Opaque,
  ): void;
}

type Constructor<T, Parameters extends unknown[] = []> = new (...parameters: Parameters) => T;

interface Jolt {
  JoltSettings: Constructor<Record<string, unknown>>;
  JoltInterface: Constructor<Opaque, [Opaque]>;
  ObjectLayerPairFilterTable: Constructor<{ EnableCollision(a: number, b: number): void }, [number]>;
  BroadPhaseLayer: Constructor<Opaque, [number]>;
  BroadPhaseLayerInterfaceTable: Constructor<
    { MapObjectToBroadPhaseLayer(layer: number, to: Opaque): void },
    [number, number]
  >;
  ObjectVsBroadPhaseLayerFilterTable: Constructor<Opaque, [Opaque, number, Opaque, number]>;
  Vec3: Constructor<Vec3, [number, number, number]>;
  RVec3: Constructor<Vec3, [number, number, number]>;
  Quat: Constructor<Opaque, [number, number, number, number]>;
  RMat44: Constructor<Matrix>;
  TransformedShape: Constructor<TransformedShape>;
  ConvexHullShapeSettings: Constructor<HullSettings>;
  BoxShape: Constructor<JoltShape, [Vec3, number]>;
  CollideShapeSettings: Constructor<{ mMaxSeparationDistance: number }>;
  CollideShapeClosestHitCollisionCollector: Constructor<Collector>;
  ShapeFilter: Constructor<Opaque>;
}

const PACKAGE = 'jolt-physics';
/** Gaps of the sets are at most two sizes of at most 2. */
const SEPARATION = 10;
/** Of Jolt's own hull builder; its default of 1e-3 would answer for a coarser body. */
const HULL_TOLERANCE = 1e-6;

/** Registers Jolt's shapes: without an interface nothing collides. */
function start(jolt: Jolt): void {
  const objects = new jolt.ObjectLayerPairFilterTable(1);
  objects.EnableCollision(0, 0);
  const layers = new jolt.BroadPhaseLayerInterfaceTable(1, 1);
  layers.MapObjectToBroadPhaseLayer(0, new jolt.BroadPhaseLayer(0));
  const settings = new jolt.JoltSettings();
  settings.mMaxBodies = 10;
  settings.mObjectLayerPairFilter = objects;
  settings.mBroadPhaseLayerInterface = layers;
  settings.mObjectVsBroadPhaseLayerFilter = new jolt.ObjectVsBroadPhaseLayerFilterTable(layers, 1, objects, 1);
  new jolt.JoltInterface(settings);
}

function createShape(jolt: Jolt, { vertices, halfExtents }: BenchmarkBody): JoltShape | undefined {
  if (halfExtents) return new jolt.BoxShape(new jolt.Vec3(...halfExtents), 0);
  const settings = new jolt.ConvexHullShapeSettings();
  const point = new jolt.Vec3(0, 0, 0);
  for (let i = 0; i < vertices.length; i += 3) {
    point.Set(vertices[i], vertices[i + 1], vertices[i + 2]);
    settings.mPoints.push_back(point);
  }
  settings.mMaxConvexRadius = 0;
  settings.mHullTolerance = HULL_TOLERANCE;
  const result = settings.Create();
  if (result.HasError()) return undefined;
  const shape = result.Get();
  shape.AddRef();
  return shape;
}

/** The bodies' frames have their origin in the centroid, as Jolt wants it for the second shape. */
function createTransform(jolt: Jolt, pose: readonly number[]): Matrix {
  const [x = 0, y = 0, z = 0, w = 1, qx = 0, qy = 0, qz = 0] = pose;
  const m = toMatrix({ w, x: qx, y: qy, z: qz });
  const matrix = new jolt.RMat44();
  matrix.SetAxisX(new jolt.Vec3(m[0], m[3], m[6]));
  matrix.SetAxisY(new jolt.Vec3(m[1], m[4], m[7]));
  matrix.SetAxisZ(new jolt.Vec3(m[2], m[5], m[8]));
  matrix.SetTranslation(new jolt.RVec3(x, y, z));
  return matrix;
}

export async function joltVariant(set: PairSet): Promise<PreparedVariant> {
  const initialise = await loadPeer<() => Promise<Jolt>>(PACKAGE);
  const jolt = await initialise();
  start(jolt);
  const one = new jolt.Vec3(1, 1, 1);
  const origin = new jolt.RVec3(0, 0, 0);
  const settings = new jolt.CollideShapeSettings();
  settings.mMaxSeparationDistance = SEPARATION;
  const collector = new jolt.CollideShapeClosestHitCollisionCollector();
  const filter = new jolt.ShapeFilter();
  const pairs = Array.from({ length: set.bodies.length / 2 }, (_, i) => {
    const shapeA = createShape(jolt, set.bodies[2 * i]);
    const shapeB = createShape(jolt, set.bodies[2 * i + 1]);
    if (!shapeA || !shapeB) return undefined;
    const [x = 0, y = 0, z = 0, w = 1, qx = 0, qy = 0, qz = 0] = set.poses.slice(14 * i, 14 * i + 7);
    const a = new jolt.TransformedShape();
    a.mShape = shapeA;
    a.SetWorldTransform(new jolt.RVec3(x, y, z), new jolt.Quat(qx, qy, qz, w), one);
    return { a, b: shapeB, transform: createTransform(jolt, set.poses.slice(14 * i + 7, 14 * i + 14)) };
  });
  const answers = new Float64Array(ANSWER_STRIDE * pairs.length);
  return {
    engine: `${PACKAGE} ${peerVersion(PACKAGE)}`,
    pass: () => {
      for (let i = 0; i < pairs.length; i++) {
        const at = ANSWER_STRIDE * i;
        const pair = pairs[i];
        answers[at] = Number.NaN;
        if (pair === undefined) continue;
        collector.Reset();
        pair.a.CollideShape(pair.b, one, pair.transform, settings, origin, collector, filter);
        if (!collector.HadHit()) continue;
        const { mPenetrationDepth, mPenetrationAxis } = collector.mHit;
        answers[at] = -mPenetrationDepth;
        answers[at + 1] = -mPenetrationAxis.GetX();
        answers[at + 2] = -mPenetrationAxis.GetY();
        answers[at + 3] = -mPenetrationAxis.GetZ();
      }
    },
    answers: () => answers,
  };
}
