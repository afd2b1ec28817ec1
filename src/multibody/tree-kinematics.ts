// SPDX-License-Identifier: MIT
/**
 * Forward kinematics of a tree, from the roots to the leaves: orientations, relative positions and velocities, and for
 * every joint the motions it allows. All vectors are in world axes; motions and forces of a body are about its own
 * centre of mass. So only distances within one joint enter the dynamics, and neither the place of the tree in the world
 * nor its length costs digits.
 *
 * V = X V_parent + S q',   V' = X V'_parent + S q'' + c,   X (w, v) = (w, v + w x r)
 *
 * with r from the parent's centre of mass to the own one and c what is left at q'' = 0 (Featherstone 2008, chapter 4;
 * there in the axes of the bodies and for spatial accelerations, here for those of the centres of mass).
 */
import { cos, sin } from '../math/circular.ts';
import { conjugate, type Quaternion } from '../math/quaternion.ts';
import { subtract, type Vector3, ZERO_VECTOR } from '../math/vector.ts';
import { addCross, makeUnit, multiplyQuaternions, turn, writeMatrix } from './flat-rotation.ts';
import type { JointTree, Link } from './joint-tree.ts';

/** Numbers of a link's subspace: six columns of six. */
export const SUBSPACE = 36;

export class TreeKinematics {
  readonly tree: JointTree;
  /** Of the own frames: unit quaternions and their matrices. */
  readonly orientations: Float64Array;
  readonly rotations: Float64Array;
  /** Centres of mass in the world. */
  readonly centres: Float64Array;
  /** r: from the parent's centre of mass to the own one. */
  readonly reaches: Float64Array;
  /** From the joint's frame on the child to the centre of mass. */
  readonly arms: Float64Array;
  /** Six numbers a link: angular velocity, velocity of the centre of mass. */
  readonly velocities: Float64Array;
  /** S: 36 numbers a link, column by column. */
  readonly subspaces: Float64Array;
  /** c; the acceleration of a prescribed joint included. */
  readonly biases: Float64Array;
  /**
   * Of the joint: value or displacement in the parent's axes, and relative velocities in world axes (angular, linear).
   */
  readonly relative: Float64Array;
  /** Visits of links so far: the work grows with this alone. */
  visits = 0;
  readonly #onParent: Float64Array;
  readonly #onChild: Float64Array;
  readonly #scratch = new Float64Array(32);

  constructor(tree: JointTree) {
    const n = tree.links.length;
    this.tree = tree;
    this.orientations = new Float64Array(4 * n);
    this.rotations = new Float64Array(9 * n);
    this.centres = new Float64Array(3 * n);
    this.reaches = new Float64Array(3 * n);
    this.arms = new Float64Array(3 * n);
    this.velocities = new Float64Array(6 * n);
    this.subspaces = new Float64Array(SUBSPACE * n);
    this.biases = new Float64Array(6 * n);
    this.relative = new Float64Array(6 * n);
    // Frames of the joints, from the centres of mass: place (3) and orientation (4).
    this.#onParent = new Float64Array(7 * n);
    this.#onChild = new Float64Array(7 * n);
    tree.links.forEach((link, k) => {
      const centre = link.parent < 0 ? ZERO_VECTOR : tree.bodies[tree.links[link.parent].body].centre;
      this.#onParent.set(numbers(subtract(link.onParent.position, centre), link.onParent.orientation), 7 * k);
      const arm = subtract(tree.bodies[link.body].centre, link.onChild.position);
      this.#onChild.set(numbers(arm, conjugate(link.onChild.orientation)), 7 * k);
    });
  }

  /** Places the tree in state y at time t. */
  update(t: number, y: Float64Array): void {
    const { links } = this.tree;
    for (let k = 0; k < links.length; k++) this.#place(t, y, links[k], k);
    this.visits += links.length;
  }

