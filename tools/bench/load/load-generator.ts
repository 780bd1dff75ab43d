import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Command, Load, LoadFigures, Reply } from './load.ts';

/** A load that runs in a process of its own, from `start` on. */
export class LoadGenerator {
  private readonly child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.child = child;
  }

  static async start(load: Load): Promise<LoadGenerator> {
    const generator = new LoadGenerator(fork(join(import.meta.dirname, 'generator.ts'), { execArgv: [] }));
    await generator.tell({ do: 'open', load });
    return generator;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Starts counting: everything before this was the warm-up. */
  async measure(): Promise<void> {
    await this.tell({ do: 'measure' });
  }

  /** Stops sending, waits for the answers, and ends the process. */
  async end(): Promise<LoadFigures> {
    const reply = await this.tell({ do: 'end' });
    this.child.disconnect();
    if (reply.done !== 'end') throw new Error(`the generator answered ${reply.done}`);
    return reply.figures;
  }

  private async tell(command: Command): Promise<Reply> {
    const answered = once(this.child, 'message');
    const exited = once(this.child, 'exit').then(() => {
      throw new Error('the generator has ended by itself');
    });
    this.child.send(command);
    const [reply] = (await Promise.race([answered, exited])) as [Reply];
    return reply;
  }
}
