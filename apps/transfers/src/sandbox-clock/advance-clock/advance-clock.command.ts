import type { CreatedAnswer, Operation } from '@halyard/contracts';
import { Command } from '@nestjs/cqrs';
import type { WaitLimits } from '../notifications.js';
import type { AdvanceClockBody } from './advance-clock.dto.js';

export class AdvanceClock extends Command<CreatedAnswer> {
  constructor(
    readonly operation: Operation,
    readonly body: AdvanceClockBody,
    /** How long the answer waits for the end of the advance. */
    readonly wait: WaitLimits,
  ) {
    super();
  }
}
