// SPDX-License-Identifier: MIT
/**
 * Forward dynamics of a tree in a number of operations that grows with the number of bodies (Featherstone 1983,
 * doi:10.1177/027836498300200102; 2008, chapter 7): from the leaves to the roots every body gets the inertia I and bias
 * force b that it shows to its joint with all that hangs on it, F = I V' + b; then accelerations follow from the roots
 * to the leaves. Ours differs in that vectors are in world axes about the bodies' own centres of mass, that joints of
 * several degrees of freedom are eliminated by Cholesky's factors L of D = S^T I S (the inertia left is I - Y^T Y with
 * Y = L^-1 S^T I, symmetric by construction), and that gravity is a force and no acceleration of the world.
 */
import { writeTurnedInertia } from './flat-rotation.ts';
import type { Link } from './joint-tree.ts';
import { SUBSPACE, type TreeKinematics } from './tree-kinematics.ts';

const INERTIA = 36;

export class ArticulatedBodies {
  readonly #kinematics: TreeKinematics;
  readonly #ownInertia: Float64Array;
  /** I, b and V' of each link. */
  readonly #inertias: Float64Array;
  readonly #biases: Float64Array;
  readonly #accelerations: Float64Array;
  /** L (6 x 6), Y (6 x 6, a row for each degree of freedom) and z = L^-1 (tau - S^T b) of each link. */
  readonly #factors: Float64Array;
  readonly #eliminated: Float64Array;
  readonly #drives: Float64Array;
  readonly #scratch = new Float64Array(INERTIA + 6);

  constructor(kinematics: TreeKinematics) {
    this.#kinematics = kinematics;
    const { links, bodies } = kinematics.tree;
    const n = links.length;
    this.#ownInertia = new Float64Array(9 * n);
    this.#inertias = new Float64Array(INERTIA * n);
    this.#biases = new Float64Array(6 * n);
    this.#accelerations = new Float64Array(6 * n);
    this.#factors = new Float64Array(36 * n);
    this.#eliminated = new Float64Array(36 * n);
    this.#drives = new Float64Array(6 * n);
    links.forEach(({ body }, k) => {
      const { xx, yy, zz, xy, xz, yz } = bodies[body].inertia;
      this.#ownInertia.set([xx, xy, xz, xy, yy, yz, xz, yz, zz], 9 * k);
    });
  }

  /**
   * Writes q'' to `out` from `at` on, with the kinematics as they are. `loads` has six numbers a link, torque about the
   * centre of mass and force in world axes, gravity included; `efforts` the forces of the joints, one for each
   * velocity.
   */
  solve(loads: Float64Array, efforts: Float64Array, out: Float64Array, at: number): void {
    const { links } = this.#kinematics.tree;
    for (let k = 0; k < links.length; k++) this.#own(k, loads);
    for (let k = links.length - 1; k >= 0; k--) this.#gather(links[k], k, efforts);
    for (let k = 0; k < links.length; k++) this.#accelerate(links[k], k, out, at);
    this.#kinematics.visits += 3 * links.length;
  }

  /** Of the last `solve`: angular acceleration and acceleration of the centre of mass; six numbers a link. */
  get accelerations(): Float64Array {
    return this.#accelerations;
  }

  /** What the parent exerts on a link in the last `solve`: torque about the centre of mass of the link, and force. */
  writeReaction(k: number, out: Float64Array): void {
    const a = this.#accelerations;
    for (let i = 0; i < 6; i++) {
      let sum = this.#biases[6 * k + i];
      for (let j = 0; j < 6; j++) sum += this.#inertias[INERTIA * k + 6 * i + j] * a[6 * k + j];
      out[i] = sum;
    }
  }

  /** The inertia of a body by itself and what it would take to keep it from accelerating: w x (J w) less the loads. */
  #own(k: number, loads: Float64Array): void {
    const { tree, rotations, velocities } = this.#kinematics;
    const inertias = this.#inertias;
    const b = this.#biases;
    const at = INERTIA * k;
    const o = 6 * k;
    const { mass } = tree.bodies[tree.links[k].body];
    inertias.fill(0, at, at + INERTIA);
    writeTurnedInertia(inertias, at, rotations, 9 * k, this.#ownInertia, 9 * k);
    for (let i = 3; i < 6; i++) inertias[at + 7 * i] = mass;
    const wx = velocities[o];
    const wy = velocities[o + 1];
    const wz = velocities[o + 2];
    const lx = inertias[at] * wx + inertias[at + 1] * wy + inertias[at + 2] * wz;
    const ly = inertias[at + 6] * wx + inertias[at + 7] * wy + inertias[at + 8] * wz;
    const lz = inertias[at + 12] * wx + inertias[at + 13] * wy + inertias[at + 14] * wz;
    b[o] = wy * lz - wz * ly - loads[o];
    b[o + 1] = wz * lx - wx * lz - loads[o + 1];
    b[o + 2] = wx * ly - wy * lx - loads[o + 2];
    for (let i = 3; i < 6; i++) b[o + i] = -loads[o + i];
  }

