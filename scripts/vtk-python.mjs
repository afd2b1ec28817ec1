// SPDX-License-Identifier: MIT
/** The Python that has VTK, whose own readers check the files that Scree writes for it; on Debian from the package python3-vtk9. */
import { spawnSync } from 'node:child_process';

const PACKAGE_NAME = 'python3-vtk9';
/** The system's Python has the system's packages, another one first in the path may not. */
const CANDIDATES = ['python3', '/usr/bin/python3'];

/** @returns {string | undefined} */
export function findVtkPython() {
  return CANDIDATES.find((python) => spawnSync(python, ['-c', 'import vtk'], { stdio: 'ignore' }).status === 0);
}

/** What to tell someone who has none. */
export const VTK_MISSING = `no Python with the module vtk: install it (Debian, Ubuntu: apt-get install ${PACKAGE_NAME}; elsewhere: pip install vtk)`;

/** Installs the package where that is possible without asking; true when VTK is there afterwards. */
export function ensureVtkPython() {
  if (findVtkPython() !== undefined) return true;
  const prefix = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = (...args) => {
    const [command, ...rest] = [...prefix, 'apt-get', ...args];
    return (
      spawnSync(command, rest, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
        .status === 0
    );
  };
  console.log(`Installing ${PACKAGE_NAME} with apt-get: VTK's own reader checks the files written for ParaView.`);
  if (!apt('install', '-y', '--no-install-recommends', PACKAGE_NAME)) {
    apt('update');
    apt('install', '-y', '--no-install-recommends', PACKAGE_NAME);
  }
  if (findVtkPython() !== undefined) return true;
  console.error(VTK_MISSING);
  return false;
}
