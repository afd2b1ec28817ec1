// SPDX-License-Identifier: MIT
/**
 * The cone over the edges at a vertex of a mesh, in the mesh's own frame. Only a vertex whose normal cone has an
 * interior can be touched by itself; at others the body touches an edge or a face.
 */
import { SAME_NORMAL_SINE } from '../../kernel/mesh/edge-contacts.ts';
import { acos } from '../../math/circular.ts';
import { CONVEX_EDGE, REFLEX_EDGE } from '../../meshes/edge-kinds.ts';
import type { BoundaryPatches } from './boundary-patches.ts';
import { copyVector, dotAt, writeCross, writeUnit } from './listed-vectors.ts';
import { mostOf, writeDirection } from './tangent-cones.ts';

/** Step limit of the search for an axis; a wider cone has practically no interior. */
const AXIS_STEPS = 200;
/** A direction this much above the horizon of the axis is not below it. */
const BELOW_AXIS = 1e-7;

/** Cells of vectors in the array of a cone; the directions of its edges follow. */
const AXIS = 0;
const SUM = 3;
const MEAN = 6;
const GUESS = 9;
const FIRST = 12;
const SECOND = 15;
const DIRECTIONS = 18;

/** The cones of the vertices of a mesh, one at a time, in the same memory. */
export class VertexCones {
  /** Facets and faces around the vertex, the faces in the order of their numbers. */
  readonly facets: Int32Array;
  readonly patches: Int32Array;
  facetCount = 0;
  patchCount = 0;
  /** Unit directions of all edges; the outermost of them are rays, counter-clockwise about the axis. */
  directionCount = 0;
  rayCount = 0;
  /** True if all edges between faces that meet here are convex, or all reflex. */
  isConvex = false;
  isReflex = false;
  readonly #given: BoundaryPatches;
  readonly #V: Float64Array;
  readonly #edges: Int32Array;
  /** Of each edge the coordinates where its direction meets the plane below the vertex. */
  readonly #x: Float64Array;
  readonly #y: Float64Array;
  readonly #order: Int32Array;
  /** Numbers of the edges that are rays. */
  readonly #rays: Int32Array;

  constructor(patches: BoundaryPatches) {
    const most = mostOf(patches.mesh.vertexFacetOffsets);
    this.#given = patches;
    this.facets = new Int32Array(most);
    this.patches = new Int32Array(most);
    this.#V = new Float64Array(DIRECTIONS + 6 * most);
    this.#edges = new Int32Array(2 * most);
    this.#x = new Float64Array(2 * most);
    this.#y = new Float64Array(2 * most);
    this.#order = new Int32Array(2 * most);
    this.#rays = new Int32Array(4 * most);
  }

