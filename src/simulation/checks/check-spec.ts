// SPDX-License-Identifier: MIT
/** Checks a simulation's spec before anything is built from it; messages start with the path of the entry. */
import { motionParts } from '../../bodies/prescribed-motion.ts';
import {
  CONTACT_NUMBERS,
  NORMAL_LAWS,
  type NormalDescription,
  type NumberDescription,
} from '../../contact-laws/law-descriptions.ts';
import type { ContactLawSpec, ContactNumbers } from '../../contact-laws/law-spec.ts';
import { SceneError } from '../../errors.ts';
import { pose } from '../../math/pose.ts';
import { rotate } from '../../math/quaternion.ts';
import { cross, isFiniteVector, length, normalise, type Vector3Like, vector3 } from '../../math/vector.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import { isEndless, type WallShapeSpec, wallNumbers, wallProblem } from '../../shapes/walls/wall-shape.ts';
import type { BodySpec, DomainSpec, MeshSpec, SimulationSpec } from '../simulation-spec.ts';
import { MOST_THREADS } from '../time-loop/step-loop.ts';
import { keepsImages } from '../touches/mesh-images.ts';
import { imageProblem } from '../touches/wall-images.ts';

type Limits = {
  readonly least?: number | undefined;
  readonly above?: number | undefined;
  readonly most?: number | undefined;
};

const SHAPE_KINDS = ['sphere', 'clump', 'convex', 'compound'];

export function refuse(path: string, expected: string, value: unknown): never {
  const shown =
    typeof value === 'string' ? JSON.stringify(value) : Array.isArray(value) ? `(${value.join(', ')})` : String(value);
  throw new SceneError('invalid-entry', `${path}: expected ${expected}, got ${shown}`, { path, value });
}

export function checkNumber(value: unknown, path: string, { least, above, most }: Limits = {}): void {
  const bounds = [
    above === undefined ? '' : ` > ${above}`,
    least === undefined ? '' : ` >= ${least}`,
    most === undefined ? '' : `${least === undefined && above === undefined ? '' : ' and'} <= ${most}`,
  ].join('');
  const isRight =
    typeof value === 'number' &&
    Number.isFinite(value) &&
    (least === undefined || value >= least) &&
    (above === undefined || value > above) &&
    (most === undefined || value <= most);
  if (!isRight) refuse(path, `a finite number${bounds}`, value);
}

export function checkVector(value: Vector3Like, path: string): void {
  if (typeof value !== 'object' || value === null) refuse(path, 'three finite numbers', value);
  if (!isFiniteVector(vector3(value))) refuse(path, 'three finite numbers', Object.values(value));
}

export function checkDirection(value: Vector3Like, path: string): void {
  checkVector(value, path);
  if (!(length(vector3(value)) > 0)) refuse(path, 'a vector other than zero', [0, 0, 0]);
}

export function checkNames(entries: readonly { readonly name: string }[], path: string): void {
  if (!Array.isArray(entries)) refuse(path, 'a list', entries);
  entries.forEach((entry, k) => {
    const name: unknown = entry?.name;
    if (typeof name !== 'string' || name === '') refuse(`${path}[${k}].name`, 'a name', name);
    if (entries.findIndex((other) => other.name === name) !== k) refuse(`${path}[${k}].name`, 'a name used once', name);
  });
}

function checkContactNumbers(numbers: ContactNumbers, path: string): void {
  for (const [key, description] of Object.entries(CONTACT_NUMBERS)) {
    const value = numbers[key as keyof ContactNumbers];
    const { above, from: least, to: most }: NumberDescription['range'] = description.range;
    if (value !== undefined) checkNumber(value, `${path}.${key}`, { above, least, most });
  }
  const { friction, staticFriction } = numbers;
  if (friction !== undefined && staticFriction !== undefined && staticFriction < friction) {
    refuse(`${path}.staticFriction`, `at least the friction of sliding, ${friction}`, staticFriction);
  }
}

