import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The number of the state LISTEN in `/proc/net/tcp`. */
const LISTENING = '0A';

const lines = (path: string): string[] => readFileSync(path, 'utf8').trim().split('\n');

/** Calls `find`. If a process that it looks at has just ended, gives nothing. */
function unlessGone<Found>(find: () => Found[]): Found[] {
  try {
    return find();
  } catch {
    return [];
  }
}

const family = (pid: number): number[] => [
  pid,
  ...unlessGone(() =>
    readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    ),
  ).flatMap(family),
];

const socketsOf = (pid: number): string[] =>
  unlessGone(() =>
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) =>
      unlessGone(() => [readlinkSync(`/proc/${pid}/fd/${fd}`)]).flatMap(
        (target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? [],
      ),
    ),
  );

/** The TCP ports on which a process, and the processes that it has started, listen. Linux only. */
export function listeningPorts(pid: number): number[] {
  const sockets = new Set(family(pid).flatMap(socketsOf));
  const table = ['tcp', 'tcp6'].flatMap((name) => lines(`/proc/net/${name}`).slice(1));
  const ports = table.flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
    return state === LISTENING && sockets.has(inode) ? [Number.parseInt(local.split(':')[1] ?? '', 16)] : [];
  });
  return [...new Set(ports)];
}
