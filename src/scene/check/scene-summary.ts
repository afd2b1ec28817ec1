// SPDX-License-Identifier: MIT
/** Summary of a scene in a few lines, so that a person can check the input. */

import { sizeRange } from '../../bodies/insertion/size-distribution.ts';
import { FIELD_KINDS, type FieldSpec, isGrid } from '../../fields/field-spec.ts';
import { toTriple, type Vector3Like, vector3 } from '../../math/vector.ts';
import { WALL_SHAPES, type WallShapeSpec, wallNumbers } from '../../shapes/walls/wall-shape.ts';
import type {
  BodyShapeSpec,
  ContactLawSpec,
  DomainSpec,
  InsertionSpec,
  MaterialSpec,
  MeshSpec,
  OutletSpec,
  SimulationSpec,
} from '../../simulation/simulation-spec.ts';
import { MOST_BYTES } from '../../simulation/time-loop/step-memory.ts';
import { wallImages } from '../../simulation/touches/wall-images.ts';
import { formatColumnValue } from '../column-unit.ts';
import {
  formatBytes,
  formatCount,
  formatNumber,
  formatPercent,
  formatPower,
  formatSi,
  formatTime,
  formatTimeRange,
} from '../format-quantity.ts';
import type { Scene } from '../scene.ts';
import { bodySizeOf } from './body-size.ts';
import { type Estimates, estimates } from './estimates.ts';
import { eventLines } from './event-summary.ts';
import { fillingBodies, fillingTime } from './filling-time.ts';
import { otherLaw, stiffnessUnit } from './other-law.ts';
import type { RunTime } from './run-time.ts';
import type { Trial } from './trial-run.ts';

const LABEL_WIDTH = 14;
const MOST_LISTED = 12;

type Line = readonly [label: string, text: string];

const plural = (count: number, word: string): string =>
  `${formatCount(count)} ${count === 1 ? word : word.replace(/y$/, 'ie').concat('s')}`;

function kindOf(shape: BodyShapeSpec): string {
  if ('sphere' in shape) return 'sphere';
  if ('clump' in shape) return `clump of ${plural(shape.clump.spheres.length, 'sphere')}`;
  return 'compound' in shape ? `compound of ${plural(shape.compound.pieces.length, 'piece')}` : shape.convex.kind;
}

const triple = (v: Vector3Like, unit: string): string =>
  `(${toTriple(vector3(v))
    .map((each) => formatNumber(each))
    .join(', ')})${unit === '' ? '' : ` ${unit}`}`;

/** The first dozen, and how many more. */
function limited(items: readonly string[]): string[] {
  const more = items.length - MOST_LISTED;
  return more > 0 ? [...items.slice(0, MOST_LISTED), `and ${formatCount(more)} more`] : [...items];
}

function formatStiffness(stiffness: number, law: ContactLawSpec): string {
  const unit = stiffnessUnit(law);
  if (unit === undefined) return formatNumber(stiffness);
  return unit === 'N/m' ? formatSi(stiffness, unit) : `${formatPower(stiffness)} ${unit}`;
}

function materialText(material: MaterialSpec, law: ContactLawSpec): string {
  const { name, density, youngsModulus, stiffness, friction, restitution, rollingFriction, cohesion, rigid } = material;
  const parts = [`${formatNumber(density)} kg/m3`];
  if (youngsModulus !== undefined) parts.push(`E ${formatSi(youngsModulus, 'Pa')}`);
  if (stiffness !== undefined) parts.push(`stiffness ${formatStiffness(stiffness, law)}`);
  if (friction !== undefined) parts.push(`friction ${formatNumber(friction)}`);
  if (restitution !== undefined) parts.push(`restitution ${formatNumber(restitution)}`);
  if (rollingFriction !== undefined) parts.push(`rolling friction ${formatNumber(rollingFriction)}`);
  if (cohesion !== undefined) parts.push(`cohesion ${formatSi(cohesion, law.cohesion === 'sjkr' ? 'Pa' : 'J/m2')}`);
  if (rigid === true) parts.push('rigid');
  return `${name}: ${parts.join(', ')}`;
}

function shapeText(shape: BodyShapeSpec): string {
  const { ballRadius, smallestRadius } = bodySizeOf(shape);
  if ('sphere' in shape) return `${shape.name}: sphere, radius ${formatSi(ballRadius, 'm')}`;
  return (
    `${shape.name}: ${kindOf(shape)}, smallest radius ${formatSi(smallestRadius, 'm')}, within a ball of ` +
    `${formatSi(ballRadius, 'm')}`
  );
}

