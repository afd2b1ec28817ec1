// SPDX-License-Identifier: MIT
/**
 * Which exports can throw, by the call graph of the sources: for every function, and every public member of a class,
 * that an entry point exports, the errors that a chain of calls from it leads to. Calls through a name, a property or
 * `new` are followed to the body they resolve to; those through an interface lead nowhere, so that what is found is
 * there, but not all of what is there is found. Functions inside a function count as part of it. A throw whose `try`
 * has a `catch` is none.
 */
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from './build-stamp.mjs';

/**
 * Functions whose throws are not followed. Vectors and quaternions: their callers have looked at the arguments, and ask
 * for directions that are not zero. Memory: an exhausted one can end any call; the pages say so once.
 */
const NOT_FOLLOWED = new Set([
  'normalise',
  'normaliseQuaternion',
  'unionOfBalls',
  'support',
  'allocateCells',
  'allocateWithEviction',
]);

/** Errors about arguments: a member without parameters, whose object was checked when it was made, has none. */
const ABOUT_ARGUMENTS = /^(?!SimulationError|RunError|DeviceError)/;

/** Exports that build bodies of their own from what was checked before, so that no argument can be wrong. */
const OF_CHECKED_VALUES = new Map([
  ['Box.surface', 'a polyhedron of the corners of the box'],
  ['estimates', 'balls and compounds of a scene that was read'],
  ['momentFrame', 'the frame of a run whose scene was read'],
  ['ConvexPolyhedron.roundedMassProperties', 'its own hull'],
  ['ContactSystem.wrenches', 'pieces in contact, which have been asked for it before'],
  ['FreeBodies.part', 'some of its bodies'],
  ['MultibodySystem.joint', 'the axis of a joint that was checked'],
  ['EventView.constructor', 'shapes of a spec that was checked'],
  ['Simulation.criticalTimeStep', 'bodies that its own bonds connect'],
  ['Simulation.warnings', 'bodies that its own bonds connect'],
  ['Simulation.meshLoads', 'the pose of a mesh of a spec that was checked'],
]);

/** The compiler's view of the sources that the entry points lead to. */
export function openSources(entryPoints) {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: entryPoints }, ts.sys, ROOT);
  const program = ts.createProgram(
    entryPoints.map((path) => join(ROOT, path)),
    options,
  );
  return { program, checker: program.getTypeChecker() };
}

/** Exports of an entry point that run: functions, and constructors and public members of classes. */
function* membersThatRun(checker, file) {
  const exports = checker.getExportsOfModule(checker.getSymbolAtLocation(file));
  for (const exported of exports) {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    for (const node of symbol.declarations ?? []) {
      if (ts.isFunctionDeclaration(node) && node.body !== undefined) yield { name: exported.name, node };
      if (ts.isVariableDeclaration(node) && node.initializer !== undefined && ts.isFunctionLike(node.initializer))
        yield { name: exported.name, node: node.initializer };
      if (!ts.isClassDeclaration(node)) continue;
      for (const member of node.members) {
        const hidden = ts.getCombinedModifierFlags(member) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected);
        if (hidden || member.body === undefined || isInternal(member)) continue;
        if (ts.isClassStaticBlockDeclaration(member)) continue;
        if (member.name !== undefined && ts.isPrivateIdentifier(member.name)) continue;
        const kind = ts.isConstructorDeclaration(member) ? 'constructor' : member.name.getText();
        yield { name: `${exported.name}.${kind}`, node: member };
      }
    }
  }
}

const isInternal = (node) => ts.getJSDocTags(node).some(({ tagName }) => tagName.text === 'internal');

/** The body that a call runs, where that is known. */
function bodyOf(checker, callee) {
  let symbol = checker.getSymbolAtLocation(ts.isPropertyAccessExpression(callee) ? callee.name : callee);
  if (symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
  for (const node of symbol?.declarations ?? []) {
    if (node.getSourceFile().isDeclarationFile) continue;
    if (node.body !== undefined) return [node];
    if (ts.isClassDeclaration(node)) return [node];
    if (
      (ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node) || ts.isPropertyAssignment(node)) &&
      node.initializer !== undefined &&
      (ts.isArrowFunction(node.initializer) || ts.isFunctionExpression(node.initializer))
    )
      return [node.initializer];
  }
  return [];
}

/** What a body throws itself and what it runs. */
function read(checker, node) {
  const throws = [];
  const runs = new Set();
  const visit = (each, caught) => {
    if (ts.isThrowStatement(each) && !caught) throws.push(each);
    if (ts.isTryStatement(each)) {
      visit(each.tryBlock, caught || each.catchClause !== undefined);
      if (each.catchClause !== undefined) visit(each.catchClause, caught);
      if (each.finallyBlock !== undefined) visit(each.finallyBlock, caught);
      return;
    }
    if (!caught) {
      if (ts.isCallExpression(each) || ts.isNewExpression(each)) {
        for (const body of bodyOf(checker, each.expression)) runs.add(body);
        for (const argument of each.arguments ?? [])
          if (ts.isIdentifier(argument)) for (const body of bodyOf(checker, argument)) runs.add(body);
      } else if (ts.isPropertyAccessExpression(each) && each.parent.expression !== each) {
        for (const body of bodyOf(checker, each)) if (ts.isAccessor(body)) runs.add(body);
      }
    }
    ts.forEachChild(each, (child) => visit(child, caught));
  };
  if (ts.isClassDeclaration(node)) {
    for (const member of node.members) {
      if (ts.isConstructorDeclaration(member)) visit(member, false);
      if (
        ts.isPropertyDeclaration(member) &&
        member.initializer !== undefined &&
        !ts.isFunctionLike(member.initializer)
      )
        visit(member.initializer, false);
    }
    const parent = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
    if (parent !== undefined) for (const body of bodyOf(checker, parent.expression)) runs.add(body);
  } else visit(node, false);
  return { throws, runs };
}

const nameOf = (node) => node.name?.getText() ?? node.parent?.name?.getText?.() ?? 'constructor';

/**
 * For each of the functions and members that can throw, by its name on the page: the names of the errors, each with the
 * shortest chain of calls that leads there.
 */
export function thrownErrors(entryPoints) {
  const { program, checker } = openSources(entryPoints.map((name) => `src/${name}.ts`));
  const known = new Map();
  const look = (node) => {
    if (!known.has(node)) known.set(node, read(checker, node));
    return known.get(node);
  };
  const found = new Map();
  for (const entry of entryPoints) {
    for (const { name, node } of membersThatRun(checker, program.getSourceFile(join(ROOT, `src/${entry}.ts`)))) {
      if (found.has(name) || OF_CHECKED_VALUES.has(name)) continue;
      const errors = new Map();
      const chains = new Map([[node, [name]]]);
      for (const [each, chain] of chains) {
        const { throws, runs } = look(each);
        for (const statement of throws) {
          const error = checker.typeToString(checker.getTypeAtLocation(statement.expression));
          if (!errors.has(error)) errors.set(error, [...chain, at(statement)]);
        }
        for (const body of runs)
          if (!chains.has(body) && !NOT_FOLLOWED.has(nameOf(body))) chains.set(body, [...chain, nameOf(body)]);
      }
      const isWithoutArguments = name.includes('.') && node.parameters.length === 0;
      const counted = [...errors].filter(([error]) => !(isWithoutArguments && ABOUT_ARGUMENTS.test(error)));
      if (counted.length > 0) found.set(name, { entry, errors: new Map(counted) });
    }
  }
  return found;
}

function at(node) {
  const file = node.getSourceFile();
  return `${file.fileName.slice(ROOT.length + 1)}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
}
