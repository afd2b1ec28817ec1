// SPDX-License-Identifier: MIT
/** Lists everything in a spec that an engine cannot do, before anything starts. Nothing is ignored silently. */
import type { MotionSpec } from '../bodies/prescribed-motion.ts';
import type { PairConstants } from '../contact-laws/pair-constants.ts';
import { SceneError } from '../errors.ts';
import { subtract, type Vector3, vector3 } from '../math/vector.ts';
import { countOf } from '../simulation/bodies/body-groups.ts';
import { areRigid, constantsOf, lawBetween } from '../simulation/law-table.ts';
import type { SimulationSpec } from '../simulation/simulation-spec.ts';
import { liggghtsKinds, MOST_TYPES } from './atom-kinds.ts';
import { type Engine, engineTitle } from './engine-name.ts';
import { LEAST_EXPONENT, superquadricShapes } from './liggghts-superquadrics.ts';
import { liggghtsWallProblem } from './liggghts-wall.ts';
import { dampingRatioOf, restitutionForRatio } from './restitution-number.ts';
import { usedMaterials } from './used-materials.ts';

export interface EngineRefusal {
  /** Of the entry, as in the messages of the scene. */
  readonly path: string;
  readonly problem: string;
}

/** What LIGGGHTS refuses in its input: `coefficientRestitution` and `youngsModulus` in Pa. */
const LEAST_RESTITUTION = 0.05;
const LEAST_MODULUS = 5e6;

type Refuse = (path: string, problem: string) => void;

/** In the order of the spec; none for a simulation that the engine can do. */
export function engineRefusals(
  spec: SimulationSpec,
  engine: Pick<Engine, 'name' | 'dashpot' | 'hasSuperquadrics'>,
): EngineRefusal[] {
  const refusals: EngineRefusal[] = [];
  const refuse: Refuse = (path, problem) => void refusals.push({ path, problem });
  refuseLaws(spec, engine, refuse);
  refuseMaterials(spec, engine, refuse);
  refuseShapes(spec, engine, refuse);
  if (superquadricShapes(spec).length > 0) refuseBesideSuperquadrics(spec, refuse);
  refuseBodies(spec, engine, refuse);
  refuseHalfSpaces(spec, engine, refuse);
  refuseMeshes(spec, engine, refuse);
  spec.bonds?.forEach((_, k) => {
    refuse(`bonds[${k}]`, 'bonds');
  });
  spec.fields?.forEach((_, k) => {
    refuse(`fields[${k}]`, 'force fields and fluids');
  });
  if (spec.damping?.global !== undefined && spec.damping.global > 0) refuse('damping', 'global damping');
  if (spec.damping?.viscous !== undefined && spec.damping.viscous > 0) refuse('damping', 'viscous damping');
  return refusals;
}

function refuseLaws(spec: SimulationSpec, { name, dashpot }: Pick<Engine, 'name' | 'dashpot'>, refuse: Refuse): void {
  const { bodies, walls } = usedMaterials(spec);
  for (const a of bodies) {
    for (const b of new Set([...bodies, ...walls])) {
      if ((bodies.has(b) && b < a) || areRigid(spec, a, b)) continue;
      const own = pairOf(spec, a, b);
      const path = own >= 0 && spec.pairs?.[own]?.law !== undefined ? `pairs[${own}].law` : 'law';
      const between = `between "${spec.materials[a]?.name}" and "${spec.materials[b]?.name}"`;
      if (path !== 'law' && name === 'liggghts') {
        refuse(path, 'a law for one pair of materials: all contacts have the same law there');
        continue;
      }
      const given = spec.pairs?.[own];
      if (name === 'liggghts' && (given?.youngsModulus !== undefined || given?.poissonsRatio !== undefined)) {
        refuse(`pairs[${own}]`, 'moduli of a pair of materials: it has those of the materials alone');
      }
      const problem =
        lawBetween(spec, a, b).module === undefined
          ? lawProblem(constantsOf(spec, a, b), name, dashpot)
          : 'laws from modules';
      if (problem !== undefined) refuse(path, `${between}: ${problem}`);
    }
  }
}

function lawProblem(pair: PairConstants, name: Engine['name'], dashpot: Engine['dashpot']): string | undefined {
  const { law, friction, staticFriction } = pair;
  if (law.normal !== 'hertz' && law.normal !== 'linear') return `the normal law ${law.normal}; use hertz or linear`;
  if (law.twisting !== 'none') return 'twisting resistance';
  if (law.cohesion === 'jkr') return 'the cohesion jkr, whose contacts end elsewhere there';
  if (law.cohesion === 'sjkr' && name === 'lammps') return 'the cohesion sjkr; LIGGGHTS has it';
  if (law.cohesion === 'sjkr' && law.normal !== 'hertz') return 'the cohesion sjkr with linear springs';
  if (staticFriction !== friction) return 'static friction that differs from sliding friction';
  if (law.tangential === 'mindlin-incremental' && name === 'liggghts') {
    return 'the tangential law mindlin-incremental; use mindlin, or the engine lammps';
  }
  const number = restitutionForRatio(dampingRatioOf(pair)) ?? 0;
  const least = name === 'liggghts' ? LEAST_RESTITUTION : 0;
  if (dashpot !== 'tsuji' && number <= least) {
    const { restitution = 1 } = pair.numbers;
    return `a restitution of ${restitution}: its damping needs the number ${number.toPrecision(3)}, and at most ${least} is refused`;
  }
  return undefined;
}