function lawText({
  normal,
  tangential = 'none',
  attraction = 'cut',
  rolling = 'none',
  twisting = 'none',
  cohesion = 'none',
  module,
}: ContactLawSpec): string {
  if (module !== undefined) return `module ${module}`;
  const parts = [`normal ${normal}`, `tangential ${tangential}`, `attraction ${attraction}`];
  if (rolling !== 'none') parts.push(`rolling ${rolling}`);
  if (twisting !== 'none') parts.push(`twisting ${twisting}`);
  if (cohesion !== 'none') parts.push(`cohesion ${cohesion}`);
  return parts.join(', ');
}

function lawLines(simulation: SimulationSpec): Line[] {
  const other = otherLaw(simulation);
  return [['law', lawText(simulation.law)], ...(other === undefined ? [] : [['other law', other] as const])];
}

function insertionText({ name, shapes, from = 0, until, ...amounts }: InsertionSpec): string {
  const { count, mass, porosity, rate, massRate, fill } = amounts;
  const kinds = shapes.map(({ shape, scale }) => {
    const { smallest, largest } = sizeRange(scale);
    if (smallest === 1 && largest === 1) return shape;
    return `${shape} scaled by ${formatNumber(smallest)}${largest > smallest ? ` to ${formatNumber(largest)}` : ''}`;
  });
  const number = [
    ...(count === undefined ? [] : [formatCount(count)]),
    ...(mass === undefined ? [] : [`${formatNumber(mass)} kg`]),
    ...(porosity === undefined ? [] : [`to porosity ${formatNumber(porosity)}`]),
    ...(rate === undefined ? [] : [`${formatNumber(rate)} a second`]),
    ...(massRate === undefined ? [] : [`${formatNumber(massRate)} kg/s`]),
  ];
  if (fill !== undefined) {
    const where = fill.mesh === undefined ? Object.keys(amounts.region).join() : `mesh ${fill.mesh}`;
    return `${name}: fills a fraction ${formatNumber(fill.fraction)} of its ${where}: ${kinds.join(', ')}`;
  }
  const start = (rate ?? massRate) === undefined ? `at ${formatTime(from)}` : `from ${formatTime(from)}`;
  const end = until === undefined ? '' : ` until ${formatTime(until)}`;
  return `${name}: ${number.join(', ')} ${start}${end}: ${kinds.join(', ')}`;
}

function outletText({ name, region, shapes, materials }: OutletSpec): string {
  const kinds = [...(shapes ?? []), ...(materials ?? []).map((material) => `of ${material}`)];
  return `${name}: ${Object.keys(region).join()}, takes ${kinds.length === 0 ? 'all bodies' : kinds.join(', ')}`;
}

/** What is filled before the first step, and about how long that takes. */
function fillingLines(simulation: SimulationSpec): Line[] {
  const filled = (simulation.insertions ?? []).filter(({ fill }) => fill !== undefined);
  if (filled.length === 0) return [];
  const bodies = filled.reduce((sum, insertion) => sum + fillingBodies(insertion, simulation), 0);
  const time = formatTime(Number(fillingTime(simulation).toPrecision(1)));
  return [['filling', `about ${formatCount(bodies)} bodies before the first step, in about ${time} of CPU time`]];
}

function bodyLines({ simulation }: Scene, { bodiesAtStart, bodiesInserted, elements }: Estimates): Line[] {
  const { insertions = [], outlets = [] } = simulation;
  const inserted = bodiesInserted === 0 ? '' : `, ${formatCount(bodiesInserted)} inserted`;
  const total = bodiesAtStart + bodiesInserted;
  const parts = elements === total ? '' : `, ${formatCount(elements)} spheres and convex pieces`;
  const lines = [
    ...insertions.map((insertion): Line => ['insertion', insertionText(insertion)]),
    ...fillingLines(simulation),
    ...outlets.map((outlet): Line => ['outlet', outletText(outlet)]),
  ];
  return [['bodies', `${formatCount(bodiesAtStart)} at the start${inserted}${parts}`], ...lines];
}

function fieldText(field: FieldSpec): string {
  const { name, fluid } = field;
  if (fluid === undefined) return `${name}: ${FIELD_KINDS.find((kind) => field[kind] !== undefined)}`;
  const { density, viscosity, drag = 'schiller-naumann', velocity } = fluid;
  const flow = velocity === undefined ? 'at rest' : isGrid(velocity) ? 'flow on a grid' : 'flow by expressions';
  return `${name}: fluid of ${formatNumber(density)} kg/m3, ${formatSi(viscosity, 'Pa s')}, ${flow}, drag ${drag}`;
}

