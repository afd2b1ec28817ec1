// SPDX-License-Identifier: MIT
/** Installs a Debian package where that is possible without asking. */
import { spawnSync } from 'node:child_process';

/**
 * Says what it does; whether it worked, the caller finds out by looking for what the package brings.
 * @param {string} name
 * @param {string} why
 */
export function installDebianPackage(name, why) {
  const prefix = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = (...args) => {
    const [command, ...rest] = [...prefix, 'apt-get', ...args];
    return (
      spawnSync(command, rest, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
        .status === 0
    );
  };
  console.log(`Installing ${name} with apt-get: ${why}.`);
  if (!apt('install', '-y', '--no-install-recommends', name)) {
    apt('update');
    apt('install', '-y', '--no-install-recommends', name);
  }
}
