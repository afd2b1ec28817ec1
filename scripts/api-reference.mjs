// SPDX-License-Identifier: MIT
/**
 * Writes the API reference, docs/api, from the declarations in dist/ with TypeDoc: `node scripts/api-reference.mjs`.
 * One page an entry point, and an index. The pages are not kept in the repository; the documentation site has them.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Application, ReflectionKind } from 'typedoc';
import { PACKAGE, ROOT, requireFresh } from './build-stamp.mjs';
import { KNOWN_NAMES, statesUnit, unitOfName } from './units-of-names.mjs';

/** Entry points of the package. What several of them export is documented at the first of these. */
export const ENTRY_POINTS = [
  { module: 'contact', name: 'scree/contact', page: 'contact.md' },
  { module: 'dem', name: 'scree/dem', page: 'dem.md' },
  { module: 'analysis', name: 'scree/analysis', page: 'analysis.md' },
  { module: 'io', name: 'scree/io', page: 'io.md' },
  { module: 'live', name: 'scree/live', page: 'live.md' },
  { module: 'study', name: 'scree/study', page: 'study.md' },
  { module: 'index', name: 'scree', page: 'scree.md' },
];

const SECTIONS = [
  { title: 'Functions', kind: ReflectionKind.Function, word: 'function' },
  { title: 'Classes', kind: ReflectionKind.Class, word: 'class' },
  { title: 'Constants', kind: ReflectionKind.Variable, word: 'constant' },
  { title: 'Interfaces', kind: ReflectionKind.Interface, word: 'interface' },
  { title: 'Types', kind: ReflectionKind.TypeAlias, word: 'type' },
];

/** Holds for all entries. */
const UNITS = 'All values are in SI units, in world axes, unless an entry names another unit or frame.';
const ERRORS =
  'A call for which the memory of the kernel has no room throws a `ScreeError` with the code `kernel-memory-full`.';

const wordOf = ({ kind }) => SECTIONS.find((section) => section.kind === kind)?.word ?? 'export';
const headingOf = (reflection) => `${reflection.name} ${wordOf(reflection)}`;
const anchorOf = (reflection) =>
  headingOf(reflection)
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replace(/ /g, '-');

/** Reads the declarations of all entry points. Throws if the build is old or a declaration cannot be read. */
export async function readApi() {
  requireFresh([PACKAGE]);
  const application = await Application.bootstrap({
    entryPoints: ENTRY_POINTS.map(({ module }) => join(ROOT, `dist/${module}.d.ts`)),
    tsconfig: join(ROOT, 'scripts/api-reference.tsconfig.json'),
    compilerOptions: { noEmit: true },
    skipErrorChecking: true,
    disableSources: true,
    excludePrivate: true,
    excludeProtected: true,
    excludeInternal: true,
    sort: ['alphabetical'],
    readme: 'none',
    logLevel: 'Error',
  });
  const project = await application.convert();
  if (project === undefined) throw new Error('the declarations in dist/ cannot be read: npm run build');
  return ENTRY_POINTS.map((entry) => {
    const module = project.children.find(({ name }) => name === entry.module);
    const exports = module.children ?? [];
    return {
      ...entry,
      comment: module.comment,
      exports: exports.filter(({ kind }) => kind !== ReflectionKind.Reference),
      again: exports.flatMap((each) => (each.kind === ReflectionKind.Reference ? [each.getTargetReflection()] : [])),
    };
  });
}

/** Comments of a declaration, or of its signatures. */
function commentsOf(reflection) {
  const own = [reflection.comment, ...(reflection.signatures ?? []).map(({ comment }) => comment)];
  return own.filter((comment) => comment !== undefined);
}

const textOf = (parts) =>
  parts
    .map(({ text, kind }) => (kind === 'inline-tag' ? `\`${text}\`` : text))
    .join('')
    .trim();
const summaryOf = (reflection) => textOf(commentsOf(reflection)[0]?.summary ?? []);
/** A part before a colon that is shorter says too little by itself: "A material: density, ...". */
const firstSentence = (text) => /^(?:.*?\.|.{25,}?[:;])(?=\s|$)/s.exec(text)?.[0]?.replace(/[:;]$/, '.') ?? text;
const oneLine = (text) => text.replace(/\s+/g, ' ').trim();
const cell = (text) => oneLine(text).replace(/\|/g, '\\|').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const codeCell = (text) => `\`${oneLine(text).replace(/\|/g, '\\|')}\``;

