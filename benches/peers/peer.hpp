// What the peers in C++ share: matrices from Matrix Market files, generated graphs, tensors from FROSTT files, the numbers
// they are multiplied with, timing, and the lines that are read and written (serve.py says which).

#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace peer {

// Compressed sparse rows, columns ascending, no position twice.
struct Matrix {
    int rows = 0, cols = 0;
    std::vector<int> ptr, idx;
    std::vector<double> val;
};

struct Triplet {
    int row, col;
    double value;
};

inline Matrix of_triplets(int rows, int cols, const std::vector<Triplet>& triplets) {
    // By columns first, then by rows, each time keeping the order there is: sorted by both.
    std::vector<size_t> starts(static_cast<size_t>(std::max(rows, cols)) + 2);
    auto sorted = [&](const std::vector<Triplet>& from, int Triplet::* key) {
        std::fill(starts.begin(), starts.end(), 0);
        for (const Triplet& entry : from) ++starts[entry.*key + 1];
        std::partial_sum(starts.begin(), starts.end(), starts.begin());
        std::vector<Triplet> to(from.size());
        for (const Triplet& entry : from) to[starts[entry.*key]++] = entry;
        return to;
    };
    Matrix matrix{rows, cols, std::vector<int>(static_cast<size_t>(rows) + 1), {}, {}};
    const Triplet* last = nullptr;
    const std::vector<Triplet> ordered = sorted(sorted(triplets, &Triplet::col), &Triplet::row);
    for (const Triplet& entry : ordered) {
        if (last && last->row == entry.row && last->col == entry.col) {
            matrix.val.back() += entry.value;
        } else {
            matrix.idx.push_back(entry.col);
            matrix.val.push_back(entry.value);
            ++matrix.ptr[entry.row + 1];
        }
        last = &entry;
    }
    std::partial_sum(matrix.ptr.begin(), matrix.ptr.end(), matrix.ptr.begin());
    return matrix;
}

inline Matrix transposed(const Matrix& a) {
    std::vector<Triplet> triplets;
    for (int row = 0; row < a.rows; ++row)
        for (int at = a.ptr[row]; at < a.ptr[row + 1]; ++at) triplets.push_back({a.idx[at], row, a.val[at]});
    return of_triplets(a.cols, a.rows, triplets);
}

// Half of a square matrix, with its diagonal.
inline Matrix triangle(const Matrix& a, bool upper) {
    std::vector<Triplet> triplets;
    for (int row = 0; row < a.rows; ++row)
        for (int at = a.ptr[row]; at < a.ptr[row + 1]; ++at)
            if (upper ? a.idx[at] >= row : a.idx[at] <= row) triplets.push_back({row, a.idx[at], a.val[at]});
    return of_triplets(a.rows, a.cols, triplets);
}

inline bool is_symmetric(const Matrix& a) {
    if (a.rows != a.cols) return false;
    const Matrix other = transposed(a);
    return a.ptr == other.ptr && a.idx == other.idx && a.val == other.val;
}

// Reads a file of real numbers, whole ones, or a pattern, whose entries are ones; symmetric ones become full, and
// positions that are named twice are added.
inline Matrix read(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error(path + " cannot be read");
    std::string line, word;
    std::getline(file, line);
    for (char& letter : line) letter = static_cast<char>(std::tolower(letter));
    std::istringstream header(line);
    std::vector<std::string> words;
    while (header >> word) words.push_back(word);
    if (words.size() < 5 || words[0] != "%%matrixmarket") throw std::runtime_error(path + " is not Matrix Market");
    const bool array = words[2] == "array", pattern = words[3] == "pattern";
    const bool general = words[4] == "general", skew = words[4] == "skew-symmetric";
    if (words[3] == "complex") throw std::runtime_error(path + " holds complex numbers");
    std::stringstream rest;
    while (std::getline(file, line))
        if (line.find_first_not_of(" \t\r") != std::string::npos && line[0] != '%') break;
    std::istringstream size(line);
    long rows = 0, cols = 0;
    size >> rows >> cols;
    rest << file.rdbuf();
    const std::string text = rest.str();
    const char* at = text.c_str();
    std::vector<Triplet> triplets;
    auto number = [&] {
        char* end;
        const double value = std::strtod(at, &end);
        if (end == at) throw std::runtime_error(path + " ends early");
        at = end;
        return value;
    };
    auto push = [&](int row, int col, double value) {
        triplets.push_back({row, col, value});
        if (!general && row != col) triplets.push_back({col, row, skew ? -value : value});
    };
    if (array) {
        for (int col = 0; col < cols; ++col)
            for (int row = general ? 0 : col + skew; row < rows; ++row) push(row, col, number());
    } else {
        long entries = 0;
        size >> entries;
        for (long entry = 0; entry < entries; ++entry) {
            const int row = static_cast<int>(number()) - 1, col = static_cast<int>(number()) - 1;
            if (row < 0 || row >= rows || col < 0 || col >= cols)
                throw std::runtime_error(path + ": index out of bounds");
            push(row, col, pattern ? 1.0 : number());
        }
    }
    return of_triplets(static_cast<int>(rows), static_cast<int>(cols), triplets);
}

