// SPDX-License-Identifier: MIT
/** Bytes a second, read and written, of a kernel that does nothing but copy: what no step can exceed. */
const REPETITIONS = 40;
const GROUP = 256;
/** Workgroups along the first axis. */
const ROW = 1024;

/** Of about so many bytes. */
export async function copyBandwidth(device, wanted = 2 ** 28) {
  const rows = Math.max(1, Math.round(wanted / (16 * GROUP * ROW)));
  const bytes = 16 * GROUP * ROW * rows;
  const usage = GPUBufferUsage.STORAGE;
  const [from, to] = [0, 1].map(() => device.createBuffer({ size: bytes, usage }));
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
    for (let k = 0; k < times; k++) pass.dispatchWorkgroups(ROW, rows);
    pass.end();
    device.queue.submit([encoder.finish()]);
    await device.queue.onSubmittedWorkDone();
  };
  await run(REPETITIONS);
  const start = performance.now();
  await run(REPETITIONS);
  const seconds = (performance.now() - start) / 1000;
  for (const buffer of [from, to]) buffer.destroy();
  return (2 * bytes * REPETITIONS) / seconds;
}