function checkLaw(law: ContactLawSpec, path: string): void {
  if (typeof law !== 'object' || law === null) refuse(path, 'a contact law', law);
  const { normal, tangential = 'none', cohesion = 'none', module, ...rest } = law;
  if (module !== undefined) {
    if (typeof module !== 'string' || module === '') refuse(`${path}.module`, 'the path or URL of a module', module);
    const given = Object.entries({ normal, tangential: law.tangential, cohesion: law.cohesion, ...rest });
    const [beside] = given.filter(([, value]) => value !== undefined);
    if (beside !== undefined)
      refuse(`${path}.${beside[0]}`, 'nothing beside module, which is the whole law', beside[1]);
    return;
  }
  const found = Object.entries<NormalDescription>(NORMAL_LAWS).find(([name]) => name === normal)?.[1];
  if (found === undefined) refuse(`${path}.normal`, oneOf(Object.keys(NORMAL_LAWS).sort()), normal);
  const { tangential: tangentials, cohesion: cohesions } = found;
  if (!tangentials.includes(tangential)) {
    refuse(`${path}.tangential`, `${tangentials.join(', ')} with ${normal}`, tangential);
  }
  if (!cohesions.includes(cohesion)) refuse(`${path}.cohesion`, `${oneOf(cohesions)} with the ${normal} law`, cohesion);
}

