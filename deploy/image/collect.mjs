// Copies what a container runs, and nothing else, out of a built checkout: node collect.mjs <target>
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { copyPackages } from './packages.mjs';
import programs from './programs.json' with { type: 'json' };

const root = join(import.meta.dirname, '..', '..');
const target = process.argv[2];
if (target === undefined) throw new Error('name the folder to copy to');

const copy = (path) => cpSync(join(root, path), join(target, path), { recursive: true, verbatimSymlinks: true });
const filesIn = (...patterns) =>
  globSync(patterns, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));

rmSync(target, { recursive: true, force: true });
copyPackages(root, target);
copy('dist');
copy('LICENSE');

const services = readdirSync(join(root, 'dist')).flatMap((name) => /^apps-(.*)-dist-main\.js$/.exec(name)?.[1] ?? []);
for (const service of services) copy(join('apps', service, 'package.json'));
// These depend on the location of their files, so that no bundle contains them.
copy(join('node_modules', '@halyard', 'service'));
for (const name of ['package.json', 'dist/bundles.js', 'dist/prelude.js']) copy(join('libs', 'service', name));
// The services read these files at their start: pages, style sheets, forms, and the descriptions of the API.
for (const file of filesIn(
  'apps/funding-sources/{dist,src}/linking-pages/browser/*.{js,css}',
  'apps/gateway/dist/{forms,redaction}.json',
  'docs/{asyncapi,openapi}.json',
))
  copy(file);

// The documentation is 120 MB of text, and 15 MB compressed. The gateway serves either.
for (const file of filesIn('site/dist/**/*')) {
  const isText = !/\.(?:webp|png|woff2)$/.test(file);
  const to = join(target, isText ? `${file}.gz` : file);
  const bytes = readFileSync(join(root, file));
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, isText ? gzipSync(bytes, { level: 9 }) : bytes);
}

// A program's source says what --help prints; its bundle is what runs.
for (const file of Object.values(programs).filter((path) => path.startsWith('tools/'))) copy(file);
for (const name of ['entrypoint.mjs', 'healthcheck.sh', 'programs.json']) copy(join('deploy', 'image', name));
