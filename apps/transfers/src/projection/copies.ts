import type { CommonPage, MemberOptions } from './member.js';
import type { ReadModel } from './read-model.js';
import { CopyMember, type ServingModel } from './rebuild/copy-member.js';
import { CopyTurns } from './copy-turns.js';

/** The copy of a read model that is being rebuilt. */
export interface CopyToFill {
  readonly model: string;
  readonly number: number;
  readonly perSecond: number | undefined;
  readonly copy: ReadModel;
}

interface CopiesOptions extends MemberOptions {
  readonly page: CommonPage;
  /** Finds the model that serves, whichever process moves it. Undefined while its copies can't be filled. */
  readonly servingOf: (model: string) => ServingModel | undefined;
}

/** The copies that a process fills. */
export class Copies {
  /** By the names of their models. */
  private readonly filled = new Map<string, { readonly number: number; readonly member: CopyMember }>();

  private readonly turns: CopyTurns;

  constructor(private readonly options: CopiesOptions) {
    this.turns = new CopyTurns(options.scheduler);
  }

  get members(): readonly CopyMember[] {
    return [...this.filled.values()].map(({ member }) => member);
  }

  /** Fills these copies from now on, and no others. */
  async fill(wanted: readonly CopyToFill[]): Promise<void> {
    const numbers = new Map(wanted.map(({ model, number }) => [model, number]));
    for (const [model, { number, member }] of this.filled) {
      if (numbers.get(model) === number) continue;
      this.filled.delete(model);
      await member.stop();
    }
    for (const { model, number, perSecond, copy } of wanted) {
      const serving = this.options.servingOf(model);
      if (!serving) continue;
      const known = this.filled.get(model);
      known?.member.goAt(perSecond);
      if (known) continue;
      const member = new CopyMember(copy, serving, { perSecond }, this.turns, this.options.page, this.options);
      this.filled.set(model, { number, member });
      member.enter();
      member.start();
    }
  }
}
