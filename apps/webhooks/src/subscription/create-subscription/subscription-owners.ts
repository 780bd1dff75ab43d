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
   * An application makes things for itself. A person names an application of the account, which may be left out if the
   * account has one server. @throws DomainError ValidationError at /application; ServiceUnavailable
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
