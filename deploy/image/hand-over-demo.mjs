// Gives the demo account to programs on the machine that compose runs on: hand-over-demo <from> <to> <like>
// The files in <to> belong to whoever owns <like>: a mount says nothing of who started compose.
import { chownSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [from, to, like] = process.argv.slice(2);
const { uid, gid } = statSync(like);
const folder = join(to, 'compose');

mkdirSync(folder, { recursive: true, mode: 0o700 });
// Read and written, not copied: a copy takes over the mode of the file, which only the file's owner may set.
writeFileSync(join(folder, 'ca.pem'), readFileSync(join(from, 'tls', 'ca.pem')));

const demo = {
  ...JSON.parse(readFileSync(join(from, 'demo.json'), 'utf8')),
  caFile: '.data/compose/ca.pem',
  subscriberHost: 'host.docker.internal',
};
const fresh = join(folder, 'demo.json');
writeFileSync(fresh, `${JSON.stringify(demo, undefined, 2)}\n`, { mode: 0o600 });
for (const path of [to, folder, join(folder, 'ca.pem'), fresh]) chownSync(path, uid, gid);
renameSync(fresh, join(to, 'demo.json'));
