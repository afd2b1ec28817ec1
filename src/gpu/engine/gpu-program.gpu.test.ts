// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { softwareGpu } from '../../../tests/support/software-gpu.ts';
import { openGpu } from './gpu-adapter.ts';
import { gpuProgram } from './gpu-program.ts';

const text = (value: string): string => /* wgsl */ `@group(0) @binding(0) var<storage, read_write> values: array<u32>;
@compute @workgroup_size(1) fn main() { values[0] = ${value}; }`;

describe('a program on the GPU', () => {
  it('is compiled once for all who ask for its text, on each device by itself', async () => {
    const { device } = await softwareGpu();
    const program = await gpuProgram(device, 'one', text('1u'));
    expect(await gpuProgram(device, 'the same by another name', text('1u'))).toBe(program);
    expect(await gpuProgram(device, 'one', text('2u'))).not.toBe(program);
    const other = await openGpu();
    expect(await gpuProgram(other.device, 'one', text('1u'))).not.toBe(program);
    other.device.destroy();
  });

  it('is tried again where it could not be compiled', async () => {
    const { device } = await softwareGpu();
    device.pushErrorScope('validation');
    const first = gpuProgram(device, 'wrong', text('nothing'));
    await expect(first).rejects.toThrow('ShaderModule "wrong"');
    const second = gpuProgram(device, 'wrong', text('nothing'));
    expect(second).not.toBe(first);
    await expect(second).rejects.toThrow('ShaderModule "wrong"');
    expect((await device.popErrorScope())?.message).toContain("unresolved value 'nothing'");
  });
});
