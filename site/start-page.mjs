// SPDX-License-Identifier: MIT
/** The start page: the hero, the README's first words, the studio in the page, installation and first scene. */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

const GETTING_STARTED = 'docs/guide/getting-started.md';

const HERO = `---
layout: home
title: Scree
titleTemplate: exact contacts and discrete elements in TypeScript
hero:
  name: Scree
  text: Exact contacts, discrete elements
  tagline: A TypeScript library and program. Every contact has proven bounds; every run has the same bits.
  image: { src: /cards/packed-column.webp, alt: 'A dense column of spheres, boxes, ellipsoids and clumps' }
  actions:
    - { theme: brand, text: Get started, link: /guide/getting-started }
    - { theme: alt, text: Examples, link: /examples/ }
    - { theme: alt, text: What it cannot do, link: /guide/what-is-not-there }
features:
  - title: Contacts with a certificate
    details: Distance, normal, points and type of two convex bodies, with proven lower and upper bounds.
    link: /guide/contact-queries
  - title: Simulations
    details: Spheres, clumps, polyhedra, superquadrics, meshes and bonds, on all cores, on a GPU, in Node and in browsers.
    link: /guide/simulation
  - title: Scene files and studies
    details: YAML with units, stages, sweeps and calibration. Errors name file, line and remedy.
    link: /guide/scene-files
  - title: Verified
    details: Five papers and more than thirty cases computed again, with tables, plots and what is not reproduced.
    link: /verification/
---
`;

/**
 * Its text, with links as those of README.md.
 * @param {string} root
 */
export function startPage(root) {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const [, what = ''] = /^# Scree\n+(.*?)^(?:```|!\[|## )/ms.exec(readme) ?? [];
  const [, example = ''] = /(```js\n.*?^```\n+```text\n.*?^```\n)/ms.exec(readme) ?? [];
  const guide = readFileSync(join(root, GETTING_STARTED), 'utf8');
  const section = (title) => {
    const [, text] = new RegExp(`^(## ${title}\\n.*?)(?=^## |(?![^]))`, 'ms').exec(guide) ?? [];
    if (text === undefined) throw new Error(`${GETTING_STARTED}: no section "${title}" for the start page`);
    return text.replace(/\]\((?![a-z]+:|#)([^)\s]+)\)/g, (_, link) => `](${posix.join('docs/guide', link)})`);
  };
  return [
    HERO,
    '<div class="start">\n',
    '## In a minute\n',
    what,
    '## Try it here\n',
    '<LiveDemo />\n',
    section('Install'),
    '## First contact\n',
    example,
    section('First scene'),
    '## Examples\n',
    '<ExampleCards :first="8" />\n',
    '</div>\n',
  ].join('\n');
}