/** The words with commas and `or`. */
function oneOf(words: readonly string[]): string {
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} or ${words.at(-1)}` : words.join();
}

function checkDomain(domain: DomainSpec): void {
  checkVector(domain.min, 'domain.min');
  checkVector(domain.max, 'domain.max');
  const min = vector3(domain.min);
  const max = vector3(domain.max);
  for (const axis of ['x', 'y', 'z'] as const) {
    if (!(max[axis] > min[axis]))
      refuse(`domain.max.${axis}`, `more than domain.min.${axis} = ${min[axis]}`, max[axis]);
  }
}

function checkMeshes({ meshes = [], domain }: SimulationSpec): void {
  checkNames(meshes, 'meshes');
  meshes.forEach((mesh, k) => {
    const { position, orientation, motion, shape, free, oneSided } = mesh;
    // Programs in JavaScript may give the keys of a scene file, such as `cylinder`.
    if (mesh.mesh === undefined) refuse(`meshes[${k}].mesh`, 'a mesh of facetMesh, or a wall of shapeWall', undefined);
    if (shape !== undefined) {
      checkWallShape(shape, `meshes[${k}]`);
      if (free !== undefined) refuse(`meshes[${k}].free`, 'none for a wall that is a shape', 'one');
      if (oneSided === true) refuse(`meshes[${k}].oneSided`, 'none for a wall that is a shape', true);
      checkAxis(shape, mesh, `meshes[${k}].motion.rotation.axis`);
    }
    if (position !== undefined) checkVector(position, `meshes[${k}].position`);
    if (orientation !== undefined) pose({ orientation });
    for (const part of motion === undefined ? [] : motionParts(motion)) {
      if (part.rotation === undefined || keepsImages(part, domain)) continue;
      const path = `meshes[${k}].motion.rotation.axis`;
      refuse(path, 'the one periodic direction of the domain: another axis turns images away', part.rotation.axis);
    }
    const problem = imageProblem(mesh, domain);
    if (problem !== undefined) refuseEntry(`meshes[${k}]`, problem);
  });
}

function checkWallShape(shape: WallShapeSpec, path: string): void {
  for (const [name, value, least] of wallNumbers(shape)) {
    checkNumber(value, `${path}.shape.${name}`, least === undefined ? { above: 0 } : { least });
  }
  const wrong = wallProblem(shape);
  if (wrong !== undefined) refuseEntry(`${path}.shape.${wrong.key}`, wrong.problem);
}

function refuseEntry(path: string, problem: string): never {
  throw new SceneError('invalid-entry', `${path}: ${problem}`, { path });
}

/** Sine of the angle between axes that count as the same: rounding of a direction that was normalised. */
const SAME_AXIS = 1e-9;

/** A cylinder without ends may turn about its own axis only: about another axis its far points would have any speed. */
function checkAxis(
  shape: WallShapeSpec,
  { orientation, motion }: Pick<MeshSpec, 'orientation' | 'motion'>,
  path: string,
): void {
  if (motion === undefined || !isEndless(shape)) return;
  const own = rotate(pose({ ...(orientation && { orientation }) }).orientation, { x: 0, y: 0, z: 1 });
  for (const { rotation } of motionParts(motion)) {
    const sine = rotation === undefined ? 0 : length(cross(own, normalise(vector3(rotation.axis))));
    if (sine > SAME_AXIS)
      refuse(path, 'the axis of the cylinder, which has no ends: or give it a length', rotation?.axis);
  }
}

export function checkBody(body: BodySpec, path: string): void {
  checkVector(body.position, `${path}.position`);
  if (body.velocity !== undefined) checkVector(body.velocity, `${path}.velocity`);
  if (body.angularVelocity !== undefined) checkVector(body.angularVelocity, `${path}.angularVelocity`);
  if (body.scale !== undefined) checkNumber(body.scale, `${path}.scale`, { above: 0 });
  if (body.id !== undefined && !(Number.isSafeInteger(body.id) && body.id >= 0 && body.id < 2 ** 31)) {
    refuse(`${path}.id`, 'a whole number from 0 to 2147483647', body.id);
  }
}

function checkVolume(shape: ConvexShape, path: string): void {
  if (shape.massProperties().volume > 0) return;
  refuse(path, 'a shape with a volume (rounding gives it one)', shape.kind);
}

export function checkSpec(spec: SimulationSpec): void {
  if (typeof spec !== 'object' || spec === null) refuse('spec', 'a specification', spec);
  checkNumber(spec.timeStep, 'timeStep', { above: 0 });
  checkVector(spec.gravity, 'gravity');
  checkLaw(spec.law, 'law');
  checkNames(spec.materials, 'materials');
  spec.materials.forEach((material, k) => {
    checkNumber(material.density, `materials[${k}].density`, { above: 0 });
    checkContactNumbers(material, `materials[${k}]`);
  });
  spec.pairs?.forEach((pair, k) => {
    for (const name of pair.materials) {
      if (!spec.materials.some((material) => material.name === name))
        refuse(`pairs[${k}].materials`, 'known materials', name);
    }
    checkContactNumbers(pair, `pairs[${k}]`);
    if (pair.law !== undefined) checkLaw(pair.law, `pairs[${k}].law`);
  });
  checkNames(spec.shapes ?? [], 'shapes');
  spec.shapes?.forEach((shape, k) => {
    if (!SHAPE_KINDS.some((kind) => kind in shape)) refuse(`shapes[${k}]`, `one of ${SHAPE_KINDS.join(', ')}`, 'none');
    if ('sphere' in shape) checkNumber(shape.sphere.radius, `shapes[${k}].sphere.radius`, { above: 0 });
    if ('convex' in shape) checkVolume(shape.convex, `shapes[${k}].convex`);
    if ('compound' in shape) {
      shape.compound.pieces.forEach((piece, j) => {
        checkVolume(piece.shape, `shapes[${k}].compound[${j}].shape`);
      });
    }
    if (!('clump' in shape)) return;
    if (shape.clump.spheres.length === 0) refuse(`shapes[${k}].clump.spheres`, 'at least one sphere', 'none');
    shape.clump.spheres.forEach(({ centre, radius }, j) => {
      checkVector(centre, `shapes[${k}].clump.spheres[${j}].centre`);
      checkNumber(radius, `shapes[${k}].clump.spheres[${j}].radius`, { above: 0 });
    });
  });
  checkNames(spec.halfSpaces ?? [], 'halfSpaces');
  spec.halfSpaces?.forEach((wall, k) => {
    checkDirection(wall.normal, `halfSpaces[${k}].normal`);
    checkNumber(wall.offset, `halfSpaces[${k}].offset`);
  });
  if (spec.domain !== undefined) checkDomain(spec.domain);
  checkMeshes(spec);
  if (spec.neighbours?.skin !== undefined) checkNumber(spec.neighbours.skin, 'neighbours.skin', { above: 0 });
  if (spec.limits?.overlapRatio !== undefined)
    checkNumber(spec.limits.overlapRatio, 'limits.overlapRatio', { above: 0 });
  if (spec.damping?.global !== undefined) checkNumber(spec.damping.global, 'damping.global', { least: 0, most: 1 });
  if (spec.damping?.viscous !== undefined) {
    checkNumber(spec.damping.viscous, 'damping.viscous', { least: 0, most: 1 / spec.timeStep });
  }
  spec.bodies?.forEach((entry, k) => {
    if (typeof entry !== 'object' || entry === null) refuse(`bodies[${k}]`, 'a body', entry);
  });
  const { threads = 1 } = spec;
  if (threads !== 'auto' && !(Number.isInteger(threads) && threads >= 1 && threads <= MOST_THREADS)) {
    refuse('threads', `auto or a whole number from 1 to ${MOST_THREADS}`, threads);
  }
}
