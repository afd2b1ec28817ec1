// SPDX-License-Identifier: MIT
/**
 * Quantities of regions and planes by name: `region.core.stress.zz`, `plane.outlet.massRate`; of a slice without the
 * region: `velocity.x`.
 */
import { PLANE_QUANTITIES, type PlaneQuantity } from '../analysis/plane-flow.ts';
import { REGION_QUANTITIES, type RegionQuantity, regionComponents } from '../analysis/region-quantities.ts';
import { didYouMean, nearestNames } from '../errors/near-names.ts';

/** `columns` are the headings: one, or one for each component. */
export interface SliceQuantity {
  readonly quantity: RegionQuantity;
  readonly component?: string;
  readonly columns: readonly string[];
}

export type MeasuredQuantity =
  | ({ readonly kind: 'region'; readonly name: string } & SliceQuantity)
  | {
      readonly kind: 'plane';
      readonly name: string;
      readonly quantity: PlaneQuantity;
      readonly columns: readonly string[];
    };

/** What messages list. */
export const SLICE_FORMS = REGION_QUANTITIES.join('|');
export const MEASURED_FORMS = [
  `region.NAME.(${SLICE_FORMS})[.component]`,
  `plane.NAME.(${PLANE_QUANTITIES.join('|')})`,
];

const FORM = /^(.*?)(?:\((.*)\))?(?:\[.*\])?$/;

/**
 * `; did you mean x?` of a misspelt quantity, by forms as messages list them: every word of it is near, not the whole
 * alone.
 */
export function nearQuantity(text: string, forms: readonly string[]): string {
  const words = text.split('.');
  const [, own = ''] = words;
  const names = forms.flatMap((form) => {
    const [, head = '', last = ''] = FORM.exec(form) ?? [];
    return last.split('|').map((word) => `${head.replace('NAME', own)}${word}`);
  });
  const isNear = (word: string, i: number): boolean => word === words[i] || nearestNames(words[i], [word]).length > 0;
  return didYouMean(
    text,
    names.filter((name) => name.split('.').every(isNear)),
  );
}

const OF_REGION_OR_PLANE = /^(region|plane)\.([^.]+)\.(.+)$/;

/** A quantity of a region, perhaps one component of it. Undefined when there is none of this name. */
export function sliceQuantity(text: string, heading = text): SliceQuantity | undefined {
  const [word = '', component, ...rest] = text.split('.');
  const quantity = REGION_QUANTITIES.find((each) => each === word);
  if (quantity === undefined || rest.length > 0) return undefined;
  const components = regionComponents(quantity);
  if (component === undefined) {
    const columns = components.length === 0 ? [heading] : components.map((each) => `${heading}.${each}`);
    return { quantity, columns };
  }
  return components.includes(component) ? { quantity, component, columns: [heading] } : undefined;
}

export function measuredQuantity(text: string): MeasuredQuantity | undefined {
  const [, kind, name = '', what = ''] = OF_REGION_OR_PLANE.exec(text) ?? [];
  if (kind === 'region') {
    const found = sliceQuantity(what, text);
    return found && { kind, name, ...found };
  }
  const quantity = PLANE_QUANTITIES.find((each) => each === what);
  return kind === 'plane' && quantity !== undefined ? { kind, name, quantity, columns: [text] } : undefined;
}
