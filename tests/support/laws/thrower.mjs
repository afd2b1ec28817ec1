// SPDX-License-Identifier: MIT
export default {
  name: 'thrower',
  evaluate(_contact, out) {
    out.force = [0, 0, 0];
  },
};
