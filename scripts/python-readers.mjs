// SPDX-License-Identifier: MIT
/**
 * Pythons with modules that read what Scree writes, as other programs do: VTK's own readers, and h5py for HDF5; on
 * Debian from packages.
 */
import { spawnSync } from 'node:child_process';
import { installDebianPackage } from './debian-package.mjs';

/** The system's Python has the system's packages, another one first in the path may not. */
const CANDIDATES = ['python3', '/usr/bin/python3'];

const VTK = {
  module: 'vtk',
  debian: 'python3-vtk9',
  pip: 'vtk',
  why: "VTK's own reader checks the files written for ParaView",
};
const HDF5 = { module: 'h5py', debian: 'python3-h5py', pip: 'h5py', why: 'h5py checks the HDF5 files' };

/** By module: loading one takes a second, and what was found stays. */
const found = new Map();

function findPython({ module }) {
  const python =
    found.get(module) ??
    CANDIDATES.find((each) => spawnSync(each, ['-c', `import ${module}`], { stdio: 'ignore' }).status === 0);
  found.set(module, python);
  return python;
}

/** @returns {string | undefined} */
export const findVtkPython = () => findPython(VTK);

/** With h5py, and with numpy, which it needs. @returns {string | undefined} */
export const findHdf5Python = () => findPython(HDF5);

const missing = ({ module, debian, pip }) =>
  `no Python with the module ${module}: install it (Debian, Ubuntu: apt-get install ${debian}; elsewhere: pip ` +
  `install ${pip})`;

/** What to tell someone who has none. */
export const VTK_MISSING = missing(VTK);
export const HDF5_MISSING = missing(HDF5);

/** Installs the package where that is possible without asking; true when the module is there afterwards. */
function ensure(wanted) {
  if (findPython(wanted) !== undefined) return true;
  installDebianPackage(wanted.debian, wanted.why);
  if (findPython(wanted) !== undefined) return true;
  console.error(missing(wanted));
  return false;
}

export const ensureVtkPython = () => ensure(VTK);
export const ensureHdf5Python = () => ensure(HDF5);
