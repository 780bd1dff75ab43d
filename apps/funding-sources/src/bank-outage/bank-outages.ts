import { Injectable } from '@nestjs/common';
import { type Operation, serviceRoutes } from '@halyard/contracts';
import { banksDown, type OutageQuestion } from '@halyard/contracts/bank-behavior';
import { DomainError } from '@halyard/core';
import { ServiceCalls, timeOf } from '@halyard/http';
import { FundingSourcesConfig } from '../config.js';

/** The banks that are down in the sandbox, by the rules that an account has given for the behaviour of its banks. */
@Injectable()
export class BankOutages {
  constructor(
    private readonly calls: ServiceCalls,
    private readonly config: FundingSourcesConfig,
  ) {}

  /**
   * Asks the service transfers each time, because outages begin and end by the account's clock.
   *
   * @returns the routing numbers of the banks that are down at the time of the operation; none in production
   * @throws DomainError ServiceUnavailable if transfers does not tell
   */
  async find(accountId: string, operation: Operation): Promise<ReadonlySet<string>> {
    if (this.config.environment !== 'sandbox') return new Set();
    const question: OutageQuestion = { accountId, at: timeOf(operation).toISOString() };
    const answer = await this.calls.request(serviceRoutes.findBanksDown, question, operation).catch(unavailable);
    return new Set(banksDown.parse(answer).routingNumbers);
  }
}

/** A refusal of this question must not reach a client as the answer to another one. */
function unavailable(error: unknown): never {
  if (!(error instanceof DomainError) || error.code === 'ServiceUnavailable') throw error;
  throw new DomainError('ServiceUnavailable', { cause: error });
}
