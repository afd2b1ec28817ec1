// SPDX-License-Identifier: MIT
/**
 * Makes scene files of an input script of LIGGGHTS, or of LAMMPS as far as its lines are the same. Lines are read in
 * their order. What a scene cannot change during a run, such as a wall that goes, ends one scene and begins the next.
 */

import { basename } from 'node:path';
import { SceneError } from '../../errors.ts';
import { cos, sin } from '../../math/circular.ts';
import { fromAxisAngle, multiply, rotate } from '../../math/quaternion.ts';
import { add, addScaled, normalise, scale as scaled, subtract, type Vector3 } from '../../math/vector.ts';
import type { ImportRemark } from './import-remark.ts';
import { InputDraft, type InputFiles, type InputInsertion, type InputMesh, numberOf, vectorOf } from './input-draft.ts';
import { type ScriptCommand, ScriptProblem, ScriptVariables, scriptLines } from './input-script.ts';
import { lineReason } from './line-reasons.ts';
import { readCreated, readData, readLattice, readSet, readVelocity } from './read-bodies.ts';
import { readDistribution, readInsertion, readTemplate } from './read-insertion.ts';
import { readLaw, readProperty } from './read-law.ts';
import { readDump, readThermoStyle } from './read-outputs.ts';
import { readBox, readRegion } from './read-region.ts';
import { readMeshWall, readMotion, readWall } from './read-walls.ts';
import { distributionSizes } from './template-sizes.ts';
import { DraftWriter } from './write-draft.ts';

export interface ImportOptions {
  /** Path of the input, as messages name it; comments have its name. */
  readonly input: string;
  readonly title: string;
  readonly files: InputFiles;
  /** Folder of the run of a scene, 1 for the first, as the next scene names it. */
  runFolder(scene: number): string;
}

export interface ImportedInput {
  /** Texts of scene files, in the order in which they run; each begins with the bodies of the one before. */
  readonly scenes: readonly string[];
  /** By line. */
  readonly remarks: readonly ImportRemark[];
  /** Number of commands of the input. */
  readonly commands: number;
}

type Reader = (draft: InputDraft, command: ScriptCommand) => void;

