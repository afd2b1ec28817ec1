// SPDX-License-Identifier: MIT
/**
 * Sphere-steps a second in a turning drum on a GPU: a cylinder of triangles as long as wide, half filled, which has
 * settled under gravity and turns; then the same bed in the cylinder as a shape, without facets. Hertz-Mindlin with
 * friction springs; lists are made as the motion asks for it, and are in the time. Medians of repetitions on the wall
 * clock, in turns of both walls.
 *
 *   node benchmarks/gpu/drum.mjs [--counts 1e5,1e6] [--walls facets,shape] [--facets 3000] [--steps 400] [--settle 12000] [--reps 5] [--accounts] [--passes] [--json FILE]
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { GpuSimulation } from '../../dist/gpu/engine/gpu-simulation.js';
import { emptySpheres } from '../../dist/gpu/spheres/sphere-arrays.js';
import { facetMesh } from '../../dist/meshes/facet-mesh.js';
import { shapeWall } from '../../dist/simulation/walls/shape-wall.js';
import { openForTimes, tellPasses } from './pass-times.mjs';
import { random, WHILE_PRESSED_APART } from './random-packing.mjs';

const { values } = parseArgs({
  options: {
    counts: { type: 'string', default: '1e5,1e6' },
    walls: { type: 'string', default: 'facets,shape' },
    facets: { type: 'string', default: '3000' },
    steps: { type: 'string', default: '400' },
    settle: { type: 'string', default: '12000' },
    reps: { type: 'string', default: '5' },
    accounts: { type: 'boolean', default: false },
    passes: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const DIAMETER = 0.01;
const STEP = 1e-5;
/** Centripetal over gravitational acceleration at the wall. */
const FROUDE = 0.1;

const gpu = await openForTimes();
gpu.device.addEventListener?.('uncapturederror', ({ error }) => console.error(error.message));
console.log(`adapter: ${gpu.name}`);
const results = [];
for (const count of values.counts.split(',').map(Number)) results.push(...(await bench(count)));
if (values.json !== undefined) {
  writeFileSync(values.json, `${JSON.stringify({ adapter: gpu.name, results }, null, 2)}\n`);
}
process.exit(0);

async function bench(wanted) {
  const start = performance.now();
  const width = DIAMETER * Math.cbrt(wanted / 0.44);
  const mesh = drum(0.5 * width, width, Number(values.facets));
  const radius = 0.5 * width;
  const room = radius + 3 * DIAMETER;
  const rotation = { axis: [0, 1, 0], through: [0, 0, 0], rate: Math.sqrt((FROUDE * 9.81) / radius) };
  const drums = {
    facets: { name: 'drum', mesh, material: 'glass', oneSided: true, motion: { rotation } },
    shape: {
      ...shapeWall('drum', { cylinder: { radius, length: width }, side: 'inside' }, 'glass'),
      // The z axis of the wall along -y.
      orientation: { w: Math.SQRT1_2, x: Math.SQRT1_2, y: 0, z: 0 },
      motion: { rotation },
    },
  };
  const spec = (viscous, wall = 'facets') => ({
    timeStep: STEP,
    gravity: [0, 0, -9.81],
    materials: [
      { name: 'glass', density: 2500, youngsModulus: 5e7, poissonsRatio: 0.25, restitution: 0.5, friction: 0.5 },
    ],
    law: { normal: 'hertz', tangential: 'mindlin' },
    neighbours: { skin: 0.2 * DIAMETER },
    domain: { min: [-room, -room, -room], max: [room, room, room] },
    meshes: [drums[wall]],
    ...(viscous > 0 ? { damping: { viscous } } : {}),
  });
  let packing = lattice(radius, width);
  // Overlaps of the random start are pressed out under strong damping; then the bed falls together.
  let lying = 0;
  for (const [viscous, steps] of [
    [2e4, 1500],
    [20, Number(values.settle)],
    [20, Number(values.settle)],
  ]) {
    if (lying > 3) break;
    const apart = { ...spec(viscous), ...WHILE_PRESSED_APART };
    const settling = await GpuSimulation.fromArrays(apart, packing, gpu, { accounts: false });
    await settling.step(Math.min(steps, Number(values.settle)));
    if (viscous < 100) lying = (2 * (await settling.counts()).contacts) / packing.count;
    packing = await settling.bodies();
    settling.destroy();
  }
  if (lying < 3) console.log(`the bed does not lie yet: ${lying.toFixed(2)} contacts a sphere`);
  const made = performance.now();
  const walls = values.walls.split(',');
  const simulations = {};
  for (const wall of walls) {
    const simulation = await GpuSimulation.fromArrays(spec(0, wall), packing, gpu, { accounts: values.accounts });
    await simulation.step(Math.min(300, Number(values.settle)));
    simulations[wall] = { simulation, lists: simulation.lists, times: [] };
  }
  const up = performance.now();
  const steps = Number(values.steps);
  for (let k = 0; k < Number(values.reps); k++) {
    for (const wall of walls) {
      const { simulation, times } = simulations[wall];
      const from = performance.now();
      await simulation.step(steps);
      times.push((performance.now() - from) / steps);
    }
  }
  const seconds = `settled in ${((made - start) / 1000).toFixed(1)} s, set up in ${((up - made) / 1000).toFixed(1)} s`;
  const results = [];
  for (const wall of walls) {
    const { simulation, lists, times } = simulations[wall];
    results.push(await tell(wall, simulation, lists, times, seconds));
    if (values.passes) {
      const lying = await simulation.bodies();
      const make = (timed) => GpuSimulation.fromArrays(spec(0, wall), lying, timed, { accounts: values.accounts });
      await tellPasses(gpu, make, Math.min(200, steps));
    }
    simulation.destroy();
  }
  if (results.length === 2) {
    const ratio = results[1].stepsPerSecond / results[0].stepsPerSecond;
    console.log(`${packing.count} spheres: ${walls[1]} over ${walls[0]} ${ratio.toFixed(2)} times the steps`);
  }
  return results;

  async function tell(wall, simulation, lists, times, seconds) {
    times.sort((a, b) => a - b);
    const ms = times[times.length >> 1];
    const rebuilt = (simulation.lists - lists) / (steps * times.length);
    const { nearMeshes, contacts } = await simulation.counts();
    const count = packing.count;
    const result = {
      count,
      wall,
      facets: wall === 'shape' ? 0 : mesh.facetOffsets.length - 1,
      accounts: values.accounts,
      microsecondsPerStep: 1000 * ms,
      range: [1000 * times[0], 1000 * times[times.length - 1]],
      stepsPerSecond: count / (ms / 1000),
      contactsPerSphere: (2 * contacts) / count,
      nearMesh: nearMeshes / count,
      listsPerStep: rebuilt,
      bytesPerSphere: simulation.bytes / count,
    };
    console.log(
      `${count} spheres, ${wall === 'shape' ? 'a shape' : `${result.facets} facets`}: ` +
        `${result.microsecondsPerStep.toFixed(1)} us a step ` +
        `(${result.range.map((x) => x.toFixed(1)).join(' - ')}), ${(result.stepsPerSecond / 1e9).toFixed(3)}e9 ` +
        'sphere-steps/s, ' +
        `${result.contactsPerSphere.toFixed(2)} contacts a sphere, ${(100 * result.nearMesh).toFixed(1)} % near ` +
        `the wall, a list every ${(1 / rebuilt).toFixed(1)} steps, ${result.bytesPerSphere.toFixed(0)} B a ` +
        `sphere; ${seconds}`,
    );
    return result;
  }
}

