// SPDX-License-Identifier: MIT
/** The kernel text keeps to the subset that means the same as TypeScript and as AssemblyScript; see docs/decisions. */
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isTest, sourceFiles } from './source-files.ts';
import { kernelViolations } from './support/kernel-subset-lint.ts';

/** Files of the kernels that are TypeScript only, and what stands for them in the WebAssembly build. */
const NOT_KERNEL_TEXT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'src/kernel': {
    'memory.ts': 'makes the views F and I; the WebAssembly build declares its own over the same bytes',
    'wasm-kernel.ts': 'instantiates the WebAssembly build',
    'kernel-bytes.ts': 'the bytes of the WebAssembly build',
    'kernel-bytes-in-page.ts': 'the same, loaded later',
    'later-bytes.ts': 'the script that is loaded later',
    'kernel.ts': 'chooses between the two builds',
    'arithmetic/pow-tables.ts': 'fills the tables when the memory is made, for both builds',
  },
  'src/step-kernel': {
    'memory-views.ts': 'binds the views F and I; the WebAssembly build declares its own over the same bytes',
    'step-kernel.ts': 'instantiates the builds',
  },
};

/** Text of each file of a kernel, by its name within the folder. */
function kernelFiles(folder: string): Record<string, string> {
  const files = sourceFiles([folder], ['.ts']).filter(({ path }) => !isTest(path) && !path.endsWith('.d.ts'));
  return Object.fromEntries(files.map(({ path, text }) => [posix.relative(folder, path), text]));
}

const rulesBrokenBy = (text: string): string[] => kernelViolations({ 'bad.ts': text }).map(({ rule }) => rule);

describe.each(Object.entries(NOT_KERNEL_TEXT))('the kernel text in %s', (folder, exceptions) => {
  it('keeps to the portable subset', () => {
    const texts = Object.fromEntries(Object.entries(kernelFiles(folder)).filter(([name]) => !(name in exceptions)));
    expect(Object.keys(texts).length).toBeGreaterThan(0);
    expect(kernelViolations(texts).map(({ location, rule, message }) => `${location} ${rule}: ${message}`)).toEqual([]);
  });

  it('has a file for each exception', () => {
    expect(Object.keys(kernelFiles(folder))).toEqual(expect.arrayContaining(Object.keys(exceptions)));
  });
});

