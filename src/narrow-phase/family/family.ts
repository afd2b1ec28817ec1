// SPDX-License-Identifier: MIT
/** What `contact` needs to answer by an algorithm of the family, and to trace its own steps. */
export { gjkEpa } from '../gjk/gjk-epa.ts';
export { algorithmNamed } from './algorithm-registry.ts';
export { familyContact } from './family-contact.ts';
export { answerStep } from './trace-step.ts';