// The numbers of `finch_graph::generate`.
class Xorshift {
    uint64_t state;

   public:
    explicit Xorshift(uint64_t seed) : state(((seed ^ 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9) | 1) {}
    int below(int end) {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        const uint64_t next = state * 0x2545f4914f6cdd1d;
        return static_cast<int>((static_cast<unsigned __int128>(next) * static_cast<unsigned>(end)) >> 64);
    }
};

// `kronecker-16` or `uniform-18`: the graph that `measure` generates by this name, without loops, and with its lengths.
inline Matrix generated(const std::string& name) {
    const size_t dash = name.find('-');
    const bool kronecker = name.compare(0, dash, "kronecker") == 0;
    const int scale = dash == std::string::npos ? 0 : std::atoi(name.c_str() + dash + 1);
    if (scale < 1 || scale > 24 || !(kronecker || name.compare(0, dash, "uniform") == 0))
        throw std::runtime_error(name + " is neither a file nor a graph that is generated");
    const int vertices = 1 << scale;
    Xorshift numbers(1);
    std::vector<int> names(static_cast<size_t>(vertices));
    std::iota(names.begin(), names.end(), 0);
    for (int end = vertices; kronecker && end > 1; --end) std::swap(names[end - 1], names[numbers.below(end)]);
    std::vector<Triplet> triplets;
    for (int edge = 0; edge < 16 * vertices; ++edge) {
        int from = 0, to = 0;
        if (kronecker) {
            for (int bit = 0; bit < scale; ++bit) {
                const int part = numbers.below(100);
                from = 2 * from + (part >= 76);
                to = 2 * to + ((part >= 57 && part < 76) || part >= 95);
            }
            from = names[from];
            to = names[to];
        } else {
            from = numbers.below(vertices);
            to = numbers.below(vertices);
        }
        if (from == to) continue;
        triplets.push_back({from, to, 0.0});
        triplets.push_back({to, from, 0.0});
    }
    Matrix graph = of_triplets(vertices, vertices, triplets);
    for (int row = 0; row < vertices; ++row)
        for (int at = graph.ptr[row]; at < graph.ptr[row + 1]; ++at) {
            const uint32_t low = static_cast<uint32_t>(std::min(row, graph.idx[at]));
            const uint32_t high = static_cast<uint32_t>(std::max(row, graph.idx[at]));
            const uint32_t mixed = (low * 0x9e3779b9u) ^ (high * 0x85ebca6bu);
            graph.val[at] = 1 + (mixed >> 13) % 255;
        }
    return graph;
}

// A sparse tensor in compressed fibers: those of each dimension start at `ptr`, and have the indices `idx`.
struct Tensor {
    struct Level {
        size_t extent = 0;
        std::vector<size_t> ptr{0};
        std::vector<size_t> idx;
    };
    std::vector<Level> levels;
    std::vector<double> val;
};

// Reads a file whose lines are indices, counted from 1, and a value; positions that are named twice are added.
inline Tensor read_tensor(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error(path + " cannot be read");
    std::vector<std::pair<std::vector<size_t>, double>> entries;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream words(line);
        std::vector<double> numbers;
        for (double number; words >> number;) numbers.push_back(number);
        if (numbers.size() < 4) throw std::runtime_error(path + " is no tensor of three dimensions or more");
        std::vector<size_t> index;
        for (size_t axis = 0; axis + 1 < numbers.size(); ++axis)
            index.push_back(static_cast<size_t>(numbers[axis]) - 1);
        entries.emplace_back(index, numbers.back());
    }
    if (entries.empty()) throw std::runtime_error(path + " is empty");
    std::stable_sort(entries.begin(), entries.end(), [](auto& one, auto& other) { return one.first < other.first; });
    Tensor tensor;
    tensor.levels.resize(entries[0].first.size());
    const std::vector<size_t>* last = nullptr;
    for (const auto& [index, value] : entries) {
        if (index.size() != tensor.levels.size()) throw std::runtime_error(path + ": lines of several lengths");
        size_t axis = 0;
        while (last && axis < index.size() && index[axis] == (*last)[axis]) ++axis;
        if (axis == index.size()) {
            tensor.val.back() += value;
            continue;
        }
        tensor.val.push_back(value);
        for (; axis < index.size(); ++axis) {
            Tensor::Level& level = tensor.levels[axis];
            level.extent = std::max(level.extent, index[axis] + 1);
            // Behind a new index there is a new fiber.
            if (axis + 1 < index.size()) tensor.levels[axis + 1].ptr.push_back(0);
            level.idx.push_back(index[axis]);
        }
        for (size_t below = 1; below < index.size(); ++below)
            tensor.levels[below].ptr.back() = tensor.levels[below].idx.size();
        last = &index;
    }
    tensor.levels[0].ptr.push_back(tensor.levels[0].idx.size());
    return tensor;
}

inline std::vector<double> spread(size_t count) {
    std::vector<double> values(count);
    for (size_t index = 0; index < count; ++index) {
        const double product = static_cast<double>(index) * 0.6180339887498949;
        values[index] = 0.5 + (product - std::floor(product));
    }
    return values;
}

