// SPDX-License-Identifier: MIT
/**
 * A lint for the kernel text, which must mean the same as TypeScript and as AssemblyScript. Everything is forbidden
 * that is not on a list: kinds of syntax, operators, types and functions of Math. Beyond the syntax it follows the
 * declared i32 and f64 through expressions, because 7 / 2 is 3.5 in one language and 3 in the other.
 */
import ts from 'typescript';

interface Violation {
  /** `file:line` */
  readonly location: string;
  readonly rule: string;
  readonly message: string;
}

type NumberType = 'i32' | 'f64' | 'bool' | 'void' | 'unknown';

const NUMBER_TYPES: ReadonlySet<string> = new Set(['i32', 'f64', 'bool']);
const MEMORY_TYPES: Readonly<Record<string, NumberType>> = { F: 'f64', I: 'i32' };
/** These give the same bits in every engine: two exact operations, one correctly rounded, and the rounded constants. */
const MATH_TYPES: Readonly<Record<string, NumberType>> = {
  imul: 'i32',
  abs: 'f64',
  sqrt: 'f64',
  floor: 'f64',
  PI: 'f64',
  SQRT2: 'f64',
  SQRT1_2: 'f64',
  LN2: 'f64',
  LOG2E: 'f64',
};

const K = ts.SyntaxKind;

const ALLOWED_SYNTAX: ReadonlySet<ts.SyntaxKind> = new Set([
  K.SourceFile,
  K.EndOfFileToken,
  K.ImportDeclaration,
  K.ImportClause,
  K.NamedImports,
  K.ImportSpecifier,
  K.ExportKeyword,
  K.VariableStatement,
  K.VariableDeclarationList,
  K.VariableDeclaration,
  K.FunctionDeclaration,
  K.Parameter,
  K.TypeReference,
  K.VoidKeyword,
  K.Block,
  K.ExpressionStatement,
  K.IfStatement,
  K.ForStatement,
  K.WhileStatement,
  K.DoStatement,
  K.ReturnStatement,
  K.BreakStatement,
  K.ContinueStatement,
  K.LabeledStatement,
  K.SwitchStatement,
  K.CaseBlock,
  K.CaseClause,
  K.DefaultClause,
  K.BinaryExpression,
  K.PrefixUnaryExpression,
  K.PostfixUnaryExpression,
  K.ParenthesizedExpression,
  K.ConditionalExpression,
  K.CallExpression,
  K.ElementAccessExpression,
  K.PropertyAccessExpression,
  K.Identifier,
  K.NumericLiteral,
  K.TrueKeyword,
  K.FalseKeyword,
  K.QuestionToken,
  K.ColonToken,
]);

const ALLOWED_OPERATORS: ReadonlySet<ts.SyntaxKind> = new Set([
  K.PlusToken,
  K.MinusToken,
  K.AsteriskToken,
  K.SlashToken,
  K.PercentToken,
  K.CommaToken,
  K.LessThanToken,
  K.GreaterThanToken,
  K.LessThanEqualsToken,
  K.GreaterThanEqualsToken,
  K.EqualsEqualsEqualsToken,
  K.ExclamationEqualsEqualsToken,
  K.AmpersandAmpersandToken,
  K.BarBarToken,
  K.AmpersandToken,
  K.BarToken,
  K.CaretToken,
  K.LessThanLessThanToken,
  K.GreaterThanGreaterThanToken,
  K.GreaterThanGreaterThanGreaterThanToken,
  K.EqualsToken,
  K.PlusEqualsToken,
  K.MinusEqualsToken,
  K.AsteriskEqualsToken,
  K.SlashEqualsToken,
  K.PercentEqualsToken,
  K.AmpersandEqualsToken,
  K.BarEqualsToken,
  K.CaretEqualsToken,
  K.LessThanLessThanEqualsToken,
  K.GreaterThanGreaterThanEqualsToken,
]);

const DIVISIONS: ReadonlySet<ts.SyntaxKind> = new Set([
  K.SlashToken,
  K.PercentToken,
  K.SlashEqualsToken,
  K.PercentEqualsToken,
]);
const COMPARISONS: ReadonlySet<ts.SyntaxKind> = new Set([
  K.LessThanToken,
  K.GreaterThanToken,
  K.LessThanEqualsToken,
  K.GreaterThanEqualsToken,
  K.EqualsEqualsEqualsToken,
  K.ExclamationEqualsEqualsToken,
]);

/** Whether the import stays in the folder of the kernel, of which `source` has the path from `/`. */
function isInsideKernel(specifier: ts.Expression, source: ts.SourceFile): boolean {
  const path = specifier.getText(source).slice(1, -1);
  const depth = source.fileName.split('/').length - 2;
  const stepsUp = path.split('/').filter((part) => part === '..').length;
  return /^\.\.?\//.test(path) && stepsUp <= depth;
}

