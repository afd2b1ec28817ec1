// SPDX-License-Identifier: MIT
// Driver for Bullet in float64: btComputeGjkEpaPenetration, called ComputeGjkEpa3, from vertices about their mean and a
// translation, margin 0, cold. Usage and output: README.md.
#include <BulletCollision/NarrowPhaseCollision/btComputeGjkEpaPenetration.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <btBulletCollisionCommon.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

struct Body {
  std::vector<double> vertices;
  std::unique_ptr<btConvexHullShape> shape;
  btTransform pose;

  void make() {
    const size_t count = vertices.size() / 3;
    btVector3 mean(0, 0, 0);
    for (size_t i = 0; i < count; i++) mean += vertex(i) / btScalar(count);
    shape = std::make_unique<btConvexHullShape>();
    for (size_t i = 0; i < count; i++) shape->addPoint(vertex(i) - mean, false);
    shape->recalcLocalAabb();
    shape->setMargin(0);
    pose.setIdentity();
    pose.setOrigin(mean);
  }
  btVector3 vertex(size_t i) const { return btVector3(vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]); }
  // What Bullet's template asks of a body.
  btVector3 getObjectCenterInWorld() const { return pose.getOrigin(); }
  const btTransform& getWorldTransform() const { return pose; }
  btVector3 getLocalSupportWithMargin(const btVector3& d) const { return getLocalSupportWithoutMargin(d); }
  btVector3 getLocalSupportWithoutMargin(const btVector3& d) const {
    return shape->localGetSupportingVertexWithoutMargin(d);
  }
  btScalar getMargin() const { return 0; }
};

struct Reference {
  double distance, normal[3], gap, size, kind, padding;
};

struct Answer {
  btVector3 m_pointOnA, m_pointOnB, m_normalBtoA;
  btScalar m_distance;
  bool found;
};

static std::vector<Body> bodies;  // two a pair
static std::vector<Reference> references;

static void readExactly(void* to, size_t bytes, FILE* file, const char* name) {
  if (bytes == 0 || fread(to, bytes, 1, file) == 1) return;
  fprintf(stderr, "%s: cannot be read\n", name);
  exit(1);
}

static FILE* opened(const std::string& path) {
  FILE* file = fopen(path.c_str(), "rb");
  if (file != nullptr) return file;
  fprintf(stderr, "%s: cannot be opened\n", path.c_str());
  exit(1);
}

static void load(const std::string& path) {
  char magic[8];
  uint32_t header[2];
  FILE* file = opened(path + ".pairs");
  readExactly(magic, 8, file, path.c_str());
  readExactly(header, 8, file, path.c_str());
  bodies.clear();
  bodies.resize(2 * header[0]);
  for (uint32_t i = 0; i < header[0]; i++) {
    uint32_t counts[4];
    readExactly(counts, 16, file, path.c_str());
    for (int k = 0; k < 2; k++) {
      Body& body = bodies[2 * i + k];
      body.vertices.resize(3 * counts[2 * k]);
      readExactly(body.vertices.data(), 8 * body.vertices.size(), file, path.c_str());
      body.make();
    }
    const uint32_t triangles = counts[1] + counts[3];
    fseek(file, 12 * triangles + 4 * (triangles % 2), SEEK_CUR);
  }
  fclose(file);
  file = opened(path + ".ref");
  readExactly(magic, 8, file, path.c_str());
  readExactly(header, 8, file, path.c_str());
  references.resize(header[0]);
  readExactly(references.data(), sizeof(Reference) * references.size(), file, path.c_str());
  fclose(file);
}

static void query(size_t i, Answer& answer) {
  btGjkCollisionDescription description;
  description.m_firstDir = btVector3(0, 1, 0);
  btVoronoiSimplexSolver solver;
  answer.found = btComputeGjkEpaPenetration(bodies[2 * i], bodies[2 * i + 1], description, solver, &answer) == 0;
}

/** Gap of the bodies of a pair along a unit normal from A to B. */
static double gapAlong(size_t pair, const btVector3& n) {
  double high = -1e300, low = 1e300;
  const Body &a = bodies[2 * pair], &b = bodies[2 * pair + 1];
  for (size_t i = 0; i < a.vertices.size() / 3; i++) high = std::max(high, double(n.dot(a.vertex(i))));
  for (size_t i = 0; i < b.vertices.size() / 3; i++) low = std::min(low, double(n.dot(b.vertex(i))));
  return low - high;
}

static double quantile(std::vector<double> values, double part) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[std::min(values.size() - 1, size_t(part * values.size()))];
}

static double threadSeconds() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec + 1e-9 * time.tv_nsec;
}

static void run(const std::string& folder, const std::string& set, double seconds) {
  load(folder + "/" + set);
  const size_t count = references.size();
  std::vector<Answer> answers(count);
  std::vector<double> passes;
  double total = 0;
  for (int pass = 0; passes.size() < 3 || total < seconds; pass++) {
    const double start = threadSeconds();
    for (size_t i = 0; i < count; i++) query(i, answers[i]);
    const double spent = threadSeconds() - start;
    if (pass == 0) continue;
    total += spent;
    passes.push_back(spent / count * 1e9);
  }
  int failed = 0, wrongSign = 0, over3 = 0, over6 = 0;
  std::vector<double> distanceErrors, normalErrors;
  for (size_t i = 0; i < count; i++) {
    const Reference& right = references[i];
    const double distance = answers[i].m_distance;
    if (!answers[i].found || !std::isfinite(distance)) {
      failed++;
    } else if (std::fabs(right.distance) > 1e-6 * right.size && (distance > 0) != (right.distance > 0)) {
      wrongSign++;
    } else {
      distanceErrors.push_back(std::fabs(distance - right.distance) / right.size);
      const double gap = gapAlong(i, -answers[i].m_normalBtoA.normalized());
      normalErrors.push_back(std::max(0.0, (right.distance - gap) / right.size));
      const double worst = std::max(distanceErrors.back(), normalErrors.back());
      over3 += worst > 1e-3;
      over6 += worst > 1e-6;
    }
  }
  printf("Bullet-f64,ComputeGjkEpa3,%s,%zu,%.1f,%d,%d,%d,%d,0,0,%.2e,%.2e,%.2e,%.2e,%.2e\n", set.c_str(), count,
         quantile(passes, 0.5), failed, wrongSign, over3, over6, quantile(distanceErrors, 0.5),
         quantile(distanceErrors, 0.99), quantile(distanceErrors, 1), quantile(normalErrors, 0.99),
         quantile(normalErrors, 1));
  fflush(stdout);
}

int main(int argc, char** argv) {
  if (argc < 3) {
    fprintf(stderr, "usage: bullet DATA SETS [SECONDS]\n");
    return 2;
  }
  std::stringstream sets(argv[2]);
  for (std::string set; std::getline(sets, set, ',');) run(argv[1], set, argc > 3 ? atof(argv[3]) : 0.1);
}
