// SPDX-License-Identifier: MIT
/**
 * The linear law with friction and attraction allowed, as a module: the same numbers as the law that is built in, by
 * its own way.
 */
const TANGENTIAL_RATIO = 2 / 7;

export default {
  name: 'linear spring',
  evaluate({ overlap, normal, velocity, effectiveMass, timeStep, materialA, materialB, history }, out) {
    const stiffness = materialB.rigid ? materialA.stiffness : materialB.stiffness;
    const log = Math.log(materialA.restitution);
    const ratio = -log / Math.sqrt(Math.PI * Math.PI + log * log);
    const tangential = TANGENTIAL_RATIO * stiffness;
    const approach = velocity[0] * normal[0] + velocity[1] * normal[1] + velocity[2] * normal[2];
    const drag = 2 * ratio * Math.sqrt(stiffness * effectiveMass) * approach;
    const push = stiffness * overlap + drag;
    const limit = materialA.friction * Math.max(push, 0);
    const out3 = history[0] * normal[0] + history[1] * normal[1] + history[2] * normal[2];
    let stretched = 0;
    let slid = 0;
    for (let c = 0; c < 3; c++) {
      const v = velocity[c] - approach * normal[c];
      history[c] += timeStep * v - out3 * normal[c];
      stretched += history[c] * history[c];
    }
    const spring = tangential * Math.sqrt(stretched);
    let total = 0;
    for (let c = 0; c < 3; c++) {
      const v = velocity[c] - approach * normal[c];
      if (spring > limit) {
        const before = history[c];
        history[c] *= limit / spring;
        out.force[c] = -tangential * history[c];
        slid += tangential * history[c] * (before - history[c]);
      } else out.force[c] = -tangential * history[c] - 2 * ratio * Math.sqrt(tangential * effectiveMass) * v;
      total += out.force[c] * out.force[c];
    }
    const share = spring > limit || total <= limit * limit ? 1 : limit / Math.sqrt(total);
    let dragged = drag * approach;
    let held = 0;
    for (let c = 0; c < 3; c++) {
      const v = velocity[c] - approach * normal[c];
      out.force[c] *= share;
      if (spring <= limit) dragged -= (out.force[c] + tangential * history[c]) * v;
      held += 0.5 * tangential * history[c] * history[c];
      out.force[c] -= push * normal[c];
    }
    out.elasticEnergy = 0.5 * stiffness * overlap * overlap + held;
    out.dissipatedEnergy = dragged * timeStep + slid;
    out.lostAtEnd = held;
  },
};
