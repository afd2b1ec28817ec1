// SPDX-License-Identifier: MIT
/**
 * How long each kernel takes, by timestamp queries: a device that puts every dispatch into a compute pass of its own,
 * with its times. What is between passes is not in the sums, so they are the split of a step and not its length. Dawn
 * rounds timestamps to 0.1 ms unless told otherwise: `openForTimes` tells it.
 */
const MOST_PASSES = 2048;
/** Before the clock starts. */
const FIRST_STEPS = 100;

/** In Node: Dawn with exact timestamps, where `openGpu` looks first. */
export async function openForTimes() {
  const { create, globals } = await import('webgpu');
  Object.assign(globalThis, globals);
  const gpu = create(['enable-dawn-features=allow_unsafe_apis', 'disable-dawn-features=timestamp_quantization']);
  Object.defineProperty(globalThis, 'navigator', { value: { gpu }, configurable: true });
  const { openGpu } = await import('../../dist/gpu/engine/gpu-adapter.js');
  return openGpu();
}

const through = (target, own) =>
  new Proxy(target, {
    get(_, key) {
      if (Object.hasOwn(own, key)) return own[key];
      const value = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

/**
 * The same device with times; undefined where it has no timestamps. `take()` resolves with microseconds and dispatches
 * by kernel since it was called last.
 */
export function withPassTimes(gpu) {
  const { device } = gpu;
  if (!device.features.has('timestamp-query')) return undefined;
  let pending = [];
  const createCommandEncoder = (descriptor) => {
    const encoder = device.createCommandEncoder(descriptor);
    const labels = [];
    let querySet;
    const beginComputePass = () => {
      querySet ??= device.createQuerySet({ type: 'timestamp', count: 2 * MOST_PASSES });
      let pass;
      let pipeline;
      let group = [];
      return {
        setPipeline: (given) => {
          pipeline = given;
        },
        setBindGroup: (...given) => {
          group = given;
        },
        dispatchWorkgroups: (...size) => {
          const at = 2 * labels.length;
          const timestampWrites = { querySet, beginningOfPassWriteIndex: at, endOfPassWriteIndex: at + 1 };
          const isTimed = labels.length < MOST_PASSES;
          pass = encoder.beginComputePass(isTimed ? { timestampWrites } : {});
          if (isTimed) labels.push(pipeline.label);
          pass.setPipeline(pipeline);
          pass.setBindGroup(...group);
          pass.dispatchWorkgroups(...size);
          pass.end();
        },
        end: () => {},
      };
    };
    const finish = () => {
      if (labels.length > 0) {
        const bytes = 16 * labels.length;
        const resolved = device.createBuffer({
          size: bytes,
          usage: GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC,
        });
        const read = device.createBuffer({ size: bytes, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ });
        encoder.resolveQuerySet(querySet, 0, 2 * labels.length, resolved, 0);
        encoder.copyBufferToBuffer(resolved, 0, read, 0, bytes);
        pending.push({ labels, read, resolved, querySet });
      }
      return encoder.finish();
    };
    return through(encoder, { beginComputePass, finish });
  };
  const take = async () => {
    const times = new Map();
    for (const { labels, read, resolved, querySet } of pending) {
      await read.mapAsync(GPUMapMode.READ);
      const stamps = new BigUint64Array(read.getMappedRange());
      labels.forEach((label, k) => {
        const known = times.get(label) ?? { microseconds: 0, dispatches: 0 };
        known.microseconds += Number(stamps[2 * k + 1] - stamps[2 * k]) / 1000;
        known.dispatches++;
        times.set(label, known);
      });
      read.unmap();
      for (const each of [read, resolved, querySet]) each.destroy();
    }
    pending = [];
    return times;
  };
  return { gpu: { ...gpu, device: through(device, { createCommandEncoder }) }, take };
}

/** Prints the split of `steps` steps of a simulation that `make` makes on the device it is given. */
export async function tellPasses(gpu, make, steps = 200) {
  const timed = withPassTimes(gpu);
  if (timed === undefined) {
    console.log('the adapter has no timestamp queries');
    return;
  }
  const simulation = await make(timed.gpu);
  await simulation.step(Math.min(FIRST_STEPS, steps));
  await timed.take();
  const { lists } = simulation;
  await simulation.step(steps);
  const times = [...(await timed.take())].sort(([, a], [, b]) => b.microseconds - a.microseconds);
  const all = times.reduce((sum, [, { microseconds }]) => sum + microseconds, 0);
  const rows = times.map(
    ([label, { microseconds, dispatches }]) =>
      `| ${label} | ${dispatches} | ${(microseconds / dispatches).toFixed(2)} | ` +
      `${(microseconds / steps).toFixed(2)} | ${((100 * microseconds) / all).toFixed(1)} % |`,
  );
  console.log(
    `\n| kernel | dispatches in ${steps} steps with ${simulation.lists - lists} lists | us each | us a step | ` +
      `part |\n|---|---|---|---|---|\n${rows.join('\n')}\n| all | | | ${(all / steps).toFixed(2)} | |\n`,
  );
  simulation.destroy();
}
