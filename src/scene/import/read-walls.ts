// SPDX-License-Identifier: MIT
/** Walls of a LIGGGHTS input: planes and cylinders, meshes with their motion. */
import { fromAxisAngle, IDENTITY_QUATERNION, multiply, type Quaternion, rotate } from '../../math/quaternion.ts';
import { add, length, scale as scaled, type Vector3 } from '../../math/vector.ts';
import { AXES, type InputDraft, type InputMesh, type InputMotion, numberOf, vectorOf } from './input-draft.ts';
import { type ScriptCommand, ScriptProblem } from './input-script.ts';
import { lawWords } from './read-law.ts';
import { aroundAxis } from './read-region.ts';

/** `fix ID all wall/gran … primitive type T zplane 0` or `… mesh n_meshes N meshes A B` */
export function readWall(draft: InputDraft, command: ScriptCommand): void {
  const { words } = command;
  const primitive = words.indexOf('primitive');
  checkLaw(draft, command);
  if (primitive >= 0) readPrimitive(draft, command, primitive);
  else if (words.includes('mesh')) {
    const list = words.indexOf('meshes');
    const count = numberOf(words[words.indexOf('n_meshes') + 1], 'n_meshes');
    for (const id of words.slice(list + 1, list + 1 + count)) {
      const mesh = draft.meshes.get(id);
      if (list < 0 || mesh === undefined) throw new ScriptProblem(`the mesh ${id} has not been taken`);
      mesh.wallLine = command.line;
    }
  } else throw new ScriptProblem('a wall without `primitive` or `mesh`');
}

/** Walls have the law of the pairs in a scene. */
function checkLaw(draft: InputDraft, command: ScriptCommand): void {
  const parts = lawWords(command.words.slice(4));
  if (draft.law === undefined || parts === undefined) return;
  const own = { normal: parts.get('model'), tangential: (parts.get('tangential') ?? 'off') !== 'off' };
  // Behind the place of the wall, unlike in a pair style.
  const isCut = command.words[command.words.indexOf('limitForce') + 1] === 'on';
  const { normal, tangential } = draft.law;
  if (own.normal !== normal || own.tangential !== tangential || isCut !== draft.law.isCut) {
    draft.remark(
      'differs',
      command,
      'the law of this wall is another than that of the bodies; the scene has one for both',
      'give the pair of materials a `law` of its own in `pairs`',
    );
  }
}

function readPrimitive(draft: InputDraft, command: ScriptCommand, at: number): void {
  const { words, line } = command;
  const id = words[1] ?? '';
  if (words[at + 1] !== 'type') throw new ScriptProblem('a primitive wall without `type`');
  const type = numberOf(words[at + 2], 'type');
  const [, axisWord = '', form = ''] = /^([xyz])(plane|cylinder)$/.exec(words[at + 3] ?? '') ?? [];
  const axis = AXES.find((each) => each === axisWord);
  if (axis === undefined) throw new ScriptProblem(`the primitive wall ${words[at + 3]}`);
  if (words.includes('shear')) {
    draft.remark('left-out', command, 'the surface of this wall runs: bodies are not dragged along', 'add `surface`');
  }
  if (form === 'plane') draft.walls.push({ id, type, axis, at: numberOf(words[at + 4], 'plane'), line });
  else {
    const radius = numberOf(words[at + 4], 'radius');
    const centre = aroundAxis(
      axis,
      numberOf(words[at + 5] ?? '0', 'centre'),
      numberOf(words[at + 6] ?? '0', 'centre'),
      0,
    );
    draft.cylinders.push({ id, type, axis, radius, centre, line });
  }
}

/** Keywords of meshes that change nothing in a scene, and the number of their arguments. */
const MESH_IDLE: Readonly<Record<string, number>> = {
  heal: 1,
  precision: 1,
  min_feature_length: 1,
  curvature: 1,
  curvature_tolerant: 1,
  element_exclusion_list: 2,
  verbose: 1,
  stress: 1,
  reference_point: 3,
  cg: 1,
};

