// SPDX-License-Identifier: MIT
/** Some spheres read back from the GPU, by their index there. */
import { dot, type Vector3 } from '../math/vector.ts';
import type { CellGrid } from './cell-grid.ts';
import type { GpuEngine } from './gpu-engine.ts';
import { readBuffer } from './gpu-program.ts';
import { MATERIAL_MASK } from './wgsl/prelude.ts';

export interface Sphere {
  /** Number from its birth on. */
  readonly name: number;
  readonly place: Vector3;
  readonly radius: number;
  readonly velocity: Vector3;
  readonly spin: Vector3;
  readonly material: number;
}

/** Kinetic energy and that of height, J. */
export function energyOfSphere({ velocity, spin, radius, place }: Sphere, mass: number, gravity: Vector3): number {
  return mass * (0.5 * dot(velocity, velocity) + 0.2 * radius * radius * dot(spin, spin) - dot(gravity, place));
}

/** Up to so many are copied one by one; of more the whole buffer is read. */
const FEW = 500;

/** Velocities are those of the half step before, or those of a probe. */
export async function readSpheres(
  device: GPUDevice,
  engine: GpuEngine,
  grid: CellGrid,
  indices: readonly number[],
  probed?: { readonly motion: GPUBuffer; readonly spin: GPUBuffer },
): Promise<Sphere[]> {
  if (indices.length === 0) return [];
  const { place, motion, spin, names } = engine.state;
  const read = async (buffer: GPUBuffer, stride: number): Promise<Uint32Array> => {
    if (indices.length > FEW) {
      const all = new Uint32Array(await readBuffer(device, buffer, 4 * stride * engine.memory.count));
      const few = new Uint32Array(stride * indices.length);
      indices.forEach((i, k) => {
        few.set(all.subarray(stride * i, stride * (i + 1)), stride * k);
      });
      return few;
    }
    const bytes = 4 * stride;
    const gathered = device.createBuffer({
      size: bytes * indices.length,
      usage: GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST,
    });
    const encoder = device.createCommandEncoder();
    indices.forEach((i, k) => {
      encoder.copyBufferToBuffer(buffer, bytes * i, gathered, bytes * k, bytes);
    });
    device.queue.submit([encoder.finish()]);
    const words = new Uint32Array(await readBuffer(device, gathered, bytes * indices.length));
    gathered.destroy();
    return words;
  };
  const [places, tags, cells, name] = [
    await read(place, 4),
    await read(motion, 4),
    await read(spin, 4),
    await read(names, 1),
  ];
  const velocities = new Float32Array((probed === undefined ? tags : await read(probed.motion, 4)).buffer);
  const spins = new Float32Array((probed === undefined ? cells : await read(probed.spin, 4)).buffer);
  const at = (from: Float32Array | Float64Array, k: number): Vector3 => {
    const [x = 0, y = 0, z = 0] = from.subarray(k, k + 3);
    return { x, y, z };
  };
  const point = new Float64Array(3);
  return indices.map((_, k) => {
    grid.unpack(places, 4 * k, cells[4 * k + 3] ?? 0, point, 0);
    return {
      ...{ name: name[k] ?? 0, place: at(point, 0), radius: grid.radiusOf(places[4 * k + 3] ?? 0) },
      ...{ velocity: at(velocities, 4 * k), spin: at(spins, 4 * k), material: (tags[4 * k + 3] ?? 0) & MATERIAL_MASK },
    };
  });
}
