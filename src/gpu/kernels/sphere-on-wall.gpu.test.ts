// SPDX-License-Identifier: MIT
/** The two forms of a sphere on a wall, on the CPU and on the GPU, side by side at many points. */
import { describe, expect, it } from 'vitest';
import { softwareGpu } from '../../../tests/support/software-gpu.ts';
import { F } from '../../kernel/memory.ts';
import { sphereOnWall } from '../../kernel/walls/sphere-on-wall.ts';
import { AT_NORMAL, AT_OVERLAP, AT_PART, AT_STRIDE, MOST_AT } from '../../kernel/walls/wall-layout.ts';
import { Random } from '../../math/random.ts';
import { allocateCells } from '../../shapes/kernel-memory/kernel-heap.ts';
import { WallBlock } from '../../shapes/walls/wall-block.ts';
import type { WallShapeSpec } from '../../shapes/walls/wall-shape.ts';
import { bind, dispatch, gpuProgram, readBuffer } from '../engine/gpu-program.ts';
import { wallWords } from '../meshes/lattice-walls.ts';
import { RADIUS_PARTS } from './fixed-point-overlap.ts';
import { MESH_VECTORS, meshGeometry } from './mesh-geometry.ts';
import { GROUP, type KernelForm, kernelOver, prelude, STEP_INPUTS } from './prelude.ts';
import { PARAMS, stepInputs } from './records.ts';
import { SPHERE_ON_WALL } from './sphere-on-wall.ts';

/** A power of two, so that points of the lattice are numbers of float64. */
const CELL = 2 ** -7;
const QUANTA = 2 ** 30;
const UNIT = CELL / QUANTA;
/** What is asked about beyond the surface of the ball, m. */
const REACH = 0.25 * CELL;
const MOST = 8;
const OUT = 4 * (1 + MOST * 2);

const FORM: KernelForm = {
  maskWords: 1,
  partners: 22,
  contacts: 13,
  levels: 0,
  halfSpaces: 0,
  hasTurningWalls: false,
  meshes: 1,
  shapeWalls: [0],
  materials: 1,
  law: undefined,
  isDamped: false,
  hasAccounts: false,
  isTurning: false,
  regions: 0,
  travelLimit: 1,
};

const KERNEL = /* wgsl */ `${prelude(FORM)}
${STEP_INPUTS}
@group(0) @binding(2) var<storage, read> geometry: array<vec4u>;
@group(0) @binding(3) var<storage, read> points: array<vec4i>;
@group(0) @binding(4) var<storage, read_write> answers: array<vec4f>;
${meshGeometry(FORM)}
${SPHERE_ON_WALL}
${kernelOver('p.count')}
  let wall = wallAt(0u);
  sphereOnWall(wall, At(points[2u * t].xyz, points[2u * t + 1u].xyz), u32(points[2u * t].w), p.skin);
  let base = ${OUT / 4}u * t;
  answers[base] = vec4f(f32(touchedCount), 0.0, 0.0, 0.0);
  for (var k = 0u; k < touchedCount; k++) {
    answers[base + 1u + 2u * k] = vec4f(touched[k].normal, touched[k].overlap);
    answers[base + 2u + 2u * k] = vec4f(f32(touched[k].part), 0.0, 0.0, 0.0);
  }
}`;

interface Ball {
  readonly cell: readonly number[];
  readonly local: readonly number[];
  /** In parts of a quantum. */
  readonly radius: number;
}

async function onGpu(shape: WallShapeSpec, balls: readonly Ball[]): Promise<Float32Array> {
  const { device } = await softwareGpu();
  const program = await gpuProgram(device, 'sphere on wall', KERNEL);
  const box = { min: [0, 0, 0], max: [0, 0, 0] };
  const origin = [{ x: 0, y: 0, z: 0 }];
  const lattice = { name: 'wall', material: 0, low: [0, 0, 0], box, shape, shifts: origin, ownShifts: origin } as const;
  const words = wallWords(lattice, 0, CELL);
  const geometry = new Uint32Array(4 * MESH_VECTORS + words.length);
  geometry[0] = MESH_VECTORS;
  geometry.set(words, 4 * MESH_VECTORS);
  const points = new Int32Array(8 * balls.length);
  balls.forEach(({ cell, local, radius }, k) => {
    points.set([...cell, radius], 8 * k);
    points.set(local, 8 * k + 4);
  });
  const params = new Uint32Array(PARAMS.words);
  const perCell = [UNIT, UNIT, UNIT];
  PARAMS.write(params, 0, { count: balls.length, unit: UNIT, quantum: perCell, skin: REACH });
  const inputs = stepInputs(FORM.halfSpaces, FORM.hasTurningWalls, FORM.meshes);
  const made: GPUBuffer[] = [];
  const buffer = (data: Uint32Array | Int32Array, usage: number): GPUBuffer => {
    const made1 = device.createBuffer({ size: data.byteLength, usage: usage | GPUBufferUsage.COPY_DST });
    device.queue.writeBuffer(made1, 0, data as Uint32Array<ArrayBuffer>);
    made.push(made1);
    return made1;
  };
  const { STORAGE, UNIFORM, COPY_SRC } = GPUBufferUsage;
  const answers = buffer(new Uint32Array(OUT * balls.length), STORAGE | COPY_SRC);
  const group = bind(
    device,
    program,
    {
      p: { buffer: buffer(params, UNIFORM) },
      inputs: { buffer: buffer(new Uint32Array(inputs.words), UNIFORM) },
      geometry: { buffer: buffer(geometry, STORAGE) },
      points: { buffer: buffer(points, STORAGE) },
      answers: { buffer: answers },
    },
    inputs.bytes,
  );
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  dispatch(pass, program, group, 0, Math.ceil(balls.length / GROUP));
  pass.end();
  device.queue.submit([encoder.finish()]);
  const floats = new Float32Array(await readBuffer(device, answers, 4 * OUT * balls.length));
  for (const each of made) each.destroy();
  return floats;
}

