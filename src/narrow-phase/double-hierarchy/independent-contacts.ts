// SPDX-License-Identifier: MIT
/**
 * Which of the contacts with features of a mesh are contacts of the body? Each feature speaks for its own tangent cone; where the mesh
 * is convex, as at the rim of a table, several speak of one overlap, and moving the body out at one of them ends the others too.
 */
import { dot, length, scale, subtract } from '../../math/vector.ts';
import type { BodyAtMesh } from './body-at-mesh.ts';
import { type FeatureContact, SAME_NORMAL_SINE } from './feature-contact.ts';

/** Overlap that counts as none, relative to the body: what curved bodies are answered to. */
const TOUCH_TOLERANCE = 1e-8;

const RANK = { f: 0, e: 1, v: 2 } as const;

export function independentContacts(body: BodyAtMesh, all: readonly FeatureContact[]): FeatureContact[] {
  const found = withoutRepeats(all);
  if (found.length < 2 || found.every(({ distance }) => distance >= 0)) return found;
  return undominated(body, found);
}

/** An edge or vertex touched along the normal of a facet or edge that it bounds, and which is touched too, is the same contact. */
function withoutRepeats(all: readonly FeatureContact[]): FeatureContact[] {
  return all.filter(
    (each) =>
      !all.some(
        (other) =>
          RANK[other.feature] < RANK[each.feature] &&
          other.patches.every((patch) => each.patches.includes(patch)) &&
          dot(other.normal, each.normal) > 0 &&
          length(subtract(other.normal, each.normal)) <= SAME_NORMAL_SINE,
      ),
  );
}

/**
 * One contact rules another when moving the body out along its normal ends the overlap there as well, without having moved it out along
 * the other's own normal: the body then leaves the other feature sideways, and that feature was never what held it. Of two that rule
 * each other the shallower stays, which is the minimum translation.
 */
function undominated(body: BodyAtMesh, found: readonly FeatureContact[]): FeatureContact[] {
  const components = componentsOf(body);
  const tolerance = TOUCH_TOLERANCE * body.size;
  const rules = found.map((ruler) => found.map((ruled) => endsSideways(body, components, ruler, ruled, tolerance)));
  const isDominated = (k: number, among: readonly number[]): boolean =>
    among.some((j) => {
      if (!rules[j]?.[k]) return false;
      return !rules[k]?.[j] || isShallower(found[j] as FeatureContact, found[k] as FeatureContact);
    });
  const kept: number[] = [];
  let open = found.map((_, k) => k);
  while (open.length > 0) {
    const free = open.filter((k) => !isDominated(k, open));
    const chosen = free.length > 0 ? free : [shallowest(found, open)];
    kept.push(...chosen);
    open = open.filter((k) => !chosen.includes(k) && !chosen.some((j) => rules[j]?.[k]));
  }
  return kept.sort((a, b) => a - b).map((k) => found[k] as FeatureContact);
}

function endsSideways(
  body: BodyAtMesh,
  components: (patch: number) => number,
  ruler: FeatureContact,
  ruled: FeatureContact,
  tolerance: number,
): boolean {
  if (ruler === ruled || !(ruler.distance < 0 && ruled.distance < 0)) return false;
  if (components(ruler.patches[0] as number) !== components(ruled.patches[0] as number)) return false;
  const movedOut = -ruler.distance * dot(ruler.normal, ruled.normal);
  if (movedOut >= -ruled.distance - tolerance) return false;
  const shift = scale(ruler.normal, -ruler.distance);
  for (const shape of ruled.shapes()) {
    if (body.contactWith(shape, false, shift).distance < -tolerance) return false;
  }
  return true;
}

/** By depth, then by what does not depend on the numbers of the facets. */
function isShallower(a: FeatureContact, b: FeatureContact): boolean {
  if (a.distance !== b.distance) return a.distance > b.distance;
  if (a.feature !== b.feature) return RANK[a.feature] < RANK[b.feature];
  const way = subtract(a.normal, b.normal);
  return (way.x || way.y || way.z) > 0;
}

function shallowest(found: readonly FeatureContact[], among: readonly number[]): number {
  return among.reduce((best, k) => (isShallower(found[k] as FeatureContact, found[best] as FeatureContact) ? k : best));
}

/** Patches around the body that hang together get the same number. */
function componentsOf(body: BodyAtMesh): (patch: number) => number {
  const { mesh, patchOfFacet } = body.patches;
  const parent = new Map<number, number>();
  const rootOf = (patch: number): number => {
    let root = patch;
    for (let up = parent.get(root); up !== undefined && up !== root; up = parent.get(root)) root = up;
    return root;
  };
  const patchAtVertex = new Map<number, number>();
  for (const f of body.facets) {
    const patch = patchOfFacet[f] as number;
    for (let i = mesh.facetOffsets[f] as number; i < (mesh.facetOffsets[f + 1] as number); i++) {
      const v = mesh.facetVertices[i] as number;
      const other = patchAtVertex.get(v);
      if (other === undefined) patchAtVertex.set(v, patch);
      else if (rootOf(other) !== rootOf(patch)) parent.set(rootOf(patch), rootOf(other));
    }
  }
  return rootOf;
}
