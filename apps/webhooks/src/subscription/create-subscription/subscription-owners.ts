import { Injectable } from '@nestjs/common';
import { type Operation, serviceRoutes } from '@halyard/contracts';
import { accountApplications } from '@halyard/contracts/applications';
import { validationError } from '@halyard/core';
import { applicationOf, ServiceCalls } from '@halyard/http';
import { usualFault } from '@halyard/input';

const PATH = '/application';

@Injectable()
export class SubscriptionOwners {
  constructor(private readonly calls: ServiceCalls) {}

  /**
   * Decides which application owns a new subscription. An application owns what it creates. A person names an
   * application of the account, and may leave it out if the account has only one server. @throws DomainError
   * ValidationError at /application; ServiceUnavailable
   */
  async of(operation: Operation, named: string | undefined): Promise<string> {
    const { accountId, applicationId, isFirstParty } = applicationOf(operation);
    const id = named?.toLowerCase();
    if (!isFirstParty) {
      if (id !== undefined && id !== applicationId) throw validationError(usualFault('NotAllowed', PATH));
      return applicationId;
    }
    const answer = await this.calls.ask(serviceRoutes.listAccountApplications, accountId, operation);
    const own = accountApplications.parse(answer).applications.filter(({ kind }) => kind !== 'first-party');
    if (id !== undefined) {
      if (!own.some((application) => application.id === id)) throw validationError(usualFault('Invalid', PATH));
      return id;
    }
    const [server, ...more] = own.filter(({ kind }) => kind === 'server');
    if (!server || more.length > 0) throw validationError(usualFault('Required', PATH));
    return server.id;
  }
}
