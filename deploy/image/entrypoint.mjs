// Runs what the container was asked for: docker run halyard <program>
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const apps = join(import.meta.dirname, '..', '..', 'apps');
const tools = join(import.meta.dirname, '..', '..', 'tools');
const mainOf = (app) => join(apps, app, 'dist', 'main.js');

const programs = new Map([
  ...readdirSync(apps)
    .sort()
    .filter((app) => existsSync(mainOf(app)))
    .map((app) => [app, mainOf(app)]),
  ['demo', join(apps, 'suite', 'dist', 'distributed', 'open-demo-account.js')],
  ['tour', join(apps, 'suite', 'dist', 'demo', 'tour.js')],
  ['provision', join(apps, 'suite', 'dist', 'distributed', 'provision.js')],
  ['hand-over-demo', join(import.meta.dirname, 'hand-over-demo.mjs')],
  ['replace-master-key', join(tools, 'replace-master-key.ts')],
  ['after-restore', join(tools, 'after-restore.ts')],
  ['taken-away', join(tools, 'taken-away.ts')],
  ['seed', join(tools, 'seed.ts')],
  ['take-over', join(tools, 'take-over.ts')],
  ['keys', join(import.meta.dirname, 'make-keys.mjs')],
]);

const [name, ...args] = process.argv.slice(2);
const program = programs.get(name);
if (program === undefined) {
  console.error(`halyard: ${name === undefined ? 'say what to run' : `there is no program ${JSON.stringify(name)}`}`);
  console.error(`halyard: docker run halyard ${[...programs.keys()].join(' | ')}`);
  process.exit(64);
}

await import('../../libs/service/dist/prelude.js');
const { bundles } = await import('../../libs/service/dist/bundles.js');
process.argv = [process.argv[0], program, ...args];
await import(pathToFileURL(bundles.quickest(program)).href);