/** Fixes by the beginning of their style. */
const FIXES: readonly (readonly [RegExp, Reader])[] = [
  [/^property\/global$/, readProperty],
  [/^wall\/gran/, readWall],
  [/^mesh\//, readMeshWall],
  [/^move\/mesh$/, readMotion],
  [/^particletemplate\//, readTemplate],
  [/^particledistribution\/discrete/, readDistribution],
  [/^insert\//, readInsertion],
  [/^gravity$/, readGravity],
  [/^freeze$/, readFreeze],
];

const COMMANDS: Readonly<Record<string, Reader>> = {
  boundary: (draft, { words, line }) => {
    draft.boundary = { line, styles: words.slice(1, 4) };
  },
  region: readRegion,
  create_box: readBox,
  pair_style: readLaw,
  lattice: readLattice,
  create_atoms: readCreated,
  set: readSet,
  velocity: readVelocity,
  read_data: readData,
  dump: readDump,
  thermo_style: readThermoStyle,
  thermo: (draft, { words, line }) => {
    draft.outputs.thermo = numberOf(words[1], 'thermo');
    draft.outputs.lines.push(line);
  },
  thermo_modify: (draft, { words }) => {
    const at = words.indexOf('lost');
    if (at > 0) draft.isLossIgnored = words[at + 1] !== 'error';
  },
  timestep: (draft, { words, line }) => {
    draft.timeStep = { line, value: numberOf(words[1], 'timestep') };
  },
  run: readRun,
  group: readGroup,
  compute: (draft, { words }) => void draft.computes.set(words[1] ?? '', words[3] ?? ''),
};

/** Commands and fixes that hold from the start of a scene: one that comes later begins a scene of its own. */
const FROM_THE_START =
  /^(timestep|pair_style|boundary|create_atoms|set|velocity|fix \S+ \S+ (property\/global|wall\/gran|gravity|freeze))\b/;

class InputReader {
  readonly #options: ImportOptions;
  readonly #variables = new ScriptVariables();
  readonly #commands = new Map<number, ScriptCommand>();
  readonly #scenes: string[] = [];
  /** Style of each fix by its name. */
  readonly #fixes = new Map<string, string>();
  #draft: InputDraft;
  #hasUnits = false;

  constructor(options: ImportOptions) {
    this.#options = options;
    this.#draft = new InputDraft(options.files);
  }

  read(text: string): ImportedInput {
    const lines = scriptLines(text);
    for (const line of lines) {
      let command: ScriptCommand = { ...line, words: line.text.split(' ') };
      try {
        command = this.#variables.command(line);
        this.#commands.set(command.line, command);
        this.#take(command);
      } catch (error) {
        // Reading a file of the input may fail, too.
        if (error instanceof SceneError || !(error instanceof Error)) throw error;
        this.#commands.set(command.line, command);
        const remedy = 'write what it means into the scene yourself';
        this.#draft.remark('left-out', command, error.message, remedy);
      }
    }
    if (!this.#hasUnits) {
      this.#draft.complain('no `units si` before the other lines; numbers are taken as SI', 'check their units');
    }
    if (this.#draft.duration === 0 && this.#scenes.length === 0) {
      this.#draft.complain('no `run`; the scene has a duration of 1 s', 'set `time.duration`');
    }
    if (this.#draft.duration > 0 || this.#scenes.length === 0) this.#scenes.push(this.#text());
    return { scenes: this.#scenes, remarks: this.#remarks(), commands: lines.length };
  }

  /** By line. */
  #remarks(): ImportRemark[] {
    return [...this.#draft.remarks].sort((a, b) => a.line - b.line);
  }

  #take(command: ScriptCommand): void {
    const [name = '', id = '', , style = ''] = command.words;
    if (name === 'units') {
      this.#hasUnits = true;
      this.#requireSi(command);
      return;
    }
    if (name === 'variable') {
      if (!this.#variables.define(command.words)) this.#unknown(command);
      return;
    }
    if (this.#draft.duration > 0 && FROM_THE_START.test(command.words.join(' '))) this.#cut(command);
    if (name === 'unfix') this.#remove(command);
    else if (name === 'fix') {
      const reader = FIXES.find(([pattern]) => pattern.test(style))?.[1];
      this.#fixes.set(id, style);
      if (reader === undefined) this.#unknown(command);
      else reader(this.#draft, command);
    } else {
      const reader = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
      if (reader === undefined) this.#unknown(command);
      else reader(this.#draft, command);
    }
  }

  #requireSi({ words, line }: ScriptCommand): void {
    if (words[1] === 'si') return;
    const file = this.#options.input;
    const problem = `units ${words[1]}; only inputs in si can be imported, convert the numbers first`;
    throw new SceneError('not-si', `${file}:${line} ${problem}`, { file, line });
  }

  #unknown(command: ScriptCommand): void {
    const { kind, problem, remedy } = lineReason(command.words);
    this.#draft.remark(kind, command, problem, remedy);
  }

  /** `unfix ID` */
  #remove(command: ScriptCommand): void {
    const id = command.words[1] ?? '';
    const style = this.#fixes.get(id) ?? '';
    this.#fixes.delete(id);
    const draft = this.#draft;
    const insertion = draft.insertions.find((each) => each.id === id);
    const moved = [...draft.meshes.values()].find(({ motion }) => motion?.id === id);
    if (insertion !== undefined) {
      insertion.until = draft.duration;
      if (draft.duration <= insertion.from) draft.insertions = draft.insertions.filter((each) => each !== insertion);
    } else if (moved?.motion !== undefined) {
      moved.motion.until = draft.duration;
      if (draft.duration <= moved.motion.from) moved.motion = undefined;
    } else if (/^(wall\/gran|mesh\/|gravity)/.test(style)) {
      if (draft.duration > 0) this.#cut(command);
      this.#drop(id);
    } else draft.remark('needless', command, `ends the fix ${id}, which the scene does not have`);
  }

  #drop(id: string): void {
    const draft = this.#draft;
    const lines = [...this.#commands.values()].filter(({ words }) => words[0] === 'fix' && words[1] === id);
    const own = new Set(lines.map(({ line }) => line));
    draft.walls = draft.walls.filter((wall) => wall.id !== id);
    draft.cylinders = draft.cylinders.filter((wall) => wall.id !== id);
    draft.meshes.delete(id);
    for (const mesh of draft.meshes.values()) if (own.has(mesh.wallLine ?? 0)) mesh.wallLine = undefined;
    if (draft.gravity?.id === id) draft.gravity = undefined;
  }

  /** Ends the scene; the next one begins with its bodies. */
  #cut(command: ScriptCommand): void {
    this.#scenes.push(this.#text());
    const number = this.#scenes.length;
    const folder = this.#options.runFolder(number);
    this.#draft.remark(
      'differs',
      command,
      `changes during the run what a scene has from start to end: scene ${number + 1} begins here, with the bodies of ` +
        'the run before; their springs of friction go on if both scenes have the same walls in the same order, and ' +
        'begin anew if not',
      `run the scenes one after the other, scene ${number} with --out ${folder}`,
    );
    const draft = this.#draft;
    const elapsed = draft.duration;
    for (const mesh of draft.meshes.values()) draft.meshes.set(mesh.id, movedOn(mesh, elapsed));
    draft.earlierDistributions = draft.usedDistributions;
    draft.earlierBodies = [...draft.earlierBodies, ...draft.bodies];
    draft.insertions = draft.insertions.flatMap((each) => rest(draft, each, elapsed));
    draft.bodies = [];
    draft.bodyFiles = [{ line: command.line, file: folder, isRun: true }];
    draft.duration = 0;
    draft.runLines = [];
  }

  #text(): string {
    const { law } = this.#draft;
    const { input, title } = this.#options;
    if (law === undefined) {
      const message = `${input}: no \`pair_style gran\` that can be read, and a scene needs a contact law`;
      const lost = this.#remarks().filter(({ kind }) => kind === 'left-out');
      const lines = lost.map(({ line, problem }) => `${input}:${line} ${problem}`);
      const problems = lost.map(({ line, problem }) => ({ place: { line }, message: problem }));
      throw new SceneError('no-law', [message, ...lines].join('\n'), { file: input, problems });
    }
    const number = this.#scenes.length + 1;
    const written = {
      commands: this.#commands,
      input: basename(input),
      title: number === 1 ? title : `${title}, part ${number}`,
    };
    return new DraftWriter(this.#draft, law, written).text();
  }
}

/** Throws a SceneError for an input that is not in SI units, or has no law. */
export function importInput(text: string, options: ImportOptions): ImportedInput {
  return new InputReader(options).read(text);
}

/** `fix ID all gravity 9.81 vector x y z`, or `chute ANGLE` */
function readGravity(draft: InputDraft, { words, line }: ScriptCommand): void {
  const size = numberOf(words[4], 'gravity');
  const style = words[5];
  const angle = (Number(words[6]) * Math.PI) / 180;
  const direction: Vector3 | undefined =
    style === 'vector'
      ? normalise(vectorOf(words, 6, 'gravity'))
      : style === 'chute' && Number.isFinite(angle)
        ? { x: sin(angle), y: 0, z: -cos(angle) }
        : undefined;
  if (direction === undefined) throw new ScriptProblem(`gravity ${style}; a scene has a constant vector`);
  draft.gravity = { line, id: words[1] ?? '', vector: scaled(direction, size) };
}

function readRun(draft: InputDraft, { words, line }: ScriptCommand): void {
  const step = draft.timeStep?.value;
  if (step === undefined) throw new ScriptProblem('`run` before `timestep`');
  const asked = numberOf(words[1], 'run');
  const steps = words[2] === 'upto' ? asked - draft.steps : asked;
  if (steps < 0) throw new ScriptProblem(`run ${asked} upto, after ${draft.steps} steps`);
  draft.steps += steps;
  draft.duration += steps * step;
  if (steps > 0) draft.runLines.push(line);
}

/** Groups of atom types; others are groups of all bodies. */
function readGroup(draft: InputDraft, { words }: ScriptCommand): void {
  const [, id = '', style, ...types] = words;
  if (style === 'type') draft.groups.set(id, types.map(Number));
}

function readFreeze(draft: InputDraft, { words }: ScriptCommand): void {
  const types = draft.groups.get(words[2] ?? '');
  if (types === undefined) throw new ScriptProblem(`the group ${words[2]} is not one of atom types`);
  for (const type of types) draft.frozenTypes.add(type);
}

/** What is left of an insertion after a time. */
function rest(draft: InputDraft, insertion: InputInsertion, elapsed: number): InputInsertion[] {
  const { rate, massRate, count, mass, from, until } = insertion;
  if ((rate === undefined && massRate === undefined) || (until !== undefined && until <= elapsed)) {
    return from >= elapsed ? [{ ...insertion, from: from - elapsed }] : [];
  }
  const { meanMass } = distributionSizes(draft, insertion.distribution);
  const perSecond = rate ?? (massRate ?? 0) / meanMass;
  const inserted = perSecond * Math.max(0, elapsed - from);
  const left = count === undefined ? undefined : Math.max(0, Math.round(count - inserted));
  const leftMass = mass === undefined ? undefined : mass - inserted * meanMass;
  if (left === 0 || (leftMass !== undefined && leftMass <= 0)) return [];
  return [{ ...insertion, count: left, mass: leftMass, from: Math.max(0, from - elapsed) }];
}

/** A mesh as it stands after a time. */
function movedOn(mesh: InputMesh, elapsed: number): InputMesh {
  const { motion } = mesh;
  if (motion === undefined) return mesh;
  const time = Math.max(0, Math.min(elapsed, motion.until ?? Infinity) - motion.from);
  let { position, orientation } = mesh;
  if (motion.rotation !== undefined) {
    const { axis, through, rate } = motion.rotation;
    const turn = fromAxisAngle(axis, rate * time);
    const [w = 1, x = 0, y = 0, z = 0] = orientation ?? [];
    const after = multiply(turn, { w, x, y, z });
    position = add(through, rotate(turn, subtract(position, through)));
    orientation = [after.w, after.x, after.y, after.z];
  }
  if (motion.velocity !== undefined) position = addScaled(position, motion.velocity, time);
  if (motion.oscillation !== undefined) {
    const { amplitude, frequency } = motion.oscillation;
    position = addScaled(position, amplitude, sin(2 * Math.PI * frequency * time));
  }
  const isOver = motion.until !== undefined && motion.until <= elapsed;
  return {
    ...mesh,
    position,
    orientation,
    motion: isOver ? undefined : { ...motion, from: Math.max(0, motion.from - elapsed) },
  };
}
