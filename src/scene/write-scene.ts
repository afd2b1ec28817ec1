// SPDX-License-Identifier: MIT
/** Writes a simulation as the values of a scene file in SI units; `readScene` restores the same simulation. */

import { motionParts } from '../bodies/prescribed-motion.ts';
import { SceneError } from '../errors.ts';
import { toTriple, type Vector3Like, vector3 } from '../math/vector.ts';
import type { FacetMesh } from '../meshes/facet-mesh.ts';
import type { WallShapeSpec } from '../shapes/walls/wall-shape.ts';
import { eachBody } from '../simulation/bodies/body-groups.ts';
import type {
  BodyShapeSpec,
  BodySpec,
  DomainSpec,
  FreeMeshSpec,
  HalfSpaceSpec,
  InsertionRegionSpec,
  InsertionSpec,
  MeshSpec,
  MotionSpec,
  OutletSpec,
  QuaternionLike,
  ServoSpec,
  SimulationSpec,
  SurfaceMotionSpec,
} from '../simulation/simulation-spec.ts';
import { withoutUndefined } from './resolve/resolution.ts';
import { isName } from './schema/fields.ts';

/** Values that `JSON.stringify` writes as a scene file. */
export type SceneJson = Readonly<Record<string, unknown>>;

const triple = (v: Vector3Like): number[] => toTriple(vector3(v));
const tripleOrNone = (v: Vector3Like | undefined): number[] | undefined => v && triple(v);
const quaternionOrNone = (q: QuaternionLike | undefined): number[] | undefined =>
  q && ('w' in q ? [q.w, q.x, q.y, q.z] : [...q]);

/** A mapping from names; throws a SceneError for names that a scene file cannot have. */
function byName<Item extends { readonly name: string }>(
  items: readonly Item[] | undefined,
  section: string,
  write: (item: Item) => unknown,
): SceneJson | undefined {
  if (items === undefined || items.length === 0) return undefined;
  for (const { name } of items) {
    if (isName(name)) continue;
    const message =
      `${section}: the name ${JSON.stringify(name)} cannot stand in a scene file; begin it with a letter and use ` +
      'letters, digits, "-" and "_"';
    throw new SceneError('bad-name', message, { section, name });
  }
  return Object.fromEntries(items.map((item) => [item.name, write(item)]));
}

function motionJson(motion: MotionSpec | undefined): SceneJson | undefined {
  if (motion === undefined) return undefined;
  const parts = motionParts(motion).map(({ velocity, rotation, oscillation, table, ramp, from, until }) =>
    withoutUndefined({
      velocity: tripleOrNone(velocity),
      rotation: rotation && { ...rotation, axis: triple(rotation.axis), through: triple(rotation.through) },
      oscillation: oscillation && { ...oscillation, direction: triple(oscillation.direction) },
      table: table && { [table.of]: table.rows },
      ramp,
      from,
      until,
    }),
  );
  return (parts.length === 1 ? parts[0] : parts) as SceneJson;
}

function surfaceJson(surface: SurfaceMotionSpec | undefined): SceneJson | undefined {
  if (surface === undefined) return undefined;
  const { velocity, rotation, belt, from, until } = surface;
  return withoutUndefined({
    velocity: tripleOrNone(velocity),
    rotation: rotation && { ...rotation, axis: triple(rotation.axis), through: triple(rotation.through) },
    belt: belt && { ...belt, axis: triple(belt.axis) },
    from,
    until,
  });
}

function servoJson(servo: ServoSpec | undefined): SceneJson | undefined {
  return servo && withoutUndefined({ ...servo, direction: tripleOrNone(servo.direction) });
}

function freeJson({ mass, centre, inertia, velocity, angularVelocity }: FreeMeshSpec): SceneJson {
  const vectors = { centre, inertia, velocity, angularVelocity };
  const written = Object.entries(vectors).map(([key, value]) => [key, tripleOrNone(value)] as const);
  return withoutUndefined({ mass, ...Object.fromEntries(written) });
}

function shapeJson(shape: BodyShapeSpec): SceneJson {
  if ('sphere' in shape) return { sphere: { radius: shape.sphere.radius } };
  if ('convex' in shape) return shape.convex.toJson();
  if ('compound' in shape) return shape.compound.toJson();
  return { clump: { spheres: shape.clump.spheres.map(({ centre, radius }) => ({ centre: triple(centre), radius })) } };
}

function bodyJson(body: BodySpec): SceneJson {
  const { position, orientation, velocity, angularVelocity, motion, ...rest } = body;
  return withoutUndefined({
    ...rest,
    position: triple(position),
    orientation: quaternionOrNone(orientation),
    velocity: tripleOrNone(velocity),
    angularVelocity: tripleOrNone(angularVelocity),
    motion: motionJson(motion),
  });
}

function halfSpaceJson({ normal, offset, material, motion, surface, servo }: HalfSpaceSpec): SceneJson {
  const moving = { motion: motionJson(motion), surface: surfaceJson(surface), servo: servoJson(servo) };
  return withoutUndefined({ normal: triple(normal), offset, material, ...moving });
}

function facetLists({ facetOffsets, facetVertices }: FacetMesh): number[][] {
  return Array.from({ length: facetOffsets.length - 1 }, (_, f) =>
    Array.from(facetVertices.subarray(facetOffsets[f], facetOffsets[f + 1])),
  );
}

