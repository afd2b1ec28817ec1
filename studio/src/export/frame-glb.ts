// SPDX-License-Identifier: MIT
/**
 * The bodies of a frame that are shown, as GLB, in metres, y up as glTF requires. Bodies of the same shape and colour
 * share a mesh, so the file grows by a pose for each body.
 */
import * as THREE from 'three';
import { GLTFExporter } from 'three/examples/jsm/exporters/GLTFExporter.js';
import { COLOUR_MAPS, kindColours } from '../drawing/colour-map.ts';
import { COARSE_DETAIL, shapeGeometry } from '../drawing/shape-geometry.ts';
import type { ExportTarget } from './export-target.ts';

/** Colours of a scale; more would not be told apart. */
const SHADES = 24;

function materialsOf(target: ExportTarget): {
  readonly colours: readonly string[];
  readonly indexOf: (value: number) => number;
} {
  const scene = target.scene();
  const { field, map, isLog = false } = target.scale();
  const kinds = scene && field.kinds?.(scene.header);
  if (kinds !== undefined) return { colours: kindColours(kinds), indexOf: (value) => value };
  const [low, high] = scene?.range ?? [0, 1];
  const colours = COLOUR_MAPS[map];
  const shades = Array.from({ length: SHADES }, (_, k) => {
    const at = (k / (SHADES - 1)) * (colours.length - 1);
    const [before, after] = [colours[Math.floor(at)] ?? '#888888', colours[Math.ceil(at)] ?? '#888888'];
    return `#${new THREE.Color(before).lerp(new THREE.Color(after), at % 1).getHexString()}`;
  });
  const along = (value: number): number => (isLog ? Math.log(Math.max(value, Number.MIN_VALUE)) : value);
  const [start, end] = [along(low), along(high)];
  const part = (value: number): number =>
    end > start ? Math.min(1, Math.max(0, (along(value) - start) / (end - start))) : 0;
  return { colours: shades, indexOf: (value) => Math.round(part(value) * (SHADES - 1)) };
}

function bodiesGroup(target: ExportTarget): THREE.Group {
  const group = new THREE.Group();
  group.name = 'bodies';
  const scene = target.scene();
  if (scene === undefined) return group;
  const { frame, header, layer } = scene;
  const geometries = header.shapes.map(({ shape }) => shapeGeometry(shape, COARSE_DETAIL));
  const { colours, indexOf } = materialsOf(target);
  const materials = colours.map((colour) => new THREE.MeshStandardMaterial({ color: colour, roughness: 0.7 }));
  const values = target.scale().field.values(frame, { header, reaches: layer.reaches });
  frame.ids.forEach((id, k) => {
    if (layer.isHidden(k)) return;
    const mesh = new THREE.Mesh(geometries[frame.shapes[k]], materials[indexOf(values[k])]);
    mesh.name = `body-${id}`;
    mesh.position.fromArray(frame.positions, 3 * k);
    const [w, x, y, z] = frame.orientations.subarray(4 * k, 4 * k + 4);
    mesh.quaternion.set(x, y, z, w).normalize();
    mesh.scale.setScalar(frame.scales[k]);
    group.add(mesh);
  });
  return group;
}

export async function frameGlb(target: ExportTarget): Promise<Blob> {
  const root = new THREE.Group();
  root.name = target.run().manifest.title;
  // z is up in a run, y in glTF.
  root.rotation.x = -Math.PI / 2;
  root.add(bodiesGroup(target));
  const bytes = await new GLTFExporter().parseAsync(root, { binary: true });
  return new Blob([bytes as ArrayBuffer], { type: 'model/gltf-binary' });
}
