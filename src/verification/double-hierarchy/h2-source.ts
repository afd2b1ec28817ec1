// SPDX-License-Identifier: MIT
/** The paper of the cases `h2-…`. */
export function h2Source(sections: string): string {
  return `M. Santasusana, J. Irazábal, E. Oñate, J. M. Carbonell: The Double Hierarchy Method. Comp. Part. Mech. 2016, doi:10.1007/s40571-016-0109-4, ${sections}.`;
}