/** `fix ID all mesh/surface[/planar|/stress] file F type T [scale s] [move x y z] [rotate axis …] [surface_vel …]` */
export function readMeshWall(draft: InputDraft, command: ScriptCommand): void {
  const { words, line } = command;
  const [, id = '', , style = ''] = words;
  if (!/^mesh\/surface(\/planar|\/stress)?$/.test(style)) {
    const remedy = style.includes('servo') ? 'add `servo` to the mesh' : 'make a mesh of the scene yourself';
    draft.remark(
      'left-out',
      command,
      `${style}: its controller or deformation is another than those of a scene`,
      remedy,
    );
    return;
  }
  let file: string | undefined;
  let type = 1;
  let factor = 1;
  let position: Vector3 = { x: 0, y: 0, z: 0 };
  let turn: Quaternion = IDENTITY_QUATERNION;
  let surface: Vector3 | undefined;
  for (let k = 4; k < words.length; ) {
    const key = words[k] ?? '';
    if (key === 'file') file = words[k + 1];
    else if (key === 'type') type = numberOf(words[k + 1], key);
    else if (key === 'scale') {
      const by = numberOf(words[k + 1], key);
      factor *= by;
      position = scaled(position, by);
    } else if (key === 'move') position = add(position, vectorOf(words, k + 1, key));
    else if (key === 'rotate') {
      const axis = vectorOf(words, words.indexOf('axis', k) + 1, 'axis');
      const angle = (numberOf(words[words.indexOf('angle', k) + 1], 'angle') * Math.PI) / 180;
      const by = fromAxisAngle(axis, angle);
      turn = multiply(by, turn);
      position = rotate(by, position);
    } else if (key === 'surface_vel') surface = vectorOf(words, k + 1, key);
    else if (key === 'wear') {
      const remedy = 'use the forces and slip of the contacts';
      if (words[k + 1] !== 'off') draft.remark('left-out', command, 'wear of this mesh, which is not computed', remedy);
    } else if (key === 'temperature') {
      draft.remark('left-out', command, 'heat: a scene has no temperatures', 'leave it');
    } else if (!(key in MESH_IDLE)) {
      throw new ScriptProblem(`${key} of a mesh`);
    }
    const lengths: Readonly<Record<string, number>> = { move: 3, rotate: 6, surface_vel: 3, wear: 1, temperature: 1 };
    k += 1 + (MESH_IDLE[key] ?? lengths[key] ?? 1);
  }
  if (file === undefined) throw new ScriptProblem('a mesh without a file');
  if (!/\.(stl|obj|ply)$/i.test(file)) {
    throw new ScriptProblem(`the mesh file ${file}: a scene reads STL, OBJ and PLY; write it as one of these`);
  }
  const isTurned = turn.w !== 1;
  const mesh: InputMesh = {
    ...{ id, type, file, scale: factor, position, surface, line },
    orientation: isTurned ? [turn.w, turn.x, turn.y, turn.z] : undefined,
    motion: undefined,
    wallLine: undefined,
  };
  draft.meshes.set(id, mesh);
}

/** Vertices of a mesh in the world, flat. */
export function worldVertices(draft: InputDraft, mesh: InputMesh): Vector3[] {
  const { vertices } = draft.files.readMesh(mesh.file);
  const [w = 1, x = 0, y = 0, z = 0] = mesh.orientation ?? [];
  return Array.from({ length: vertices.length / 3 }, (_, k) => {
    const own = { x: vertices[3 * k], y: vertices[3 * k + 1], z: vertices[3 * k + 2] };
    return add(mesh.position, rotate({ w, x, y, z }, scaled(own, mesh.scale)));
  });
}

/** `fix ID all move/mesh mesh M linear|rotate|wiggle …` */
export function readMotion(draft: InputDraft, command: ScriptCommand): void {
  const { words, line } = command;
  const id = words[1] ?? '';
  const mesh = draft.meshes.get(words[words.indexOf('mesh', 3) + 1] ?? '');
  if (mesh === undefined) throw new ScriptProblem('the mesh that it moves has not been taken');
  const style = words[6] ?? '';
  const after = (key: string): number => words.indexOf(key, 6) + 1;
  const base = { id, line, from: draft.duration };
  const motion: InputMotion | undefined =
    style === 'linear'
      ? { ...base, velocity: vectorOf(words, 7, style) }
      : style === 'rotate'
        ? {
            ...base,
            rotation: {
              axis: vectorOf(words, after('axis'), 'axis'),
              through: vectorOf(words, after('origin'), 'origin'),
              rate: (2 * Math.PI) / numberOf(words[after('period')], 'period'),
            },
          }
        : style === 'wiggle'
          ? {
              ...base,
              oscillation: {
                amplitude: vectorOf(words, after('amplitude'), 'amplitude'),
                frequency: 1 / numberOf(words[after('period')], 'period'),
              },
            }
          : undefined;
  if (motion === undefined) throw new ScriptProblem(`the motion ${style}; a scene has linear, rotate and wiggle`);
  if (motion.oscillation !== undefined && length(motion.oscillation.amplitude) === 0) return;
  mesh.motion = mesh.motion === undefined ? motion : joined(mesh.motion, motion);
}

/** Motions of one mesh add up in both. */
function joined(first: InputMotion, second: InputMotion): InputMotion {
  const same = (['velocity', 'rotation', 'oscillation'] as const).find(
    (key) => first[key] !== undefined && second[key] !== undefined,
  );
  if (same !== undefined) throw new ScriptProblem(`a second ${same} of one mesh; a scene has one of each kind`);
  if (first.from !== second.from) throw new ScriptProblem('two motions of one mesh that begin at different times');
  return { ...first, ...second };
}
