#!/usr/bin/env python3
"""NetworkX: connected components, core numbers and betweenness. It takes part in `others`, not in `results.py`.

    pip install networkx scipy
    others --beside 'python3 benches/peers/network_x.py' --named netscience

A file that is symmetric is an undirected graph, any other a directed one; edges from a vertex to itself do not count.
`check` is the number of components, the sum of core numbers, the sum of betweenness.
"""

import os, serve

os.environ.update(serve.variables(serve.THREADS))

try:
    import networkx as nx
    from scipy.io import mminfo, mmread
    from scipy.sparse import coo_array
except ImportError as error:
    serve.missing("networkx", error.name, "pip install networkx scipy")


class Files:
    """The last file that was read."""

    path = None

    def read(self, path):
        if path != self.path:
            directed = mminfo(path)[5] == "general"
            matrix = coo_array(mmread(path))
            self.graph = nx.DiGraph() if directed else nx.Graph()
            self.graph.add_nodes_from(range(matrix.shape[0]))
            row, column = matrix.coords
            self.graph.add_edges_from((i, j) for i, j in zip(row.tolist(), column.tolist()) if i != j)
            self.path = path
        return self.graph


files = Files()


def prepare(kernel, path):
    graph = files.read(path)
    if kernel == "components":
        components = nx.weakly_connected_components if graph.is_directed() else nx.connected_components
        work = lambda: list(components(graph))
        check = lambda: len(work())
    elif kernel == "cores":
        # Each edge once, whichever its direction: of directed graphs NetworkX adds both degrees.
        both = graph.to_undirected() if graph.is_directed() else graph
        work = lambda: nx.core_number(both)
        check = lambda: sum(work().values())
    elif kernel == "betweenness":
        work = lambda: nx.betweenness_centrality(graph, normalized=False)
        check = lambda: sum(work().values())
    else:
        return []
    return [serve.Run("graph", "new", work, lambda: (check(), 0.0))]


serve.main("networkx", nx.__version__, prepare)
