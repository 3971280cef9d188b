// What the peers that search graphs share: problems whose answers are made into numbers, graphs of the rows that everyone reads, and
// what their answers are compared by.

#pragma once

#include <limits>
#include <memory>

#include "peer.hpp"

namespace peer {

struct Problem {
    // What the last run found, to be summed.
    std::vector<double> values;
    std::vector<Run> runs;
};

// Adds one who returns what it finds; `values` makes numbers of that.
template <class Find, class Values>
void add(Problem& p, const char* format, const char* output, Find find, Values values) {
    auto found = std::make_shared<decltype(find())>();
    p.runs.push_back({format, output, [found, find] { *found = find(); },
                      [&p, found, values] {
                          p.values = values(*found);
                          return std::pair<const double*, size_t>(p.values.data(), p.values.size());
                      }});
}

// The edges that lead from one vertex to another, both ways if that is asked for.
inline Matrix without_loops(const Matrix& a, bool both_ways) {
    std::vector<Triplet> triplets;
    for (int row = 0; row < a.rows; ++row)
        for (int at = a.ptr[row]; at < a.ptr[row + 1]; ++at) {
            if (a.idx[at] == row) continue;
            triplets.push_back({row, a.idx[at], a.val[at]});
            if (both_ways) triplets.push_back({a.idx[at], row, a.val[at]});
        }
    return of_triplets(a.rows, a.cols, triplets);
}

// The first vertex of largest out-degree.
inline int busiest(const Matrix& edges) {
    int found = 0;
    auto degree = [&](int vertex) { return edges.ptr[vertex + 1] - edges.ptr[vertex]; };
    for (int vertex = 1; vertex < edges.rows; ++vertex)
        if (degree(vertex) > degree(found)) found = vertex;
    return found;
}

// The levels of all who have a parent, each of which must have an edge to its child. Who has none has a negative one.
template <class Parents>
std::vector<double> levels(const Matrix& edges, int source, const Parents& parent) {
    std::vector<double> level(static_cast<size_t>(edges.rows), -1.0);
    level[source] = 0;
    std::vector<int> below;
    for (int vertex = 0; vertex < edges.rows; ++vertex) {
        int at = vertex;
        while (parent[at] >= 0 && level[at] < 0) {
            const int above = static_cast<int>(parent[at]);
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

// The width of buckets of delta-stepping, which libraries leave to their users: the fastest of six, from a quarter of the mean length to
// 256 of it. `search` takes a width.
template <class Search>
double width_of_buckets(const Matrix& edges, Search search) {
    const double sum = std::accumulate(edges.val.begin(), edges.val.end(), 0.0);
    const double mean = sum > 0 ? sum / static_cast<double>(edges.val.size()) : 1.0;
    double best = mean, least = std::numeric_limits<double>::infinity(), lasted = 0;
    // The widest first: once buckets are so narrow that there are too many, narrower ones take longer still.
    for (double width = 256 * mean; width > mean / 5 && lasted <= 4 * least; width /= 4)
        for (int lap = 0; lap < 3; ++lap) {
            const auto start = std::chrono::steady_clock::now();
            search(width);
            lasted = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
            if (lasted > 2 * least) break;
            if (lasted < least) least = lasted, best = width;
        }
    return best;
}

constexpr int STEPS = 20;

// By how much the ranks of GAP's PageRank are less than everyone's: it lets go of the rank of vertices that no edge leaves, which others
// spread over all vertices.
inline std::vector<double> let_go(const Matrix& edges) {
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

}  // namespace peer
