// LAGraph (Mattson, Davis, Kumar, Buluç, McMillan, Moreira and Yang, 2019), whose sources the user names, over SuiteSparse:GraphBLAS.
// compiled.py compiles the sources into a library, and its PageRank once more over numbers of 64 bits.

#include "graphs.hpp"

// Older releases do not say that they are in C.
extern "C" {
#include <GraphBLAS.h>
#include <LAGraph.h>

// LAGr_PageRankGAP over numbers of 64 bits.
int pagerank_of_doubles(GrB_Vector*, int*, const LAGraph_Graph, double, double, int, char*);
}

#if LAGRAPH_VERSION_MAJOR < 1
#error "LAGraph 1.0 or later is needed"
#endif

// What the last call has to say.
static char said[LAGRAPH_MSG_LEN];

// Answers above zero are no errors.
static void done(int status) {
    if (status < 0) throw std::runtime_error("LAGraph answers " + std::to_string(status) + ": " + said);
}

// A vector, freed with this.
struct Vector {
    GrB_Vector it = nullptr;

    Vector() = default;
    Vector(const Vector&) = delete;
    Vector& operator=(Vector&& other) {
        std::swap(it, other.it);
        return *this;
    }
    Vector(Vector&& other) { std::swap(it, other.it); }
    ~Vector() { GrB_Vector_free(&it); }

    // A number for each vertex, and this one where none is stored.
    std::vector<double> values(double otherwise) const {
        GrB_Index count, vertices;
        done(GrB_Vector_nvals(&count, it));
        done(GrB_Vector_size(&vertices, it));
        std::vector<GrB_Index> at(count);
        std::vector<double> stored(count), all(vertices, otherwise);
        done(GrB_Vector_extractTuples_FP64(at.data(), stored.data(), &count, it));
        for (GrB_Index entry = 0; entry < count; ++entry) all[at[entry]] = stored[entry];
        return all;
    }
};

struct Scalar {
    GrB_Scalar it = nullptr;

    explicit Scalar(double value) {
        done(GrB_Scalar_new(&it, GrB_FP64));
        done(GrB_Scalar_setElement_FP64(it, value));
    }
    Scalar(const Scalar&) = delete;
    ~Scalar() { GrB_Scalar_free(&it); }
};

// A graph and all that LAGraph can know of it beforehand, freed with this. It is undirected where all edges lead both ways.
struct Graph {
    LAGraph_Graph it = nullptr;

    explicit Graph(const peer::Matrix& edges) {
        const std::vector<GrB_Index> ptr(edges.ptr.begin(), edges.ptr.end()), idx(edges.idx.begin(), edges.idx.end());
        const auto vertices = static_cast<GrB_Index>(edges.rows);
        GrB_Matrix a;
        done(GrB_Matrix_import_FP64(&a, GrB_FP64, vertices, vertices, ptr.data(), idx.data(), edges.val.data(), ptr.size(),
                                    idx.size(), idx.size(), GrB_CSR_FORMAT));
        const peer::Matrix back = peer::transposed(edges);
        const bool both_ways = edges.ptr == back.ptr && edges.idx == back.idx;
        done(LAGraph_New(&it, &a, both_ways ? LAGraph_ADJACENCY_UNDIRECTED : LAGraph_ADJACENCY_DIRECTED, said));
        done(LAGraph_Cached_AT(it, said));
        done(LAGraph_Cached_OutDegree(it, said));
        done(LAGraph_Cached_IsSymmetricStructure(it, said));
        done(LAGraph_Cached_NSelfEdges(it, said));
        done(LAGraph_Cached_EMin(it, said));
        done(GrB_Matrix_wait(it->A, GrB_MATERIALIZE));
    }
    Graph(const Graph&) = delete;
    ~Graph() { LAGraph_Delete(&it, said); }
};

struct Found {
    Vector level, parent;
};

static Vector distances(const Graph& graph, GrB_Index source, const Scalar& width) {
    Vector distance;
    done(LAGr_SingleSourceShortestPath(&distance.it, graph.it, source, width.it, said));
    return distance;
}

static uint64_t triangles(const Graph& graph, LAGr_TriangleCount_Method method) {
    uint64_t count = 0;
    LAGr_TriangleCount_Presort presort = LAGr_TriangleCount_AutoSort;
    done(LAGr_TriangleCount(&count, graph.it, &method, &presort, said));
    return count;
}