  /** Eliminates the joint of a link and hands the rest to its parent. */
  #gather({ parent, freedom, velocityAt }: Link, k: number, efforts: Float64Array): void {
    const { subspaces, biases: c } = this.#kinematics;
    const inertias = this.#inertias;
    const b = this.#biases;
    const L = this.#factors;
    const Y = this.#eliminated;
    const z = this.#drives;
    const at = INERTIA * k;
    const o = 6 * k;
    for (let j = 0; j < freedom; j++) {
      const column = SUBSPACE * k + 6 * j;
      let drive = efforts[velocityAt + j];
      for (let i = 0; i < 6; i++) {
        drive -= subspaces[column + i] * b[o + i];
        let sum = 0;
        for (let m = 0; m < 6; m++) sum += inertias[at + 6 * i + m] * subspaces[column + m];
        Y[at + 6 * j + i] = sum;
      }
      // Row j of L, then Y and z by forward substitution.
      for (let i = 0; i <= j; i++) {
        let sum = 0;
        for (let m = 0; m < 6; m++) sum += subspaces[SUBSPACE * k + 6 * i + m] * Y[at + 6 * j + m];
        for (let m = 0; m < i; m++) sum -= L[at + 6 * i + m] * L[at + 6 * j + m];
        L[at + 6 * j + i] = i < j ? sum / L[at + 7 * i] : Math.sqrt(sum);
      }
      z[o + j] = drive;
    }
    for (let j = 0; j < freedom; j++) {
      for (let m = 0; m < j; m++) {
        const factor = L[at + 6 * j + m];
        z[o + j] -= factor * z[o + m];
        for (let i = 0; i < 6; i++) Y[at + 6 * j + i] -= factor * Y[at + 6 * m + i];
      }
      const scale = 1 / L[at + 7 * j];
      z[o + j] *= scale;
      for (let i = 0; i < 6; i++) Y[at + 6 * j + i] *= scale;
    }
    if (parent < 0) return;
    // What is left, in s: I - Y^T Y (36), b + (I - Y^T Y) c + Y^T z (6).
    const s = this.#scratch;
    for (let i = 0; i < 6; i++) {
      for (let m = i; m < 6; m++) {
        let sum = inertias[at + 6 * i + m];
        for (let j = 0; j < freedom; j++) sum -= Y[at + 6 * j + i] * Y[at + 6 * j + m];
        s[6 * i + m] = sum;
        s[6 * m + i] = sum;
      }
    }
    for (let i = 0; i < 6; i++) {
      let sum = b[o + i];
      for (let m = 0; m < 6; m++) sum += s[6 * i + m] * c[o + m];
      for (let j = 0; j < freedom; j++) sum += Y[at + 6 * j + i] * z[o + j];
      s[INERTIA + i] = sum;
    }
    this.#addToParent(parent, k);
  }

  /** I_p += X^T I X, b_p += X^T b for what is in the scratch, with X = ((1, 0), (-[r], 1)). */
  #addToParent(parent: number, k: number): void {
    const s = this.#scratch;
    const { reaches } = this.#kinematics;
    const x = reaches[3 * k];
    const y = reaches[3 * k + 1];
    const z = reaches[3 * k + 2];
    // Columns: I X. The first three get the last three times -[r].
    for (let row = 0; row < 36; row += 6) {
      const m0 = s[row + 3];
      const m1 = s[row + 4];
      const m2 = s[row + 5];
      s[row] += y * m2 - z * m1;
      s[row + 1] += z * m0 - x * m2;
      s[row + 2] += x * m1 - y * m0;
    }
    // Rows: X^T (I X). The first three get [r] times the last three; the bias is one more column.
    for (let column = 0; column < 6; column++) {
      const m0 = s[18 + column];
      const m1 = s[24 + column];
      const m2 = s[30 + column];
      s[column] += y * m2 - z * m1;
      s[6 + column] += z * m0 - x * m2;
      s[12 + column] += x * m1 - y * m0;
    }
    s[INERTIA] += y * s[INERTIA + 5] - z * s[INERTIA + 4];
    s[INERTIA + 1] += z * s[INERTIA + 3] - x * s[INERTIA + 5];
    s[INERTIA + 2] += x * s[INERTIA + 4] - y * s[INERTIA + 3];
    const inertias = this.#inertias;
    const at = INERTIA * parent;
    for (let i = 0; i < 6; i++) {
      this.#biases[6 * parent + i] += s[INERTIA + i];
      inertias[at + 7 * i] += s[7 * i];
      for (let m = i + 1; m < 6; m++) {
        // Both halves are the same but for rounding; one is taken for both.
        inertias[at + 6 * i + m] += s[6 * i + m];
        inertias[at + 6 * m + i] = inertias[at + 6 * i + m];
      }
    }
  }

  #accelerate({ parent, freedom, velocityAt }: Link, k: number, out: Float64Array, at: number): void {
    const { subspaces, biases: c, reaches } = this.#kinematics;
    const a = this.#accelerations;
    const o = 6 * k;
    for (let i = 0; i < 6; i++) a[o + i] = c[o + i];
    if (parent >= 0) {
      const p = 6 * parent;
      const r = 3 * k;
      for (let i = 0; i < 6; i++) a[o + i] += a[p + i];
      a[o + 3] += a[p + 1] * reaches[r + 2] - a[p + 2] * reaches[r + 1];
      a[o + 4] += a[p + 2] * reaches[r] - a[p] * reaches[r + 2];
      a[o + 5] += a[p] * reaches[r + 1] - a[p + 1] * reaches[r];
    }
    const L = this.#factors;
    const Y = this.#eliminated;
    const s = this.#scratch;
    for (let j = 0; j < freedom; j++) {
      let sum = this.#drives[o + j];
      for (let i = 0; i < 6; i++) sum -= Y[36 * k + 6 * j + i] * a[o + i];
      s[j] = sum;
    }
    for (let j = freedom - 1; j >= 0; j--) {
      for (let m = j + 1; m < freedom; m++) s[j] -= L[36 * k + 6 * m + j] * s[m];
      s[j] /= L[36 * k + 7 * j];
      out[at + velocityAt + j] = s[j];
    }
    for (let j = 0; j < freedom; j++) {
      for (let i = 0; i < 6; i++) a[o + i] += s[j] * subspaces[SUBSPACE * k + 6 * j + i];
    }
  }
}