/** A closed cylinder along y, fronts inside, of about so many triangles: squares on the mantle, fans at the ends. */
function drum(radius, length, wanted) {
  const around = Math.max(16, Math.round(Math.sqrt((wanted * Math.PI) / 2)));
  const along = Math.max(1, Math.round((wanted - 2 * around) / (2 * around)));
  const vertices = [];
  const facets = [];
  for (let j = 0; j <= along; j++) {
    for (let i = 0; i < around; i++) {
      const angle = (2 * Math.PI * i) / around;
      vertices.push([radius * Math.cos(angle), length * (j / along - 0.5), radius * Math.sin(angle)]);
    }
  }
  const at = (i, j) => j * around + (i % around);
  for (let i = 0; i < around; i++) {
    for (let j = 0; j < along; j++) {
      facets.push([at(i, j), at(i + 1, j), at(i + 1, j + 1)], [at(i, j), at(i + 1, j + 1), at(i, j + 1)]);
    }
  }
  const middle = vertices.length;
  vertices.push([0, -0.5 * length, 0], [0, 0.5 * length, 0]);
  for (let i = 0; i < around; i++) {
    facets.push([middle, at(i + 1, 0), at(i, 0)], [middle + 1, at(i, along), at(i + 1, along)]);
  }
  return facetMesh({ vertices, facets });
}

/** Spheres of a disordered lattice in the lower half. */
function lattice(radius, length) {
  const a = DIAMETER * Math.cbrt((4 * Math.PI) / 6 / 0.61);
  const next = random(1);
  const corners = [0, 0, 0, 0.5, 0.5, 0, 0.5, 0, 0.5, 0, 0.5, 0.5];
  const inside = radius - 0.6 * DIAMETER;
  const side = Math.ceil((2 * radius) / a);
  const centres = [];
  for (let z = 0; z <= side; z++) {
    for (let y = 0; y <= side; y++) {
      for (let x = 0; x <= side; x++) {
        for (let c = 0; c < 12; c += 3) {
          const px = a * (x + corners[c]) - radius + 0.7 * DIAMETER * (next() - 0.5);
          const py = a * (y + corners[c + 1]) - 0.5 * length + 0.7 * DIAMETER * (next() - 0.5);
          const pz = a * (z + corners[c + 2]) - radius + 0.7 * DIAMETER * (next() - 0.5);
          if (pz > 0 || Math.abs(py) > 0.5 * length - 0.6 * DIAMETER || px * px + pz * pz > inside * inside) continue;
          centres.push(px, py, pz);
        }
      }
    }
  }
  const packing = emptySpheres(centres.length / 3);
  packing.position.set(centres);
  for (let i = 0; i < packing.count; i++) packing.radius[i] = 0.5 * DIAMETER * (0.95 + 0.1 * next());
  return packing;
}
