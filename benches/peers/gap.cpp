// The GAP Benchmark Suite (Beamer, Asanović and Patterson, 2015), whose sources the user names. Each kernel is included into a
// namespace of its own, and called as the `main` of its file calls it. Graphs are made of the rows that all peers read.
// Lengths and ranks have 64 bits, as everyone's have, where GAP's have 32.

#ifdef _OPENMP
// tc.cc defines it to sort on several threads, which has no effect behind the headers.
#define _GLIBCXX_PARALLEL
#endif

// Whatever the files include is included before, outside of the namespaces.
#include <getopt.h>
#include <sys/time.h>

#include <algorithm>
#include <chrono>
#include <cinttypes>
#include <cmath>
#include <functional>
#include <iostream>
#include <limits>
#include <memory>
#include <queue>
#include <random>
#include <unordered_map>
#include <utility>
#include <vector>

#include "peer.hpp"

// What GAP prints goes to the standard error: answers are on the standard output.
#define cout clog
#define printf(...) fprintf(stderr, __VA_ARGS__)

#include "benchmark.h"
#include "bitmap.h"
#include "builder.h"
#include "command_line.h"
#include "graph.h"
#include "platform_atomics.h"
#include "pvector.h"
#include "sliding_queue.h"
#include "timer.h"

namespace bfs {
#include "bfs.cc"
}

namespace cc {
#include "cc.cc"
}

namespace sssp {
// The file finds these in place of those of benchmark.h, whose lengths are whole numbers.
typedef double WeightT;
typedef NodeWeight<NodeID, WeightT> WNode;
typedef CSRGraph<NodeID, WNode> WGraph;
typedef BuilderBase<NodeID, WNode, WeightT> WeightedBuilder;
#include "sssp.cc"
}  // namespace sssp

// Each step sees the ranks of the step before, as everyone's do. Those of pr.cc see new ranks at once, and end at others.
namespace pr {
// A number of vertices that `1.0f` is divided by in 64 bits.
struct Count {
    int64_t count;
    operator int64_t() const { return count; }
};
template <class Number>
double operator/(Number dividend, Count count) {
    return static_cast<double>(dividend) / static_cast<double>(count.count);
}
// The file finds it in place of that of benchmark.h.
struct Graph : ::Graph {
    Graph(::Graph&& graph) : ::Graph(std::move(graph)) {}
    Count num_nodes() const { return {::Graph::num_nodes()}; }
};
#define float double
#include "pr_spmv.cc"
#undef float
}  // namespace pr

namespace tc {
#include "tc.cc"
}

#undef cout
#undef printf

struct Problem {
    // What the last run found, to be summed.
    std::vector<double> values;
    std::vector<peer::Run> runs;
};

// Adds one who returns what it finds; `values` makes numbers of that.
template <class Find, class Values>
static void add(Problem& p, const char* format, const char* output, Find find, Values values) {
    auto found = std::make_shared<decltype(find())>();
    p.runs.push_back({format, output, [found, find] { *found = find(); },
                      [&p, found, values] {
                          p.values = values(*found);
                          return std::pair<const double*, size_t>(p.values.data(), p.values.size());
                      }});
}

static peer::Matrix without_loops(const peer::Matrix& a, bool both_ways) {
    std::vector<peer::Triplet> triplets;
    for (int row = 0; row < a.rows; ++row)
        for (int at = a.ptr[row]; at < a.ptr[row + 1]; ++at) {
            if (a.idx[at] == row) continue;
            triplets.push_back({row, a.idx[at], a.val[at]});
            if (both_ways) triplets.push_back({a.idx[at], row, a.val[at]});
        }
    return peer::of_triplets(a.rows, a.cols, triplets);
}

// The first vertex of largest out-degree.
static NodeID busiest(const peer::Matrix& edges) {
    NodeID found = 0;
    auto degree = [&](NodeID vertex) { return edges.ptr[vertex + 1] - edges.ptr[vertex]; };
    for (NodeID vertex = 1; vertex < edges.rows; ++vertex)
        if (degree(vertex) > degree(found)) found = vertex;
    return found;
}

