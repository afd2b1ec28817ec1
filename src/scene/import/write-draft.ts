// SPDX-License-Identifier: MIT
/** Writes what was read from an input script as the text of a scene file, with the lines that each entry comes from. */
import { add, distance, length, scale as scaled, type Vector3 } from '../../math/vector.ts';
import { DraftMaterials } from './draft-materials.ts';
import {
  AXES,
  type InputDraft,
  type InputInsertion,
  type InputLaw,
  type InputMesh,
  type InputRegion,
  type InputWall,
  type Sizes,
} from './input-draft.ts';
import type { ScriptCommand } from './input-script.ts';
import { inset, isEmpty } from './read-insertion.ts';
import { quantitiesOf } from './read-outputs.ts';
import { distributionSizes, MOST_DEVIATIONS, smallestAndLargest } from './template-sizes.ts';
import { comment, flow, isMap, quantity, type YamlMap, type YamlValue } from './yaml-lines.ts';

/** Directions whose box follows the bodies are this many times larger in the domain of a scene. */
const FREE_BOX = 10;
/** Solid fraction beyond which spheres placed at random do not all fit; equal ones end at 0.38. */
const DENSEST_AT_RANDOM = 0.33;
/** Random places for a body of an insertion at once, so that all find one up to that fraction. */
const ATTEMPTS = 10_000;
const LONGEST_LINE = 120;
/** Most characters of a command in a comment. */
const LONGEST_COMMAND = 90;

const metres = (value: number): YamlValue => quantity(value, 'm');
const place = ({ x, y, z }: Vector3): YamlValue => [metres(x), metres(y), metres(z)];
const speed = ({ x, y, z }: Vector3): YamlValue => [x, y, z].map((value) => quantity(value, 'm/s'));
const plain = ({ x, y, z }: Vector3): YamlValue => [x, y, z];

/** A name of a scene from one of the input. */
export function cleanName(id: string): string {
  const name = id.replace(/[^A-Za-z0-9_-]/g, '-');
  return /^[A-Za-z]/.test(name) ? name : `n${name}`;
}

export interface Written {
  /** Of the whole script, for comments. */
  readonly commands: ReadonlyMap<number, ScriptCommand>;
  readonly input: string;
  readonly title: string;
}

export class DraftWriter {
  readonly #draft: InputDraft;
  readonly #written: Written;
  readonly #lines: string[] = [];
  readonly #materials: DraftMaterials;
  readonly #law: InputLaw;

  constructor(draft: InputDraft, law: InputLaw, written: Written) {
    this.#draft = draft;
    this.#law = law;
    this.#written = written;
    this.#materials = new DraftMaterials(draft, law);
  }

  /** Reports what only shows once all lines are known, in the remarks of the draft. */
  text(): string {
    this.#head();
    this.#time();
    this.#contacts();
    this.#shapes();
    this.#bodies();
    this.#insertions();
    this.#walls();
    this.#meshes();
    this.#domain();
    this.#outputs();
    return `${this.#lines.join('\n')}\n`;
  }