using peer::add, peer::Problem;

static std::unique_ptr<Problem> prepare(const std::string& kernel, const peer::Input& input) {
    if (input.matrix.rows != input.matrix.cols) throw std::runtime_error("it is not square");
    auto owned = std::make_unique<Problem>();
    Problem& p = *owned;
    // LAGraph finds components and triangles of undirected graphs alone.
    const bool both_ways = kernel == "triangles" || kernel == "components";
    const auto edges = std::make_shared<peer::Matrix>(peer::without_loops(input.matrix, both_ways));
    if (edges->idx.empty()) return nullptr;
    const auto graph = std::make_shared<Graph>(*edges);
    const int source = peer::busiest(*edges);
    if (kernel == "bfs") {
        add(p, "csr", "new",
            [graph, source] {
                Found found;
                done(LAGr_BreadthFirstSearch(&found.level.it, &found.parent.it, graph->it, source, said));
                return found;
            },
            [edges, source](const Found& found) {
                const std::vector<double> levels = peer::levels(*edges, source, found.parent.values(-1));
                if (levels != found.level.values(0)) throw std::runtime_error("levels are not those of parents");
                return levels;
            });
    } else if (kernel == "shortest-paths") {
        if (*std::min_element(edges->val.begin(), edges->val.end()) < 0)
            throw std::runtime_error("a length is negative");
        const auto width = std::make_shared<Scalar>(peer::width_of_buckets(
            *edges, [&](double width) { distances(*graph, source, Scalar(width)); }));
        add(p, "csr", "new", [graph, source, width] { return distances(*graph, source, *width); },
            [](const Vector& distance) {
                std::vector<double> reached = distance.values(0);
                for (double& each : reached) each = std::isinf(each) ? 0.0 : each;
                return reached;
            });
    } else if (kernel == "components") {
        add(p, "csr", "new",
            [graph] {
                Vector label;
                done(LAGr_ConnectedComponents(&label.it, graph->it, said));
                return label;
            },
            // A label is a vertex of its component: there are as many components as vertices that are their own labels.
            [](const Vector& label) {
                std::vector<double> own = label.values(-1);
                for (size_t vertex = 0; vertex < own.size(); ++vertex)
                    own[vertex] = own[vertex] == static_cast<double>(vertex);
                return own;
            });
    } else if (kernel == "pagerank") {
        add(p, "csr", "new",
            [graph] {
                Vector rank;
                int steps;
                // It goes on while ranks change by more than this: for all steps.
                done(pagerank_of_doubles(&rank.it, &steps, graph->it, 0.85, -1, peer::STEPS, said));
                return rank;
            },
            [more = peer::let_go(*edges)](const Vector& rank) {
                std::vector<double> weighed = rank.values(0);
                for (size_t vertex = 0; vertex < weighed.size(); ++vertex)
                    weighed[vertex] = (weighed[vertex] + more[vertex]) * static_cast<double>(vertex + 1);
                return weighed;
            });
    } else if (kernel == "triangles") {
        auto number = [](uint64_t count) { return std::vector<double>{static_cast<double>(count)}; };
        auto by = [&](const char* format, LAGr_TriangleCount_Method method) {
            add(p, format, "number", [graph, method] { return triangles(*graph, method); }, number);
        };
        // It orders where LAGraph finds that worth while, and takes the triangles of the matrix in the time.
        by("csr, dot, ordered in the time", LAGr_TriangleCount_Sandia_LUT);
        by("csr, rows, ordered in the time", LAGr_TriangleCount_Sandia_LL);
    } else {
        return nullptr;
    }
    return owned;
}

int main(int count, char** words) {
    done(LAGraph_Init(said));
    done(GxB_Global_Option_set_INT32(GxB_GLOBAL_NTHREADS, THREADS));
    auto version = [](int major, int minor, int sub) {
        return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(sub);
    };
    const std::string library = version(LAGRAPH_VERSION_MAJOR, LAGRAPH_VERSION_MINOR, LAGRAPH_VERSION_UPDATE);
    const std::string below =
        version(GxB_IMPLEMENTATION_MAJOR, GxB_IMPLEMENTATION_MINOR, GxB_IMPLEMENTATION_SUB);
    return peer::serve(count, words, "lagraph", library + " over GraphBLAS " + below, prepare);
}
