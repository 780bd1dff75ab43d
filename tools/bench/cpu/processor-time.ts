import { readdirSync, readFileSync } from 'node:fs';

/** CPU that a thread has used since its start. */
interface ThreadTime {
  readonly pid: number;
  /** `pid/tid` */
  readonly thread: string;
  readonly name: string;
  readonly ns: number;
}

/** Only Linux tells how much CPU and memory other processes have used, and in which threads. */
export const hasProc = process.platform === 'linux';

const orNone = <Result>(read: () => Result, none: Result): Result => {
  try {
    return read();
  } catch {
    return none; // it has ended meanwhile
  }
};

export const threadTimes = (pid: number): ThreadTime[] =>
  orNone(() => readdirSync(`/proc/${pid}/task`), []).flatMap((tid) =>
    orNone(() => {
      const folder = `/proc/${pid}/task/${tid}`;
      const ns = Number(readFileSync(`${folder}/schedstat`, 'utf8').split(' ')[0]);
      return [{ pid, thread: `${pid}/${tid}`, name: readFileSync(`${folder}/comm`, 'utf8').trim(), ns }];
    }, []),
  );

/** The pids of a process and all its descendants. */
export function processTree(pid: number): number[] {
  const tids = orNone(() => readdirSync(`/proc/${pid}/task`), []);
  const children = tids.flatMap((tid) =>
    orNone(() => readFileSync(`/proc/${pid}/task/${tid}/children`, 'utf8').trim(), '').split(' '),
  );
  return tids.length === 0 ? [] : [pid, ...children.filter(Boolean).flatMap((child) => processTree(Number(child)))];
}

const TICKS_PER_SECOND = 100;

/** CPU of the whole machine since its start, all cores together, in ns. */
export function machineTime(): { readonly busyNs: number; readonly stolenNs: number; readonly ns: number } {
  const [, ...fields] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/\s+/) ?? [];
  const [user = 0, nice = 0, system = 0, idle = 0, ioWait = 0, irq = 0, softIrq = 0, stolen = 0] = fields.map(
    (ticks) => (Number(ticks) * 1e9) / TICKS_PER_SECOND,
  );
  const busyNs = user + nice + system + irq + softIrq;
  return { busyNs, stolenNs: stolen, ns: busyNs + stolen + idle + ioWait };
}