function bondLines({ bonds = [] }: SimulationSpec, trial: Trial | undefined): Line[] {
  const lines = bonds.map(({ name = '', at = 0, onContact, walls, list }, k) => {
    const made = trial?.bonds?.[k];
    const what = walls === undefined ? (list === undefined ? '' : ', listed') : `, to ${walls.join(', ')}`;
    const isLater = at > 0 || onContact === true;
    const when =
      onContact === true ? `${at > 0 ? `from ${formatTime(at)} on, ` : ''}when bodies touch` : `at ${formatTime(at)}`;
    return `${name}: ${isLater ? when : made === undefined ? 'at the start' : `${formatCount(made)} at the start`}${what}`;
  });
  return limited(lines).map((text) => ['bonds', text]);
}

function spaceLines({ simulation: { domain, gravity, halfSpaces = [], meshes = [], fields = [] } }: Scene): Line[] {
  const lines: Line[] = [['gravity', triple(gravity, 'm/s2')]];
  const walls = [
    ...(halfSpaces.length > 0 ? [plural(halfSpaces.length, 'half-space')] : []),
    ...meshes.map((wall) => {
      const { name, mesh, shape, motion } = wall;
      const moving = motion === undefined ? '' : ', moving';
      if (shape !== undefined) return `${name}: ${wallText({ ...wall, shape }, domain)}${moving}`;
      const facets = plural(mesh.facetOffsets.length - 1, 'facet');
      return `${name}: mesh of ${facets}, ${formatSi(mesh.extent, 'm')} large${moving}`;
    }),
  ];
  for (const wall of limited(walls)) lines.push(['wall', wall]);
  for (const field of limited(fields.map(fieldText))) lines.push(['field', field]);
  if (domain !== undefined) {
    const { min, max, periodic = [false, false, false], onEscape = 'stop' } = domain;
    const axes = ['x', 'y', 'z'].filter((_, i) => periodic[i]);
    const sides =
      axes.length === 0 ? `${onEscape} on escape` : `periodic in ${axes.join(', ')}; else ${onEscape} on escape`;
    lines.push(['domain', `${triple(min, '')} to ${triple(max, 'm')}, ${sides}`]);
  }
  return lines;
}

/** A wall that is a shape, in words. */
function wallText(wall: MeshSpec & { readonly shape: WallShapeSpec }, domain: DomainSpec | undefined): string {
  const { shape } = wall;
  const kind = WALL_SHAPES.find((each) => each in shape);
  const sizes = wallNumbers(shape).map(([name, value]) => `${name.split('.').pop()} ${formatSi(value, 'm')}`);
  const openings = shape.open === undefined ? '' : `, open: ${shape.open}`;
  const endless = wallImages(wall, domain).continued.map((axis) => ['x', 'y', 'z'][axis]);
  const ends = endless.length === 0 ? '' : `, without ends along ${endless.join(' and ')}`;
  return `${kind} without facets, ${sizes.join(', ')}, ${shape.side}${openings}${ends}`;
}

function timeLines(
  { simulation: { timeStep }, duration, stages, criticalTimeStep: critical }: Scene,
  { steps }: Estimates,
): Line[] {
  const most = stages?.some(({ condition }) => condition !== undefined) ? 'at most ' : '';
  const others = new Set((stages ?? []).map((stage) => stage.timeStep));
  const size = others.size > 1 ? 'different lengths, see the stages' : formatSi(timeStep, 's');
  const lines: Line[] = [['time', `${most}${formatTime(duration)} in ${plural(steps, 'step')} of ${size}`]];
  if (critical !== undefined) {
    const part = formatPercent(timeStep / critical.seconds);
    lines.push(['critical step', `${formatSi(critical.seconds, 's')}: ${critical.reason}; the step is ${part} of it`]);
  }
  return lines;
}

/** One line a stage: how long, and what it changes. */
function stageLines({ stages = [] }: Scene): Line[] {
  const stepsDiffer = stages.some(({ timeStep }) => timeStep !== stages[0]?.timeStep);
  return stages.map(({ name, longest, shortest, condition, change, outputs, timeStep }) => {
    const changed = [...Object.keys(change), ...(Object.keys(outputs).length > 0 ? ['outputs'] : [])];
    const step = stepsDiffer ? `steps of ${formatSi(timeStep, 's')}, ` : '';
    const sets = step + (changed.length === 0 ? 'changes nothing' : `sets ${changed.join(', ')}`);
    if (condition === undefined) return ['stage', `${name}: ${formatTime(longest)}; ${sets}`];
    const [column = ''] = condition.quantity.columns;
    const bound = formatColumnValue(condition.value, column);
    const least = shortest > 0 ? `at least ${formatTime(shortest)}, ` : '';
    const until = `until ${column} is ${condition.comparison} ${bound}`;
    return ['stage', `${name}: ${until}, ${least}at most ${formatTime(longest)}; ${sets}`];
  });
}

