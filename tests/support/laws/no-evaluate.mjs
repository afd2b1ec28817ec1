// SPDX-License-Identifier: MIT
export default { name: 'says nothing' };
