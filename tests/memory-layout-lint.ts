// SPDX-License-Identifier: MIT
/**
 * A lint for the memory layouts of the kernels. Constants that stand together without an empty line are a group: either
 * plain numbers (codes, flags, limits) or places, each of which is the one before plus its size. So two places cannot
 * overlap or leave a hole, and a place written as a number is found.
 */
import ts from 'typescript';

const K = ts.SyntaxKind;

interface Constant {
  readonly name: string;
  readonly value: number;
  readonly form: Form;
  /** Size that the comment behind the declaration states; 1 where it states none. */
  readonly stated: number;
  readonly group: number;
  readonly line: number;
}

type Form =
  | { readonly kind: 'number' }
  /**
   * Behind `base`; `literal` is the size where it is written as a number. `inCells`: integers before, cells from here
   * on.
   */
  | { readonly kind: 'after'; readonly base: string; readonly literal?: number; readonly inCells?: true }
  /** The place of `base`, or the integers of its cells. */
  | { readonly kind: 'view'; readonly base: string; readonly scale: 1 | 2 }
  | { readonly kind: 'other' };

export class Layout {
  readonly constants: readonly Constant[];
  readonly #byName = new Map<string, Constant>();

  constructor(text: string) {
    const source = ts.createSourceFile('layout.ts', text, ts.ScriptTarget.ESNext, true);
    const found: Constant[] = [];
    let group = 0;
    for (const statement of source.statements) {
      if (!ts.isVariableStatement(statement)) continue;
      if (/\n\s*\n/.test(statement.getFullText().slice(0, statement.getLeadingTriviaWidth()))) group += 1;
      const [declaration] = statement.declarationList.declarations;
      if (declaration?.initializer === undefined || declaration.type?.getText() !== 'i32') continue;
      const rest = text.slice(statement.getEnd(), text.indexOf('\n', statement.getEnd()));
      const constant: Constant = {
        name: declaration.name.getText(),
        value: this.#valueOf(declaration.initializer),
        form: formOf(declaration.initializer),
        stated: Number(/^ \/\/ (\d+)(?::|$)/.exec(rest)?.[1] ?? 1),
        group,
        line: source.getLineAndCharacterOfPosition(statement.getStart()).line + 1,
      };
      this.#byName.set(constant.name, constant);
      found.push(constant);
    }
    this.constants = found;
  }

  get groups(): Constant[][] {
    const groups: Constant[][] = [];
    for (const constant of this.constants) {
      const isFirst = groups.at(-1)?.[0]?.group !== constant.group;
      if (isFirst) groups.push([constant]);
      else groups.at(-1)?.push(constant);
    }
    return groups;
  }

  /** Names of the places: all constants but those in groups of plain numbers. */
  get places(): ReadonlySet<string> {
    return new Set(this.groups.filter(hasPlaces).flatMap((group) => group.map(({ name }) => name)));
  }

  /** Names of the plain numbers. */
  get numbers(): ReadonlySet<string> {
    const { places } = this;
    return new Set(this.constants.map(({ name }) => name).filter((name) => !places.has(name)));
  }

  /** Names that stand in one group with this one. */
  groupWith(name: string): string[] {
    return this.groups.find((group) => group.some((each) => each.name === name))?.map((each) => each.name) ?? [];
  }

  violations(): string[] {
    const wrong: string[] = [];
    const following = new Map<string, Constant>();
    const report = ({ name, line }: Constant, message: string): void => {
      wrong.push(`line ${line}: ${name} ${message}`);
    };
    for (const group of this.groups.filter(hasPlaces)) {
      group.forEach((place, k) => {
        const before = group[k - 1];
        const { form } = place;
        if (before === undefined) {
          if (form.kind === 'other' || (form.kind === 'number' && place.value !== 0)) {
            report(place, 'starts a group of places: write 0, another place, or the end of another group');
          }
        } else if (form.kind !== 'view' && (form.kind !== 'after' || form.base !== before.name)) {
          report(place, `is not derived from the place before it: write ${before.name} + its size`);
        }
        if (form.kind !== 'after') return;
        const base = this.#byName.get(form.base);
        const other = following.get(form.base);
        if (base === undefined) return;
        if (other !== undefined) report(place, `overlaps ${other.name}: both follow ${form.base}`);
        following.set(form.base, place);
        if (form.literal !== undefined && form.literal !== base.stated) {
          report(place, `leaves ${form.literal} for ${base.name}, whose comment states ${base.stated}`);
        }
      });
    }
    for (const view of this.constants) {
      if (view.form.kind !== 'view') continue;
      const { base, scale } = view.form;
      const within = this.#byName.get(base);
      const next = following.get(base);
      // A place without size or follower is the end of its chain: the view goes on there.
      if (within === undefined || (next === undefined && within.stated === 1)) continue;
      let last = view;
      for (let after = following.get(view.name); after !== undefined; after = following.get(after.name)) last = after;
      const isSameUnit = next?.form.kind === 'after' && !next.form.inCells;
      const end = isSameUnit ? next.value : within.value + within.stated;
      if (last.value + last.stated > scale * end) report(last, `ends behind ${base}, within which it lies`);
    }
    return wrong;
  }