/** Exports without a sentence of documentation, as `scree/dem: Simulation`. */
export function undocumented(api) {
  return api.flatMap(({ name, exports }) =>
    exports.filter((each) => summaryOf(each) === '').map((each) => `${name}: ${each.name}`),
  );
}

/** Exports whose text is also that of another export or of an entry point, as `scree/dem: Simulation`. */
export function sharedSentences(api) {
  const all = api.flatMap(({ name, exports }) =>
    exports.map((each) => ({ name: `${name}: ${each.name}`, text: summaryOf(each) })),
  );
  const texts = [...api.map(summaryOf), ...all.map(({ text }) => text)];
  return all.filter(({ text }) => texts.filter((each) => each === text).length > 1).map(({ name }) => name);
}

/**
 * Examples of doc comments, each with the name of what it shows and its code. Those of the language `ts no-run` need
 * files that the user has.
 */
export function documentedExamples(api) {
  return api.flatMap(({ name, exports }) =>
    exports
      .flatMap((each) => [each, ...(each.children ?? [])].map((of) => [each, of]))
      .flatMap(([each, of]) =>
        commentsOf(of)
          .flatMap(({ blockTags }) => blockTags.filter(({ tag }) => tag === '@example'))
          .flatMap(({ content }) => [...textOf(content).matchAll(/```(?:ts|js)( no-run)?\n(.*?)```/gs)])
          .map(([, noRun, code]) => ({
            isRun: noRun === undefined,
            code,
            name: `${name}: ${each === of ? '' : `${each.name}.`}${of.name}`,
          })),
      ),
  );
}

const examplesIn = (reflection) =>
  [reflection, ...(reflection.children ?? [])]
    .flatMap(commentsOf)
    .flatMap(({ blockTags }) => blockTags.filter(({ tag }) => tag === '@example'))
    .map(({ content }) => textOf(content));

/** How many types lead from an export to each of the others. */
function stepsFrom(start, named) {
  const steps = new Map([[start, 0]]);
  for (const [each, count] of steps) {
    for (const next of named.get(each)) if (!steps.has(next)) steps.set(next, count + 1);
  }
  return steps;
}

/** For each export the members of others that have it as their type: their owners, and patterns of their names. */
function membersByType(all, places) {
  const members = new Map();
  for (const owner of all) {
    for (const member of owner.children ?? []) {
      if (isInherited(member) || member.type === undefined) continue;
      const found = { owner, name: new RegExp(`\\b${member.name}\\b`) };
      for (const type of namedExports(member, places)) members.set(type, [...(members.get(type) ?? []), found]);
    }
  }
  return members;
}

/** The export whose example names one of these members, such as `halfSpaces`, and that is nearest to its owner. */
function shownAsMember(members, examples) {
  const found = examples.flatMap(({ by, text, steps }) =>
    members
      .filter(({ owner, name }) => steps.has(owner) && name.test(text))
      .map(({ owner }) => ({ by, count: steps.get(owner) })),
  );
  // Among equals a class: what a spec describes is made from it.
  const isClass = ({ by }) => (by.kind === ReflectionKind.Class ? 0 : 1);
  return found.sort((a, b) => a.count - b.count || isClass(a) - isClass(b))[0]?.by;
}

/**
 * For every export the one whose example shows it: itself, one whose example has its name or that of a member of this
 * type, or one whose types lead to it. Types are shown by the functions that take or return them.
 */
function shownBy(api, places) {
  const all = api.flatMap(({ exports }) => exports);
  const shown = new Map(all.filter((each) => examplesIn(each).length > 0).map((each) => [each, each]));
  const texts = [...shown.keys()].map((each) => [each, examplesIn(each).join('\n')]);
  for (const each of all) {
    const found = texts.find(([, text]) => new RegExp(`\\b${each.name}\\b`).test(text));
    if (!shown.has(each) && found !== undefined) shown.set(each, found[0]);
  }
  const named = new Map(all.map((each) => [each, namedExports(each, places)]));
  const examples = texts.map(([by, text]) => ({ by, text, steps: stepsFrom(by, named) }));
  const members = membersByType(all, places);
  for (const each of all) {
    const by = shown.has(each) ? undefined : shownAsMember(members.get(each) ?? [], examples);
    if (by !== undefined) shown.set(each, by);
  }
  // In steps, so that the nearest export shows a type: functions first.
  const byKind = (kind) => (kind === ReflectionKind.Function ? 0 : 1);
  const ordered = [...all].sort((a, b) => byKind(a.kind) - byKind(b.kind));
  for (let before = 0; before !== shown.size; ) {
    before = shown.size;
    const known = ordered.filter((each) => shown.has(each));
    for (const each of known) {
      for (const type of named.get(each)) if (!shown.has(type)) shown.set(type, shown.get(each));
    }
    // Errors are used as the class that they extend.
    for (const each of all.filter(({ kind }) => kind === ReflectionKind.Class)) {
      const parent = (each.extendedTypes ?? []).map(({ reflection }) => reflection).find((base) => shown.has(base));
      if (!shown.has(each) && parent !== undefined) shown.set(each, shown.get(parent));
    }
  }
  return shown;
}

