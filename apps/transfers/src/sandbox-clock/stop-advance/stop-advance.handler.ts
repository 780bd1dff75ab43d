import { Changes } from '@halyard/changes';
import type { ResourceAnswer } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { accountOf } from '@halyard/http';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { askToStop, findAdvance } from '../advances.rows.js';
import { advanceAnswer } from '../clock.answer.js';
import { StopAdvance } from './stop-advance.command.js';

@CommandHandler(StopAdvance)
export class StopAdvanceHandler implements ICommandHandler<StopAdvance> {
  constructor(private readonly changes: Changes) {}

  /** @throws DomainError NotFound for an advance of another account; InvalidResourceState once it has ended */
  execute({ operation, advanceId: id }: StopAdvance): Promise<ResourceAnswer<'sandbox-clock-advance'>> {
    return this.changes.run(operation, async ({ tx }) => {
      const known = await findAdvance(tx, id);
      if (known?.accountId !== accountOf(operation)) throw new DomainError('NotFound');
      if (!(await askToStop(tx, id))) throw new DomainError('InvalidResourceState');
      const advance = await findAdvance(tx, id);
      if (!advance) throw new DomainError('NotFound');
      return advanceAnswer(advance);
    });
  }
}