// What a kernel is asked for: a matrix or a tensor, and how many columns dense matrices have.
struct Input {
    Matrix matrix;
    Tensor tensor;
    int columns = 0;
};

// The columns of the dense matrix of `spmm`, whose rows lie one after the other.
constexpr int COLUMNS = 16;

// Tells the compiler that memory may be read.
inline void keep(const void* memory) { asm volatile("" : : "g"(memory) : "memory"); }

// What one who is timed has to say.
struct Run {
    std::string format, output;
    std::function<void()> run;
    // The values of the output of the last run, to be summed: how many, and where.
    std::function<std::pair<const double*, size_t>()> values;
};

inline std::string escaped(const std::string& text) {
    std::string quoted = "\"";
    for (char letter : text) {
        if (letter == '"' || letter == '\\') quoted += '\\';
        quoted += letter < ' ' && letter >= 0 ? ' ' : letter;
    }
    return quoted + '"';
}

inline std::string json(double value) {
    if (!std::isfinite(value)) return "null";
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", value);
    return text;
}

// Times all in turns, behind a run that is not timed and is checked, and prints a line for each. There are three
// turns at least, or one where those runs take much longer than all of them should.
inline void time(const std::string& name, const std::string& kernel, const std::string& input, double seconds,
                 std::vector<Run>& runs) {
    using Clock = std::chrono::steady_clock;
    struct Sums {
        double sum = 0, magnitude = 0;
    };
    std::vector<std::vector<double>> laps(runs.size());
    std::vector<Sums> sums(runs.size());
    auto since = [](Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); };
    const double all = seconds * static_cast<double>(runs.size());
    auto begin = Clock::now();
    for (size_t turn = 0; turn < runs.size(); ++turn) {
        runs[turn].run();
        const auto [values, count] = runs[turn].values();
        for (size_t at = 0; at < count; ++at) {
            sums[turn].sum += values[at];
            sums[turn].magnitude += std::abs(values[at]);
        }
    }
    const size_t least = since(begin) < 4 * all ? 3 : 1;
    begin = Clock::now();
    for (size_t lap = 0; lap < least || (lap < 2000 && since(begin) < all); ++lap)
        for (size_t turn = 0; turn < runs.size(); ++turn) {
            const auto start = Clock::now();
            runs[turn].run();
            laps[turn].push_back(since(start));
        }
    for (size_t turn = 0; turn < runs.size(); ++turn) {
        std::vector<double>& times = laps[turn];
        std::sort(times.begin(), times.end());
        std::cout << "{\"kernel\":" << escaped(kernel) << ",\"input\":" << escaped(input)
                  << ",\"impl\":" << escaped(name) << ",\"format\":" << escaped(runs[turn].format)
                  << ",\"min_s\":" << json(times[0]) << ",\"median_s\":" << json(times[times.size() / 2])
                  << ",\"reps\":" << times.size() << ",\"check\":" << json(sums[turn].sum)
                  << ",\"magnitude\":" << json(sums[turn].magnitude) << ",\"output\":" << escaped(runs[turn].output)
                  << "}\n";
    }
}

// Answers the request of a command line, or those on standard input, a line each.
template <class Prepare>
int serve(int count, char** words, const std::string& name, const std::string& version, Prepare prepare) {
    std::string last;
    Input read_last;
    auto answer = [&](const std::string& kernel, double seconds, const std::string& path, const std::string& columns) {
        if (path != last) {
            last.clear();
            const bool is_tensor = path.size() > 4 && path.compare(path.size() - 4, 4, ".tns") == 0;
            const bool is_file = path.find_first_of("/.") != std::string::npos;
            read_last = is_tensor ? Input{{}, read_tensor(path), 0}
                                  : Input{is_file ? read(path) : generated(path), {}, 0};
            last = path;
        }
        read_last.columns = columns.empty() ? COLUMNS : std::atoi(columns.c_str());
        std::string input = path.substr(path.find_last_of('/') + 1);
        input = input.substr(0, input.rfind('.'));
        // The operands of the runs live as long as they.
        auto problem = prepare(kernel, read_last);
        if (problem) time(name, kernel, input, seconds, problem->runs);
    };
    if (count > 2) {
        try {
            answer(words[1], count > 3 ? std::atof(words[3]) : 0.5, words[2], count > 4 ? words[4] : "");
        } catch (const std::exception& error) {
            std::cerr << name << ": " << error.what() << "\n";
            return 1;
        }
        return 0;
    }
    std::cout << "{\"peer\":" << escaped(name) << ",\"version\":" << escaped(version) << "}\n" << std::endl;
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream request(line);
        std::string kernel, seconds, path, columns;
        std::getline(request, kernel, '\t');
        std::getline(request, seconds, '\t');
        std::getline(request, path, '\t');
        std::getline(request, columns, '\t');
        try {
            answer(kernel, std::atof(seconds.c_str()), path, columns);
        } catch (const std::exception& error) {
            std::cout << "{\"error\":" << escaped(error.what()) << "}\n";
        }
        std::cout << std::endl;
    }
    return 0;
}

}  // namespace peer
