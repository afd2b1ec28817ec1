// SPDX-License-Identifier: MIT
export const name = 'not a law';
