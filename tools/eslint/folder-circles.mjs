// Folders side by side know each other one way: what is in a circle can only be read, moved and tested together. A folder
// and what lies inside it are one thing; the files beside the folders (modules, settings, index.ts) wire them.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

const IMPORT = /^(?:import|export)\s[^'";]*'(\.[^']+)\.js';/gm;
const ASIDE = /\.(?:spec|behaviour)\.ts$/;

/**
 * The folders side by side of which one imports the other, by the paths of two files.
 *
 * @returns undefined where one of them lies beside or above the other's folder
 */
function neighbours(from, to) {
  const [here, there] = [from.split(sep), to.split(sep)];
  let common = 0;
  while (here[common] === there[common]) common += 1;
  if (common >= here.length - 1 || common >= there.length - 1) return undefined;
  return [here.slice(0, common + 1).join(sep), there.slice(0, common + 1).join(sep)];
}

/** Which folders each folder of a project imports from. */
function folderGraph(sources) {
  const graph = new Map();
  for (const path of globSync('**/*.ts', { cwd: sources })) {
    const file = join(sources, path);
    if (ASIDE.test(file)) continue;
    for (const [, target] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const edge = neighbours(file, join(dirname(file), `${target}.ts`));
      if (edge) graph.set(edge[0], (graph.get(edge[0]) ?? new Set()).add(edge[1]));
    }
  }
  return graph;
}

/** The folders from one to another, both among them; undefined where there is no way. */
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

const graphs = new Map();

/** @returns undefined for what is no part of a project's sources */
function graphAround(file) {
  const at = file.lastIndexOf(`${sep}src${sep}`);
  if (at < 0) return undefined;
  const sources = file.slice(0, at + 4);
  if (!graphs.has(sources)) graphs.set(sources, folderGraph(sources));
  return graphs.get(sources);
}

const noCircles = {
  meta: { type: 'problem', schema: [], messages: { circle: 'Folders import back and forth: {{circle}}' } },
  create(context) {
    const graph = ASIDE.test(context.filename) ? undefined : graphAround(context.filename);
    const check = ({ source }) => {
      if (!graph || typeof source?.value !== 'string' || !source.value.startsWith('.')) return;
      const target = join(dirname(context.filename), source.value.replace(/\.js$/, '.ts'));
      const edge = existsSync(target) ? neighbours(context.filename, target) : undefined;
      const back = edge && way(graph, edge[1], edge[0]);
      if (!back) return;
      const circle = [edge[0], ...back].map((folder) => relative(join(edge[0], '..'), folder)).join(' > ');
      context.report({ node: source, messageId: 'circle', data: { circle } });
    };
    return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check };
  },
};

export const folderCircles = {
  files: ['{apps,libs}/**/*.ts'],
  plugins: { folders: { rules: { 'no-circles': noCircles } } },
  rules: { 'folders/no-circles': 'error' },
};
