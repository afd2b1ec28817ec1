// SPDX-License-Identifier: MIT
/** What is inserted and where: templates, distributions, `insert/pack`, `insert/rate/region`, `insert/stream`. */
import {
  add,
  addScaled,
  cross,
  distance,
  dot,
  length,
  normalise,
  scale as scaled,
  subtract,
  type Vector3,
} from '../../math/vector.ts';
import {
  AXES,
  type InputDraft,
  type InputInsertion,
  type InputRegion,
  type InputTemplate,
  numberOf,
  type Sizes,
  vectorOf,
} from './input-draft.ts';
import { type ScriptCommand, ScriptProblem } from './input-script.ts';
import { regionNamed } from './read-region.ts';
import { worldVertices } from './read-walls.ts';
import { distributionSizes } from './template-sizes.ts';

/** `fix ID all particletemplate/sphere|multisphere|superquadric SEED atom_type T density constant D …` */
export function readTemplate(draft: InputDraft, command: ScriptCommand): void {
  const { words, line } = command;
  const [, id = '', , style = ''] = words;
  const after = (key: string): number => {
    const at = words.indexOf(key);
    if (at < 0) throw new ScriptProblem(`a template without ${key}`);
    return at + 1;
  };
  const type = words.includes('atom_type') ? numberOf(words[after('atom_type')], 'atom_type') : 1;
  const density = sizesAt(words, after('density'), 'density');
  if (density.kind !== 'constant') throw new ScriptProblem('densities that vary; a material has one');
  const base = { line, type, density: density.value };
  const template = (shape: InputTemplate['shape']): void => void draft.templates.set(id, { ...base, shape });
  if (style === 'particletemplate/sphere') {
    template({ kind: 'sphere', radius: sizesAt(words, after('radius'), 'radius') });
  } else if (style === 'particletemplate/superquadric') {
    const shape = after('shape');
    const blockiness = words.includes('blockiness') ? after('blockiness') : after('roundness');
    if (words[shape] !== 'constant' || words[blockiness] !== 'constant') {
      throw new ScriptProblem('superquadrics whose shape varies');
    }
    template({
      kind: 'superquadric',
      semiAxes: vectorOf(words, shape + 1, 'shape'),
      n1: numberOf(words[blockiness + 1], 'blockiness'),
      n2: numberOf(words[blockiness + 2], 'blockiness'),
    });
  } else if (style === 'particletemplate/multisphere') template(readClump(draft, command, after));
  else throw new ScriptProblem(`${style}; a scene has spheres, multispheres and superquadrics from templates`);
}

function sizesAt(words: readonly string[], at: number, what: string): Sizes {
  const style = words[at];
  const [first, second] = [words[at + 1], words[at + 2]];
  if (style === 'constant') return { kind: 'constant', value: numberOf(first, what) };
  if (style === 'uniform') return { kind: 'uniform', least: numberOf(first, what), largest: numberOf(second, what) };
  if (style === 'gaussian') return { kind: 'normal', mean: numberOf(first, what), deviation: numberOf(second, what) };
  throw new ScriptProblem(`${what} ${style}; a scene has constant, uniform and gaussian ones`);
}

