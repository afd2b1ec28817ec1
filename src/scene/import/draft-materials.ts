// SPDX-License-Identifier: MIT
/**
 * Materials of a scene from the atom types of an input. A type is a material; with linear springs a wall has one of its
 * own, since the spring of an input then depends on the masses, and a type whose bodies have several densities has
 * several. Numbers between different materials are written as pairs.
 */
import { type Attraction, dampingRatio, restitutionOf } from '../../contact-laws/damping-ratio.ts';
import { power } from '../../math/elementary.ts';
import { massOfSphere } from '../../simulation/set-up.ts';
import type { InputDraft, InputLaw } from './input-draft.ts';
import { distributionSizes, templateSize } from './template-sizes.ts';
import { quantity, type YamlMap } from './yaml-lines.ts';

export interface DraftMaterial {
  readonly name: string;
  readonly type: number;
  /** kg/m3; undefined for walls. */
  readonly density: number | undefined;
}

/** Density of materials that only walls have, kg/m3; nothing depends on it. */
const WALL_DENSITY = 1000;

interface BodySize {
  readonly type: number;
  readonly density: number;
  /** Of the sphere with the mean volume. */
  readonly radius: number;
  readonly share: number;
}

/** Sizes of all bodies of the draft, with their shares by number within each entry. */
function bodySizes(draft: InputDraft): BodySize[] {
  const inserted = draft.usedDistributions.flatMap((distribution) =>
    distributionSizes(draft, distribution).shares.flatMap(({ template: id, share }) => {
      const template = draft.templates.get(id);
      if (template === undefined) return [];
      const radius = power((0.75 * templateSize(template).meanVolume) / Math.PI, 1 / 3);
      return [{ type: template.type, density: template.density, radius, share }];
    }),
  );
  const given = [...draft.earlierBodies, ...draft.bodies].map(({ type, density, diameter }) => ({
    type,
    density,
    radius: 0.5 * diameter,
    share: 1,
  }));
  return [...inserted, ...given];
}

export class DraftMaterials {
  readonly all: readonly DraftMaterial[];
  readonly #draft: InputDraft;
  readonly #law: InputLaw;
  readonly #sizes: readonly BodySize[];