/** Exports that no example shows, as `scree/dem: EventView`. */
export function withoutExample(api) {
  const shown = shownBy(api, placesOf(api));
  return api.flatMap(({ name, exports }) =>
    exports.filter((each) => !shown.has(each)).map((each) => `${name}: ${each.name}`),
  );
}

/**
 * Functions and members on the pages that can throw, by what `thrownErrors` found, without a word on it, or with words
 * that name none of these errors: as `scree/dem: Simulation.step: SimulationError (how it gets there)`. A class that
 * the throwing function is given, `ScreeError`, stands for any of them, and so does what a platform throws.
 */
export function throwsUntold(api, thrown) {
  const told = throwsOnPages(api);
  return [...thrown].flatMap(([name, { errors }]) => {
    const words = told.get(name);
    const isAny = ['ScreeError', 'Error', 'unknown'].some((each) => errors.has(each)) && /\w+Error|error/.test(words);
    if (words === undefined || isAny || [...errors.keys()].some((each) => words.includes(each))) return [];
    return [...errors].map(([error, chain]) => `${name}: ${error} (${chain.join(' > ')})`);
  });
}

/** By its name on the page: what is said about errors, the empty text if nothing is. */
export function throwsOnPages(api) {
  const told = new Map();
  const add = (name, of) => {
    const throws = commentsOf(of).flatMap(({ blockTags }) => blockTags.filter(({ tag }) => tag === '@throws'));
    told.set(name, `${told.get(name) ?? ''}${throws.map(({ content }) => textOf(content)).join(' ')}`);
  };
  for (const each of api.flatMap(({ exports }) => exports)) {
    if (each.kind === ReflectionKind.Function) add(each.name, each);
    for (const member of each.children ?? []) {
      if (member.kind === ReflectionKind.Method || member.kind === ReflectionKind.Constructor)
        add(`${each.name}.${member.name}`, member);
      if (member.getSignature !== undefined) add(`${each.name}.${member.name}`, member.getSignature);
    }
  }
  return told;
}