  #command(line: number): ScriptCommand {
    return this.#written.commands.get(line) ?? { line, words: [], text: '' };
  }

  /** The commands of these lines as comments. */
  #sources(lines: readonly number[], indent = ''): void {
    for (const line of [...new Set(lines)].sort((a, b) => a - b)) {
      if (line <= 0) continue;
      const { text } = this.#command(line);
      const shown = text.length > LONGEST_COMMAND ? `${text.slice(0, LONGEST_COMMAND)} …` : text;
      this.#lines.push(`${indent}# line ${line}: ${shown}`);
    }
  }

  #section(
    name: string,
    entries: readonly (readonly [key: string, value: YamlValue, lines: readonly number[]])[],
  ): void {
    if (entries.length === 0) return;
    this.#lines.push('', `${name}:`);
    for (const [key, value, lines] of entries) {
      this.#sources(lines, '  ');
      this.#entry(key, value);
    }
  }

  /** On one line, or with a line for each of its keys if that is too long. */
  #entry(key: string, value: YamlValue): void {
    const line = `  ${key}: ${flow(value)}`;
    if (line.length <= LONGEST_LINE || !isMap(value)) this.#lines.push(line);
    else {
      const entries = Object.entries(value).filter(([, each]) => each !== undefined);
      this.#lines.push(`  ${key}:`, ...entries.map(([name, each]) => `    ${name}: ${flow(each)}`));
    }
  }

  #head(): void {
    const { input, title } = this.#written;
    this.#lines.push(
      ...comment(
        `Written by \`scree import\` from ${input}; plain numbers and units are SI. The line of the input stands above each entry.`,
      ),
    );
    this.#lines.push(`title: ${flow(title)}`);
  }

  #time(): void {
    const { timeStep, duration, runLines, gravity } = this.#draft;
    this.#lines.push('');
    this.#sources([...(timeStep ? [timeStep.line] : []), ...runLines]);
    const step = timeStep && quantity(timeStep.value, 's');
    this.#lines.push(`time: ${flow({ duration: quantity(duration === 0 ? 1 : duration, 's'), timeStep: step })}`);
    this.#sources(gravity ? [gravity.line] : []);
    const { x, y, z } = gravity?.vector ?? { x: 0, y: 0, z: 0 };
    this.#lines.push(`gravity: ${flow([x, y, z].map((value) => quantity(value, 'm/s2')))}`);
  }

  #contacts(): void {
    const materials = this.#materials;
    const lines = materials.lines;
    this.#lines.push('');
    this.#sources(lines);
    this.#lines.push('materials:');
    for (const [name, value] of Object.entries(materials.materials())) this.#lines.push(`  ${name}: ${flow(value)}`);
    const pairs = materials.pairs();
    if (pairs.length > 0) this.#lines.push('pairs:', ...pairs.map((pair) => `  - ${flow(pair)}`));
    const { normal, tangential, rolling, cohesion, isCut, line } = this.#law;
    this.#sources([line]);
    const isHertz = normal === 'hertz';
    const law = {
      normal: isHertz ? 'hertz' : 'linear',
      tangential: tangential ? (isHertz ? 'mindlin' : 'linear') : undefined,
      attraction: isCut ? 'cut' : 'allowed',
      rolling,
      cohesion: cohesion ? 'sjkr' : undefined,
    };
    this.#lines.push(`law: ${flow(law)}`);
    const { missing, sizeSpread } = materials;
    if (missing.length > 0) {
      const problem = `the law needs ${missing.join(', ')}, which no line before gives`;
      this.#draft.remark('left-out', this.#command(line), problem, 'add the numbers to `materials` and `pairs`');
    }
    if (sizeSpread !== undefined) {
      const [least, most] = sizeSpread.map((radius) => `${(1000 * radius).toPrecision(3)} mm`);
      this.#draft.remark(
        'differs',
        this.#command(line),
        `springs and damping of ${normal} depend on the sizes of the bodies, radii ${least} to ${most}; the scene has ` +
          'those of the mean size',
        'use the law hertz, or a material for each size',
      );
    }
  }

  /** Templates that insertions use. */
  #usedTemplates(): string[] {
    const { usedDistributions, distributions } = this.#draft;
    const ids = usedDistributions.flatMap((id) => distributions.get(id)?.parts ?? []);
    return [...new Set(ids.map(({ template }) => template))];
  }

  #shapes(): void {
    const entries = this.#usedTemplates().flatMap((id) => {
      const template = this.#draft.templates.get(id);
      if (template === undefined) return [];
      const { shape, line } = template;
      const value: YamlMap =
        shape.kind === 'sphere'
          ? { sphere: { radius: metres(referenceRadius(shape.radius)) } }
          : shape.kind === 'superquadric'
            ? { superquadric: { semiAxes: place(shape.semiAxes), n1: shape.n1, n2: shape.n2 } }
            : {
                clump: {
                  spheres: shape.spheres.map(({ centre, radius }) => ({
                    centre: place(centre),
                    radius: metres(radius),
                  })),
                },
              };
      return [[cleanName(id), value, [line]] as const];
    });
    const balls = this.#balls().map(
      (diameter, k) => [ballName(k), { sphere: { radius: metres(0.5 * diameter) } }, []] as const,
    );
    this.#section('shapes', [...entries, ...balls]);
  }

  /** Diameters of the bodies that are given one by one. */
  #balls(): number[] {
    const { bodies, earlierBodies } = this.#draft;
    return [...new Set([...earlierBodies, ...bodies].map(({ diameter }) => diameter))];
  }

  #bodies(): void {
    const { bodies, bodyFiles, frozenTypes, types } = this.#draft;
    const balls = this.#balls();
    const entries: (readonly [string, YamlValue, readonly number[]])[] = bodies.map((body, k) => {
      const { type, diameter, density, position, velocity, lattice, line } = body;
      const value = {
        shape: ballName(balls.indexOf(diameter)),
        material: this.#materials.ofBody(type, density),
        position: place(position),
        velocity: velocity && speed(velocity),
        fixed: frozenTypes.has(type) ? true : undefined,
        lattice: lattice && { count: [...lattice.count], spacing: metres(lattice.spacing) },
      };
      return [`body${k + 1}`, value, [line]];
    });
    bodyFiles.forEach(({ file, line, isRun }, k) => {
      const kinds = Array.from({ length: types }, (_, t) => ({ material: `type${t + 1}` }));
      const value = isRun ? { from: file } : { from: file, shape: { sphere: { radius: metres(1) } }, kinds };
      entries.push([`file${k + 1}`, value, [line]]);
    });
    this.#section('bodies', entries);
  }

  #insertions(): void {
    const entries = this.#draft.insertions.flatMap((insertion) => {
      const value = this.#insertion(insertion);
      return value === undefined ? [] : [[cleanName(insertion.id), value, [insertion.line]] as const];
    });
    this.#section('insertions', entries);
  }

  #insertion(insertion: InputInsertion): YamlMap | undefined {
    const { distribution, isAllIn, count, mass, fraction, rate, massRate, velocity, isTurned, from, until, line } =
      insertion;
    const { largest, meanVolume, shares } = distributionSizes(this.#draft, distribution);
    const region = inset(insertion.region, isAllIn ? largest : 0);
    if (isEmpty(region)) {
      const problem = `the region has no room for bodies of radius ${largest} m that lie wholly in it`;
      this.#draft.remark('left-out', this.#command(line), problem, 'enlarge the region, or add `insertions` yourself');
      return undefined;
    }
    const isAtOnce = rate === undefined && massRate === undefined;
    const number = fraction === undefined ? count : Math.round((fraction * volumeOf(insertion.region)) / meanVolume);
    const filled = isAtOnce && number !== undefined ? (number * meanVolume) / volumeOf(region) : 0;
    if (filled > DENSEST_AT_RANDOM) {
      this.#draft.remark(
        'differs',
        this.#command(line),
        `the bodies fill ${(100 * filled).toFixed(0)} % of the room of their centres; placed at random in any order, ` +
          'fewer may fit than there, where large ones come first',
        'enlarge the region, or compare the number of bodies',
      );
    }
    return {
      shapes: shares.map(({ template: id, share }) => this.#kind(id, shares.length === 1 ? undefined : share)),
      region: regionValue(region),
      // As they compute it: of the whole region, by the mean volume.
      count: number,
      mass: mass === undefined ? undefined : quantity(mass, 'kg'),
      rate: rate === undefined ? undefined : quantity(rate, '/s'),
      massRate: massRate === undefined ? undefined : quantity(massRate, 'kg/s'),
      // Their insertions go on with fewer bodies if there is no room.
      onFull: isAtOnce ? 'accept' : undefined,
      attempts: isAtOnce ? ATTEMPTS : undefined,
      from: from > 0 ? quantity(from, 's') : undefined,
      until: until === undefined || isAtOnce ? undefined : quantity(until, 's'),
      velocity: velocity && speed(velocity),
      randomOrientation: isTurned ? true : undefined,
    };
  }

  #kind(id: string, weight: number | undefined): YamlMap {
    const template = this.#draft.templates.get(id);
    const material = this.#materials.ofBody(template?.type ?? 1, template?.density ?? 0);
    const sizes = template?.shape.kind === 'sphere' ? template.shape.radius : undefined;
    return { shape: cleanName(id), material, weight, scale: sizes && scaleOf(sizes) };
  }

  #walls(): void {
    const inside = this.#insidePoint();
    const entries = this.#draft.walls.map((wall) => {
      const isBelow = wall.at <= inside[wall.axis];
      if (wall.at === inside[wall.axis]) this.#remarkTwoSides(wall);
      const normal = AXES.map((axis) => (axis === wall.axis ? (isBelow ? 1 : -1) : 0));
      const value = {
        normal,
        offset: metres(isBelow ? wall.at : -wall.at),
        material: this.#materials.ofWall(wall.type),
      };
      return [cleanName(wall.id), value, [wall.line]] as const;
    });
    this.#section('halfSpaces', entries);
  }

  #remarkTwoSides({ line }: InputWall): void {
    this.#draft.remark(
      'differs',
      this.#command(line),
      'a plane with bodies on both sides: a half-space of the scene is solid below it',
      'use a mesh in its place',
    );
  }

  /** Where bodies are: planes of the input have two sides, half-spaces one. */
  #insidePoint(): Vector3 {
    const { insertions, bodies, box } = this.#draft;
    const points = [...insertions.map(({ region }) => centreOf(region)), ...bodies.map(({ position }) => position)];
    if (points.length > 0) {
      return scaled(points.reduce(add, { x: 0, y: 0, z: 0 }), 1 / points.length);
    }
    return box === undefined ? { x: 0, y: 0, z: 0 } : scaled(add(box.min, box.max), 0.5);
  }

  #meshes(): void {
    const meshes = [...this.#draft.meshes.values()].filter(({ wallLine }) => wallLine !== undefined);
    const entries: (readonly [string, YamlValue, readonly number[]])[] = meshes.map((mesh) => {
      const lines = [mesh.line, mesh.wallLine ?? 0, mesh.motion?.line ?? 0];
      return [cleanName(mesh.id), this.#mesh(mesh), lines];
    });
    const inside = this.#insidePoint();
    for (const cylinder of this.#draft.cylinders) {
      entries.push([cleanName(cylinder.id), this.#cylinder(cylinder, inside), [cylinder.line]]);
    }
    this.#section('meshes', entries);
  }

  #mesh({ file, scale, type, position, orientation, surface, motion }: InputMesh): YamlMap {
    return {
      file: this.#draft.files.named(file),
      scale: scale === 1 ? undefined : metres(scale),
      material: this.#materials.ofWall(type),
      position: length(position) === 0 ? undefined : place(position),
      orientation,
      motion: motion && {
        velocity: motion.velocity && speed(motion.velocity),
        rotation: motion.rotation && {
          axis: plain(motion.rotation.axis),
          through: place(motion.rotation.through),
          rate: quantity(motion.rotation.rate, 'rad/s'),
        },
        oscillation: motion.oscillation && {
          direction: plain(motion.oscillation.amplitude),
          amplitude: metres(length(motion.oscillation.amplitude)),
          frequency: quantity(motion.oscillation.frequency, 'Hz'),
        },
        from: motion.from > 0 ? quantity(motion.from, 's') : undefined,
        until: motion.until === undefined ? undefined : quantity(motion.until, 's'),
      },
      surface: surface && { velocity: speed(surface) },
    };
  }

  /** Without ends, as in the input; on the side where the bodies are. */
  #cylinder({ radius, axis, centre, type }: InputDraft['cylinders'][number], inside: Vector3): YamlMap {
    const [u = 'x', v = 'y'] = AXES.filter((each) => each !== axis);
    const isOutside = (inside[u] - centre[u]) ** 2 + (inside[v] - centre[v]) ** 2 > radius ** 2;
    return {
      cylinder: { radius: metres(radius) },
      side: isOutside ? 'outside' : undefined,
      material: this.#materials.ofWall(type),
      position: length(centre) === 0 ? undefined : place(centre),
      // From the z axis to that of the cylinder.
      orientation:
        axis === 'z' ? undefined : { axis: axis === 'x' ? [0, 1, 0] : [1, 0, 0], angle: quantity(90, 'deg') },
    };
  }

  #domain(): void {
    const { box, boundary, isLossIgnored } = this.#draft;
    if (box === undefined) return;
    const isFree = AXES.map((_, k) => /^[ms]/.test(boundary.styles[k] ?? 'p'));
    if (isFree.every(Boolean)) return;
    const periodic = AXES.filter((_, k) => boundary.styles[k]?.startsWith('p'));
    const reach = (k: number): number => {
      const axis = AXES[k] ?? 'x';
      return isFree[k] ? FREE_BOX * (box.max[axis] - box.min[axis]) : 0;
    };
    const room = { x: reach(0), y: reach(1), z: reach(2) };
    this.#lines.push('');
    this.#sources([box.line, boundary.line]);
    const hasFixed = boundary.styles.some((style) => style.startsWith('f'));
    const domain = {
      min: place(add(box.min, scaled(room, -1))),
      max: place(add(box.max, room)),
      periodic: periodic.length === 0 ? undefined : periodic,
      onEscape: hasFixed && isLossIgnored ? 'delete' : undefined,
    };
    this.#lines.push(`domain: ${flow(domain)}`);
  }

  #outputs(): void {
    const { outputs, timeStep } = this.#draft;
    const step = timeStep?.value;
    if (step === undefined || (outputs.vtk === undefined && outputs.thermo === undefined)) return;
    this.#lines.push('', 'outputs:');
    this.#sources(outputs.lines, '  ');
    const every = (steps: number): YamlValue => quantity(steps * step, 's');
    if (outputs.vtk !== undefined) {
      const contacts = outputs.contacts === true ? true : undefined;
      this.#lines.push(`  vtk: ${flow({ every: every(outputs.vtk), contacts })}`);
      this.#lines.push(`  trajectory: ${flow({ every: every(outputs.vtk) })}`);
    }
    if (outputs.thermo === undefined) return;
    const { known, unknown } = quantitiesOf(this.#draft);
    if (unknown.length > 0) {
      const line =
        outputs.lines.find((each) => this.#command(each).words[0] === 'thermo_style') ?? outputs.lines[0] ?? 1;
      const remedy = 'see the quantities of tables; energy.elastic, region.NAME.… and others may serve';
      this.#draft.remark('differs', this.#command(line), `the columns ${unknown.join(' ')} of the table`, remedy);
    }
    const quantities = known.length === 0 ? ['count.bodies'] : known;
    this.#lines.push(`  csv: ${flow({ thermo: { every: every(outputs.thermo), quantities } })}`);
  }
}