/** LIGGGHTS works with moduli from 5 MPa on and with ratios from 0 on. */
function refuseMaterials(spec: SimulationSpec, { name }: Pick<Engine, 'name'>, refuse: Refuse): void {
  if (name !== 'liggghts' || spec.law.normal !== 'hertz') return;
  const { bodies, walls } = usedMaterials(spec);
  for (const k of new Set([...bodies, ...walls])) {
    const { youngsModulus = Infinity, poissonsRatio = 0, rigid } = spec.materials[k] ?? {};
    if (rigid !== true && youngsModulus < LEAST_MODULUS) {
      refuse(
        `materials[${k}].youngsModulus`,
        `a modulus of ${youngsModulus} Pa: it takes ${LEAST_MODULUS} Pa and more`,
      );
    }
    if (poissonsRatio < 0) refuse(`materials[${k}].poissonsRatio`, `a ratio of ${poissonsRatio}, below 0`);
  }
}

function refuseShapes(
  spec: SimulationSpec,
  { name, hasSuperquadrics }: Pick<Engine, 'name' | 'hasSuperquadrics'>,
  refuse: Refuse,
): void {
  spec.shapes?.forEach((shape, k) => {
    if ('sphere' in shape || 'clump' in shape) return;
    const path = `shapes[${k}]`;
    if (!('convex' in shape) || shape.convex.kind !== 'superquadric') {
      refuse(path, `"${shape.name}": shapes other than spheres, clumps and superquadrics`);
      return;
    }
    const { n1, n2 } = shape.convex;
    if (name === 'lammps')
      refuse(path, `"${shape.name}": superquadrics; LIGGGHTS has them where it is built with them`);
    else if (!hasSuperquadrics) {
      refuse(
        path,
        `"${shape.name}": superquadrics, which this program is built without; set LIGGGHTS_SUPERQUADRICS to the path ` +
          'of one that is built with them (docs/guide/engines.md)',
      );
    } else if (Math.min(n1, n2) < LEAST_EXPONENT) {
      refuse(path, `"${shape.name}": exponents ${n1} and ${n2}; it takes ${LEAST_EXPONENT} and more`);
    }
  });
}

/** What LIGGGHTS does not do, or does wrong, in a scene with superquadrics. */
function refuseBesideSuperquadrics(spec: SimulationSpec, refuse: Refuse): void {
  const { shapes, meshes, halfSpaces, insertions, domain, law } = spec;
  shapes?.forEach((shape, k) => {
    if ('clump' in shape) refuse(`shapes[${k}]`, `"${shape.name}": clumps in a scene with superquadrics`);
  });
  if ((law.rolling ?? 'none') !== 'none') refuse('law', 'rolling resistance of superquadrics');
  if ((law.cohesion ?? 'none') !== 'none') refuse('law', 'cohesion of superquadrics');
  meshes?.forEach((_, k) => {
    refuse(`meshes[${k}]`, 'meshes beside superquadrics: it counts contacts across edges of coplanar facets twice');
  });
  if (domain === undefined) {
    halfSpaces?.forEach((_, k) => {
      refuse(
        `halfSpaces[${k}]`,
        'half-spaces beside superquadrics in scenes without a domain: they are triangles there',
      );
    });
  }
  if (domain?.periodic?.includes(true) === true) refuse('domain', 'periodic directions in scenes with superquadrics');
  insertions?.forEach((insertion, k) => {
    if (isLater(insertion)) refuse(`insertions[${k}]`, 'bodies that appear after the start, beside superquadrics');
  });
}

type Insertion = NonNullable<SimulationSpec['insertions']>[number];

function isLater({ rate, massRate, from = 0 }: Insertion): boolean {
  return rate !== undefined || massRate !== undefined || from > 0;
}

