// SPDX-License-Identifier: MIT
/**
 * Units of the numbers in the API reference whose sentence does not state one: a name has one unit everywhere. Lengths
 * of `scree/contact` are in the unit of the coordinates, metres where nothing else is said. Names of several meanings
 * are listed with their owner: `Layer.to`, or `Ray.cast.from` for a parameter.
 */
export const UNITS_OF_NAMES = {
  m: `
    radius halfLength halfExtents semiAxes height distance maxDistance point points position vertices min max
    lower upper offset pointOnA pointOnB onA onB centre centres centroid extent diameter bandHeight capHeight
    capRadius margin contactPoint difference nearest inner loop polygon origin reference effectiveRadius largest
    smallest thickness weldTolerance about through support() distance() depth() centreOfMass() chainPoints()
    layeredSolid.from Segment.from SegmentParameters.from Segment.to SegmentParameters.to Layer.to
    AnalysisRegion.share.a AnalysisRegion.share.b MeshContactOptions.depth spheres longestEdge shortestEdge
    OverlapArea.gradient coordinates ContactPieces.origin() maxLength positions at
  `,
  m2: 'area largestArea smallestArea totalArea OverlapVolume.gradient',
  m3: 'volume OverlapVolume.moment',
  m4: 'polarMoment',
  m5: 'inertia',
  s: `
    t _t time previousTime until duration firstStep criticalTimeStep() StepCosts.* IntegrationOptions.onStep.from
    IntegrationOptions.onStep.to OneStepMethod.step.limit DormandPrince.step.limit Radau.step.limit seconds
    CsvSpec.every
  `,
  '1/s': 'particleStepsPerSecond',
  '1/m': 'Superquadric.gradient()',
  '1/m2': 'hessian()',
  Hz: 'frequency',
  rad: 'angle',
  'm/s': `
    velocity velocity() velocityAt() speedBound() linearVelocity velocities linear approachSpeed approachBound()
    slipSpeed slowestImpact
  `,
  'rad/s': 'angularVelocity angularVelocity() angularVelocities',
  'm/s2': 'gravity largestAcceleration()',
  kg: 'effectiveMass',
  N: 'force forces',
  'N m': 'torque PressureField.moment',
  'N s': 'impulse',
  'N m s': 'angularImpulse',
  'N/m': 'stiffness',
  's/m': 'EventLaw.damping',
  Pa: 'modulus',
  J: 'Progress.energy EnergyBalance.*',
  'no unit': `
    facetNormals contactNormal contactNormals TimeOfImpactOptions.tolerance FillProgress.overlap overlapRatio
    maxOverlapRatio Packing.fraction direction factor normal normals orientation orientations axis restitution
    ratio n1 n2 poissonsRatio porosity friction rollingFriction twistingFriction radiusFactor insideOutside()
    functionA functionB crosswiseSphericity lengthwiseSphericity impactDamping() impactRestitution()
    impactRestitution.a anisotropy tensor share() correlations Quaternion.* Mixing.index random segregated
    variance coordinateTolerance relativeTolerance weights nodalWeights() WallContact.dashpot
    tangentialStiffnessRatio CoplanarOptions.tolerance EventSimulationSpec.tolerance compareRecordings.tolerance
    compareStates.tolerance seed formatVersion
  `,
  'a count': `
    createBonds() stepsBefore count steps contacts pairs events evaluations rejectedSteps factorisations jacobians
    islands functions distances atOnce chunk cpus bodyEvaluations unprovenIntervals waiting runs threads cores
    iterationLimit epaIterations gjkIterations mostSteps mostEvents pairsPerBody attempts rebuilds visits inserted
    alone compared differing bins cells columns rows fewest done backward forward mechanical mean size bodyStride
    CapacitySpec.bodies FillProgress.bodies Coordination.bodies FrameEntry.bodies Progress.bodies
    StateDifferences.bodies CalibrationResult.points step
  `,
  'a number in a list': `
    label() id index piece pieceA pieceB facet featureId patch i j k body bodies material shape facets joint
    spring component child chain ids bonds list featureKey() addBody() indices faces number
    MeshObject.end members
  `,
  'cells of 8 bytes': 'address settle()',
  bytes: 'SlurmExecutorOptions.memory bytes length ByteSource.size ByteSource.read.at decodeFrame.at FrameEntry.at',
  characters: 'start end OutlineKey.start OutlineKey.end documentationAt.offset proposalsAt.offset SceneProposals.from',
  'that of the coordinate': 'HarmonicSpec.offset HarmonicSpec.amplitude JointSpringSpec.rest JointLimitSpec.high',
  'that of the coordinate, per second': 'HarmonicSpec.rate',
  'that of each component': `
    y yp z out state derivative history values values() drawnState() byState byDerivative contactBatch()
    stateColumns() poses meshPoses results facePlanes places MotionTable.rows
  `,
  'that of the values': 'ColumnMean.* LinearFit.deviation LinearFit.intercept linearFit.x linearFit.y',
  'that of y over that of x': 'LinearFit.slope LinearFit.error',
  'that of the vector': 'Vector2.x Vector2.y Vector3.x Vector3.y Vector3.z',
  'that of the tensor': 'xx xy xz yy yz zz',
};

const UNITS = new Map(
  Object.entries(UNITS_OF_NAMES).flatMap(([unit, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, unit]),
  ),
);

/** The unit of a number by its name: `Ray.cast.from`, `Ray.*` or `from`; undefined where none of them is known. */
export function unitOfName(path) {
  const owner = path.slice(0, path.indexOf('.'));
  const name = path.slice(path.lastIndexOf('.') + 1);
  const key = [path, `${owner}.*`, name].find((each) => UNITS.has(each));
  if (key !== undefined) return { key, unit: UNITS.get(key) };
  return name.endsWith('Count') ? { key: undefined, unit: 'a count' } : undefined;
}

/** All names of the table. */
export const KNOWN_NAMES = [...UNITS.keys()];

const SYMBOL = '(?:m|mm|kg|s|ms|N|J|W|Pa|K|Hz|rad|MiB)';
const SYMBOLS = new RegExp(`(?<![\\w\`'-])${SYMBOL}[2-6]?(?:[ /]${SYMBOL}[2-6]?)*(?![\\w\`'(])|\\b1/(?:m|s|Pa)\\b`);
const WORDS =
  /\b(?:metres|[Ss]econds|[Mm]illiseconds|per second|[Rr]adians|degrees|[Bb]ytes|[Uu]nits? of|[Dd]imensionless|[Ss]hare|[Ff]raction|[Rr]atio|over critical|over that of|[Cc]oefficient|[Ff]actors?|[Nn]umbers? of|[Hh]ow many|Ind(?:ex|ices)|Ids?|[Ii]d of)\b/;

/** True for a sentence that states the unit of its number: a symbol, or words for numbers without one. */
export const statesUnit = (text) => SYMBOLS.test(text) || WORDS.test(text);