const ballName = (number: number): string => `ball${number + 1}`;

/** The size to which the factors of a distribution refer. */
function referenceRadius(sizes: Sizes): number {
  if (sizes.kind === 'constant') return sizes.value;
  return sizes.kind === 'uniform' ? 0.5 * (sizes.least + sizes.largest) : sizes.mean;
}

function scaleOf(sizes: Sizes): YamlMap | undefined {
  if (sizes.kind === 'constant') return undefined;
  const reference = referenceRadius(sizes);
  const [least, most] = smallestAndLargest(sizes);
  if (sizes.kind === 'uniform') return { uniform: [least / reference, most / reference] };
  const deviation = sizes.deviation / reference;
  return { normal: { mean: 1, deviation, min: least / reference, max: 1 + MOST_DEVIATIONS * deviation } };
}

function regionValue(region: InputRegion): YamlMap {
  if (region.kind === 'block') return { box: { min: place(region.min), max: place(region.max) } };
  if (region.kind === 'sphere') return { sphere: { centre: place(region.centre), radius: metres(region.radius) } };
  return { cylinder: { from: place(region.from), to: place(region.to), radius: metres(region.radius) } };
}

function centreOf(region: InputRegion): Vector3 {
  if (region.kind === 'sphere') return region.centre;
  const [a, b] = region.kind === 'block' ? [region.min, region.max] : [region.from, region.to];
  return scaled(add(a, b), 0.5);
}

function volumeOf(region: InputRegion): number {
  if (region.kind === 'block')
    return AXES.reduce((product, axis) => product * (region.max[axis] - region.min[axis]), 1);
  const area = Math.PI * region.radius ** 2;
  return region.kind === 'sphere' ? (4 / 3) * area * region.radius : area * distance(region.from, region.to);
}