function readClump(draft: InputDraft, command: ScriptCommand, after: (key: string) => number): InputTemplate['shape'] {
  const { words } = command;
  const count = numberOf(words[after('nspheres')], 'nspheres');
  const at = after('spheres');
  let numbers: number[];
  let factor = 1;
  if (words[at] === 'file') {
    const file = words[at + 1] ?? '';
    numbers = draft.files
      .readText(file)
      .split('\n')
      .flatMap((row) => row.replace(/#.*$/, '').trim().split(/\s+/))
      .filter((word) => word !== '')
      .map((word) => numberOf(word, file));
    if (words[at + 2] === 'scale') factor = numberOf(words[at + 3], 'scale');
  } else numbers = words.slice(at, at + 4 * count).map((word) => numberOf(word, 'spheres'));
  if (numbers.length !== 4 * count)
    throw new ScriptProblem(`spheres: expected ${4 * count} numbers, got ${numbers.length}`);
  if (words.includes('mass') || words.includes('inertia_tensor')) {
    draft.remark(
      'differs',
      command,
      'mass and inertia of this clump are given; in a scene they are those of the union of its spheres',
      'choose a density that gives the mass',
    );
  }
  return {
    kind: 'clump',
    spheres: Array.from({ length: count }, (_, k) => {
      const [x = 0, y = 0, z = 0, r = 0] = numbers.slice(4 * k, 4 * k + 4).map((value) => factor * value);
      return { centre: { x, y, z }, radius: r };
    }),
  };
}

/** `fix ID all particledistribution/discrete[/numberbased] SEED N template weight …` */
export function readDistribution(draft: InputDraft, command: ScriptCommand): void {
  const { words, line } = command;
  const [, id = '', , style = '', , count] = words;
  const parts = Array.from({ length: numberOf(count, 'number of templates') }, (_, k) => {
    const template = words[6 + 2 * k] ?? '';
    if (!draft.templates.has(template)) throw new ScriptProblem(`the template ${template} has not been taken`);
    return { template, weight: numberOf(words[7 + 2 * k], 'weight') };
  });
  draft.distributions.set(id, { line, parts, isByMass: !style.endsWith('numberbased') });
}

/** Keywords of insertions and the number of their arguments; those that change nothing have no reader below. */
const KEYWORDS: Readonly<Record<string, number>> = {
  ...{ seed: 1, distributiontemplate: 1, maxattempt: 1, insert_every: 1, overlapcheck: 1, all_in: 1, verbose: 1 },
  ...{ region: 1, volumefraction_region: 1, particles_in_region: 1, mass_in_region: 1, ntry_mc: 1, warn_region: 1 },
  ...{ nparticles: 1, mass: 1, massrate: 1, particlerate: 1, start: 1, orientation: 1, set_property: 2, parallel: 1 },
  ...{ insertion_face: 1, extrude_length: 1, duration: 1, check_dist_from_subdomain_border: 1, random_distribute: 1 },
  ...{ exact_number: 1, print_stats: 1, rate: 1 },
};

/** Arguments by keyword. */
function keywordsOf(words: readonly string[]): Map<string, readonly string[]> {
  const given = new Map<string, readonly string[]>();
  for (let k = 4; k < words.length; ) {
    const key = words[k] ?? '';
    const count = key === 'vel' || key === 'omega' ? (words[k + 1] === 'constant' ? 4 : 7) : KEYWORDS[key];
    if (count === undefined) throw new ScriptProblem(`the keyword ${key} of an insertion`);
    given.set(key, words.slice(k + 1, k + 1 + count));
    k += 1 + count;
  }
  return given;
}

export function readInsertion(draft: InputDraft, command: ScriptCommand): void {
  const { words, line } = command;
  const [, id = '', , style = ''] = words;
  const given = keywordsOf(words);
  const word = (key: string): string | undefined => given.get(key)?.[0];
  const number = (key: string): number | undefined =>
    given.has(key) && word(key) !== 'INF' ? numberOf(word(key), key) : undefined;
  const distribution = word('distributiontemplate') ?? '';
  if (!draft.distributions.has(distribution))
    throw new ScriptProblem(`the distribution ${distribution} has not been taken`);
  const isPack = style === 'insert/pack';
  if (isPack && word('insert_every') !== 'once' && number('insert_every') !== undefined) {
    draft.remark(
      'differs',
      command,
      `the region is filled again every ${word('insert_every')} steps; the scene fills it once`,
      'use `rate` with the flow that leaves the region',
    );
  }
  const velocity = readVelocity(draft, command, given.get('vel'));
  if (
    given.has('omega') &&
    given
      .get('omega')
      ?.slice(1)
      .some((each) => Number(each) !== 0)
  ) {
    draft.remark('left-out', command, 'bodies that turn when they appear; those of the scene do not', 'leave it');
  }
  if (given.has('set_property')) draft.remark('left-out', command, 'a property of each body', 'leave it');
  const base = {
    ...{ id, line, distribution, velocity, isTurned: word('orientation') === 'random' },
    mass: isPack ? number('mass_in_region') : number('mass'),
    count: isPack ? number('particles_in_region') : number('nparticles'),
    fraction: isPack ? number('volumefraction_region') : undefined,
    rate: isPack ? undefined : number('particlerate'),
    massRate: isPack ? undefined : number('massrate'),
    from: draft.duration + (number('start') ?? 0) * (draft.timeStep?.value ?? 0),
  };
  const isAllIn = word('all_in') === 'yes';
  const insertion: InputInsertion =
    style === 'insert/stream'
      ? {
          ...base,
          ...streamRegion(draft, command, {
            face: word('insertion_face') ?? '',
            velocity,
            isAllIn,
            distribution,
            extrusion: number('extrude_length'),
          }),
        }
      : { ...base, region: regionNamed(draft, word('region') ?? ''), isAllIn };
  if (!isPack && insertion.rate === undefined && insertion.massRate === undefined) {
    throw new ScriptProblem('an insertion without `particlerate` or `massrate`');
  }
  draft.insertions.push(insertion);
}

function readVelocity(
  draft: InputDraft,
  command: ScriptCommand,
  given: readonly string[] | undefined,
): Vector3 | undefined {
  if (given === undefined) return undefined;
  const velocity = vectorOf(given, 1, 'vel');
  if (given[0] !== 'constant') {
    const remedy = 'leave it, since impacts mix velocities';
    draft.remark('differs', command, `velocities ${given[0]}; the scene has their mean for all bodies`, remedy);
  }
  return length(velocity) === 0 ? undefined : velocity;
}

interface Stream {
  readonly face: string;
  readonly velocity: Vector3 | undefined;
  readonly isAllIn: boolean;
  readonly distribution: string;
  readonly extrusion: number | undefined;
}

/** Bodies of a stream appear within this many of the largest radii behind the face. */
const STREAM_RADII = 4;
/** A face whose area is that of its box, or of its circle, to within this is that form: STL has float32. */
const SAME_AREA = 1e-4;
/** Solid fraction of a stream beyond which bodies find no free place at random. */
const DENSEST_STREAM = 0.3;

/**
 * A stream of LIGGGHTS moves bodies without contacts through the extruded face, in blocks, and frees them at the face.
 * Here they appear in a thin region just behind the face, one after the other.
 */
function streamRegion(
  draft: InputDraft,
  command: ScriptCommand,
  stream: Stream,
): { region: InputRegion; isAllIn: boolean } {
  const { velocity, distribution, isAllIn } = stream;
  const mesh = draft.meshes.get(stream.face);
  if (mesh === undefined) throw new ScriptProblem(`the insertion face ${stream.face} has not been taken`);
  if (velocity === undefined) throw new ScriptProblem('a stream without a velocity');
  const points = worldVertices(draft, mesh);
  const { facets } = draft.files.readMesh(mesh.file);
  const face = faceOf(points, facets);
  const normal = dot(face.normal, velocity) < 0 ? scaled(face.normal, -1) : face.normal;
  const { largest, meanMass, meanVolume } = distributionSizes(draft, distribution);
  const depth = Math.min(STREAM_RADII * largest, stream.extrusion ?? Infinity);
  const rim = isAllIn ? largest : 0;
  const words = command.words;
  const rateAt = words.indexOf('particlerate');
  const rate =
    rateAt >= 0
      ? numberOf(words[rateAt + 1], 'particlerate')
      : numberOf(words[words.indexOf('massrate') + 1], 'massrate') / meanMass;
  const fraction = (rate * meanVolume) / (face.area * dot(normal, velocity));
  if (fraction > DENSEST_STREAM) {
    draft.remark(
      'differs',
      command,
      `the stream fills ${(100 * fraction).toFixed(0)} % of its cross section, so some bodies of the scene wait for a ` +
        'free place and the rate is lower',
      'use a larger face or a faster stream',
    );
  }
  draft.remark(
    'differs',
    command,
    'bodies come through the face in blocks and without gravity there; in the scene one after the other',
    'compare the flow after the first blocks',
  );
  return { region: extruded(face, normal, depth, rim), isAllIn: false };
}

interface Face {
  readonly min: Vector3;
  readonly max: Vector3;
  readonly centre: Vector3;
  readonly normal: Vector3;
  readonly area: number;
}

function faceOf(points: readonly Vector3[], facets: readonly (readonly number[])[]): Face {
  let sum = { x: 0, y: 0, z: 0 };
  let centre = { x: 0, y: 0, z: 0 };
  let area = 0;
  for (const facet of facets) {
    const corners = facet.flatMap((k) => points[k] ?? []);
    const [first] = corners;
    for (let k = 1; first !== undefined && k + 1 < corners.length; k++) {
      const [a, b] = [corners[k] ?? first, corners[k + 1] ?? first];
      const normal = cross(subtract(a, first), subtract(b, first));
      const part = 0.5 * length(normal);
      // Triangles of one face may have opposite senses.
      sum = addScaled(sum, normal, dot(normal, sum) < 0 ? -0.5 : 0.5);
      centre = addScaled(centre, add(add(first, a), b), part / 3);
      area += part;
    }
  }
  if (area === 0) throw new ScriptProblem('an insertion face without area');
  const along = (take: (...values: number[]) => number, axis: 'x' | 'y' | 'z'): number =>
    points.reduce((best, point) => take(best, point[axis]), points[0]?.[axis] ?? 0);
  const corner = (take: (...values: number[]) => number): Vector3 => ({
    x: along(take, 'x'),
    y: along(take, 'y'),
    z: along(take, 'z'),
  });
  return {
    min: corner(Math.min),
    max: corner(Math.max),
    centre: scaled(centre, 1 / area),
    normal: normalise(sum),
    area,
  };
}

/** A box for a rectangle along the axes; otherwise a cylinder with the area of the face. */
function extruded({ min, max, centre, normal, area }: Face, along: Vector3, depth: number, rim: number): InputRegion {
  const back = scaled(along, -depth);
  const axis = AXES.find((each) => Math.abs(normal[each]) > 1 - SAME_AREA);
  if (axis !== undefined) {
    const [u = 'x', v = 'y'] = AXES.filter((each) => each !== axis);
    const box = (max[u] - min[u]) * (max[v] - min[v]);
    if (Math.abs(box - area) <= SAME_AREA * area) {
      const low = { ...min, [u]: min[u] + rim, [v]: min[v] + rim };
      const high = { ...max, [u]: max[u] - rim, [v]: max[v] - rim };
      const at = (point: Vector3, take: (...values: number[]) => number): Vector3 => ({
        ...point,
        [axis]: take(centre[axis], centre[axis] + back[axis]),
      });
      return { kind: 'block', min: at(low, Math.min), max: at(high, Math.max) };
    }
  }
  const radius = Math.sqrt(area / Math.PI) - rim;
  return { kind: 'cylinder', from: add(centre, back), to: centre, radius };
}

/** The part of a region in which centres of bodies lie that are wholly inside it. */
export function inset(region: InputRegion, by: number): InputRegion {
  if (by === 0) return region;
  if (region.kind === 'sphere') return { ...region, radius: region.radius - by };
  if (region.kind === 'block') {
    const edge = { x: by, y: by, z: by };
    return { ...region, min: add(region.min, edge), max: subtract(region.max, edge) };
  }
  const along = scaled(subtract(region.to, region.from), by / distance(region.to, region.from));
  return { ...region, radius: region.radius - by, from: add(region.from, along), to: subtract(region.to, along) };
}

export function isEmpty(region: InputRegion): boolean {
  if (region.kind === 'block') return AXES.some((axis) => region.max[axis] <= region.min[axis]);
  return region.radius <= 0 || (region.kind === 'cylinder' && distance(region.from, region.to) === 0);
}
