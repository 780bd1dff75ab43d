// Runs what the container was asked for: docker run halyard <program>
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import programs from './programs.json' with { type: 'json' };

const root = join(import.meta.dirname, '..', '..');
const { bundles } = await import('../../libs/service/dist/bundles.js');

const services = readdirSync(join(root, 'apps'))
  .sort()
  .map((app) => [app, join(root, 'apps', app, 'dist', 'main.js')])
  // The image has the bundle of a service alone.
  .filter(([, main]) => existsSync(bundles.quickest(main)));
const known = new Map([...services, ...Object.entries(programs).map(([name, file]) => [name, join(root, file)])]);

const [name, ...args] = process.argv.slice(2);
const program = known.get(name);
if (program === undefined) {
  console.error(`halyard: ${name === undefined ? 'say what to run' : `there is no program ${JSON.stringify(name)}`}`);
  console.error(`halyard: docker run halyard ${[...known.keys()].join(' | ')}`);
  process.exit(64);
}

await import('../../libs/service/dist/prelude.js');
process.argv = [process.argv[0], program, ...args];
await import(pathToFileURL(bundles.quickest(program)).href);