  #valueOf(node: ts.Expression): number {
    if (ts.isParenthesizedExpression(node)) return this.#valueOf(node.expression);
    if (ts.isNumericLiteral(node)) return Number(node.text);
    if (ts.isPrefixUnaryExpression(node) && node.operator === K.MinusToken) return -this.#valueOf(node.operand);
    if (ts.isIdentifier(node)) return this.#byName.get(node.text)?.value ?? Number.NaN;
    if (!ts.isBinaryExpression(node)) return Number.NaN;
    const [a, b] = [this.#valueOf(node.left), this.#valueOf(node.right)];
    switch (node.operatorToken.kind) {
      case K.PlusToken:
        return a + b;
      case K.AsteriskToken:
        return a * b;
      case K.AmpersandToken:
        return a & b;
      case K.LessThanLessThanToken:
        return a << b;
      case K.GreaterThanGreaterThanToken:
        return a >> b;
      default:
        return Number.NaN;
    }
  }
}

const IN_CELLS = { inCells: true } as const;

function hasPlaces(group: readonly Constant[]): boolean {
  return group.some(({ form }) => form.kind !== 'number');
}

function formOf(initializer: ts.Expression): Form {
  const node = bare(initializer);
  if (ts.isNumericLiteral(node) || ts.isPrefixUnaryExpression(node)) return { kind: 'number' };
  if (ts.isIdentifier(node)) return { kind: 'view', base: node.text, scale: 1 };
  if (!ts.isBinaryExpression(node)) return { kind: 'other' };
  const operator = node.operatorToken.kind;
  if (operator === K.AsteriskToken && node.left.getText() === '2') {
    const [base] = terms(node.right);
    return base !== undefined && ts.isIdentifier(base)
      ? { kind: 'view', base: base.text, scale: 2 }
      : { kind: 'other' };
  }
  if (operator === K.PlusToken) return behind(terms(node));
  // Rounded up to a cache line: (place + size + 7) & -8.
  if (operator === K.AmpersandToken) return behind(terms(node.left).slice(0, -1));
  // Integers to cells: (place + size) >> 1, or with the rounding ((place + size + 15) >> 4) << 3.
  if (operator === K.GreaterThanGreaterThanToken) return { ...behind(terms(node.left)), ...IN_CELLS };
  if (operator === K.LessThanLessThanToken) {
    const halved = bare(node.left);
    return ts.isBinaryExpression(halved)
      ? { ...behind(terms(halved.left).slice(0, -1)), ...IN_CELLS }
      : { kind: 'other' };
  }
  return { kind: 'other' };
}

function behind([base, ...sizes]: ts.Expression[]): Form {
  if (base === undefined || !ts.isIdentifier(base)) return { kind: 'other' };
  // A place whose end is rounded up without a size is the name of an end itself.
  if (sizes.length === 0) return { kind: 'after', base: base.text };
  const [size] = sizes;
  const literal = sizes.length === 1 && size !== undefined && ts.isNumericLiteral(size) ? Number(size.text) : undefined;
  return literal === undefined ? { kind: 'after', base: base.text } : { kind: 'after', base: base.text, literal };
}

function terms(node: ts.Expression): ts.Expression[] {
  const inner = bare(node);
  const isSum = ts.isBinaryExpression(inner) && inner.operatorToken.kind === K.PlusToken;
  return isSum ? [...terms(inner.left), ...terms(inner.right)] : [inner];
}

function bare(node: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(node) ? bare(node.expression) : node;
}

/**
 * Accesses F[...] and I[...] to cells that no layout lists: the index is constant and has none of the places in it, or
 * a term of it is one of the plain numbers.
 */
export function unlistedAccesses(
  text: string,
  places: ReadonlySet<string>,
  numbers: ReadonlySet<string> = new Set(),
): string[] {
  const source = ts.createSourceFile('kernel.ts', text, ts.ScriptTarget.ESNext, true);
  const own = new Map<string, ts.Expression>();
  for (const statement of source.statements.filter(ts.isVariableStatement)) {
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (initializer !== undefined) own.set(name.getText(), initializer);
    }
  }
  /** undefined where the index has a variable; else whether a place is part of it. */
  const listed = (node: ts.Expression): boolean | undefined => {
    const index = bare(node);
    if (ts.isNumericLiteral(index)) return false;
    if (ts.isIdentifier(index)) {
      const initializer = own.get(index.text);
      if (initializer !== undefined) return listed(initializer);
      return /^[A-Z][A-Z0-9_]*$/.test(index.text) ? places.has(index.text) : undefined;
    }
    if (!ts.isBinaryExpression(index)) return undefined;
    const [left, right] = [listed(index.left), listed(index.right)];
    return left === undefined || right === undefined ? undefined : left || right;
  };
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isElementAccessExpression(node) && /^[FI]$/.test(node.expression.getText())) {
      const isNumber = (term: ts.Expression): boolean => ts.isIdentifier(term) && numbers.has(term.text);
      if (listed(node.argumentExpression) === false || terms(node.argumentExpression).some(isNumber)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart());
        found.push(`line ${line + 1}: ${node.getText()}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
