// SPDX-License-Identifier: MIT
/**
 * Marks drawn over bodies: balls, rods, arrows, panes, wires. All are in one group that is cleared before the next
 * drawing.
 */
import * as THREE from 'three';
import type { Vector3 } from '../../../src/contact.ts';
import { edgeGeometry, surfaceGeometry } from '../drawing/shape-geometry.ts';
import type { Surface } from '../drawing/surface.ts';

/** Sizes as shares of the scene's. */
const BALL_SHARE = 0.014;
const ROD_SHARE = 0.005;
const HEAD_SHARE = 0.05;
const UP = new THREE.Vector3(0, 1, 0);

export class Marks {
  readonly group = new THREE.Group();
  /** Size of the scene, by which marks are scaled. */
  size = 1;
  /** Subtracted from every coordinate: float32 has few digits far from the origin. */
  readonly #offset = new THREE.Vector3();

  set offset({ x, y, z }: Vector3) {
    this.#offset.set(x, y, z);
  }

  at({ x, y, z }: Vector3): THREE.Vector3 {
    return new THREE.Vector3(x, y, z).sub(this.#offset);
  }

  clear(): void {
    this.group.traverse((object) => {
      if (!(object instanceof THREE.Mesh || object instanceof THREE.LineSegments)) return;
      object.geometry.dispose();
      for (const material of [object.material].flat()) material.dispose();
    });
    this.group.clear();
  }

  ball(point: Vector3, colour: string, scale = 1): void {
    const geometry = new THREE.SphereGeometry(BALL_SHARE * this.size * scale, 16, 12);
    const ball = this.#add(new THREE.Mesh(geometry, flat(colour)));
    ball.position.copy(this.at(point));
    ball.renderOrder = 4;
  }

  rod(from: Vector3, to: Vector3, colour: string, scale = 1): void {
    const [p, q] = [this.at(from), this.at(to)];
    const length = p.distanceTo(q);
    if (!(length > 0)) return;
    const radius = ROD_SHARE * this.size * scale;
    const rod = this.#add(new THREE.Mesh(new THREE.CylinderGeometry(radius, radius, length, 10), flat(colour)));
    rod.position.copy(p).lerp(q, 0.5);
    rod.quaternion.setFromUnitVectors(UP, q.sub(p).divideScalar(length));
    rod.renderOrder = 3;
  }

  arrow(from: Vector3, to: Vector3, colour: string): void {
    const [p, q] = [this.at(from), this.at(to)];
    const length = p.distanceTo(q);
    if (!(length > 0)) return;
    const head = Math.min(HEAD_SHARE * this.size, length / 2);
    const along = q.clone().sub(p).divideScalar(length);
    const neck = { x: to.x - head * along.x, y: to.y - head * along.y, z: to.z - head * along.z };
    this.rod(from, neck, colour);
    const cone = this.#add(new THREE.Mesh(new THREE.ConeGeometry(head * 0.35, head, 16), flat(colour)));
    cone.position.copy(q).addScaledVector(along, -head / 2);
    cone.quaternion.setFromUnitVectors(UP, along);
    cone.renderOrder = 3;
  }

  /** A translucent convex polygon. */
  pane(corners: readonly Vector3[], colour: string, opacity: number): void {
    if (corners.length < 3) return;
    const geometry = new THREE.BufferGeometry().setFromPoints(corners.map((corner) => this.at(corner)));
    geometry.setIndex(corners.slice(2).flatMap((_, i) => [0, i + 1, i + 2]));
    const pane = this.#add(new THREE.Mesh(geometry, glass(colour, opacity)));
    pane.renderOrder = 2;
  }

  /** A round piece of a plane. */
  disc(centre: Vector3, normal: Vector3, radius: number, colour: string): void {
    const disc = this.#add(new THREE.Mesh(new THREE.CircleGeometry(radius, 64), glass(colour, 0.28)));
    disc.position.copy(this.at(centre));
    disc.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), new THREE.Vector3(normal.x, normal.y, normal.z));
    disc.renderOrder = 2;
  }

  wire(lines: readonly (readonly [Vector3, Vector3])[], colour: string): void {
    const geometry = new THREE.BufferGeometry().setFromPoints(lines.flat().map((point) => this.at(point)));
    const wire = this.#add(new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ color: colour })));
    wire.renderOrder = 3;
  }

  /** A closed surface as glass, with its edges. */
  shell(surface: Surface, colour: string, opacity: number): void {
    const shell = this.#add(new THREE.Mesh(surfaceGeometry(surface), shaded(colour, opacity)));
    shell.position.copy(this.#offset).negate();
    const edges = edgeGeometry(surface);
    if (edges === undefined) return;
    const lines = new THREE.LineSegments(
      edges,
      new THREE.LineBasicMaterial({ color: colour, transparent: true, opacity: 0.7 }),
    );
    lines.position.copy(shell.position);
    this.group.add(lines);
  }

  #add<Drawn extends THREE.Object3D>(object: Drawn): Drawn {
    this.group.add(object);
    return object;
  }
}

/** Seen through everything: a mark inside a body would be no help. */
function flat(colour: string): THREE.MeshBasicMaterial {
  return new THREE.MeshBasicMaterial({ color: colour, depthTest: false, transparent: true });
}

function glass(colour: string, opacity: number): THREE.MeshBasicMaterial {
  return new THREE.MeshBasicMaterial({
    color: colour,
    opacity,
    transparent: true,
    depthWrite: false,
    side: THREE.DoubleSide,
  });
}

export function shaded(colour: string, opacity: number): THREE.MeshStandardMaterial {
  return new THREE.MeshStandardMaterial({
    color: colour,
    opacity,
    roughness: 0.75,
    metalness: 0,
    transparent: opacity < 1,
    depthWrite: opacity >= 1,
    side: opacity < 1 ? THREE.DoubleSide : THREE.FrontSide,
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 1,
  });
}
