// SPDX-License-Identifier: MIT
/** Fails when bodies are deeper in each other than it knows. */
export default {
  name: 'root of what is left',
  evaluate({ overlap, normal }, out) {
    const push = 1e3 * overlap * Math.sqrt(1e-3 - overlap);
    for (let c = 0; c < 3; c++) out.force[c] = -push * normal[c];
  },
};
