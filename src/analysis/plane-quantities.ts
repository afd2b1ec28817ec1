// SPDX-License-Identifier: MIT
/** What can be asked about a plane, by name. */
import type { Crossings } from './plane-flow.ts';

const KINDS = {
  /** Net, since the beginning. */
  mass: { unit: 'kg', value: ({ mass }: Crossings) => mass },
  count: { unit: '', value: ({ forward, backward }: Crossings) => forward - backward },
  forward: { unit: '', value: ({ forward }: Crossings) => forward },
  backward: { unit: '', value: ({ backward }: Crossings) => backward },
  /** Between the last two moments. */
  massRate: { unit: 'kg/s', value: ({ rate }: Crossings) => rate },
} as const;

export type PlaneQuantity = keyof typeof KINDS;

export const PLANE_QUANTITIES = Object.keys(KINDS) as PlaneQuantity[];

export const planeQuantityUnit = (quantity: PlaneQuantity): string => KINDS[quantity].unit;

export const planeValue = (quantity: PlaneQuantity, crossings: Crossings): number => KINDS[quantity].value(crossings);
