# SPDX-License-Identifier: MIT
# Run by yade.mjs: yade -jTHREADS -n -x yade-polyhedra.py FOLDER SECONDS STEPS; prints the timing as one line of JSON. Two steps go before the clock
# starts; then so many are timed as take about the seconds given, STEPS at most.
import csv, json, math, os, sys, time
folder, seconds, most = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
from yade import *
from yade import config, polyhedra_utils, utils

scene = json.load(open(os.path.join(folder, 'scene.json')))
m = scene['material']
shapes = [[Vector3(*v[k:k + 3]) for k in range(0, len(v), 3)] for v in scene['polyhedra']]
size = max(v.norm() for shape in shapes for v in shape)
# The force of this law is a pressure per depth times the common volume: as stiff as the spring where faces of about the square of the size meet.
grain = PolyhedraMat(young=m['stiffness'] / size**2, poisson=0.3, density=m['density'], frictionAngle=math.atan(m['friction']))
O.materials.append(grain)
for row in csv.DictReader(open(os.path.join(folder, 'bodies.csv'))):
    n = {key: float(value) for key, value in row.items()}
    turn, place = Quaternion(n['qw'], n['qx'], n['qy'], n['qz']), Vector3(n['x'], n['y'], n['z'])
    body = polyhedra_utils.polyhedra(grain, v=[place + turn * v for v in shapes[int(n['shape'])]])
    body.state.vel, body.state.angVel = (n['vx'], n['vy'], n['vz']), (n['wx'], n['wy'], n['wz'])
    O.bodies.append(body)
for wall in scene['halfSpaces']:
    axis = next(k for k in range(3) if wall['normal'][k] != 0)
    sense = 1 if wall['normal'][axis] > 0 else -1
    O.bodies.append(utils.wall(wall['offset'] / wall['normal'][axis], axis=axis, sense=sense, material=grain))
O.engines = [
    ForceResetter(),
    InsertionSortCollider([Bo1_Polyhedra_Aabb(), Bo1_Wall_Aabb()], verletDist=0.5 * scene['skin']),
    InteractionLoop(
        [Ig2_Wall_Polyhedra_PolyhedraGeom(), Ig2_Polyhedra_Polyhedra_PolyhedraGeom()],
        [Ip2_PolyhedraMat_PolyhedraMat_PolyhedraPhys()],
        [Law2_PolyhedraGeom_PolyhedraPhys_Volumetric()],
    ),
    NewtonIntegrator(gravity=scene['gravity'], damping=0.0),
]
O.dt = scene['timeStep']
O.run(1, True)
start = time.time()
O.run(1, True)
steps = max(1, min(most, round(seconds / (time.time() - start))))
wall, cpu = time.time(), time.process_time()
O.run(steps, True)
speeds = [b.state.vel.squaredNorm() for b in O.bodies if isinstance(b.shape, Polyhedra)]
agitation = math.sqrt(sum(speeds) / len(speeds) / (math.hypot(*scene['gravity']) * scene['reach']))
timing = {'engine': 'YADE ' + config.version, 'steps': steps, 'wallSeconds': time.time() - wall, 'cpuSeconds': time.process_time() - cpu, 'contacts': O.interactions.countReal(), 'agitation': agitation}
print(json.dumps(timing), flush=True)
os._exit(0)
