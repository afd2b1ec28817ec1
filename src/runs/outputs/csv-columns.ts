// SPDX-License-Identifier: MIT
/** Reads the value of each quantity of a time series from a snapshot. */

import { type PlaneFlow, planeValue } from '../../analysis/plane-flow.ts';
import type { MeasuredRegion } from '../../analysis/region-quantities.ts';
import { fragmentSizes } from '../../bonds/fragments.ts';
import type { Component, OutputQuantity } from '../../scene/output-quantity.ts';
import { countOf, entryIds, isGroup } from '../../simulation/bodies/body-groups.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import type { StatePart } from '../../simulation/views/simulation-views.ts';
import type { Snapshot } from './snapshot.ts';

/** The cells of one quantity; undefined is a cell without a value, as of a body that has been deleted. */
export type ReadQuantity = (snapshot: Snapshot) => readonly (number | undefined)[];

type Components = Readonly<Partial<Record<Component, number>>>;

/**
 * Ids of the named bodies, of those in `wanted` alone where it is given; bodies without an id get the next free one, as
 * in `Simulation`.
 */
export function idsByName({ bodies = [] }: SimulationSpec, wanted?: readonly string[]): ReadonlyMap<string, number> {
  const ids = new Map<string, number>();
  for (const [first, entry] of entryIds(bodies)) {
    if (entry.name === undefined) continue;
    if (!isGroup(entry)) ids.set(entry.name, first);
    else if (wanted === undefined || wanted.some((name) => name.startsWith(`${entry.name}[`)))
      for (let k = 0; k < countOf(entry); k++) ids.set(`${entry.name}[${k}]`, first + k);
  }
  return ids;
}

function indexOfName(items: readonly { readonly name: string }[] = [], name: string): number {
  return items.findIndex((item) => item.name === name);
}

/** Regions and planes by name; the table that counts crossings of a plane provides them. */
interface MeasuredRegions {
  readonly regions: ReadonlyMap<string, MeasuredRegion>;
  readonly flows: ReadonlyMap<string, PlaneFlow>;
}

export function quantityReader(
  quantity: OutputQuantity,
  spec: SimulationSpec,
  ids: ReadonlyMap<string, number>,
  measured: MeasuredRegions = { regions: new Map(), flows: new Map() },
): ReadQuantity {
  switch (quantity.kind) {
    case 'region': {
      const region = measured.regions.get(quantity.name) ?? { region: 'all' };
      return (snapshot) => snapshot.measured(region, spec).values(quantity.quantity, quantity.component);
    }
    case 'plane': {
      const flow = measured.flows.get(quantity.name);
      return (snapshot) => [flow && planeValue(quantity.quantity, flow.take(snapshot.granular(spec)))];
    }
    case 'energy': {
      const { part } = quantity;
      if (part !== 'total') return ({ energy }) => [energy[part]];
      return ({ energy: { kinetic, rotational, potential, elastic, bondEnergy, fieldEnergy } }) => [
        kinetic + rotational + potential + elastic + bondEnergy + fieldEnergy,
      ];
    }
    case 'overlap':
      return ({ statistics }) => [statistics.maxOverlapRatio];
    case 'count': {
      const { of } = quantity;
      if (of === 'bodies') return ({ simulation }) => [simulation.bodyCount];
      if (of === 'steps') return ({ step }) => [step];
      if (of === 'bonds') return ({ bonds }) => [bonds.count];
      if (of === 'breaks') return ({ simulation }) => [simulation.bondBreaks?.().length];
      if (of === 'fragments') return ({ fragments }) => [fragmentSizes(fragments).length];
      if (of === 'largestFragment') return ({ fragments }) => [fragmentSizes(fragments)[0] ?? 0];
      if (of === 'events') return ({ simulation }) => [simulation.eventCount];
      return ({ statistics }) => [statistics[of]];
    }
    case 'body': {
      const { name, value, components } = quantity;
      const id = ids.get(name) ?? -1;
      return (snapshot) => pick(snapshot.body(id)?.[value], components);
    }
    case 'halfSpace': {
      const index = indexOfName(spec.halfSpaces, quantity.name);
      if (quantity.value === 'position')
        return (snapshot) => pick(snapshot.wallPosition(quantity.name, spec), quantity.components);
      return ({ halfSpaceLoads }) => pick(halfSpaceLoads[index], quantity.components);
    }
    case 'outlet': {
      const { name, value } = quantity;
      const index = indexOfName(spec.outlets, name);
      return ({ simulation }) => [simulation.outlets()[index]?.[value]];
    }
    case 'escaped': {
      const { value } = quantity;
      return ({ simulation }) => [simulation.escapes()[value]];
    }
    case 'insertion': {
      const { name, value } = quantity;
      const index = indexOfName(spec.insertions, name);
      const part = value === 'count' ? 'inserted' : value;
      return ({ simulation }) => [simulation.insertions()[index]?.[part]];
    }
    case 'servo': {
      const { name, value } = quantity;
      return ({ simulation }) => [simulation.servos().find((servo) => servo.name === name)?.[value]];
    }
    case 'joint': {
      const { name, value } = quantity;
      return ({ simulation }) => {
        const joint = simulation.joint?.(name);
        return [value === 'coordinate' ? (joint?.angle ?? joint?.displacement) : joint?.[value]];
      };
    }
    case 'jointLoad': {
      const { name, value, components } = quantity;
      return ({ simulation }) => pick(simulation.joint?.(name)[value], components);
    }
    case 'meshNumber': {
      const index = indexOfName(spec.meshes, quantity.name);
      return ({ meshLoads }) => [meshLoads[index]?.power];
    }
    case 'mesh': {
      const { name, value, components } = quantity;
      const index = indexOfName(spec.meshes, name);
      if (value === 'force' || value === 'moment')
        return ({ meshLoads }) => pick(meshLoads[index]?.[value], components);
      return ({ simulation }) => pick(simulation.meshPose(index)[value], components);
    }
  }
}

/** What the value of a quantity is read from; nothing where the simulation knows it by itself. */
export function partsOf(quantity: OutputQuantity): readonly StatePart[] {
  switch (quantity.kind) {
    case 'region':
    case 'plane':
      return ['bodies', 'contacts'];
    case 'energy':
      return ['energy'];
    case 'body':
      return ['bodies'];
    case 'count':
      if (quantity.of === 'contacts') return ['statistics'];
      return quantity.of === 'fragments' || quantity.of === 'largestFragment' ? ['bodies'] : [];
    case 'halfSpace':
      return quantity.value === 'force' ? ['halfSpaceLoads'] : [];
    case 'mesh':
      return quantity.value === 'force' || quantity.value === 'moment' ? ['contacts'] : [];
    case 'meshNumber':
      return ['contacts'];
    default:
      return [];
  }
}

function pick(vector: Components | undefined, components: readonly Component[]): (number | undefined)[] {
  return components.map((component) => vector?.[component]);
}
