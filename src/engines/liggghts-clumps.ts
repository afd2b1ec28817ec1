// SPDX-License-Identifier: MIT
/**
 * Clumps in LIGGGHTS. LIGGGHTS only inserts them: at random positions in a region, with a given orientation. Each clump
 * is inserted in a region so small that its position is given to the last digits, in one step of negligible duration.
 */
import { power } from '../math/elementary.ts';
import { length, subtract, type Vector3 } from '../math/vector.ts';
import { boxOf, type SizeRange, vectorText } from './engine-frame.ts';
import type { EngineScene } from './engine-input.ts';
import { clumpBodies, principalTurn, vectorAt } from './start-bodies.ts';

/** Width of the region of a clump over the diagonal of the box. */
const PLACE_WIDTH = 1e-12;
/** s: bodies do not move in it, and springs do not grow. */
const NO_TIME = 1e-40;
/** Regions below a volume are refused unless the limit is lower. */
const VOLUME_LIMIT = 1e-90;
/** Seeds are different primes from here on, as it demands; the places leave nothing to chance. */
const FIRST_SEED = 10_007;
/** Least numbers of tries for volumes, which are not used: mass and inertia are given. */
const TRIES = 10_001;
const REGION_TRIES = 1001;

export interface LiggghtsClumps {
  /** Commands after the contact law. */
  readonly lines: readonly string[];
  /** Spheres of the templates. */
  readonly files: ReadonlyMap<string, string>;
}

/** One template for each shape, material and size. */
export function liggghtsClumps(scene: EngineScene, sizes: SizeRange, typeOf: (body: number) => number): LiggghtsClumps {
  const { spec, bodies, clumps } = scene;
  const numbers = clumpBodies(bodies, clumps);
  const seeds = primes(FIRST_SEED);
  const seed = (): number => seeds.next().value ?? FIRST_SEED;
  const templates = new Map<string, number>();
  const files = new Map<string, string>();
  const made: string[] = [];
  const [min, max] = boxOf(spec, bodies, sizes);
  const width = PLACE_WIDTH * length(subtract(max, min));
  const inserted = numbers.flatMap((k, n) => {
    const clump = clumps[bodies.shape[k]];
    if (clump === undefined) return [];
    const size = bodies.scale[k];
    const density = spec.materials[bodies.material[k]]?.density ?? 0;
    const key = `${bodies.shape[k]} ${bodies.material[k]} ${size}`;
    const template = templates.get(key) ?? templates.size + 1;
    if (!templates.has(key)) {
      templates.set(key, template);
      const file = `clump${template}.txt`;
      const spheres = clump.spheres.map(
        ({ centre: { x, y, z }, radius }) => `${size * x} ${size * y} ${size * z} ${size * radius}`,
      );
      files.set(file, `${spheres.join('\n')}\n`);
      const [a, b, c] = clump.inertia.map((moment) => density * moment * power(size, 5));
      made.push(
        `fix template${template} all particletemplate/multisphere ${seed()} atom_type ${typeOf(k)} volume_limit ` +
          `${VOLUME_LIMIT} density constant ${density} nspheres ${spheres.length} ntry ${TRIES} spheres file ${file} scale 1 ` +
          `type ${template} mass ${density * clump.volume * power(size, 3)} inertia_tensor ${a} 0 0 ${b} 0 ${c} use_density`,
        `fix choice${template} all particledistribution/discrete ${seed()} 1 template${template} 1`,
      );
    }
    const turn = principalTurn(bodies, k, clump);
    return [
      `region place${n} block ${placeText(vectorAt(bodies.position, k), width)} volume_limit ${VOLUME_LIMIT} units box`,
      `fix insert${n} all insert/pack seed ${seed()} distributiontemplate choice${template} verbose no insert_every once ` +
        `overlapcheck no all_in no vel constant ${vectorText(vectorAt(bodies.velocity, k))} omega constant ` +
        `${vectorText(vectorAt(bodies.angularVelocity, k))} orientation constant ${turn.w} ${turn.x} ${turn.y} ${turn.z} ` +
        `region place${n} particles_in_region 1 ntry_mc ${REGION_TRIES}`,
    ];
  });
  const removed = numbers.flatMap((_, n) => [`unfix insert${n}`, `region place${n} delete`]);
  return {
    files,
    lines: [`timestep ${NO_TIME}`, ...made, ...inserted, 'run 1 post no', ...removed, 'reset_timestep 0'],
  };
}

/** Odd `from` and all primes after it. */
function* primes(from: number): Generator<number, undefined> {
  for (let n = from; ; n += 2) {
    let d = 3;
    while (d * d <= n && n % d !== 0) d += 2;
    if (d * d > n) yield n;
  }
}

function placeText({ x, y, z }: Vector3, width: number): string {
  return [x, y, z].map((at) => `${at - 0.5 * width} ${at + 0.5 * width}`).join(' ');
}
