# SPDX-License-Identifier: MIT
# Run by yade.mjs: yade -jTHREADS -n -x yade-spheres.py FOLDER WARM_UP_STEPS STEPS; prints the timing as one line of JSON.
import csv, json, math, os, sys, time
folder, warm_up, steps = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
from yade import *
from yade import config, utils

scene = json.load(open(os.path.join(folder, 'scene.json')))
m = scene['material']
grain = O.materials.append(FrictMat(young=m['youngsModulus'], poisson=m['poissonsRatio'], density=m['density'], frictionAngle=math.atan(m['friction'])))
for row in csv.DictReader(open(os.path.join(folder, 'bodies.csv'))):
    n = {key: float(value) for key, value in row.items()}
    body = utils.sphere((n['x'], n['y'], n['z']), n['radius'], material=grain)
    body.state.vel, body.state.angVel = (n['vx'], n['vy'], n['vz']), (n['wx'], n['wy'], n['wz'])
    O.bodies.append(body)
for wall in scene['halfSpaces']:
    axis = next(k for k in range(3) if wall['normal'][k] != 0)
    O.bodies.append(utils.wall(wall['offset'] / wall['normal'][axis], axis=axis, material=grain))
O.engines = [
    ForceResetter(),
    InsertionSortCollider([Bo1_Sphere_Aabb(), Bo1_Wall_Aabb()], verletDist=0.5 * scene['skin']),
    InteractionLoop(
        [Ig2_Sphere_Sphere_ScGeom(), Ig2_Wall_Sphere_ScGeom()],
        [Ip2_FrictMat_FrictMat_MindlinPhys(en=m['restitution'], es=m['restitution'])],
        [Law2_ScGeom_MindlinPhys_Mindlin()],
    ),
    NewtonIntegrator(gravity=scene['gravity'], damping=0.0),
]
O.dt = scene['timeStep']
O.run(warm_up, True)
wall, cpu = time.time(), time.process_time()
O.run(steps, True)
speeds = [b.state.vel.squaredNorm() for b in O.bodies if isinstance(b.shape, Sphere)]
agitation = math.sqrt(sum(speeds) / len(speeds) / (math.hypot(*scene['gravity']) * scene['radius']))
timing = {'engine': 'YADE ' + config.version, 'steps': steps, 'wallSeconds': time.time() - wall, 'cpuSeconds': time.process_time() - cpu, 'contacts': O.interactions.countReal(), 'agitation': agitation}
print(json.dumps(timing), flush=True)
os._exit(0)
