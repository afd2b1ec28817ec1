// SPDX-License-Identifier: MIT
/**
 * Compiles WGSL text to compute pipelines. The bindings of a kernel are read from its declarations, so the two cannot
 * differ.
 */

/** The uniform buffer of this name is bound with a separate offset for every dispatch. */
const WITH_OFFSET = 'inputs';
const DECLARATION = /@binding\((\d+)\) var<(uniform|storage, read_write|storage, read)> (\w+)/g;

export interface GpuProgram {
  readonly pipeline: GPUComputePipeline;
  readonly layout: GPUBindGroupLayout;
  /** Names of the bound buffers, by binding. */
  readonly names: ReadonlyMap<number, string>;
  readonly hasOffset: boolean;
}

/** Simulations share compiled programs, which hold no data; they live as long as their device. */
const COMPILED = new WeakMap<GPUDevice, Map<string, Promise<GpuProgram>>>();

/** Throws an Error with the compiler's words when the text is wrong, which is a defect of ours. */
export function gpuProgram(device: GPUDevice, label: string, code: string): Promise<GpuProgram> {
  const known = COMPILED.get(device) ?? new Map<string, Promise<GpuProgram>>();
  COMPILED.set(device, known);
  const program = known.get(code) ?? compile(device, label, code);
  known.set(code, program);
  program.catch(() => known.delete(code));
  return program;
}

async function compile(device: GPUDevice, label: string, code: string): Promise<GpuProgram> {
  const entries: GPUBindGroupLayoutEntry[] = [];
  const names = new Map<number, string>();
  for (const [, number, kind, name] of code.matchAll(DECLARATION)) {
    const binding = Number(number);
    names.set(binding, name ?? '');
    const type = kind === 'uniform' ? 'uniform' : kind === 'storage, read' ? 'read-only-storage' : 'storage';
    const hasDynamicOffset = name === WITH_OFFSET;
    entries.push({ binding, visibility: GPUShaderStage.COMPUTE, buffer: { type, hasDynamicOffset } });
  }
  const layout = device.createBindGroupLayout({ label, entries });
  const module = device.createShaderModule({ label, code });
  const pipeline = await device.createComputePipelineAsync({
    label,
    layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
    compute: { module, entryPoint: 'main' },
  });
  return { pipeline, layout, names, hasOffset: [...names.values()].includes(WITH_OFFSET) };
}

/** Programs by name, from their texts. */
export async function compilePrograms(
  device: GPUDevice,
  texts: readonly (readonly [name: string, text: string])[],
): Promise<Record<string, GpuProgram>> {
  const compiled = await Promise.all(
    texts.map(async ([name, text]) => [name, await gpuProgram(device, name, text)] as const),
  );
  return Object.fromEntries(compiled);
}

/** Binds buffers by the names of the declarations. `stepInputBytes` is the size of the inputs of one step. */
export function bind(
  device: GPUDevice,
  program: GpuProgram,
  buffers: Readonly<Record<string, GPUBufferBinding>>,
  stepInputBytes: number,
): GPUBindGroup {
  return device.createBindGroup({
    layout: program.layout,
    entries: [...program.names].map(([binding, name]) => {
      const resource = buffers[name];
      if (resource === undefined) throw new Error(`no buffer for ${name}`);
      return { binding, resource: name === WITH_OFFSET ? { ...resource, size: stepInputBytes } : resource };
    }),
  });
}

/** Workgroups in two directions, since one takes 65,535 at most. */
const MOST_GROUPS = 32768;

export function dispatch(
  pass: GPUComputePassEncoder,
  program: GpuProgram,
  group: GPUBindGroup,
  offset: number,
  workgroups: number,
): void {
  if (workgroups === 0) return;
  pass.setPipeline(program.pipeline);
  pass.setBindGroup(0, group, program.hasOffset ? [offset] : []);
  const x = Math.min(workgroups, MOST_GROUPS);
  pass.dispatchWorkgroups(x, Math.ceil(workgroups / x));
}

/** A part of a buffer that is read. */
export interface ReadPart {
  readonly buffer: GPUBuffer;
  readonly offset?: number;
  readonly bytes: number;
}

/** The whole content of a buffer, or a part. */
export async function readBuffer(
  device: GPUDevice,
  buffer: GPUBuffer,
  bytes: number,
  offset = 0,
): Promise<ArrayBuffer> {
  const [content] = await readBuffers(device, [{ buffer, offset, bytes }]);
  return content as ArrayBuffer;
}

/** Several parts of the same moment, which come at once: each wait for the GPU takes as long as some steps. */
export async function readBuffers(device: GPUDevice, parts: readonly ReadPart[]): Promise<ArrayBuffer[]> {
  const copies = copyBuffers(device, parts);
  const contents = (await copies.contents()).map((content) => content.slice(0));
  copies.release();
  return contents;
}

/** Parts of buffers as they were when they were copied; the GPU may have gone on. */
export interface BufferCopies {
  /** Valid until the release. */
  contents(): Promise<ArrayBuffer[]>;
  release(): void;
}

/**
 * The buffers of copies that are made again and again, by part: it takes longer to make them than to copy. Their owner
 * destroys them.
 */
export type KeptCopies = GPUBuffer[];

/**
 * Copies parts of buffers without waiting for the GPU. With `kept` the copies use its buffers, which are replaced by
 * larger ones where needed; earlier copies with it must have been released.
 */
export function copyBuffers(device: GPUDevice, parts: readonly ReadPart[], kept?: KeptCopies): BufferCopies {
  const encoder = device.createCommandEncoder();
  const bufferOf = (k: number, size: number): GPUBuffer => {
    const old = kept?.[k];
    if (old !== undefined && old.size >= size) return old;
    old?.destroy();
    const made = device.createBuffer({ size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
    if (kept !== undefined) kept[k] = made;
    return made;
  };
  const copies = parts.map(({ buffer, offset = 0, bytes }, k) => {
    // A part without bytes leaves a larger buffer for later.
    const copy = bytes === 0 ? undefined : bufferOf(k, bytes);
    if (copy !== undefined) encoder.copyBufferToBuffer(buffer, offset, copy, 0, bytes);
    return { copy, bytes };
  });
  device.queue.submit([encoder.finish()]);
  return {
    contents: async () => {
      await Promise.all(copies.map(({ copy, bytes }) => copy?.mapAsync(GPUMapMode.READ, 0, bytes)));
      return copies.map(({ copy, bytes }) => copy?.getMappedRange(0, bytes) ?? new ArrayBuffer(0));
    },
    release: () => {
      for (const { copy } of copies) {
        copy?.unmap();
        if (kept === undefined) copy?.destroy();
      }
    },
  };
}
