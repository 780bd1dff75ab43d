import { Child } from '../child.ts';
import type { GeneratorCalls } from './generator.ts';
import type { Load, LoadFigures } from './load.ts';

/** A load that runs in a process of its own, from `start` on. */
export class LoadGenerator extends Child<GeneratorCalls> {
  static async start(load: Load): Promise<LoadGenerator> {
    const generator = new LoadGenerator('load/generator.ts');
    await generator.call('open', load);
    return generator;
  }

  /** Stops sending, waits for the answers, and ends the process. */
  async end(): Promise<LoadFigures> {
    const figures = await this.call('end');
    this.close();
    return figures;
  }
}