/** Contacts of a ball: parts, overlaps and normals. */
interface Answer {
  readonly part: number;
  readonly overlap: number;
  readonly normal: readonly number[];
}

class OnCpu {
  readonly #wall: WallBlock;
  readonly #out = allocateCells(AT_STRIDE * MOST_AT);

  constructor(shape: WallShapeSpec) {
    this.#wall = new WallBlock(shape);
  }

  ask({ cell, local, radius }: Ball): Answer[] {
    const [x = 0, y = 0, z = 0] = cell.map((c, k) => (c + (local[k] ?? 0) / QUANTA) * CELL);
    const r = (radius / RADIUS_PARTS) * UNIT;
    const found = sphereOnWall(this.#wall.refresh(), x, y, z, r, REACH, this.#out);
    return Array.from({ length: found }, (_, k) => {
      const at = this.#out + AT_STRIDE * k;
      return {
        part: F[at + AT_PART],
        overlap: F[at + AT_OVERLAP],
        normal: [...F.subarray(at + AT_NORMAL, at + AT_NORMAL + 3)],
      };
    });
  }
}

function ball(point: readonly number[], radius: number): Ball {
  const cell = point.map((x) => Math.floor(x / CELL));
  const local = point.map((x, k) => Math.min(QUANTA - 1, Math.floor((x / CELL - (cell[k] ?? 0)) * QUANTA)));
  return { cell, local, radius: Math.round((radius / UNIT) * RADIUS_PARTS) };
}

/** Balls that touch the wall or nearly, on its axis and at its middle, and some that are far. */
function ballsAt(shape: WallShapeSpec, extent: number, seed: number): Ball[] {
  const random = new Random(seed);
  const within = (size: number): number => size * (2 * random.next() - 1);
  const cpu = new OnCpu(shape);
  const balls = [ball([0, 0, 0], 0.4 * CELL)];
  // No middle between two faces of the box, where either is right.
  for (const z of [-1, -0.37, 0.21, 1]) balls.push(ball([0, 0, z * extent], 0.4 * CELL));
  let far = 0;
  for (let tries = 0; balls.length < 700 && tries < 400_000; tries++) {
    const radius = (0.05 + 0.4 * random.next()) * CELL;
    const onAxis = tries % 8 === 0;
    const around = onAxis ? 3 * UNIT : 1.2 * extent;
    const made = ball([within(around), within(around), within(1.2 * extent)], radius);
    // Points deep within a solid touch it too; they are few of those near its surface.
    const isNear = cpu.ask(made).some(({ overlap }) => overlap < 2 * radius);
    if (!isNear && far++ > 100) continue;
    balls.push(made);
  }
  return balls;
}

/** Directions of float32; overlaps to some quanta, to which both forms know lengths. */
const NORMAL_TOLERANCE = 1e-6;
const OVERLAP_TOLERANCE = 8 * UNIT;
/** Of a float32: the overlap itself, and, beyond a cell, sums of coordinates. */
const FLOAT_TOLERANCE = 1.3e-7;

function expectSame(got: Float32Array, balls: readonly Ball[], shape: WallShapeSpec): number {
  const cpu = new OnCpu(shape);
  let contacts = 0;
  balls.forEach((each, k) => {
    const wanted = cpu.ask(each).filter(({ overlap, part }) => overlap > (part >= 16 ? 0 : -REACH) + OVERLAP_TOLERANCE);
    const told = Array.from({ length: got[OUT * k] ?? 0 }, (_, c) => {
      const at = OUT * k + 4 + 8 * c;
      return { part: got[at + 4], overlap: got[at + 3] ?? 0, normal: [...got.subarray(at, at + 3)] };
    });
    for (const { part, overlap, normal } of wanted) {
      const what = `${JSON.stringify(shape)} ball ${k} ${JSON.stringify(each)} part ${part}`;
      const same = told.find((one) => one.part === part);
      expect(same, what).toBeDefined();
      if (same === undefined) continue;
      contacts++;
      const far = Math.abs(overlap) > 0.5 * CELL ? 8 * CELL : 0;
      const within = OVERLAP_TOLERANCE + FLOAT_TOLERANCE * (2 * Math.abs(overlap) + far);
      expect(Math.abs(same.overlap - overlap), `${what} overlap ${overlap}`).toBeLessThan(within);
      same.normal.forEach((x, axis) => {
        expect(Math.abs(x - (normal[axis] ?? 0)), `${what} normal ${normal}`).toBeLessThan(NORMAL_TOLERANCE);
      });
    }
    const most = cpu.ask(each).length;
    expect(told.length, JSON.stringify(each)).toBeGreaterThanOrEqual(wanted.length);
    expect(told.length, JSON.stringify(each)).toBeLessThanOrEqual(most + 1);
  });
  return contacts;
}

const R = 0.03137;
const SHAPES: readonly (readonly [extent: number, shape: WallShapeSpec])[] = [
  ...(['inside', 'outside'] as const).flatMap((side): (readonly [number, WallShapeSpec])[] => [
    [R, { sphere: { radius: R }, side }],
    [0.3 * CELL, { sphere: { radius: 0.3 * CELL }, side }],
    [R, { cylinder: { radius: R, length: 1.3 * R }, side }],
    [R, { cylinder: { radius: R }, side }],
    [R, { cone: { bottomRadius: 0, topRadius: R, height: 0.9 * R }, side }],
    [R, { cone: { bottomRadius: R, topRadius: 0, height: 0.7 * R }, side }],
    [R, { torus: { ringRadius: 0.7 * R, tubeRadius: 0.4 * R }, side }],
    [CELL, { torus: { ringRadius: 0.3 * CELL, tubeRadius: 0.2 * CELL }, side }],
    [R, { box: { halfExtents: [R, 0.4 * R, 0.7 * R] }, side }],
  ]),
  [R, { cone: { bottomRadius: 0.3 * R, topRadius: R, height: 1.1 * R }, side: 'inside' }],
  ...(['bottom', 'top', 'both'] as const).map((open): readonly [number, WallShapeSpec] => [
    R,
    { cylinder: { radius: 0.8 * R, length: 1.3 * R }, side: 'inside', open },
  ]),
  [R, { cone: { bottomRadius: 0.3 * R, topRadius: R, height: 1.1 * R }, side: 'inside', open: 'both' }],
  [R, { cone: { bottomRadius: 0, topRadius: R, height: R }, side: 'inside', open: 'top' }],
  [CELL, { cylinder: { radius: 0.3 * CELL, length: CELL }, side: 'inside', open: 'both' }],
];

describe('a sphere on a wall that is a shape', () => {
  it.each(SHAPES)('of extent %d m has the contacts of the CPU: %j', async (extent, shape) => {
    const balls = ballsAt(shape, extent, 7);
    const contacts = expectSame(await onGpu(shape, balls), balls, shape);
    expect(contacts).toBeGreaterThan(300);
  });

  it('has them to the same digits where the wall is thousands of cells wide', async () => {
    const far = 5000.3 * CELL;
    const shapes: WallShapeSpec[] = [
      { sphere: { radius: far }, side: 'inside' },
      { cylinder: { radius: far, length: 2 * far }, side: 'outside' },
      { cone: { bottomRadius: 0, topRadius: far, height: far }, side: 'inside', open: 'top' },
      { torus: { ringRadius: far, tubeRadius: 0.3 * far }, side: 'inside' },
    ];
    const random = new Random(11);
    for (const shape of shapes) {
      const balls = Array.from({ length: 300 }, () => {
        const angle = 2 * Math.PI * random.next();
        const radius = (0.05 + 0.4 * random.next()) * CELL;
        const gap = radius * (1.2 * random.next() - 1.1);
        const e = 'cone' in shape ? far / 3 - gap : 'torus' in shape ? 1.3 * far + gap : far - gap;
        const z = 'cone' in shape ? far / 3 : 0;
        return ball([e * Math.cos(angle), e * Math.sin(angle), z], radius);
      });
      expect(expectSame(await onGpu(shape, balls), balls, shape)).toBeGreaterThan(150);
    }
  });
});
