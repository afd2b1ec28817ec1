const STIFFNESS = 5e6; // N/m2: times the square of the overlap
const DAMPING = 20; // 1/s

export default {
  name: 'quadratic spring',
  evaluate({ overlap, normal, velocity, effectiveMass, timeStep }, out) {
    const approach = normal[0] * velocity[0] + normal[1] * velocity[1] + normal[2] * velocity[2];
    const drag = DAMPING * effectiveMass * approach;
    const push = STIFFNESS * overlap * overlap + drag;
    for (let c = 0; c < 3; c++) out.force[c] = -push * normal[c];
    out.elasticEnergy = (STIFFNESS * overlap ** 3) / 3;
    out.dissipatedEnergy = drag * approach * timeStep;
  },
};
