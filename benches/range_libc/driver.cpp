// RangeLibc's methods, for a race with other programs: builds them, then casts when it is told to.
//
//     driver MAP.png MAX_RANGE HEADINGS
//
// HEADINGS has x, y and the angle of each beam as 32-bit floats. The program writes how many pixels are solid, a line
// `METHOD MILLISECONDS BYTES` for each method, and `ready`. Then it reads lines:
//
//     METHOD FIRST COUNT REPEATS    casts these beams so many times, and writes the nanoseconds that it took
//     write FILE                    writes the ranges of the last turn as 32-bit floats, and then `written`
//     end
//
// All times are processor time of this process.

#define USE_CUDA 0
#include "includes/RangeLib.h"

#include <cstdint>
#include <cstring>
#include <fstream>
#include <functional>
#include <map>
#include <time.h>

// RangeLibc's own benchmark has so many directions in a turn.
static const int DIRECTIONS = 108;
// So many make the lines of a CDDT accurate to about a pixel at 250 px.
static const int FINE_DIRECTIONS = 720;

static uint64_t nanoseconds() {
	timespec now;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return uint64_t(now.tv_sec) * 1000000000 + now.tv_nsec;
}

struct Beams {
	std::vector<float> headings;
	std::vector<float> ranges;
};

typedef std::function<void(Beams &, size_t first, size_t count)> Cast;

// The method's type is known where it is called, so that the call can be inlined.
template <class Method> static Cast cast_with(Method *method) {
	return [method](Beams &beams, size_t first, size_t count) {
		beams.ranges.resize(count);
		for (size_t i = 0; i < count; ++i) {
			const float *heading = &beams.headings[3 * (first + i)];
			beams.ranges[i] = method->Method::calc_range(heading[0], heading[1], heading[2]);
		}
	};
}

// How many beams after the first of a scan the one in the opposite direction comes, or 0 if there is none.
static size_t opposite_of_first(const float *headings, size_t beams) {
	for (size_t i = 1; i < beams; ++i)
		if (std::abs(std::remainder(headings[3 * i + 2] - headings[2] - M_PI, 2 * M_PI)) < 1e-4) return i;
	return 0;
}

// As RangeLibc's calc_range_many_radial_optimized: one search answers a beam and the one in the opposite direction.
static Cast cast_in_pairs_with(ranges::CDDTCast *method) {
	return [method](Beams &beams, size_t first, size_t count) {
		beams.ranges.resize(count);
		const float *headings = &beams.headings[3 * first];
		float *found = beams.ranges.data();
		size_t scan = 1;
		while (scan < count && headings[3 * scan] == headings[0] && headings[3 * scan + 1] == headings[1]) ++scan;
		const size_t offset = opposite_of_first(headings, scan), pairs = offset ? scan - offset : 0;
		for (size_t begin = 0; begin < count; begin += scan, headings += 3 * scan, found += scan) {
			const float x = headings[0], y = headings[1];
			for (size_t i = 0; i < pairs; ++i)
				std::tie(found[i], found[i + offset]) = method->ranges::CDDTCast::calc_range_pair(x, y, headings[3 * i + 2]);
			for (size_t i = pairs; i < (pairs ? offset : scan); ++i)
				found[i] = method->ranges::CDDTCast::calc_range(x, y, headings[3 * i + 2]);
		}
	};
}

static void built(const char *name, uint64_t start, double bytes) {
	std::cout << name << " " << (nanoseconds() - start) / 1e6 << " " << uint64_t(bytes) << std::endl;
}

int main(int argc, char **argv) {
	if (argc != 4) {
		std::cerr << "usage: driver MAP.png MAX_RANGE HEADINGS" << std::endl;
		return 2;
	}
	ranges::OMap map(argv[1]);
	if (map.error()) return 1;
	const float max_range = std::stof(argv[2]);
	Beams beams;
	std::ifstream file(argv[3], std::ios::binary | std::ios::ate);
	if (!file) {
		std::cerr << "cannot read " << argv[3] << std::endl;
		return 1;
	}
	beams.headings.resize(size_t(file.tellg()) / sizeof(float));
	file.seekg(0);
	file.read(reinterpret_cast<char *>(beams.headings.data()), beams.headings.size() * sizeof(float));

	uint64_t solid = 0;
	for (auto &column : map.grid)
		for (bool pixel : column) solid += pixel;
	std::cout << std::fixed << std::setprecision(3) << solid << std::endl;

	std::map<std::string, Cast> casts;
	uint64_t start = nanoseconds();
	ranges::BresenhamsLine bresenham(map, max_range);
	built("bresenham", start, bresenham.memory());
	casts["bresenham"] = cast_with(&bresenham);

	start = nanoseconds();
	ranges::RayMarching marching(map, max_range);
	built("ray_marching", start, marching.memory());
	casts["ray_marching"] = cast_with(&marching);

	start = nanoseconds();
	ranges::CDDTCast cddt(map, max_range, DIRECTIONS);
	built("cddt", start, cddt.memory());
	casts["cddt"] = cast_with(&cddt);
	built("cddt_pairs", start, cddt.memory());
	casts["cddt_pairs"] = cast_in_pairs_with(&cddt);

	start = nanoseconds();
	ranges::CDDTCast pruned(map, max_range, DIRECTIONS);
	pruned.prune(max_range);
	built("pcddt", start, pruned.memory());
	casts["pcddt"] = cast_with(&pruned);
	built("pcddt_pairs", start, pruned.memory());
	casts["pcddt_pairs"] = cast_in_pairs_with(&pruned);

	start = nanoseconds();
	ranges::CDDTCast fine(map, max_range, FINE_DIRECTIONS);
	built("cddt_720", start, fine.memory());
	casts["cddt_720"] = cast_with(&fine);

	start = nanoseconds();
	ranges::GiantLUTCast table(map, max_range, DIRECTIONS);
	built("lookup_table", start, table.memory());
	casts["lookup_table"] = cast_with(&table);
	std::cout << "ready" << std::endl;

	std::string line;
	while (std::getline(std::cin, line) && line != "end") {
		std::istringstream words(line);
		std::string method;
		words >> method;
		if (method == "write") {
			std::string path;
			words >> path;
			std::ofstream out(path, std::ios::binary);
			out.write(reinterpret_cast<const char *>(beams.ranges.data()), beams.ranges.size() * sizeof(float));
			out.close();
			std::cout << (out ? "written" : "failed") << std::endl;
			continue;
		}
		size_t first = 0, count = 0, repeats = 0;
		words >> first >> count >> repeats;
		if (!words || !casts.count(method) || 3 * (first + count) > beams.headings.size()) {
			std::cerr << "not understood: " << line << std::endl;
			return 2;
		}
		const Cast &cast = casts[method];
		start = nanoseconds();
		for (size_t i = 0; i < repeats; ++i) cast(beams, first, count);
		std::cout << nanoseconds() - start << std::endl;
	}
}