  #place(t: number, y: Float64Array, link: Link, k: number): void {
    const { kind, parent, coordinateAt } = link;
    const s = this.#scratch;
    const velocityAt = this.tree.coordinateCount + link.velocityAt;
    let value = 0;
    let speed = 0;
    let acceleration = 0;
    if (link.motion !== undefined) [value, speed, acceleration] = link.motion(t);
    else if (link.freedom === 1) {
      value = y[coordinateAt];
      speed = y[velocityAt];
    }
    // s[0..4): the joint's rotation; s[4..8): frame on the parent; s[8..12): on the child.
    s[0] = 1;
    s[1] = 0;
    s[2] = 0;
    s[3] = 0;
    if (kind === 'revolute') {
      const half = sin(0.5 * value);
      s[0] = cos(0.5 * value);
      s[1] = half * link.axis.x;
      s[2] = half * link.axis.y;
      s[3] = half * link.axis.z;
    } else if (link.freedom >= 3) {
      const at = coordinateAt + link.coordinateCount - 4;
      for (let i = 0; i < 4; i++) s[i] = y[at + i];
      makeUnit(s, 0);
    }
    if (parent < 0) for (let i = 0; i < 4; i++) s[4 + i] = this.#onParent[7 * k + 3 + i];
    else multiplyQuaternions(s, 4, this.orientations, 4 * parent, this.#onParent, 7 * k + 3);
    multiplyQuaternions(s, 8, s, 4, s, 0);
    multiplyQuaternions(this.orientations, 4 * k, s, 8, this.#onChild, 7 * k + 3);
    makeUnit(this.orientations, 4 * k);
    writeMatrix(this.rotations, 9 * k, this.orientations, 4 * k);
    turn(this.arms, 3 * k, this.rotations, 9 * k, this.#onChild, 7 * k);
    this.#writeSubspace(link, k);
    this.#reach(y, link, k, value);
    this.#move(y, link, k, speed, acceleration);
  }

  /** Columns of S; the axes of the joint are in s[12..21) row by row, those of its frame on the parent in s[21..30). */
  #writeSubspace(link: Link, k: number): void {
    const s = this.#scratch;
    const { subspaces } = this;
    const at = SUBSPACE * k;
    writeMatrix(s, 12, s, 8);
    writeMatrix(s, 21, s, 4);
    const { kind, axis } = link;
    if (kind === 'fixed') return;
    if (kind === 'revolute' || kind === 'prismatic') {
      const o = kind === 'revolute' ? at : at + 3;
      for (let i = 0; i < 3; i++) {
        const row = 21 + 3 * i;
        subspaces[o + i] = s[row] * axis.x + s[row + 1] * axis.y + s[row + 2] * axis.z;
      }
      if (kind === 'prismatic') return;
      subspaces.fill(0, at + 3, at + 6);
      addCross(subspaces, at + 3, subspaces, at, this.arms, 3 * k);
      return;
    }
    // Rotations about the axes of the child's frame, then displacements along those of the parent's.
    for (let j = 0; j < 3; j++) {
      const column = at + 6 * j;
      for (let i = 0; i < 3; i++) subspaces[column + i] = s[12 + 3 * i + j];
      subspaces.fill(0, column + 3, column + 6);
      addCross(subspaces, column + 3, subspaces, column, this.arms, 3 * k);
    }
    if (kind === 'spherical') return;
    for (let j = 0; j < 3; j++) {
      const column = at + 18 + 6 * j;
      for (let i = 0; i < 3; i++) subspaces[column + 3 + i] = s[21 + 3 * i + j];
    }
  }

  /** From centre of mass to centre of mass: frame on the parent, displacement, arm. */
  #reach(y: Float64Array, link: Link, k: number, value: number): void {
    const s = this.#scratch;
    const { parent, kind, coordinateAt } = link;
    const o = 3 * k;
    const { reaches } = this;
    if (parent < 0) for (let i = 0; i < 3; i++) reaches[o + i] = this.#onParent[7 * k + i];
    else turn(reaches, o, this.rotations, 9 * parent, this.#onParent, 7 * k);
    if (kind === 'prismatic') {
      for (let i = 0; i < 3; i++) reaches[o + i] += value * this.subspaces[SUBSPACE * k + 3 + i];
    } else if (kind === 'free') {
      for (let i = 0; i < 3; i++) {
        const row = 21 + 3 * i;
        reaches[o + i] +=
          s[row] * y[coordinateAt] + s[row + 1] * y[coordinateAt + 1] + s[row + 2] * y[coordinateAt + 2];
      }
    }
    for (let i = 0; i < 3; i++) {
      reaches[o + i] += this.arms[o + i];
      this.centres[o + i] = reaches[o + i] + (parent < 0 ? 0 : this.centres[3 * parent + i]);
    }
  }

  /**
   * Velocities, and c = (w_p x w_rel, w_p x (w_p x p) + 2 w_p x u + w x (w x d) + (w_p x w_rel) x d) with p = r - d and
   * u the speed along the joint.
   */
  #move(y: Float64Array, link: Link, k: number, speed: number, acceleration: number): void {
    const { kind, parent, freedom } = link;
    const { velocities, relative, subspaces, biases, arms, reaches } = this;
    const o = 6 * k;
    const at = SUBSPACE * k;
    relative.fill(0, o, o + 6);
    if (kind === 'revolute') for (let i = 0; i < 3; i++) relative[o + i] = speed * subspaces[at + i];
    else if (kind === 'prismatic') for (let i = 3; i < 6; i++) relative[o + i] = speed * subspaces[at + i];
    else {
      const velocityAt = this.tree.coordinateCount + link.velocityAt;
      for (let j = 0; j < freedom; j++) {
        // The part of a rotation that moves the centre of mass comes by way of w x d.
        const from = j < 3 ? 0 : 3;
        for (let i = from; i < from + 3; i++) relative[o + i] += y[velocityAt + j] * subspaces[at + 6 * j + i];
      }
    }
    for (let i = 0; i < 6; i++) velocities[o + i] = relative[o + i] + (parent < 0 ? 0 : velocities[6 * parent + i]);
    biases.fill(0, o, o + 6);
    const s = this.#scratch;
    if (parent >= 0) {
      const p = 6 * parent;
      // s[0..3): p; s[3..6): w_p x p + 2 u, what w_p is crossed with.
      for (let i = 0; i < 3; i++) {
        s[i] = reaches[3 * k + i] - arms[3 * k + i];
        s[3 + i] = 2 * relative[o + 3 + i];
      }
      addCross(velocities, o + 3, velocities, p, s, 0);
      addCross(s, 3, velocities, p, s, 0);
      addCross(biases, o + 3, velocities, p, s, 3);
      addCross(biases, o, velocities, p, relative, o);
      addCross(biases, o + 3, biases, o, arms, 3 * k);
    }
    s.fill(0, 0, 3);
    addCross(s, 0, velocities, o, arms, 3 * k);
    for (let i = 0; i < 3; i++) velocities[o + 3 + i] += s[i];
    addCross(biases, o + 3, velocities, o, s, 0);
    if (link.motion === undefined) return;
    for (let i = 0; i < 6; i++) biases[o + i] += acceleration * subspaces[at + i];
  }
}

function numbers({ x, y, z }: Vector3, q: Quaternion): readonly number[] {
  return [x, y, z, q.w, q.x, q.y, q.z];
}