  constructor(draft: InputDraft, law: InputLaw) {
    this.#draft = draft;
    this.#law = law;
    this.#sizes = bodySizes(draft);
    const materials: DraftMaterial[] = [];
    for (const { type, density } of this.#sizes) {
      if (materials.some((each) => each.type === type && each.density === density)) continue;
      const before = materials.filter((each) => each.type === type).length;
      materials.push({ name: before === 0 ? `type${type}` : `type${type}-${before + 1}`, type, density });
    }
    // Bodies of files: the file has types, not densities of materials.
    const hasFile = draft.bodyFiles.some(({ isRun }) => !isRun);
    for (let type = 1; hasFile && type <= draft.types; type++) {
      if (!materials.some((each) => each.type === type))
        materials.push({ name: `type${type}`, type, density: WALL_DENSITY });
    }
    const meshes = [...draft.meshes.values()].filter(({ wallLine }) => wallLine !== undefined);
    for (const { type } of [...draft.walls, ...draft.cylinders, ...meshes]) {
      const isThere = materials.some((each) => each.type === type && (!this.#isLinear || each.density === undefined));
      if (!isThere) materials.push({ name: this.#isLinear ? `wall${type}` : `type${type}`, type, density: undefined });
    }
    this.all = materials;
  }

  get #isLinear(): boolean {
    return this.#law.normal !== 'hertz';
  }

  ofBody(type: number, density: number): string {
    return this.all.find((each) => each.type === type && each.density === density)?.name ?? `type${type}`;
  }

  ofWall(type: number): string {
    const own = this.all.filter((each) => each.type === type);
    return (own.find(({ density }) => density === undefined) ?? own[0])?.name ?? `type${type}`;
  }

  /** Lines of the input that the numbers come from. */
  get lines(): number[] {
    return [...this.#draft.properties.values()].map(({ line }) => line);
  }

  materials(): YamlMap {
    return Object.fromEntries(
      this.all.map((material) => {
        const { name, type, density } = material;
        const isWall = density === undefined;
        const [modulus, ratio] = [this.#peratom('youngsModulus', type), this.#peratom('poissonsRatio', type)];
        const elastic = this.#isLinear
          ? {}
          : { youngsModulus: modulus && quantity(modulus, 'Pa'), poissonsRatio: ratio };
        const value = {
          density: quantity(density ?? WALL_DENSITY, 'kg/m3'),
          ...elastic,
          // Walls touch bodies only, and pairs have the numbers of these contacts.
          ...(isWall ? {} : this.#between(material, material)),
        };
        return [name, value];
      }),
    );
  }

  /** Numbers of two different materials, of which one at least is that of bodies. */
  pairs(): YamlMap[] {
    const pairs: YamlMap[] = [];
    this.all.forEach((a, k) => {
      for (const b of this.all.slice(k + 1)) {
        if (a.density === undefined && b.density === undefined) continue;
        if (a.type === b.type && !this.#isLinear) continue;
        pairs.push({ materials: [a.name, b.name], ...this.#between(a, b) });
      }
    });
    return pairs;
  }

  #peratom(name: string, type: number): number | undefined {
    return this.#draft.properties.get(name)?.values[type - 1];
  }

  #perpair(name: string, a: DraftMaterial, b: DraftMaterial): number | undefined {
    return this.#draft.properties.get(name)?.values[(a.type - 1) * this.#draft.types + b.type - 1];
  }

  #between(a: DraftMaterial, b: DraftMaterial): YamlMap {
    const { tangential, rolling, cohesion } = this.#law;
    const sticking = cohesion ? this.#perpair('cohesionEnergyDensity', a, b) : undefined;
    return {
      ...(this.#isLinear ? this.#linear(a, b) : { restitution: this.#restitution(this.#number(a, b)) }),
      friction: tangential ? this.#perpair('coefficientFriction', a, b) : undefined,
      rollingFriction: rolling && this.#perpair('coefficientRollingFriction', a, b),
      rollingDamping: rolling === 'epsd' ? this.#perpair('coefficientRollingViscousDamping', a, b) : undefined,
      cohesion: sticking && quantity(sticking, 'Pa'),
    };
  }

  #number(a: DraftMaterial, b: DraftMaterial): number {
    return this.#perpair('coefficientRestitution', a, b) ?? 1;
  }

  get #attraction(): Attraction {
    return this.#law.isCut ? 'cut' : 'allowed';
  }

  /** LIGGGHTS computes damping for a contact that may attract; where that is cut, bodies rebound faster. */
  #restitution(number: number): number {
    return this.#law.isCut ? restitutionOf(dampingRatio(number, 'allowed'), 'cut') : number;
  }

  /** Springs of hooke and hooke/stiffness between the mean bodies of two materials. */
  #linear(a: DraftMaterial, b: DraftMaterial): YamlMap {
    const { radius, mass } = this.#effective(a, b);
    if (this.#law.normal === 'hooke') {
      const speed = this.#draft.properties.get('characteristicVelocity')?.values[0] ?? 1;
      const modulus = this.#modulus(a, b);
      const base = (16 / 15) * Math.sqrt(radius) * modulus;
      const stiffness = base * power((mass * speed ** 2) / base, 0.2);
      // Both springs of this model are equally stiff.
      const ratio = this.#law.tangential ? 1 : undefined;
      const restitution = this.#restitution(this.#number(a, b));
      return { stiffness: quantity(stiffness, 'N/m'), tangentialStiffnessRatio: ratio, restitution };
    }
    const stiffness = this.#perpair('kn', a, b) ?? 0;
    const name = this.#law.isAbsolute ? 'gamman_abs' : 'gamman';
    const damping = (this.#perpair(name, a, b) ?? 0) * (this.#law.isAbsolute ? 1 : mass);
    const kt = this.#perpair('kt', a, b);
    return {
      stiffness: quantity(stiffness, 'N/m'),
      tangentialStiffnessRatio: this.#law.tangential && kt !== undefined ? kt / stiffness : undefined,
      restitution: restitutionOf(damping / (2 * Math.sqrt(stiffness * mass)), this.#attraction),
    };
  }

  /** E* of two types. */
  #modulus(a: DraftMaterial, b: DraftMaterial): number {
    const compliance = [a, b].reduce((sum, { type }) => {
      const ratio = this.#peratom('poissonsRatio', type) ?? 0;
      return sum + (1 - ratio ** 2) / (this.#peratom('youngsModulus', type) ?? Number.NaN);
    }, 0);
    return 1 / compliance;
  }

  #effective(a: DraftMaterial, b: DraftMaterial): { readonly radius: number; readonly mass: number } {
    const [first, second] = [this.#meanBody(a), this.#meanBody(b)];
    return { radius: 1 / (1 / first.radius + 1 / second.radius), mass: 1 / (1 / first.mass + 1 / second.mass) };
  }

  #meanBody(material: DraftMaterial): { readonly radius: number; readonly mass: number } {
    if (material.density === undefined) return { radius: Infinity, mass: Infinity };
    const own = this.#sizes.filter(({ type, density }) => type === material.type && density === material.density);
    const total = own.reduce((sum, { share }) => sum + share, 0);
    const radius = own.reduce((sum, each) => sum + (each.share / total) * each.radius, 0);
    return { radius, mass: massOfSphere(radius, material.density) };
  }

  /** Smallest and largest radius where springs depend on the size; undefined for one size, and with hertz. */
  get sizeSpread(): readonly [number, number] | undefined {
    if (!this.#isLinear || this.#sizes.length === 0) return undefined;
    const radii = this.#sizes.map(({ radius }) => radius);
    const [least, most] = [Math.min(...radii), Math.max(...radii)];
    return least === most ? undefined : [least, most];
  }

  /** Numbers that the law needs and the input does not have. */
  get missing(): string[] {
    const needed =
      this.#law.normal === 'hooke/stiffness'
        ? ['kn', this.#law.isAbsolute ? 'gamman_abs' : 'gamman', ...(this.#law.tangential ? ['kt'] : [])]
        : ['youngsModulus', 'poissonsRatio', 'coefficientRestitution'];
    if (this.#law.normal === 'hooke') needed.push('characteristicVelocity');
    if (this.#law.tangential) needed.push('coefficientFriction');
    if (this.#law.rolling !== undefined) needed.push('coefficientRollingFriction');
    if (this.#law.rolling === 'epsd') needed.push('coefficientRollingViscousDamping');
    if (this.#law.cohesion) needed.push('cohesionEnergyDensity');
    return needed.filter((name) => !this.#draft.properties.has(name));
  }
}