const NUMBERS = /\b(?:number|Float(?:32|64)Array|Vector[23](?:Like)?|SymmetricMatrix3|Triple)\b/;
const isNumeric = (type) =>
  NUMBERS.test(type.replace(/"[^"]*"/g, '')) && !/=>|[{]|\bMap\b|\bRecord\b|\bString\b/.test(type);

/**
 * The numbers of a function or member: its parameters and its result, or its value, each with its path
 * (`Ray.cast.from`), the name on the page, and the sentence that may state its unit.
 */
function numbersOf(path, of) {
  const signatures = of.signatures ?? [];
  const result = `${path}()`;
  const all = signatures.flatMap((signature) => [
    ...(signature.parameters ?? []).map(({ name, type, comment }) => ({
      path: `${path}.${name}`,
      label: `\`${name}\``,
      type,
      // Of several parameters, the sentence of the function says which is meant.
      told: `${textOf(comment?.summary ?? [])} ${sentenceNaming(name, signature.comment)}`,
    })),
    { path: result, label: 'the result', type: signature.type, told: toldOf(signature.comment ?? of.comment) },
  ]);
  const value = of.getSignature?.type ?? of.type;
  if (signatures.length === 0 && value !== undefined)
    all.push({ path, label: '', type: value, told: toldOf(of.comment ?? of.getSignature?.comment) });
  return all.filter(({ type }) => isNumeric(type?.toString() ?? ''));
}

const toldOf = (comment) => {
  const returned = (comment?.blockTags ?? []).filter(({ tag }) => tag === '@returns');
  return [comment?.summary ?? [], ...returned.map(({ content }) => content)].map(textOf).join(' ');
};
/** The part of a comment that names a parameter. */
const sentenceNaming = (name, comment) =>
  toldOf(comment)
    .split(/(?<=[.;])\s/)
    .filter((sentence) => new RegExp(`\`${name}\``).test(sentence))
    .join(' ');

const VALUES = [ReflectionKind.Function, ReflectionKind.Variable];
const numbersOfExport = (each) => [
  ...(VALUES.includes(each.kind) ? numbersOf(each.name, each) : []),
  ...(each.children ?? [])
    .filter((member) => !isInherited(member))
    .flatMap((member) => numbersOf(`${each.name}.${member.name}`, member)),
];

/** Units that the pages take from the names. */
const unitsByName = (path, of) =>
  numbersOf(path, of)
    .filter(({ told }) => !statesUnit(told))
    .map((each) => ({ ...each, unit: unitOfName(each.path)?.unit }));

/** What the pages add on units to the sentences: `Unit: m.`, `A count.` or `Units: \`radius\` m; the result m5.` */
function unitsText(path, of) {
  // Counts and numbers of parameters are seen from their names.
  const isSaid = ({ label, unit }) => unit !== undefined && (label === '' || !unit.startsWith('a '));
  const units = unitsByName(path, of).filter(isSaid);
  if (units.length === 0) return '';
  const [{ label, unit: first }] = units;
  if (label === '') return /^(?:a|no) /.test(first) ? `${first[0].toUpperCase()}${first.slice(1)}.` : `Unit: ${first}.`;
  const parts = [...new Set(units.map(({ label, unit }) => `${label} ${unit}`))];
  return parts.length > 1 ? `Units: ${parts.join('; ')}.` : `Unit of ${label}: ${first}.`;
}

/** Numbers whose unit neither a sentence states nor the name does, as `scree/dem: HarmonicSpec.rate`. */
export function withoutUnit(api) {
  return api.flatMap(({ name, exports }) =>
    exports
      .flatMap(numbersOfExport)
      .filter(({ told, path }) => !statesUnit(told) && unitOfName(path) === undefined)
      .map(({ path }) => `${name}: ${path}`),
  );
}

/** Names in the table of units that no number without a unit in its sentence has. */
export function needlessUnits(api) {
  const used = api
    .flatMap(({ exports }) => exports.flatMap(numbersOfExport))
    .filter(({ told }) => !statesUnit(told))
    .map(({ path }) => unitOfName(path)?.key);
  return KNOWN_NAMES.filter((name) => !used.includes(name));
}

/** Functions without an example, as `scree/dem: fillRegions`. */
export function functionsWithoutExample(api) {
  const shown = new Set(documentedExamples(api).map(({ name }) => name));
  return api.flatMap(({ name, exports }) =>
    exports
      .filter(({ kind }) => kind === ReflectionKind.Function)
      .map((each) => `${name}: ${each.name}`)
      .filter((each) => !shown.has(each)),
  );
}

/** Writes the pages and returns their paths. */
export async function writeApiReference(folder = join(ROOT, 'docs/api')) {
  const pages = apiPages(await readApi());
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return pages.map(({ file, text }) => {
    writeFileSync(join(folder, file), text);
    return join(folder, file);
  });
}

/** The pages as text, the index first. */
export function apiPages(api) {
  const places = placesOf(api);
  const shown = shownBy(api, places);
  return [indexPage(api), ...api.map((entry) => ({ file: entry.page, text: entryPage(entry, places, shown) }))];
}

const placesOf = (api) => new Map(api.flatMap((entry) => entry.exports.map((each) => [each, entry])));

function indexPage(api) {
  const rows = api.map(
    (entry) => `| [${entry.page}](${entry.page}) | \`${entry.name}\` | ${cell(introduction(entry))} |`,
  );
  return {
    file: 'README.md',
    text: `# API reference

\`node scripts/api-reference.mjs\` writes these pages from the types; do not edit them. The [guide](../guide/README.md)
has examples for each task. ${UNITS}

| page | entry point | content |
|---|---|---|
${rows.join('\n')}

\`scree/step-worker\` exports nothing: it is the thread script of simulations, for pages that serve it themselves
(\`setStepWorkerUrl\`).
`,
  };
}

/** The header of the module without its own name. */
const introduction = ({ comment, name }) =>
  textOf(comment?.summary ?? [])
    .replace(new RegExp(`^\`${name}\`: `), '')
    .replace(/^./, (first) => first.toUpperCase());

function entryPage(entry, places, shown) {
  const { name, exports, again } = entry;
  const parts = [`# ${name}`, introduction(entry), `${UNITS} ${ERRORS}`];
  if (again.length > 0) parts.push(againText(again, places));
  for (const { title, kind } of SECTIONS) {
    const found = exports.filter((each) => each.kind === kind);
    if (found.length === 0) continue;
    const rows = found.map(
      (each) => `| [${each.name}](#${anchorOf(each)}) | ${cell(firstSentence(summaryOf(each)))} |`,
    );
    parts.push(`## ${title}`, `| name | |\n|---|---|\n${rows.join('\n')}`);
    parts.push(...found.map((each) => entryOf(each, entry, places, shown.get(each))));
  }
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** What the entry point also exports, by the page that has it. */
function againText(again, places) {
  const rows = [...byEntryPoint(again, places)].map(([entry, found]) => {
    const names = found.map((each) => `[${each.name}](${entry.page}#${anchorOf(each)})`);
    return `| [${entry.name}](${entry.page}) | ${names.join(', ')} |`;
  });
  return `It also exports:\n\n| of | names |\n|---|---|\n${rows.join('\n')}`;
}

function byEntryPoint(again, places) {
  const groups = new Map();
  for (const each of again) {
    const entry = places.get(each);
    groups.set(entry, [...(groups.get(entry) ?? []), each]);
  }
  return groups;
}

function entryOf(reflection, entry, places, shownBy) {
  const parts = [`### ${headingOf(reflection)}`];
  const declared = declarationOf(reflection);
  if (declared !== '') parts.push(`\`\`\`ts\n${declared}\n\`\`\``);
  const units = VALUES.includes(reflection.kind) ? unitsText(reflection.name, reflection) : '';
  parts.push(summaryOf(reflection), units, ...tagTexts(commentsOf(reflection)));
  for (const signature of reflection.signatures ?? []) parts.push(parametersOf(signature));
  parts.push(membersOf(reflection, entry, places), seeAlso(reflection, entry, places));
  if (shownBy !== undefined && shownBy !== reflection) parts.push(`Example: that of ${linkTo(shownBy, entry, places)}`);
  return parts.filter((part) => part !== '').join('\n\n');
}

/** Errors, results and examples of a comment. */
function tagTexts(comments) {
  const all = comments.flatMap(({ blockTags }) => blockTags);
  const of = (tag) => all.filter((each) => each.tag === tag).map(({ content }) => textOf(content));
  const lists = [
    ['Returns', of('@returns')],
    ['Throws', of('@throws')],
  ].flatMap(([title, texts]) => texts.map((text) => `**${title}** ${text}`));
  return [...lists, ...of('@example').map((text) => `**Example**\n\n${text}`)];
}

const signatureText = (signature) => {
  const parameters = (signature.parameters ?? []).map(parameterText).join(', ');
  return `${typeParametersText(signature)}(${parameters}): ${signature.type?.toString() ?? 'void'}`;
};
const parameterText = ({ name, flags, type, defaultValue }) =>
  `${flags.isRest ? '...' : ''}${name === '__namedParameters' ? 'options' : name}` +
  `${flags.isOptional || defaultValue !== undefined ? '?' : ''}: ${type?.toString() ?? 'unknown'}`;
const typeParametersText = ({ typeParameters }) =>
  typeParameters === undefined ? '' : `<${typeParameters.map(({ name }) => name).join(', ')}>`;

/** How the export is declared, in a line or two. */
function declarationOf(reflection) {
  const { kind, name, signatures, type, extendedTypes } = reflection;
  if (signatures !== undefined) return signatures.map((each) => `${name}${signatureText(each)}`).join('\n');
  if (kind === ReflectionKind.Variable) return `const ${name}: ${type?.toString() ?? 'unknown'}`;
  if (kind === ReflectionKind.TypeAlias) return `type ${name}${typeParametersText(reflection)} = ${aliasText(type)}`;
  const parents = extendedTypes === undefined ? '' : ` extends ${extendedTypes.map(String).join(', ')}`;
  return `${wordOf(reflection)} ${name}${typeParametersText(reflection)}${parents}`;
}

/** The members of a union one a line. */
function aliasText(type) {
  if (type?.type !== 'union') return type?.toString() ?? 'unknown';
  const text = type.types.map(String);
  return text.join(' | ').length < 90 ? text.join(' | ') : `\n  | ${text.join('\n  | ')}`;
}

function parametersOf(signature) {
  const told = (signature.parameters ?? []).filter(({ comment }) => comment !== undefined);
  if (told.length === 0) return '';
  const rows = told.map((each) => `| \`${each.name}\` | ${cell(textOf(each.comment.summary))} |`);
  return `| parameter | |\n|---|---|\n${rows.join('\n')}`;
}

/** Members of another export are with that; those of a parent that is not exported have no other place. */
const isInherited = ({ inheritedFrom, flags }) =>
  inheritedFrom !== undefined && (inheritedFrom.reflection !== undefined || flags.isExternal);

function membersOf({ name, children = [] }, entry, places) {
  const own = children.filter((each) => !isInherited(each));
  const rows = own.flatMap((each) => memberRows(each, name, sentenceOfType(each, entry, places)));
  return rows.length === 0 ? '' : `| member | type | |\n|---|---|---|\n${rows.join('\n')}`;
}

/** For a member without a sentence: that of its type, or of what it returns, if that is one of the exports. */
function sentenceOfType(member, entry, places) {
  if (member.kind === ReflectionKind.Constructor) return '';
  const type = valueType(member.getSignature?.type ?? member.signatures?.[0].type ?? member.type);
  return places.has(type) ? `${linkTo(type, entry, places)}: ${oneLine(firstSentence(summaryOf(type)))}` : '';
}

/** The export that a type is, or that the elements of a list are. */
const valueType = (type) =>
  type?.type === 'array' || type?.type === 'typeOperator'
    ? valueType(type.elementType ?? type.target)
    : type?.reflection;

function memberRows(member, owner, instead) {
  const units = unitsText(`${owner}.${member.name}`, member);
  const { name, kind, flags, type, signatures, getSignature } = member;
  const mark = flags.isStatic ? 'static ' : '';
  if (kind === ReflectionKind.Constructor)
    return signatures.map((each) =>
      memberRow('constructor', `new ${signatureText(each)}`, each.comment ?? member.comment, units, instead),
    );
  if (signatures !== undefined)
    return signatures.map((each) => memberRow(`${mark}${name}()`, signatureText(each), each.comment, units, instead));
  const value = getSignature?.type ?? type;
  const comment = member.comment ?? getSignature?.comment;
  const label = `${mark}${name}${flags.isOptional ? '?' : ''}`;
  return [memberRow(label, value?.toString() ?? 'unknown', comment, units, instead)];
}

function memberRow(name, type, comment, units, instead) {
  const throws = (comment?.blockTags ?? [])
    .filter(({ tag }) => tag === '@throws')
    .map(({ content }) => textOf(content));
  const own = [textOf(comment?.summary ?? []), units].filter((text) => text !== '').join(' ');
  const told = [own === '' ? instead : own, ...throws.map((text) => `Throws ${text}`)].join(' ');
  return `| \`${name}\` | ${codeCell(type)} | ${cell(told)} |`;
}

/** The other exports that the types of one name. */
function namedExports(reflection, places) {
  const found = new Set();
  const visit = (value, depth) => {
    if (value === null || typeof value !== 'object' || depth > 12) return;
    if (Array.isArray(value)) for (const each of value) visit(each, depth + 1);
    else if (value.type === 'reference' && value.reflection !== undefined) {
      if (places.has(value.reflection) && value.reflection !== reflection) found.add(value.reflection);
      visit(value.typeArguments, depth + 1);
    } else {
      for (const key of [
        'type',
        'types',
        'elementType',
        'elements',
        'parameters',
        'signatures',
        'children',
        'target',
        'declaration',
        'typeArguments',
        'getSignature',
        'extendedTypes',
        'implementedTypes',
        'objectType',
      ])
        visit(value[key], depth + 1);
    }
  };
  visit({ ...pick(reflection) }, 0);
  return [...found];
}

const linkTo = (reflection, entry, places) => {
  const { page } = places.get(reflection);
  return `[${reflection.name}](${page === entry.page ? '' : page}#${anchorOf(reflection)})`;
};

/** Links to the other exports that its types name. */
function seeAlso(reflection, entry, places) {
  const names = namedExports(reflection, places)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((each) => linkTo(each, entry, places));
  return names.length === 0 ? '' : `Types: ${names.join(', ')}`;
}

const pick = ({ type, signatures, children, extendedTypes, implementedTypes }) => ({
  type,
  signatures,
  children: (children ?? []).filter((each) => !isInherited(each)),
  extendedTypes,
  implementedTypes,
});

if (process.argv[1] === import.meta.filename) for (const path of await writeApiReference()) console.log(path);
