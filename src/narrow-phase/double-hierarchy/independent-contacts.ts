// SPDX-License-Identifier: MIT
/**
 * Removes redundant contacts with features of a mesh. Each feature has its own tangent cone; where the mesh is convex,
 * as at the rim of a table, several describe one overlap, and separating the body at one of them ends the others too.
 */
import { dot, length, scale, subtract } from '../../math/vector.ts';
import type { BodyAtMesh } from './body-at-mesh.ts';
import { pointAt } from './feature-blocks.ts';
import { type FeatureContact, SAME_NORMAL_SINE } from './feature-contact.ts';

/** Overlap that counts as zero, relative to the body: the accuracy for curved bodies. */
const TOUCH_TOLERANCE = 1e-8;

/**
 * Limits per connected part of the mesh: contacts that may make others redundant, deepest first, and tests per contact.
 * Beyond them contacts count as independent, so the time is bounded by their number.
 */
const MOST_RULERS = 1024;
const QUESTIONS_PER_CONTACT = 64;

const RANK = { f: 0, e: 1, v: 2 } as const;

export function independentContacts(body: BodyAtMesh, all: readonly FeatureContact[]): FeatureContact[] {
  const found = withoutRepeats(all);
  if (found.length < 2 || found.every(({ distance }) => distance >= 0)) return found;
  return undominated(body, found);
}

/**
 * An edge or vertex touched along the normal of a facet or edge that it bounds, and which is touched too, is the same
 * contact.
 */
function withoutRepeats(all: readonly FeatureContact[]): FeatureContact[] {
  // By one of its patches, which what it bounds shares.
  const byPatch = new Map<number, FeatureContact[]>();
  for (const each of all) {
    const patch = each.patches[0];
    const others = byPatch.get(patch);
    if (others === undefined) byPatch.set(patch, [each]);
    else others.push(each);
  }
  const repeats = (each: FeatureContact, other: FeatureContact): boolean =>
    RANK[other.feature] < RANK[each.feature] &&
    other.patches.every((patch) => each.patches.includes(patch)) &&
    dot(other.normal, each.normal) > 0 &&
    length(subtract(other.normal, each.normal)) <= SAME_NORMAL_SINE;
  return all.filter(
    (each) => !each.patches.some((patch) => byPatch.get(patch)?.some((other) => repeats(each, other)) ?? false),
  );
}

/** Which contacts make which redundant. */
interface Rules {
  /** By number: the contacts that this one makes redundant. */
  readonly ruled: readonly ReadonlySet<number>[];
  /** By number: the contacts that make it redundant. */
  readonly rulers: readonly (readonly number[])[];
}

/**
 * One contact makes another redundant if moving the body out along its normal ends that overlap too, without moving it
 * out along the other normal: the body then leaves the other feature sideways. Of two that do so mutually the shallower
 * stays, which is the minimum translation.
 */
function undominated(body: BodyAtMesh, found: readonly FeatureContact[]): FeatureContact[] {
  const { ruled, rulers } = rulesAmong(body, found);
  const isOpen = found.map(() => true);
  const isDominated = (k: number): boolean =>
    rulers[k].some((j) => isOpen[j] && (!ruled[k]?.has(j) || isShallower(found[j], found[k])));
  const kept: number[] = [];
  for (let open = found.map((_, k) => k); open.length > 0; open = open.filter((k) => isOpen[k])) {
    const free = open.filter((k) => !isDominated(k));
    const chosen = free.length > 0 ? free : [shallowest(found, open)];
    kept.push(...chosen);
    for (const j of chosen) isOpen[j] = false;
    for (const j of chosen) for (const k of ruled[j]) isOpen[k] = false;
  }
  return kept.sort((a, b) => a - b).map((k) => found[k]);
}

/**
 * To leave a feature sideways the body moves at least as far as a point of the feature is inside it. Only pairs where
 * that is possible are tested: few, unless a body is deep in a convex mesh.
 */
function rulesAmong(body: BodyAtMesh, found: readonly FeatureContact[]): Rules {
  const tolerance = TOUCH_TOLERANCE * body.size;
  const ruled = found.map(() => new Set<number>());
  const rulers = found.map((): number[] => []);
  for (const together of overlapsByComponent(body, found)) {
    const byDepth = together.toSorted((j, k) => depthOf(found, k) - depthOf(found, j)).slice(0, MOST_RULERS);
    for (const k of together) {
      const each = found[k];
      const least = each.isOnFeature ? -body.distanceTo(pointAt(each.point)) - tolerance : 0;
      let questionsLeft = QUESTIONS_PER_CONTACT;
      for (const j of byDepth) {
        const ruler = found[j];
        if (-ruler.distance < least || questionsLeft === 0) break;
        const movedOut = -ruler.distance * dot(ruler.normal, each.normal);
        if (j === k || movedOut >= -each.distance - tolerance) continue;
        questionsLeft--;
        if (each.isInside(scale(ruler.normal, -ruler.distance), tolerance)) continue;
        ruled[j]?.add(k);
        rulers[k]?.push(j);
      }
    }
  }
  return { ruled, rulers };
}

/** Numbers of the contacts that overlap, those of each connected part of the mesh around the body together. */
function overlapsByComponent(body: BodyAtMesh, found: readonly FeatureContact[]): readonly number[][] {
  const { mesh, groups: ofFacets } = body.patches;
  ofFacets.connect(mesh);
  const groups = new Map<number, number[]>();
  found.forEach(({ distance, patches }, k) => {
    if (!(distance < 0)) return;
    const component = ofFacets.partOf(patches[0]);
    const group = groups.get(component);
    if (group === undefined) groups.set(component, [k]);
    else group.push(k);
  });
  return [...groups.values()];
}

function depthOf(found: readonly FeatureContact[], k: number): number {
  return -found[k].distance;
}

/** By depth, then by what does not depend on the numbers of the facets. */
function isShallower(a: FeatureContact, b: FeatureContact): boolean {
  if (a.distance !== b.distance) return a.distance > b.distance;
  if (a.feature !== b.feature) return RANK[a.feature] < RANK[b.feature];
  const difference = subtract(a.normal, b.normal);
  return (difference.x || difference.y || difference.z) > 0;
}

function shallowest(found: readonly FeatureContact[], among: readonly number[]): number {
  return among.reduce((best, k) => (isShallower(found[k], found[best]) ? k : best));
}
