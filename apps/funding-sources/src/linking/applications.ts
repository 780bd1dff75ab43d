import { Injectable } from '@nestjs/common';
import { type Operation, serviceRoutes } from '@halyard/contracts';
import { accountStanding } from '@halyard/contracts/accounts';
import { applicationFact, type ApplicationFact } from '@halyard/contracts/applications';
import { ServiceCalls } from '@halyard/http';

/**
 * The application of a linking token, and its account. Both are looked up on every request, so that disabling one takes
 * effect at once (ADR 52).
 */
@Injectable()
export class Applications {
  constructor(private readonly calls: ServiceCalls) {}

  /**
   * @returns undefined for an application that may not act, or does not exist
   * @throws DomainError ServiceUnavailable
   */
  async find(id: string, operation: Operation): Promise<ApplicationFact | undefined> {
    const fact = await this.calls.ask(serviceRoutes.getApplicationFact, id, operation);
    return fact === undefined ? undefined : applicationFact.parse(fact);
  }

  /** @throws DomainError ServiceUnavailable */
  async mayActFor(accountId: string, operation: Operation): Promise<boolean> {
    const fact = await this.calls.ask(serviceRoutes.getAccountStandingFact, accountId, operation);
    return fact !== undefined && !accountStanding.parse(fact).isSuspended;
  }
}
