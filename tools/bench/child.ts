import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The functions that a program in a process of its own offers to its parent, by name. */
type Calls = Readonly<Record<string, (argument: never) => unknown>>;

/** In the process itself: serves the calls of its parent. */
export function serveParent(calls: Calls): void {
  process.on('message', ({ name, argument }: { readonly name: string; readonly argument: never }) => {
    void Promise.resolve(calls[name]?.(argument)).then((result) => process.send?.({ result }));
  });
  process.on('disconnect', () => process.exit());
}

/** A program of the bench in a process of its own, so that its CPU can be told apart. It does one call at a time. */
export class Child<Served extends Calls> {
  private readonly process: ChildProcess;
  private readonly ended = new AbortController();

  /** @param program its file in this folder */
  constructor(program: string) {
    this.process = fork(join(import.meta.dirname, program), { execArgv: [] });
    this.process.once('exit', () => this.ended.abort(new Error(`${program} has ended by itself`)));
  }

  get pid(): number {
    return this.process.pid ?? 0;
  }

  async call<Name extends keyof Served & string>(
    name: Name,
    argument?: Parameters<Served[Name]>[0],
    patienceMs = 60_000,
  ): Promise<Awaited<ReturnType<Served[Name]>>> {
    const signal = AbortSignal.any([this.ended.signal, AbortSignal.timeout(patienceMs)]);
    const answered = once(this.process, 'message', { signal });
    this.process.send({ name, argument });
    const [{ result }] = (await answered) as [{ readonly result: Awaited<ReturnType<Served[Name]>> }];
    return result;
  }

  close(): void {
    this.process.disconnect();
  }
}
