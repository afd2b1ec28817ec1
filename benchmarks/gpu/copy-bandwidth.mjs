// SPDX-License-Identifier: MIT
/** Bytes a second, read and written, of a kernel that does nothing but copy: what no step can exceed. */
const BYTES = 1 << 28;
const REPETITIONS = 40;
const GROUP = 256;

export async function copyBandwidth(device) {
  const usage = GPUBufferUsage.STORAGE;
  const [from, to] = [0, 1].map(() => device.createBuffer({ size: BYTES, usage }));
  const module = device.createShaderModule({
    code: `@group(0) @binding(0) var<storage, read> source: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> target_: array<vec4u>;
@compute @workgroup_size(${GROUP}) fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {
  let t = (group.x + group.y * groups.x) * ${GROUP}u + local;
  target_[t] = source[t];
}`,
  });
  const pipeline = device.createComputePipeline({ layout: 'auto', compute: { module, entryPoint: 'main' } });
  const group = device.createBindGroup({
    layout: pipeline.getBindGroupLayout(0),
    entries: [from, to].map((buffer, binding) => ({ binding, resource: { buffer } })),
  });
  const run = async (times) => {
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    for (let k = 0; k < times; k++) pass.dispatchWorkgroups(32768, BYTES / 16 / GROUP / 32768);
    pass.end();
    device.queue.submit([encoder.finish()]);
    await device.queue.onSubmittedWorkDone();
  };
  await run(REPETITIONS);
  const start = performance.now();
  await run(REPETITIONS);
  const seconds = (performance.now() - start) / 1000;
  for (const buffer of [from, to]) buffer.destroy();
  return (2 * BYTES * REPETITIONS) / seconds;
}