static void put(NodeID& place, int other, double) { place = other; }
static void put(sssp::WNode& place, int other, double length) { place = sssp::WNode(other, length); }

// GAP frees the arrays.
template <class Neighbour>
static std::pair<Neighbour**, Neighbour*> arrays_of(const peer::Matrix& edges) {
    auto** index = new Neighbour*[static_cast<size_t>(edges.rows) + 1];
    auto* neighbours = new Neighbour[edges.idx.size()];
    for (int row = 0; row <= edges.rows; ++row) index[row] = neighbours + edges.ptr[row];
    for (size_t at = 0; at < edges.idx.size(); ++at) put(neighbours[at], edges.idx[at], edges.val[at]);
    return {index, neighbours};
}

// Undirected where all edges lead both ways.
template <class Neighbour>
static CSRGraph<NodeID, Neighbour> graph_of(const peer::Matrix& edges) {
    const auto [index, neighbours] = arrays_of<Neighbour>(edges);
    const peer::Matrix back = peer::transposed(edges);
    if (edges.ptr == back.ptr && edges.idx == back.idx)
        return CSRGraph<NodeID, Neighbour>(edges.rows, index, neighbours);
    const auto [index_back, neighbours_back] = arrays_of<Neighbour>(back);
    return CSRGraph<NodeID, Neighbour>(edges.rows, index, neighbours, index_back, neighbours_back);
}

// The levels of all who have a parent, each of which must have an edge to its child.
static std::vector<double> levels(const peer::Matrix& edges, NodeID source, const pvector<NodeID>& parent) {
    std::vector<double> level(static_cast<size_t>(edges.rows), -1.0);
    level[source] = 0;
    std::vector<NodeID> below;
    for (NodeID vertex = 0; vertex < edges.rows; ++vertex) {
        NodeID at = vertex;
        while (parent[at] >= 0 && level[at] < 0) {
            const NodeID above = parent[at];
            const int* children = edges.idx.data();
            if (below.size() == level.size() ||
                !std::binary_search(children + edges.ptr[above], children + edges.ptr[above + 1], at))
                throw std::runtime_error("a parent has no edge to its child");
            below.push_back(at);
            at = above;
        }
        if (level[at] < 0 && !below.empty()) throw std::runtime_error("a parent is not reached");
        for (double depth = level[at]; !below.empty(); below.pop_back()) level[below.back()] = ++depth;
    }
    for (double& each : level) each = std::max(each, 0.0);
    return level;
}

// The width of buckets, which GAP leaves to its user: the fastest of some, from a quarter of the mean length on.
static double width_of_buckets(const peer::Matrix& edges, NodeID source, const sssp::WGraph& graph) {
    const double sum = std::accumulate(edges.val.begin(), edges.val.end(), 0.0);
    const double mean = sum > 0 ? sum / static_cast<double>(edges.val.size()) : 1.0;
    double best = mean, least = std::numeric_limits<double>::infinity();
    for (double width = mean / 4; width < 300 * mean; width *= 4)
        for (int lap = 0; lap < 3; ++lap) {
            const auto start = std::chrono::steady_clock::now();
            sssp::DeltaStep(graph, source, width);
            const double lasted = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
            if (lasted > 2 * least) break;
            if (lasted < least) least = lasted, best = width;
        }
    return best;
}

constexpr int STEPS = 20;

