import { Body, Controller } from '@nestjs/common';
import { type FactAnswer, sharedServiceRoutes } from '@halyard/contracts';
import { clockStep } from '@halyard/contracts/sandbox-clock';
import { DomainError } from '@halyard/core';
import { Serves } from '@halyard/http';
import { AccountClocks } from './account-clocks.js';

/** Hears of the steps of accounts' clocks before they hold. */
@Controller()
export class AccountClocksController {
  constructor(private readonly clocks: AccountClocks) {}

  @Serves(sharedServiceRoutes.tellOfClockStep)
  async hear(@Body() body: unknown): Promise<FactAnswer<null>> {
    const { data: step } = clockStep.safeParse(body);
    if (!step) throw new DomainError('BadRequest');
    await this.clocks.store(step);
    return { type: 'fact', fact: null };
  }
}
