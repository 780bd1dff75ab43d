// Bundles the 2,300 modules of each serving program into few files: finding and linking them was half of a start. Does
// nothing when the bundles are newer than the output of tsc. `--image` bundles the other programs of the image too, which
// has no packages but those that bundles leave out.
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { decode, encode } from '@jridgewell/sourcemap-codec';
import imagePrograms from '../deploy/image/programs.json' with { type: 'json' };
import { hasPages, makePages } from './bundle-console.mjs';
import { external } from './bundle-external.mjs';
import { bundles } from '../libs/service/dist/bundles.js';

const root = join(import.meta.dirname, '..');
const cache = join(root, 'node_modules', '.cache');

const services = ['auth', 'console', 'customers', 'funding-sources', 'gateway', 'transfers', 'webhooks'];
const forImage = process.argv.includes('--image') ? Object.values(imagePrograms).map((file) => join(root, file)) : [];
const programs = new Set([
  ...services.map((service) => join(root, 'apps', service, 'dist', 'main.js')),
  ...['main', 'distributed/main', 'distributed/provision', 'distributed/open-demo-account'].map((name) =>
    join(root, 'apps', 'suite', 'dist', `${name}.js`),
  ),
  ...forImage,
]);

/** The folder of a source file relative to the bundle, in place of its `import.meta.dirname`. */
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
 * Built-in modules are required, not imported: an import makes Node read all exports of a module, and a lazy export of
 * `node:http` is a whole HTTP client.
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

/** A source map that leads to places in our own sources, and in packages to files: with all places it is six times as long. */
function shortMap(text) {
  const map = JSON.parse(text);
  const isOwn = map.sources.map((source) => /^\.\.\/(?:apps|libs)\//.test(source));
  let file;
  const keep = (segment) => {
    const [column, source] = segment;
    const wasIn = file;
    file = source;
    if (source === undefined || isOwn[source]) return [segment.slice(0, 4)];
    return source === wasIn ? [] : [[column, source, 0, 0]];
  };
  const mappings = encode(decode(map.mappings).map((line) => line.flatMap(keep)));
  return JSON.stringify({ ...map, names: [], mappings });
}

/**
 * V8 keeps the text of all code in memory, at two bytes a character if one of them is beyond Latin-1: esbuild leaves
 * such characters in comments and patterns.
 */
const ofOneByte = (text) =>
  text.replace(/[^\0-\xff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

const pages = (folder) => join(folder, 'console');

const areThere = () =>
  [...programs].every((program) => bundles.quickest(program) !== program) && hasPages(pages(bundles.folder));

async function bundle() {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [...programs].map((program) => ({ in: program, out: basename(bundles.of(program), '.js') })),
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

async function makeBundles() {
  mkdirSync(cache, { recursive: true });
  const fresh = mkdtempSync(join(cache, 'halyard-bundles-'));
  for (const { path, text } of await bundle()) {
    writeFileSync(join(fresh, basename(path)), path.endsWith('.map') ? shortMap(text) : ofOneByte(text));
  }
  await makePages(pages(fresh));
  // When two processes make bundles at the same time, the second leaves those of the first, which a program may be
  // reading.
  if (!areThere()) {
    rmSync(bundles.folder, { recursive: true, force: true });
    rmSync(join(cache, 'halyard-modules'), { recursive: true, force: true });
    // A temporary folder is its maker's alone; an image is built by root, and run by somebody else.
    chmodSync(fresh, 0o755);
    renameSync(fresh, bundles.folder);
  }
  rmSync(fresh, { recursive: true, force: true });
}

try {
  if (!areThere()) await makeBundles();
} catch (error) {
  if (!['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(error.code)) throw error;
  console.warn(`halyard: no bundles are made, without which a start takes longer: ${error.message}`);
}
