// SPDX-License-Identifier: MIT
/**
 * Rewrites the memory accesses of the kernel text for AssemblyScript: F[p + 3] becomes load<f64>(<usize>(p) << 3, (3)
 * << 3), the constant part of the address as the offset that a WebAssembly load carries anyway. Written as F[(p + 3)]
 * the sum is a sum of 32-bit integers, which might wrap, so no compiler may move it: each access costs an addition and
 * a shift of its own.
 */
import ts from 'typescript';

/** What the views hold, and the size of their cells as a shift. */
const VIEWS = { F: { type: 'f64', shift: 3 }, I: { type: 'i32', shift: 2 } };
const CONSTANT_NAME = /^[A-Z][A-Z0-9_]+$/;

/** @param {string} text one file of the kernel */
export function foldAddresses(text) {
  const source = ts.createSourceFile('kernel.ts', text, ts.ScriptTarget.ESNext, true);
  let folded = '';
  let done = 0;
  for (const statement of source.statements) {
    folded += text.slice(done, statement.getStart()) + rewritten(statement, text);
    done = statement.getEnd();
  }
  return folded + text.slice(done);
}

/** The text of a node with every memory access inside it replaced. */
function rewritten(node, text) {
  if (ts.isFunctionDeclaration(node) && /^(load|store)$/.test(node.name?.text ?? '')) {
    throw new Error(`the kernel may not have a function "${node.name.text}": it is the name of AssemblyScript's own`);
  }
  if (viewOf(node)) {
    const { pointer, offset, type } = addressOf(node, text);
    return `load<${type}>(${pointer}${offset})`;
  }
  if (ts.isBinaryExpression(node) && viewOf(node.left)) {
    const { pointer, offset, type } = addressOf(node.left, text);
    if (node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      return `store<${type}>(${pointer}, ${rewritten(node.right, text)}${offset})`;
    }
    const { kind } = node.operatorToken;
    if (kind > ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment) {
      throw new Error(`write it in full: ${node.getText()}`);
    }
  }
  let out = '';
  let done = node.getStart();
  ts.forEachChild(node, (child) => {
    out += text.slice(done, child.getStart()) + rewritten(child, text);
    done = child.getEnd();
  });
  return out + text.slice(done, node.getEnd());
}

function viewOf(node) {
  return ts.isElementAccessExpression(node) && ts.isIdentifier(node.expression)
    ? VIEWS[node.expression.text]
    : undefined;
}

function addressOf(access, text) {
  const { type, shift } = viewOf(access);
  const { variable, constant } = termsOf(access.argumentExpression, text);
  const pointer = variable.length > 0 ? `<usize>(${variable.join(' + ')}) << ${shift}` : '0';
  const offset = constant.length > 0 ? `, (${constant.join(' + ')}) << ${shift}` : '';
  return { type, pointer, offset };
}

/** The terms of an index, variable and constant. A negative constant stays with the variable: offsets are unsigned. */
function termsOf(node, text) {
  if (isConstant(node)) return { variable: [], constant: [rewritten(node, text)] };
  if (ts.isParenthesizedExpression(node)) {
    const inner = termsOf(node.expression, text);
    if (inner.constant.length > 0) return inner;
  }
  if (ts.isBinaryExpression(node)) {
    const operator = node.operatorToken.kind;
    if (operator === ts.SyntaxKind.PlusToken) {
      const left = termsOf(node.left, text);
      const right = termsOf(node.right, text);
      return {
        variable: [...left.variable, ...right.variable],
        constant: [...left.constant, ...right.constant],
      };
    }
    if (operator === ts.SyntaxKind.AsteriskToken && isConstant(node.left)) {
      const { variable, constant } = termsOf(node.right, text);
      const factor = rewritten(node.left, text);
      if (variable.length > 0 && constant.length > 0) {
        return {
          variable: [`${factor} * (${variable.join(' + ')})`],
          constant: [`${factor} * (${constant.join(' + ')})`],
        };
      }
    }
  }
  return { variable: [`(${rewritten(node, text)})`], constant: [] };
}

function isConstant(node) {
  if (ts.isNumericLiteral(node)) return true;
  if (ts.isIdentifier(node)) return CONSTANT_NAME.test(node.text);
  if (ts.isParenthesizedExpression(node)) return isConstant(node.expression);
  return (
    ts.isBinaryExpression(node) &&
    [ts.SyntaxKind.PlusToken, ts.SyntaxKind.AsteriskToken].includes(node.operatorToken.kind) &&
    isConstant(node.left) &&
    isConstant(node.right)
  );
}
