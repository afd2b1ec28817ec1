// SPDX-License-Identifier: MIT
/**
 * `npm run docs`: builds the documentation site into dist-site/. `--serve` shows it. A broken
 * link is an error. `--base /scree/` is for a site below a path of its host. `--without-report` leaves out the
 * verification report, which takes minutes.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSite, serveSite } from '../site/build.mjs';
import { ROOT } from './build-stamp.mjs';

const { values } = parseArgs({
  options: {
    serve: { type: 'boolean', default: false },
    base: { type: 'string', default: '/' },
    port: { type: 'string', default: '4173' },
    'without-report': { type: 'boolean', default: false },
  },
});
const base = `/${values.base.replace(/^\/|\/$/g, '')}/`.replace('//', '/');
await buildSite(ROOT, { base, hasReport: !values['without-report'] });
console.log(`${join(ROOT, 'dist-site')} holds the site; npm run docs -- --serve shows it`);
if (values.serve) await serveSite(ROOT, { base, port: Number(values.port) });
