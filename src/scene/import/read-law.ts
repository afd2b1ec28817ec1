// SPDX-License-Identifier: MIT
/** The contact law of a LIGGGHTS input: `pair_style gran` and the properties of materials. */
import { type InputDraft, type InputLaw, numberOf } from './input-draft.ts';
import { type ScriptCommand, ScriptProblem } from './input-script.ts';

/** Properties that the laws of a scene have, and how many numbers they have for n types. */
const PROPERTIES: ReadonlySet<string> = new Set([
  ...['youngsModulus', 'poissonsRatio', 'coefficientRestitution', 'coefficientFriction', 'coefficientRollingFriction'],
  ...['coefficientRollingViscousDamping', 'cohesionEnergyDensity', 'characteristicVelocity'],
  ...['kn', 'kt', 'gamman', 'gammat', 'gamman_abs', 'gammat_abs'],
]);

/** `fix ID all property/global NAME STYLE …` */
export function readProperty(draft: InputDraft, command: ScriptCommand): void {
  const [, , , , name = '', style = '', ...rest] = command.words;
  if (!PROPERTIES.has(name)) {
    draft.remark(
      'left-out',
      command,
      `the property ${name}, which no law of a scene has`,
      'leave it, or use a law module',
    );
    return;
  }
  // peratomtypepair is followed by the number of types.
  const numbers = (style === 'peratomtypepair' ? rest.slice(1) : rest).map((word) => numberOf(word, name));
  const expected = style === 'peratomtypepair' ? draft.types ** 2 : style === 'peratomtype' ? draft.types : 1;
  if (numbers.length !== expected) {
    throw new ScriptProblem(`${name}: expected ${expected} numbers for ${draft.types} types, got ${numbers.length}`);
  }
  draft.properties.set(name, { line: command.line, values: numbers });
}

/** Words of `pair_style` or of a wall after `model`, or those of older versions: gran/hertz/history. */
export function lawWords(words: readonly string[]): Map<string, string> | undefined {
  const old = /^(?:gran\/)?(hertz|hooke|hooke\/stiffness)\/(history|no_history)$/.exec(words[0] ?? '');
  if (old !== null) {
    const parts = new Map([
      ['model', old[1] ?? ''],
      ['tangential', old[2] ?? ''],
    ]);
    addPairs(parts, words.slice(1));
    return parts;
  }
  const at = words.indexOf('model');
  if (at < 0) return undefined;
  const parts = new Map<string, string>();
  addPairs(parts, words.slice(at));
  return parts;
}

function addPairs(parts: Map<string, string>, words: readonly string[]): void {
  for (let k = 0; k + 1 < words.length; k += 2) parts.set(words[k] ?? '', words[k + 1] ?? '');
}

const SWITCHES: ReadonlySet<string> = new Set(['limitForce', 'tangential_damping', 'absolute_damping', 'viscous']);

/** `pair_style gran …` */
export function readLaw(draft: InputDraft, command: ScriptCommand): void {
  const parts = lawWords(command.words.slice(1));
  if (parts === undefined) {
    draft.remark(
      'left-out',
      command,
      `the pair style ${command.words[1] ?? ''}: a scene has the laws of hertz, hooke and hooke/stiffness`,
      'write `law` and the numbers of `materials` yourself',
    );
    return;
  }
  const normal = parts.get('model') ?? '';
  if (normal !== 'hertz' && normal !== 'hooke' && normal !== 'hooke/stiffness') {
    throw new ScriptProblem(`the normal model ${normal}: a scene has hertz, hooke and hooke/stiffness`);
  }
  const law: InputLaw = {
    line: command.line,
    normal,
    tangential: readTangential(draft, command, parts.get('tangential') ?? 'off'),
    rolling: readRolling(draft, command, parts.get('rolling_friction') ?? 'off'),
    cohesion: readCohesion(draft, command, parts.get('cohesion') ?? 'off'),
    isCut: parts.get('limitForce') === 'on',
    isAbsolute: parts.get('absolute_damping') === 'on',
  };
  if (parts.get('tangential_damping') === 'off') {
    draft.remark(
      'differs',
      command,
      'no damping along the surface: the laws of a scene always have it',
      'compare an impact',
    );
  }
  const known = new Set(['model', 'tangential', 'rolling_friction', 'cohesion', ...SWITCHES]);
  for (const [key, value] of parts) {
    if (known.has(key) || value === 'off') continue;
    draft.remark('left-out', command, `the part ${key} ${value} of the contact law`, 'leave it, or use a law module');
  }
  draft.law = law;
}

function readTangential(draft: InputDraft, command: ScriptCommand, word: string): boolean {
  if (word === 'no_history') {
    draft.remark(
      'differs',
      command,
      'friction without history: friction of a scene has a spring, so a heap comes to rest here and creeps there',
      'keep the spring, or set `tangential: none`',
    );
  } else if (word !== 'history' && word !== 'off') throw new ScriptProblem(`the tangential model ${word}`);
  return word !== 'off';
}

function readRolling(draft: InputDraft, command: ScriptCommand, word: string): InputLaw['rolling'] {
  if (word === 'off') return undefined;
  if (word === 'cdt') return 'model-a';
  if (word === 'epsd2') return 'epsd2';
  if (word === 'epsd') {
    draft.remark(
      'differs',
      command,
      'rolling friction epsd: its dashpot has no limit there, that of the scene has the limit of the spring, so balls ' +
        'roll further here, by 6 % at 0.1 m/s and a damping of 0.3',
      'compare an angle of repose',
    );
    return 'epsd';
  }
  draft.remark(
    'differs',
    command,
    `rolling friction ${word}: the scene has epsd, a spring with a dashpot and a limit`,
    'compare an angle of repose',
  );
  return 'epsd';
}

function readCohesion(draft: InputDraft, command: ScriptCommand, word: string): boolean {
  if (word === 'off') return false;
  if (word === 'sjkr') return true;
  const remedy = 'set `cohesion: sjkr` or jkr with a number of your own';
  draft.remark('left-out', command, `the cohesion ${word}: bodies of the scene do not stick to each other`, remedy);
  return false;
}