  /** Writes a vector that makes an obtuse angle with all directions; for a flat cone its normal. */
  writeAxis(to: Float64Array, at: number): void {
    copyVector(this.#V, AXIS, to, at);
  }

  writeSumOfNormals(to: Float64Array, at: number): void {
    copyVector(this.#V, SUM, to, at);
  }

  writeDirection(k: number, to: Float64Array, at: number): void {
    copyVector(this.#V, DIRECTIONS + 3 * k, to, at);
  }

  /** Two rays are at a corner of a flat face. */
  writeRay(k: number, to: Float64Array, at: number): void {
    this.writeDirection(this.#rays[k], to, at);
  }

  /** Cosine of the angle of a ray with the axis. */
  rayOnAxis(k: number): number {
    return dotAt(this.#V, DIRECTIONS + 3 * this.#rays[k], AXIS);
  }

  /** The part along the axis of the cross product of a ray and the next one. */
  turnAboutAxis(k: number): number {
    const next = this.#rays[(k + 1) % this.rayCount];
    writeCross(this.#V, DIRECTIONS + 3 * this.#rays[k], DIRECTIONS + 3 * next, GUESS);
    return dotAt(this.#V, GUESS, AXIS);
  }

  /** Makes the cone of a vertex; false if that cannot be touched by itself. */
  make(v: number): boolean {
    const { kinds } = this.#given;
    this.#setFacets(v);
    this.#setEdges(v);
    let creases = 0;
    this.isConvex = true;
    this.isReflex = true;
    for (let k = 0; k < this.directionCount; k++) {
      if (!this.#isCrease(k)) continue;
      creases++;
      if (kinds[this.#edges[k]] !== CONVEX_EDGE) this.isConvex = false;
      if (kinds[this.#edges[k]] !== REFLEX_EDGE) this.isReflex = false;
    }
    if (this.patchCount === 1) return creases === 2 && this.#setTip(v);
    if (creases < 2 || !this.#setAxis()) return false;
    this.#setRays();
    if (this.rayCount < 2) return false;
    // Facets folded flat make a sector.
    if (this.rayCount === 2) this.#setNormalOfRays();
    return true;
  }

  #isCrease(k: number): boolean {
    return this.#given.isCrease(this.#edges[k]);
  }

  #setFacets(v: number): void {
    const { mesh, patchOfFacet } = this.#given;
    const { facets, patches } = this;
    const V = this.#V;
    const first = mesh.vertexFacetOffsets[v];
    this.facetCount = mesh.vertexFacetOffsets[v + 1] - first;
    this.patchCount = 0;
    V.fill(0, SUM, SUM + 3);
    for (let i = 0; i < this.facetCount; i++) {
      const f = mesh.vertexFacets[first + i];
      facets[i] = f;
      for (let k = 0; k < 3; k++) V[SUM + k] = V[SUM + k] + mesh.facetNormals[3 * f + k];
      const patch = patchOfFacet[f];
      let place = this.patchCount;
      while (place > 0 && patches[place - 1] > patch) place--;
      if (place > 0 && patches[place - 1] === patch) continue;
      patches.copyWithin(place + 1, place, this.patchCount);
      patches[place] = patch;
      this.patchCount++;
    }
  }

  #setEdges(v: number): void {
    const { mesh } = this.#given;
    this.directionCount = 0;
    for (let i = 0; i < this.facetCount; i++) {
      const corner = this.#cornerAt(this.facets[i], v);
      this.#placeOf(mesh.facetEdges[corner], v);
      this.#placeOf(mesh.facetEdges[this.#cornerBefore(this.facets[i], corner)], v);
    }
  }

  #cornerAt(f: number, v: number): number {
    const { facetOffsets, facetVertices } = this.#given.mesh;
    let corner = facetOffsets[f];
    while (facetVertices[corner] !== v) corner++;
    return corner;
  }

  #cornerBefore(f: number, corner: number): number {
    const { facetOffsets } = this.#given.mesh;
    return corner > facetOffsets[f] ? corner - 1 : facetOffsets[f + 1] - 1;
  }

  /** Place of an edge among those at the vertex, to which it is added unless it is there. */
  #placeOf(e: number, v: number): number {
    const { mesh } = this.#given;
    for (let k = 0; k < this.directionCount; k++) if (this.#edges[k] === e) return k;
    const place = this.directionCount++;
    const a = mesh.edgeVertices[2 * e];
    this.#edges[place] = e;
    writeDirection(mesh, v, a === v ? mesh.edgeVertices[2 * e + 1] : a, this.#V, DIRECTIONS + 3 * place);
    return place;
  }

  /** A corner of a face with an open rim: a tip when it is less than straight. */
  #setTip(v: number): boolean {
    const { mesh } = this.#given;
    let angle = 0;
    for (let i = 0; i < this.facetCount; i++) {
      const corner = this.#cornerAt(this.facets[i], v);
      const p = DIRECTIONS + 3 * this.#placeOf(mesh.facetEdges[corner], v);
      const q = DIRECTIONS + 3 * this.#placeOf(mesh.facetEdges[this.#cornerBefore(this.facets[i], corner)], v);
      angle += acos(Math.min(1, Math.max(-1, dotAt(this.#V, p, q))));
    }
    if (!(angle < Math.PI - SAME_NORMAL_SINE)) return false;
    this.rayCount = 0;
    for (let k = 0; k < this.directionCount; k++) if (this.#isCrease(k)) this.#rays[this.rayCount++] = k;
    this.#setNormalOfRays();
    return true;
  }

  #setNormalOfRays(): void {
    writeCross(this.#V, DIRECTIONS + 3 * this.#rays[0], DIRECTIONS + 3 * this.#rays[1], AXIS);
    writeUnit(this.#V, AXIS, AXIS);
  }

  /**
   * Sets a unit vector that makes an obtuse angle with all directions, if there is one (Rosenblatt's perceptron from
   * good guesses).
   */
  #setAxis(): boolean {
    const V = this.#V;
    const count = this.directionCount;
    V.fill(0, MEAN, MEAN + 3);
    for (let k = 0; k < count; k++) this.#subtractFromMean(k);
    copyVector(V, SUM, V, GUESS);
    if (this.#isAxis(GUESS)) return true;
    for (let k = 0; k < 3; k++) V[GUESS + k] = -V[GUESS + k];
    if (this.#isAxis(GUESS) || this.#isAxis(MEAN)) return true;
    for (let step = 0; step < AXIS_STEPS; step++) {
      let worst = 0;
      let most = dotAt(V, DIRECTIONS, MEAN);
      for (let k = 1; k < count; k++) {
        const along = dotAt(V, DIRECTIONS + 3 * k, MEAN);
        if (!(along > most)) continue;
        most = along;
        worst = k;
      }
      this.#subtractFromMean(worst);
      if (this.#isAxis(MEAN)) return true;
    }
    return false;
  }

  #subtractFromMean(direction: number): void {
    for (let k = 0; k < 3; k++) this.#V[MEAN + k] = this.#V[MEAN + k] - this.#V[DIRECTIONS + 3 * direction + k];
  }

  /** Sets the axis along a vector; true if all directions make an obtuse angle with it. */
  #isAxis(vector: number): boolean {
    const V = this.#V;
    if (!(dotAt(V, vector, vector) > BELOW_AXIS * BELOW_AXIS)) return false;
    writeUnit(V, vector, AXIS);
    for (let k = 0; k < this.directionCount; k++) {
      if (!(dotAt(V, DIRECTIONS + 3 * k, AXIS) < -BELOW_AXIS)) return false;
    }
    return true;
  }

  /**
   * The extreme ones of directions that all point down, counter-clockwise about the axis: Andrew's monotone chain in
   * the plane below.
   */
  #setRays(): void {
    const order = this.#order;
    const count = this.directionCount;
    this.#setAcross();
    for (let k = 0; k < count; k++) {
      const ray = DIRECTIONS + 3 * k;
      const down = -dotAt(this.#V, ray, AXIS);
      this.#x[k] = dotAt(this.#V, ray, FIRST) / down;
      this.#y[k] = dotAt(this.#V, ray, SECOND) / down;
      let place = k;
      for (; place > 0 && this.#isBehind(order[place - 1], k); place--) order[place] = order[place - 1];
      order[place] = k;
    }
    this.rayCount = 0;
    this.#addChain(count, 0, 1);
    this.#addChain(count, count - 1, -1);
  }

  #isBehind(p: number, q: number): boolean {
    return this.#x[p] > this.#x[q] || (this.#x[p] === this.#x[q] && this.#y[p] > this.#y[q]);
  }

  /** Sets two unit vectors across the axis, by its smallest component. */
  #setAcross(): void {
    const V = this.#V;
    writeUnit(V, AXIS, GUESS);
    const x = Math.abs(V[GUESS]);
    const y = Math.abs(V[GUESS + 1]);
    const z = Math.abs(V[GUESS + 2]);
    const least = x <= y && x <= z ? 0 : y <= z ? 1 : 2;
    const before = (least + 2) % 3;
    const after = (least + 1) % 3;
    V[FIRST + least] = 0;
    V[FIRST + after] = -V[GUESS + before];
    V[FIRST + before] = V[GUESS + after];
    writeUnit(V, FIRST, FIRST);
    writeCross(V, AXIS, FIRST, SECOND);
  }

  /** Adds a half of the hull to the rays: the directions in their order, or backwards, but the last. */
  #addChain(count: number, from: number, way: number): void {
    const begin = this.rayCount;
    const rays = this.#rays;
    const x = this.#x;
    const y = this.#y;
    let end = begin;
    for (let i = 0; i < count; i++) {
      const p = this.#order[from + way * i];
      for (; end - begin >= 2; end--) {
        const a = rays[end - 2];
        const b = rays[end - 1];
        if ((x[b] - x[a]) * (y[p] - y[a]) - (y[b] - y[a]) * (x[p] - x[a]) > 0) break;
      }
      rays[end++] = p;
    }
    this.rayCount = end - 1;
  }
}
