import { Body, Controller, UseGuards } from '@nestjs/common';
import { type FactAnswer, serviceRoutes } from '@halyard/contracts';
import { type BanksDown, outageQuestion } from '@halyard/contracts/bank-behavior';
import { DomainError } from '@halyard/core';
import { Serves } from '@halyard/http';
import { SandboxOnlyGuard } from '../../sandbox-only.guard.js';
import { Outages } from '../outages.js';

/** Tells funding-sources which banks are down, so that it asks none of them for a balance or a log-in. */
@Controller()
@UseGuards(SandboxOnlyGuard)
export class BanksDownController {
  constructor(private readonly outages: Outages) {}

  @Serves(serviceRoutes.findBanksDown)
  async find(@Body() body: unknown): Promise<FactAnswer<BanksDown>> {
    const { data: asked } = outageQuestion.safeParse(body);
    if (!asked) throw new DomainError('BadRequest');
    const outages = await this.outages.of(asked.accountId);
    return { type: 'fact', fact: { routingNumbers: outages.downAt(new Date(asked.at)) } };
  }
}