describe('the lint of the kernel text', () => {
  it('lets the whole subset pass', () => {
    const memory = 'export const F = 0.0; export const I = 0;';
    const good = `
      import { F, I } from './memory.ts';
      import { half } from './other.ts';
      const SCALE: f64 = Math.SQRT2 / 3;
      export function walk(start: i32, x: f64, deep: bool): f64 {
        let sum = 0.0;
        outer: for (let i: i32 = 0; i < 8; i++) {
          switch (I[start + i] & 3) {
            case 0: continue outer;
            default: break;
          }
          while (!(sum > x) && deep) { sum += F[start + 2 * i] * SCALE / 2; break outer; }
          do { sum -= Math.abs(x) / i; } while (sum > 1e9);
        }
        const sign: f64 = x < 0.0 ? -1.0 : 1.0;
        const hash: i32 = Math.imul(start, 31) ^ (start >>> 3);
        if (hash === 7) return -Math.sqrt(sum);
        return sign * half(sum) / (hash + 1);
      }
    `;
    const other = 'export function half(x: f64): f64 { return x / 2; }';
    expect(kernelViolations({ 'memory.ts': memory, 'good.ts': good, 'other.ts': other })).toEqual([]);
  });

  it.each([
    ['integer-division', 'function f(a: i32, b: i32): f64 { return a / b; }'],
    ['integer-division', 'function f(a: i32): i32 { return a % 3; }'],
    ['integer-division', 'const THIRD: f64 = 1 / 3;'],
    ['integer-division', 'function f(a: i32): i32 { a /= 2; return a; }'],
    ['integer-division', 'function f(s: i32): f64 { return (I[s] + 1) / I[s + 1]; }'],
    ['integer-division', 'function n(): i32 { return 7; } function f(): f64 { return n() / 2; }'],
    ['integer-division', 'function f(a: i32, c: bool): f64 { return (c ? a : 2) / -a; }'],
    ['integer-division', 'function f(a: i32): f64 { { const a: i32 = 4; return a / 2; } }'],
    ['integer-division', 'function f(): f64 { return Math.imul(3, 5) / 2; }'],
    ['integer-division', 'function f(a: i32): f64 { return elsewhere(a) / 2; }'],
    ['cast', 'function f(a: f64): i32 { return a as i32; }'],
    ['cast', 'function f(a: f64): i32 { return <i32>a; }'],
    ['non-null', 'function f(a: f64): f64 { return a!; }'],
    ['closure', 'function f(a: f64): f64 { return g(() => a); }'],
    ['closure', 'function f(a: f64): f64 { return g(function (): f64 { return a; }); }'],
    ['closure', 'function f(a: f64): f64 { function g(): f64 { return a; } return g(); }'],
    ['class', 'class A {}'],
    ['object', 'function f(a: f64): f64 { return g({ a }); }'],
    ['array', 'function f(a: f64): f64 { return g([a]); }'],
    ['string', 'function f(a: f64): f64 { return g("a"); }'],
    ['string', 'function f(a: f64): f64 { return g(`a`); }'],
    ['string', `function f(a: f64): f64 { return g(\`\${a}\`); }`],
    ['for-of', 'function f(a: f64): void { for (const x of F) g(x); }'],
    ['for-of', 'function f(a: f64): void { for (const x in F) g(x); }'],
    ['default-parameter', 'function f(a: f64 = 1.0): f64 { return a; }'],
    ['destructuring', 'function f(a: f64): f64 { const [b]: f64 = a; return b; }'],
    ['property', 'function f(a: f64): f64 { return Math.max(a, 1.0); }'],
    ['property', 'function f(a: f64): f64 { return Math.round(a); }'],
    ['property', 'function f(): i32 { return F.length; }'],
    ['index', 'function f(table: f64): f64 { return table[0]; }'],
    ['untyped', 'function f(a): f64 { return a; }'],
    ['untyped', 'function f(a: f64) { return a; }'],
    ['untyped', 'function f(a: f64): f64 { const b = a * 2; return b; }'],
    ['untyped', 'function f(a: number): f64 { return a; }'],
    ['untyped', 'function f(): f64 { let b; b = 1.0; return b; }'],
    ['module-let', 'let count: i32 = 0;'],
    ['module-let', 'var count: i32 = 0;'],
    ['var', 'function f(): void { var a: i32 = 0; }'],
    ['operator', 'function f(a: f64): f64 { return a ** 1.5; }'],
    ['operator', 'function f(a: f64): f64 { return a ?? 1.0; }'],
    ['operator', 'function f(a: f64): bool { return a == 1.0; }'],
    ['unsigned-shift', 'function f(a: i32): i32 { return a >>> 0; }'],
    ['import', "import { add } from '../math/vector.ts';"],
    ['syntax', 'function f(a: f64): f64 { throw a; }'],
    ['syntax', 'function f(a: f64): f64 { return new G(a); }'],
    ['syntax', 'function f(a: f64): f64 { try { return a; } finally { g(); } }'],
    ['syntax', 'function f(a: f64): f64 { return g(...a); }'],
    ['syntax', 'interface A {}'],
    ['syntax', "export * from './other.ts';"],
  ])('finds %s in: %s', (rule, text) => {
    expect(rulesBrokenBy(text)).toContain(rule);
  });

  it('names the line', () => {
    const [violation] = kernelViolations({ 'bad.ts': '\n\nlet count: i32 = 0;\n' });
    expect(violation?.location).toBe('bad.ts:3');
  });
});
