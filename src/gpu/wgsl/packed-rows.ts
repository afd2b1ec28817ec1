// SPDX-License-Identifier: MIT
/**
 * The text of a step for rows and springs in one buffer: of both lists, one after the other, and then both halves of
 * the springs. Rows are whole numbers, so that springs are read and written as their bits.
 */
import { type KernelForm, rowPlanes } from './prelude.ts';

const SPRINGS = /@group\(0\) @binding\(\d+\) var<storage, read_write> springs: array<vec4f>;/;

export function packRows(form: KernelForm, text: string): string {
  const packed = text
    .replace(/\brows\[/g, 'rows[rowsAt() + ')
    .replace(/\bsprings\[([^\]]*)\] = ([^;]*);/g, 'rows[springsAt() + $1] = bitcast<vec4u>($2);')
    .replace(/\bsprings\[([^\]]*)\]/g, 'bitcast<vec4f>(rows[springsAt() + $1])');
  return packed.replace(
    SPRINGS,
    /* wgsl */ `
fn rowsAt() -> u32 { return inputs.rows * ${rowPlanes(form)}u * p.chunkSize; }
fn springsAt() -> u32 { return ${2 * rowPlanes(form)}u * p.chunkSize; }`,
  );
}
