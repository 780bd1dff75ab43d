// Gives the demo account to programs on the machine that compose runs on: hand-over-demo <from> <to> <like>
// The files in <to> belong to whoever owns <like>: a mount says nothing of who started compose.
import { chownSync, copyFileSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [from, to, like] = process.argv.slice(2);
const { uid, gid } = statSync(like);
const folder = join(to, 'compose');

mkdirSync(folder, { recursive: true, mode: 0o700 });
copyFileSync(join(from, 'tls', 'ca.pem'), join(folder, 'ca.pem'));

const demo = {
  ...JSON.parse(readFileSync(join(from, 'demo.json'), 'utf8')),
  caFile: '.data/compose/ca.pem',
  subscriberHost: 'host.docker.internal',
};
const fresh = join(folder, 'demo.json');
writeFileSync(fresh, `${JSON.stringify(demo, undefined, 2)}\n`, { mode: 0o600 });
for (const path of [to, folder, join(folder, 'ca.pem'), fresh]) chownSync(path, uid, gid);
renameSync(fresh, join(to, 'demo.json'));
