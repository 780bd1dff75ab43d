// Files in an import cycle can only be read, moved and tested together: therefore neither files nor sibling folders may
// import each other in a cycle. A folder and everything inside it count as one; the files beside the folders (modules,
// settings, index.ts) wire them.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

const IMPORT = /^(?:import|export)\s[^'";]*'(\.[^']+)\.js';/gm;
const ASIDE = /\.(?:spec|behaviour)\.tsx?$/;

/** The source of a module that is imported by the name that it has once it is compiled. */
const sourceOf = (compiled) => {
  const name = compiled.replace(/\.js$/, '');
  return existsSync(`${name}.tsx`) ? `${name}.tsx` : `${name}.ts`;
};

/**
 * The sibling folders that an import connects, by the paths of the two files.
 *
 * @returns undefined when one of them is beside or above the other's folder
 */
function neighbours(from, to) {
  const [here, there] = [from.split(sep), to.split(sep)];
  let common = 0;
  while (here[common] === there[common]) common += 1;
  if (common >= here.length - 1 || common >= there.length - 1) return undefined;
  return [here.slice(0, common + 1).join(sep), there.slice(0, common + 1).join(sep)];
}

/** The imports of a project: files by file, and sibling folders by folder. */
function graphsOf(sources) {
  const graphs = { files: new Map(), folders: new Map() };
  const connect = (graph, [from, to]) => graph.set(from, (graph.get(from) ?? new Set()).add(to));
  for (const path of globSync('**/*.{ts,tsx}', { cwd: sources })) {
    const file = join(sources, path);
    if (ASIDE.test(file)) continue;
    for (const [, target] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const imported = sourceOf(join(dirname(file), target));
      connect(graphs.files, [file, imported]);
      const folders = neighbours(file, imported);
      if (folders) connect(graphs.folders, folders);
    }
  }
  return graphs;
}

/** The path from one file or folder to another, including both; undefined when there is none. */
function way(graph, from, to, seen = new Set()) {
  if (from === to) return [to];
  if (seen.has(from)) return undefined;
  seen.add(from);
  for (const next of graph.get(from) ?? []) {
    const rest = way(graph, next, to, seen);
    if (rest) return [from, ...rest];
  }
  return undefined;
}

/** Those of the console's pages stand beside those of its server. */
const SOURCES = /^.*[/\\](?:src|web)(?=[/\\])/;

const known = new Map();

/** @returns undefined for a file outside a project's sources */
function graphsAround(file) {
  if (ASIDE.test(file)) return undefined;
  const sources = SOURCES.exec(file)?.[0];
  if (sources === undefined) return undefined;
  if (!known.has(sources)) known.set(sources, graphsOf(sources));
  return known.get(sources);
}

/**
 * Refuses imports that close a cycle.
 *
 * @param kind which of the graphs
 * @param edgeOf the edge of that graph for an import, by the paths of the two files
 */
const noCircles = (kind, edgeOf, message) => ({
  meta: { type: 'problem', schema: [], messages: { circle: `${message}: {{circle}}` } },
  create(context) {
    const graph = graphsAround(context.filename)?.[kind];
    const check = ({ source }) => {
      if (!graph || typeof source?.value !== 'string' || !source.value.startsWith('.')) return;
      const target = sourceOf(join(dirname(context.filename), source.value));
      const edge = existsSync(target) ? edgeOf(context.filename, target) : undefined;
      const back = edge && way(graph, edge[1], edge[0]);
      if (!back) return;
      const circle = [edge[0], ...back].map((place) => relative(join(edge[0], '..'), place)).join(' > ');
      context.report({ node: source, messageId: 'circle', data: { circle } });
    };
    return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check };
  },
});

export const circles = {
  files: ['{apps,libs}/**/*.{ts,tsx}'],
  plugins: {
    files: { rules: { 'no-circles': noCircles('files', (from, to) => [from, to], 'Files import back and forth') } },
    folders: { rules: { 'no-circles': noCircles('folders', neighbours, 'Folders import back and forth') } },
  },
  rules: { 'files/no-circles': 'error', 'folders/no-circles': 'error' },
};