// By how much GAP's ranks are less than everyone's: it lets go of the rank of vertices that no edge leaves, which others
// spread over all vertices.
static std::vector<double> let_go(const peer::Matrix& edges) {
    const double damping = 0.85, vertices = edges.rows;
    std::vector<double> lesser(static_cast<size_t>(edges.rows), 1 / vertices), ranks = lesser;
    for (int step = 0; step < STEPS; ++step) {
        double stuck = 0;
        for (int vertex = 0; vertex < edges.rows; ++vertex)
            if (edges.ptr[vertex] == edges.ptr[vertex + 1]) stuck += ranks[vertex];
        std::vector<double> lesser_next(lesser.size(), (1 - damping) / vertices);
        std::vector<double> next(ranks.size(), (1 - damping + damping * stuck) / vertices);
        for (int vertex = 0; vertex < edges.rows; ++vertex)
            for (int at = edges.ptr[vertex]; at < edges.ptr[vertex + 1]; ++at) {
                const double share = damping / (edges.ptr[vertex + 1] - edges.ptr[vertex]);
                lesser_next[edges.idx[at]] += share * lesser[vertex];
                next[edges.idx[at]] += share * ranks[vertex];
            }
        lesser.swap(lesser_next);
        ranks.swap(next);
    }
    for (size_t vertex = 0; vertex < ranks.size(); ++vertex) ranks[vertex] -= lesser[vertex];
    return ranks;
}

static std::unique_ptr<Problem> prepare(const std::string& kernel, const peer::Input& input) {
    if (input.matrix.rows != input.matrix.cols) throw std::runtime_error("it is not square");
    auto owned = std::make_unique<Problem>();
    Problem& p = *owned;
    const auto edges = std::make_shared<peer::Matrix>(without_loops(input.matrix, kernel == "triangles"));
    // GAP searches for vertices that have edges.
    if (edges->idx.empty()) return nullptr;
    const NodeID source = busiest(*edges);
    auto graph = [&] { return std::make_shared<Graph>(graph_of<NodeID>(*edges)); };
    if (kernel == "bfs") {
        add(p, "csr", "new", [graph = graph(), source] { return bfs::DOBFS(*graph, source); },
            [edges, source](const pvector<NodeID>& parent) { return levels(*edges, source, parent); });
    } else if (kernel == "shortest-paths") {
        if (*std::min_element(edges->val.begin(), edges->val.end()) < 0)
            throw std::runtime_error("a length is negative");
        const auto lengths = std::make_shared<sssp::WGraph>(graph_of<sssp::WNode>(*edges));
        const double width = width_of_buckets(*edges, source, *lengths);
        add(p, "csr", "new", [lengths, source, width] { return sssp::DeltaStep(*lengths, source, width); },
            [](const pvector<double>& distance) {
                std::vector<double> reached(distance.begin(), distance.end());
                for (double& each : reached) each = each == sssp::kDistInf ? 0.0 : each;
                return reached;
            });
    } else if (kernel == "components") {
        // A label is the lowest vertex of its component: there are as many components as vertices that are their own labels.
        add(p, "csr", "new", [graph = graph()] { return cc::Afforest(*graph); },
            [](const pvector<NodeID>& label) {
                std::vector<double> own(label.size());
                for (size_t vertex = 0; vertex < own.size(); ++vertex)
                    own[vertex] = label[vertex] == static_cast<NodeID>(vertex);
                return own;
            });
    } else if (kernel == "pagerank") {
        const auto ranked = std::make_shared<pr::Graph>(graph_of<NodeID>(*edges));
        add(p, "csr", "new", [ranked] { return pr::PageRankPull(*ranked, STEPS); },
            [more = let_go(*edges)](const pvector<double>& rank) {
                std::vector<double> weighed(rank.size());
                for (size_t vertex = 0; vertex < weighed.size(); ++vertex)
                    weighed[vertex] = (rank[vertex] + more[vertex]) * static_cast<double>(vertex + 1);
                return weighed;
            });
    } else if (kernel == "triangles") {
        auto number = [](size_t count) { return std::vector<double>{static_cast<double>(count)}; };
        const auto as_read = graph(), ordered = std::make_shared<Graph>(Builder::RelabelByDegree(*as_read));
        add(p, "csr", "number", [ordered] { return tc::OrderedCount(*ordered); }, number);
        // It orders where GAP finds that worth while.
        add(p, "csr, ordered in the time", "number", [as_read] { return tc::Hybrid(*as_read); }, number);
    } else {
        return nullptr;
    }
    return owned;
}

int main(int count, char** words) { return peer::serve(count, words, "gap", GAP_VERSION, prepare); }
