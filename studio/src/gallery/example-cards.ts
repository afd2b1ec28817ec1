// SPDX-License-Identifier: MIT
/** All examples as cards with pictures; a click opens one in Watch if its run comes with it, otherwise in Run. */
import { descriptionOf, EXAMPLES, type Example, nameOf } from '../run/examples.ts';
import { EXAMPLE_PREFIX } from '../run-source/opened-runs.ts';
import { h } from '../ui/h.ts';
import { isPrecomputed } from './precomputed-runs.ts';

/** Made by scripts/gallery-pictures.mjs. */
const PICTURES: Readonly<Record<string, string>> = import.meta.glob('./pictures/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** The first of the gallery; the others follow by their titles. */
const FIRST = 'cloudburst';
const PICTURE_SIZE = { width: 480, height: 320 };

function card(example: Example): HTMLElement {
  const name = nameOf(example);
  const picture = PICTURES[`./pictures/${name}.webp`];
  const runs = `#/run/${name}/go`;
  const watched = isPrecomputed(name) ? `#/watch/${EXAMPLE_PREFIX}${name}` : undefined;
  const image =
    picture === undefined
      ? h('span', { class: 'no-picture' })
      : h('img', { src: picture, alt: '', loading: 'lazy', ...PICTURE_SIZE });
  const title = h('h3', {}, example.title);
  return h(
    'li',
    { class: 'card', 'data-example': name },
    h('a', { class: 'card-main', href: watched ?? runs }, image, title),
    h('p', {}, descriptionOf(example)),
    h(
      'div',
      { class: 'row' },
      watched !== undefined && h('a', { href: watched, 'aria-label': `Watch ${example.title}` }, 'Watch'),
      h('a', { href: runs, 'aria-label': `Run ${example.title}` }, 'Run'),
      h('a', { href: `#/run/${name}`, 'aria-label': `Edit ${example.title}` }, 'Edit'),
    ),
  );
}

export function exampleCards(): HTMLElement {
  const first = EXAMPLES.filter((example) => nameOf(example) === FIRST);
  const others = EXAMPLES.filter((example) => nameOf(example) !== FIRST);
  return h('ul', { class: 'cards' }, ...[...first, ...others].map(card));
}
