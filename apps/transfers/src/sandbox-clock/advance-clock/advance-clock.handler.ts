import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Changes } from '@halyard/changes';
import { AccountClocks } from '@halyard/clocks';
import { created, type CreatedAnswer, type Operation } from '@halyard/contracts';
import { type Fault, validationError } from '@halyard/core';
import { accountOf } from '@halyard/http';
import { TransfersConfig } from '../../config.js';
import { AdvanceEnds } from '../advance-ends.js';
import { addAdvance } from '../advances.rows.js';
import { setAdvance } from '../clocks.rows.js';
import { DueServices } from '../due-services.js';
import { type LockedClock, Steps } from '../steps.js';
import { AdvanceClock } from './advance-clock.command.js';
import type { AdvanceClockBody } from './advance-clock.dto.js';
import { momentOf } from './goal.js';

/** Begins advances of clocks (contract of what no peer has, section 1). `AdvanceRunner` carries them out. */
@CommandHandler(AdvanceClock)
export class AdvanceClockHandler implements ICommandHandler<AdvanceClock> {
  constructor(
    private readonly clocks: AccountClocks,
    private readonly changes: Changes,
    private readonly steps: Steps,
    private readonly due: DueServices,
    private readonly ends: AdvanceEnds,
    private readonly config: TransfersConfig,
  ) {}

  /**
   * Answers at the end of the advance, or after the wait. With an Idempotency-Key, the wait begins once the outcome is
   * stored (`AdvanceWait`), because repeats wait as well.
   *
   * @throws DomainError ValidationError; Conflict while the clock is changed or advanced
   */
  async execute({ operation, body, wait }: AdvanceClock): Promise<CreatedAnswer> {
    const answer = await this.begun(operation, body);
    if (operation.key === undefined) await this.ends.wait(answer.resource.id, wait);
    return answer;
  }

  /** The request counts as done once the advance exists. */
  private async begun(operation: Operation, body: AdvanceClockBody): Promise<CreatedAnswer> {
    const accountId = accountOf(operation);
    const next = body.toNext === 'due' ? await this.due.next(accountId, operation) : undefined;
    await this.steps.finishLeft(accountId, operation);
    return this.changes.run(operation, ({ tx }) =>
      this.steps.decideIn(tx, accountId, async (locked) => {
        const { cutOffs } = this.config;
        const to = momentOf(body, { now: locked.now, cutOffs, next });
        if (isFault(to)) throw validationError(to);
        await this.begin(locked, { to, waitsForWebhooks: body.waitFor === 'webhooks' }, operation);
        return created('sandbox-clock-advance', operation.id);
      }),
    );
  }

  /** The first advance of a clock that is real freezes it. */
  private async begin(
    { tx, clock, now }: LockedClock,
    wanted: { readonly to: Date; readonly waitsForWebhooks: boolean },
    { id, requestId, traceparent }: Operation,
  ): Promise<void> {
    const { accountId, mode, banks } = clock.held;
    const endsAs = mode === 'real' ? ({ mode: 'frozen', banks: 'on-time' } as const) : { mode, banks };
    const traced = traceparent === undefined ? {} : { traceparent };
    const begun = this.clocks.system();
    await addAdvance(tx, { id, accountId, begun, from: now, ...wanted, endsAs, requestId, ...traced });
    await setAdvance(tx, accountId, id);
  }
}

const isFault = (found: Date | Fault): found is Fault => !(found instanceof Date);
