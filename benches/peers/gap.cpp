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

#include "graphs.hpp"

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

using peer::add, peer::Problem;

static std::unique_ptr<Problem> prepare(const std::string& kernel, const peer::Input& input) {
    if (input.matrix.rows != input.matrix.cols) throw std::runtime_error("it is not square");
    auto owned = std::make_unique<Problem>();
    Problem& p = *owned;
    const auto edges = std::make_shared<peer::Matrix>(peer::without_loops(input.matrix, kernel == "triangles"));
    // GAP searches for vertices that have edges.
    if (edges->idx.empty()) return nullptr;
    const NodeID source = peer::busiest(*edges);
    auto graph = [&] { return std::make_shared<Graph>(graph_of<NodeID>(*edges)); };
    if (kernel == "bfs") {
        add(p, "csr", "new", [graph = graph(), source] { return bfs::DOBFS(*graph, source); },
            [edges, source](const pvector<NodeID>& parent) { return peer::levels(*edges, source, parent); });
    } else if (kernel == "shortest-paths") {
        if (*std::min_element(edges->val.begin(), edges->val.end()) < 0)
            throw std::runtime_error("a length is negative");
        const auto lengths = std::make_shared<sssp::WGraph>(graph_of<sssp::WNode>(*edges));
        const double width =
            peer::width_of_buckets(*edges, [&](double width) { sssp::DeltaStep(*lengths, source, width); });
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
        add(p, "csr", "new", [ranked] { return pr::PageRankPull(*ranked, peer::STEPS); },
            [more = peer::let_go(*edges)](const pvector<double>& rank) {
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