function refuseBodies(spec: SimulationSpec, { name }: Pick<Engine, 'name'>, refuse: Refuse): void {
  const clumps = new Set(spec.shapes?.filter((shape) => 'clump' in shape).map((shape) => shape.name));
  let body = 0;
  for (const entry of spec.bodies ?? []) {
    if (entry.motion !== undefined) refuse(`bodies[${body}].motion`, 'bodies that follow a motion');
    if (entry.fixed === true && clumps.has(entry.shape)) refuse(`bodies[${body}].fixed`, 'fixed clumps');
    body += countOf(entry);
  }
  spec.insertions?.forEach((insertion, k) => {
    if (insertion.places === 'shapes') refuse(`insertions[${k}].places`, 'free places by true shapes');
    if (insertion.follows !== undefined) refuse(`insertions[${k}].follows`, 'regions that follow a wall');
    if (isLater(insertion) && insertion.shapes.some(({ shape }) => clumps.has(shape))) {
      refuse(`insertions[${k}]`, 'clumps that appear after the start');
    }
  });
  spec.outlets?.forEach(({ follows }, k) => {
    if (follows !== undefined) refuse(`outlets[${k}].follows`, 'regions that follow a wall');
  });
  if ((spec.outlets?.length ?? 0) > 0 && clumps.size > 0) refuse('outlets', 'outlets in scenes with clumps');
  if (body === 0 && (spec.insertions?.length ?? 0) === 0) refuse('bodies', 'scenes without bodies or insertions');
  if (name === 'liggghts' && liggghtsKinds(spec).length > MOST_TYPES) {
    const count = liggghtsKinds(spec).length;
    refuse(
      'law',
      `linear springs for ${count} sizes and materials of bodies: the damping there is one number for each two of ` +
        `them, at most ${MOST_TYPES}; use the law hertz, fewer sizes, or the engine lammps`,
    );
  }
}

function refuseHalfSpaces(spec: SimulationSpec, { name }: Pick<Engine, 'name'>, refuse: Refuse): void {
  spec.halfSpaces?.forEach((wall, k) => {
    const path = `halfSpaces[${k}]`;
    if (wall.servo !== undefined) refuse(`${path}.servo`, 'servo walls');
    if (wall.motion !== undefined && isTimed(wall.motion)) refuse(`${path}.motion`, TIMED);
    if (name === 'lammps') {
      if (wall.surface !== undefined) refuse(`${path}.surface`, 'surfaces that run; LIGGGHTS has them');
      return;
    }
    const problem = liggghtsWallProblem(wall, domainSize(spec));
    const key = wall.motion !== undefined ? '.motion' : wall.surface !== undefined ? '.surface' : '';
    if (problem !== undefined) refuse(`${path}${key}`, problem);
  });
}

function domainSize({ domain }: SimulationSpec): Vector3 | undefined {
  return domain === undefined ? undefined : subtract(vector3(domain.max), vector3(domain.min));
}

function refuseMeshes(spec: SimulationSpec, { name }: Pick<Engine, 'name'>, refuse: Refuse): void {
  spec.meshes?.forEach(({ shape, servo, free, surface, motion, oneSided }, k) => {
    const path = `meshes[${k}]`;
    if (shape !== undefined) refuse(path, 'walls that are shapes; a mesh of facets is possible');
    if (name === 'lammps') {
      refuse(path, 'meshes; LIGGGHTS has them');
      return;
    }
    if (servo !== undefined) refuse(`${path}.servo`, 'servo meshes');
    if (free !== undefined) refuse(`${path}.free`, 'meshes that forces move');
    if (oneSided === true) refuse(`${path}.oneSided`, 'meshes that are touched on one side only');
    if (surface !== undefined) {
      const isPlain =
        surface.velocity !== undefined && surface.rotation === undefined && surface.belt === undefined && !surface.from;
      if (!isPlain || surface.until !== undefined) refuse(`${path}.surface`, 'surfaces other than a constant velocity');
      if (motion !== undefined) refuse(`${path}.surface`, 'surfaces that run on meshes that move');
    }
    if (motion !== undefined) refuseMotion(motion, `${path}.motion`, refuse);
  });
}

const TIMED = 'lists of motions, tables and ramps';

/** Whether a motion has what no engine has. */
function isTimed({ next, table, ramp = 0 }: MotionSpec): boolean {
  return next !== undefined || table !== undefined || ramp > 0;
}

/** Movers of LIGGGHTS: one of three, from the start to the end. */
function refuseMotion(motion: MotionSpec, path: string, refuse: Refuse) {
  const { velocity, rotation, oscillation, from = 0, until } = motion;
  const parts = [velocity, rotation, oscillation].filter((part) => part !== undefined);
  if (isTimed(motion)) refuse(path, TIMED);
  if (parts.length > 1) refuse(path, 'motions that consist of several; use one of velocity, rotation and oscillation');
  if (from > 0 || until !== undefined) refuse(path, 'motions that start or end during the run');
  if ((oscillation?.phase ?? 0) !== 0) refuse(path, 'oscillations with a phase');
}

function pairOf({ materials, pairs = [] }: SimulationSpec, a: number, b: number): number {
  const [first, second] = [materials[a]?.name, materials[b]?.name];
  return pairs.findIndex(({ materials: [x, y] }) => (x === first && y === second) || (x === second && y === first));
}

/** The error that lists them; `details.refusals` has them as plain data. */
export function notOnEngine(refusals: readonly EngineRefusal[], { name }: Pick<Engine, 'name'>): SceneError {
  const title = engineTitle(name);
  const problems = refusals.map(({ path, problem }) => ({ path, problem: `not with ${title}: ${problem}` }));
  const remedy = 'run without --engine';
  const list = problems.map(({ path, problem }) => `${path}: ${problem}`).join('\n');
  return new SceneError('not-on-engine', `${list}\n${remedy}`, { refusals: problems, remedy });
}