function meshJson({
  mesh,
  shape,
  material,
  position,
  orientation,
  motion,
  surface,
  servo,
  free,
  oneSided,
}: MeshSpec): SceneJson {
  const vertices = (): number[][] =>
    Array.from({ length: mesh.vertices.length / 3 }, (_, v) => Array.from(mesh.vertices.subarray(3 * v, 3 * v + 3)));
  const form = shape === undefined ? { vertices: vertices(), facets: facetLists(mesh) } : wallShapeJson(shape);
  return withoutUndefined({
    ...form,
    material,
    position: tripleOrNone(position),
    orientation: quaternionOrNone(orientation),
    motion: motionJson(motion),
    surface: surfaceJson(surface),
    servo: servoJson(servo),
    free: free && freeJson(free),
    oneSided,
  });
}

function wallShapeJson(shape: WallShapeSpec): SceneJson {
  return 'box' in shape ? { ...shape, box: { halfExtents: triple(shape.box.halfExtents) } } : { ...shape };
}

function regionJson(region: InsertionRegionSpec): SceneJson {
  if ('box' in region) return { box: { min: triple(region.box.min), max: triple(region.box.max) } };
  if ('sphere' in region) return { sphere: { ...region.sphere, centre: triple(region.sphere.centre) } };
  if ('tube' in region) {
    return { tube: { ...region.tube, from: triple(region.tube.from), to: triple(region.tube.to) } };
  }
  const { from, to, radius } = region.cylinder;
  return { cylinder: { from: triple(from), to: triple(to), radius } };
}

function outletJson({ name: _, region, follows, ...others }: OutletSpec): SceneJson {
  const rest = { ...others, ...(follows && { follows: follows.wall }) };
  if (!('plane' in region)) return { ...rest, region: regionJson(region) };
  const { through, direction } = region.plane;
  return { ...rest, region: { plane: { through: triple(through), direction: triple(direction) } } };
}

function insertionJson({ name: _, region, fill, follows, velocity, ...rest }: InsertionSpec): SceneJson {
  const place =
    fill === undefined
      ? { region: regionJson(region) }
      : {
          fill: { region: fill.mesh === undefined ? regionJson(region) : { mesh: fill.mesh }, fraction: fill.fraction },
        };
  return withoutUndefined({ ...rest, ...place, follows: follows?.wall, velocity: tripleOrNone(velocity) });
}

function domainJson({ min, max, periodic = [false, false, false], onEscape }: DomainSpec): SceneJson {
  const axes = ['x', 'y', 'z'].filter((_, i) => periodic[i]);
  return withoutUndefined({ min: triple(min), max: triple(max), periodic: axes, onEscape });
}

/**
 * The scene file, as values, of a simulation and how long it runs. Bodies are a list, meshes are written out, and
 * everything is in SI units.
 *
 * @throws SceneError for names that a scene file cannot have.
 *
 * @example
 * ```ts
 * import { readScene, sceneFromSimulation } from 'scree';
 *
 * const scene = sceneFromSimulation(
 *   {
 *     timeStep: 1e-4,
 *     gravity: [0, 0, -9.81],
 *     law: { normal: 'linear' },
 *     materials: [{ name: 'glass', density: 2500, stiffness: 5000 }],
 *     shapes: [{ name: 'marble', sphere: { radius: 0.01 } }],
 *     bodies: [{ shape: 'marble', material: 'glass', position: [0, 0, 0.05] }],
 *   },
 *   0.1,
 *   'A marble',
 * );
 * console.log(readScene(JSON.stringify(scene), { file: 'marble.json' }).duration); // 0.1
 * ```
 */
export function sceneFromSimulation(spec: SimulationSpec, duration: number, title?: string): SceneJson {
  const { timeStep, gravity, bodies = [], pairs = [], domain, law } = spec;
  if ((spec.fields?.length ?? 0) > 0) {
    throw new SceneError('not-writable', 'fields: force fields cannot be written to a scene file; write them by hand');
  }
  const { seed, threads, damping, neighbours, limits, capacity } = spec;
  return withoutUndefined({
    title,
    units: 'SI',
    time: { duration, timeStep },
    gravity: triple(gravity),
    materials: byName(spec.materials, 'materials', ({ name: _, ...numbers }) => numbers) ?? {},
    pairs,
    law,
    shapes: byName(spec.shapes, 'shapes', shapeJson),
    bodies: bodies.length === 0 && spec.insertions !== undefined ? undefined : Array.from(eachBody(bodies), bodyJson),
    halfSpaces: byName(spec.halfSpaces, 'halfSpaces', halfSpaceJson),
    meshes: byName(spec.meshes, 'meshes', meshJson),
    insertions: byName(spec.insertions, 'insertions', insertionJson),
    outlets: byName(spec.outlets, 'outlets', outletJson),
    bonds: byName(
      spec.bonds?.map((rule, k) => ({ name: `bonds${k + 1}`, ...rule })),
      'bonds',
      ({ name: _, groups: __, ended: ___, ...rule }) => ({ ...rule }),
    ),
    domain: domain && domainJson(domain),
    damping,
    neighbours,
    limits,
    threads,
    seed,
    capacity,
  });
}