/** Fewer bodies take less memory than the rest of a simulation. */
const MANY_BODIES = 1000;

function outputLines(
  { outputs: { vtk, trajectory, contacts, events, csv, analysis }, checkpoints }: Scene,
  { memory, outputs, bodiesAtStart, bodiesInserted }: Estimates,
): Line[] {
  const written = [
    ...(vtk ? [`vtk every ${formatTime(vtk.every)}`] : []),
    ...(trajectory ? [`trajectory every ${formatTime(trajectory.every)}`] : []),
    ...(contacts ? [`contacts.csv every ${formatTime(contacts.every)}`] : []),
    ...(events ? ['events.csv'] : []),
    ...[...csv, ...analysis.profiles].map(({ name, every }) => `${name}.csv every ${formatTime(every)}`),
    ...(analysis.forceChains ? [`force chains every ${formatTime(analysis.forceChains.every)}`] : []),
  ];
  const bodies = bodiesAtStart + bodiesInserted;
  const share =
    bodies < MANY_BODIES
      ? ''
      : `, ${formatCount(memory / bodies)} bytes a body; a simulation on the CPU has at most ${formatBytes(MOST_BYTES)}`;
  const lines: Line[] = [['memory', `about ${formatBytes(memory)}${share}`]];
  lines.push(['outputs', written.length === 0 ? 'none' : `${written.join(', ')}: about ${formatBytes(outputs)}`]);
  if (checkpoints !== undefined) {
    const { every, everyWallTime, keep } = checkpoints;
    const when = [
      ...(every === undefined ? [] : [`every ${formatTime(every)} of simulated time`]),
      ...(everyWallTime === undefined ? [] : [`every ${formatTime(everyWallTime)} on the clock`]),
    ];
    lines.push(['checkpoints', `${when.join(', ')}; ${formatCount(keep)} kept`]);
  }
  return lines;
}

function runTimeText(time: RunTime | undefined, { elementSteps }: Estimates): string {
  const sum = `${formatCount(Number(elementSteps.toPrecision(3)))} particle-steps, outputs not counted`;
  if (time === undefined) return `not known: ${sum}`;
  const filling = time.filling === undefined ? '' : ` after about ${formatTime(time.filling)} of filling`;
  return `${formatTimeRange(time.least, time.most)} on this machine${filling}, estimated: ${sum}`;
}

function autoText(threads: number | undefined): string {
  return `threads auto${threads === undefined ? '' : `: ${formatCount(threads)} here`}`;
}

export function summaryLine(label: string, text: string): string {
  return `  ${label.padEnd(LABEL_WIDTH)}${text}\n`;
}

/** Measurements on this machine. */
export interface Measured {
  readonly trial: Trial;
  /** Undefined if unknown. */
  readonly runTime: RunTime | undefined;
  /** Number of threads; the result of `auto` on this machine. */
  readonly threads: number;
}

/** Lines with a label each, terminated by a line break. Without a measurement there is no run time. */
export function sceneSummary(scene: Scene, measured?: Measured): string {
  const { simulation, title } = scene;
  const { materials, shapes = [], pairs = [], threads = 1, seed = 1 } = simulation;
  const threadText = threads === 'auto' ? autoText(measured?.threads) : plural(threads, 'thread');
  const expected = estimates(scene);
  const lines: Line[] = [
    ...bodyLines(scene, expected),
    ...limited(shapes.map(shapeText)).map((text): Line => ['shape', text]),
    ...limited(materials.map((material) => materialText(material, simulation.law))).map(
      (text): Line => ['material', text],
    ),
    ...(pairs.length > 0 ? ([['pairs', pairs.map((pair) => pair.materials.join('-')).join(', ')]] as const) : []),
    ...(scene.events === undefined ? lawLines(simulation) : []),
    ...spaceLines(scene),
    ...bondLines(simulation, measured?.trial),
    ...(scene.events === undefined ? timeLines(scene, expected) : eventLines(scene, measured?.trial)),
    ...stageLines(scene),
    ...outputLines(scene, expected),
    ...(scene.events === undefined ? [['run', `${threadText}, seed ${seed}`] as const] : []),
    ...(measured === undefined || scene.events !== undefined
      ? []
      : ([['run time', runTimeText(measured.runTime, expected)]] as const)),
  ];
  return `${title}\n${lines.map(([label, text]) => summaryLine(label, text)).join('')}`;
}
