// SPDX-License-Identifier: MIT
/** `scree`: everything a program needs to ask how bodies touch; files are read by `scree/io`. */
export * from './contact.ts';