/** All violations in the given files (name to text), which may import one another as './name'. */
export function kernelViolations(texts: Readonly<Record<string, string>>): Violation[] {
  const program = createProgram(texts);
  const checker = program.getTypeChecker();
  return Object.keys(texts).flatMap((name) => {
    const source = program.getSourceFile(`/${name}`);
    return source === undefined ? [] : lintFile(source, checker);
  });
}

function createProgram(texts: Readonly<Record<string, string>>): ts.Program {
  const textOf = (path: string): string | undefined => texts[path.replace(/^\//, '')];
  return ts.createProgram({
    rootNames: Object.keys(texts).map((name) => `/${name}`),
    options: {
      noLib: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      types: [],
    },
    host: {
      getSourceFile: (path) => {
        const text = textOf(path);
        return text === undefined ? undefined : ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
      },
      fileExists: (path) => textOf(path) !== undefined,
      readFile: textOf,
      getDefaultLibFileName: () => '/lib.d.ts',
      getCurrentDirectory: () => '/',
      getCanonicalFileName: (path) => path,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => '\n',
      writeFile: () => {},
    },
  });
}

function lintFile(source: ts.SourceFile, checker: ts.TypeChecker): Violation[] {
  const found: Violation[] = [];
  const report = (node: ts.Node, rule: string, message: string): void => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    found.push({ location: `${source.fileName.slice(1)}:${line + 1}`, rule, message });
  };

  const typeOf = (node: ts.Expression): NumberType => {
    if (ts.isNumericLiteral(node)) return /[.eE]/.test(node.getText(source)) ? 'f64' : 'i32';
    if (node.kind === K.TrueKeyword || node.kind === K.FalseKeyword) return 'bool';
    if (ts.isParenthesizedExpression(node)) return typeOf(node.expression);
    if (ts.isPrefixUnaryExpression(node)) {
      if (node.operator === K.ExclamationToken) return 'bool';
      return node.operator === K.TildeToken ? 'i32' : typeOf(node.operand);
    }
    if (ts.isPostfixUnaryExpression(node)) return typeOf(node.operand);
    if (ts.isConditionalExpression(node)) return joined(typeOf(node.whenTrue), typeOf(node.whenFalse));
    if (ts.isBinaryExpression(node)) return typeOfBinary(node);
    if (ts.isElementAccessExpression(node)) return MEMORY_TYPES[node.expression.getText(source)] ?? 'unknown';
    if (ts.isPropertyAccessExpression(node)) return MATH_TYPES[node.name.text] ?? 'unknown';
    if (ts.isCallExpression(node)) return typeOf(node.expression);
    return ts.isIdentifier(node) ? declaredType(node) : 'unknown';
  };

  const typeOfBinary = (node: ts.BinaryExpression): NumberType => {
    const operator = node.operatorToken.kind;
    if (COMPARISONS.has(operator)) return 'bool';
    if (operator === K.CommaToken || operator === K.EqualsToken) return typeOf(node.right);
    return joined(typeOf(node.left), typeOf(node.right));
  };

  /** Type that the declaration of a variable, parameter or function states; what a function returns for a function. */
  const declaredType = (name: ts.Node): NumberType => {
    let symbol = checker.getSymbolAtLocation(name);
    if (symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
    const declaration = symbol?.valueDeclaration;
    if (declaration === undefined) return 'unknown';
    if (ts.isFunctionDeclaration(declaration) || ts.isParameter(declaration)) return annotated(declaration.type);
    if (!ts.isVariableDeclaration(declaration)) return 'unknown';
    if (declaration.type !== undefined) return annotated(declaration.type);
    return isLiteral(declaration.initializer) ? typeOf(declaration.initializer) : 'unknown';
  };

  const checkDeclaration = (node: ts.VariableDeclaration | ts.ParameterDeclaration): void => {
    if (!ts.isIdentifier(node.name)) report(node, 'destructuring', 'name each variable on its own');
    if (ts.isParameter(node) && node.initializer !== undefined)
      report(node, 'default-parameter', 'pass every argument');
    if (node.type === undefined && !isLiteral(node.initializer)) {
      report(node, 'untyped', `declare ${node.name.getText(source)} as i32, f64 or bool`);
    }
  };

  const checkOperator = (node: ts.BinaryExpression): void => {
    const operator = node.operatorToken;
    if (!ALLOWED_OPERATORS.has(operator.kind)) {
      report(operator, 'operator', `${operator.getText(source)} is not in the subset`);
    } else if (DIVISIONS.has(operator.kind)) {
      const types = [typeOf(node.left), typeOf(node.right)];
      if (!types.includes('f64')) {
        report(
          node,
          'integer-division',
          `${node.getText(source)} divides ${types.join(' by ')}: different languages, different results`,
        );
      }
    } else if (operator.kind === K.GreaterThanGreaterThanGreaterThanToken && node.right.getText(source) === '0') {
      report(node, 'unsigned-shift', '>>> 0 is unsigned in TypeScript and signed on an i32');
    }
  };

  const visit = (node: ts.Node): void => {
    const forbidden = forbiddenSyntax(node, source);
    if (forbidden !== undefined) {
      report(node, ...forbidden);
      return;
    }
    if (ts.isImportDeclaration(node)) {
      if (!isInsideKernel(node.moduleSpecifier, source)) {
        report(node, 'import', 'the kernel imports nothing from outside its folder');
      }
      return;
    }
    if (ts.isVariableDeclaration(node) || ts.isParameter(node)) checkDeclaration(node);
    if (ts.isFunctionDeclaration(node) && annotated(node.type) === 'unknown') {
      report(node, 'untyped', `declare what ${node.name?.text ?? 'the function'} returns: i32, f64, bool or void`);
    }
    if (ts.isBinaryExpression(node)) {
      checkOperator(node);
      visit(node.left);
      visit(node.right);
      return;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function forbiddenSyntax(node: ts.Node, source: ts.SourceFile): [rule: string, message: string] | undefined {
  const { parent } = node;
  switch (node.kind) {
    case K.AsExpression:
    case K.SatisfiesExpression:
    case K.TypeAssertionExpression:
      return ['cast', 'casts mean nothing at run time in TypeScript'];
    case K.NonNullExpression:
      return ['non-null', 'there is nothing that could be null'];
    case K.ArrowFunction:
    case K.FunctionExpression:
      return ['closure', 'write a function at the top of the file'];
    case K.ClassDeclaration:
    case K.ClassExpression:
      return ['class', 'data lives in F and I'];
    case K.ObjectLiteralExpression:
      return ['object', 'data lives in F and I'];
    case K.ArrayLiteralExpression:
      return ['array', 'data lives in F and I'];
    case K.StringLiteral:
    case K.TemplateExpression:
    case K.NoSubstitutionTemplateLiteral:
      return ['string', 'the kernel knows numbers only'];
    case K.ForOfStatement:
    case K.ForInStatement:
      return ['for-of', 'count with an i32'];
    case K.FunctionDeclaration:
      return parent === source ? undefined : ['closure', 'write a function at the top of the file'];
    case K.VariableDeclarationList: {
      const isModuleLevel = ts.isVariableStatement(parent) && parent.parent === source;
      const isConst = (node.flags & ts.NodeFlags.Const) !== 0;
      if (isModuleLevel && !isConst) return ['module-let', 'keep state in F and I'];
      return (node.flags & ts.NodeFlags.BlockScoped) === 0 ? ['var', 'use let or const'] : undefined;
    }
    case K.PropertyAccessExpression: {
      const { expression, name } = node as ts.PropertyAccessExpression;
      const isAllowed = expression.getText(source) === 'Math' && name.text in MATH_TYPES;
      return isAllowed ? undefined : ['property', `${node.getText(source)} is not one of ${allowedMath()}`];
    }
    case K.ElementAccessExpression: {
      const name = (node as ts.ElementAccessExpression).expression.getText(source);
      return name in MEMORY_TYPES ? undefined : ['index', `${name}[…]: only F and I are indexed`];
    }
    case K.NumberKeyword:
    case K.BooleanKeyword:
    case K.TypeReference: {
      const name = node.getText(source);
      return NUMBER_TYPES.has(name) ? undefined : ['untyped', `${name} is none of i32, f64, bool`];
    }
    default:
      return ALLOWED_SYNTAX.has(node.kind) ? undefined : ['syntax', `${K[node.kind]} is not in the subset`];
  }
}

function allowedMath(): string {
  return Object.keys(MATH_TYPES)
    .map((name) => `Math.${name}`)
    .join(', ');
}

function annotated(type: ts.TypeNode | undefined): NumberType {
  const text = type?.getText() ?? '';
  return NUMBER_TYPES.has(text) || text === 'void' ? (text as NumberType) : 'unknown';
}

/** A literal shows its type: 0 is i32, 0.0 and 1e-9 are f64. */
function isLiteral(node: ts.Expression | undefined): node is ts.Expression {
  if (node === undefined) return false;
  if (ts.isPrefixUnaryExpression(node) && node.operator === K.MinusToken) return isLiteral(node.operand);
  return ts.isNumericLiteral(node) || node.kind === K.TrueKeyword || node.kind === K.FalseKeyword;
}

/** Type of an operation on two numbers: f64 wins; unknown is never taken for f64. */
function joined(a: NumberType, b: NumberType): NumberType {
  if (a === 'f64' || b === 'f64') return 'f64';
  return a === b ? a : 'unknown';
}
