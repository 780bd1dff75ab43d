import { Controller } from '@nestjs/common';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { linkingRoutes } from '@halyard/contracts/linking';
import { DomainError } from '@halyard/core';
import { applicationOf, CurrentOperation, Serves } from '@halyard/http';
import { Changes } from '@halyard/changes';
import { FundingSourcesConfig } from '../../config.js';
import { LinkingTokens } from '../linking-tokens.js';

/** These tokens open the provider's pages. A provider's back end would give them to its client (sandbox only). */
@Controller()
export class CreateProviderTokenController {
  constructor(
    private readonly tokens: LinkingTokens,
    private readonly changes: Changes,
    private readonly config: FundingSourcesConfig,
  ) {}

  /** @throws DomainError NotFound in production */
  @Serves(linkingRoutes.createProviderToken)
  async create(@CurrentOperation() operation: Operation): Promise<ResourceAnswer<'provider-token'>> {
    if (this.config.environment !== 'sandbox') throw new DomainError('NotFound');
    const { accountId, applicationId } = applicationOf(operation);
    const attributes = await this.tokens.issue({ action: 'provider', accountId, applicationId });
    return this.changes.run(operation, () =>
      Promise.resolve({ type: 'resource', kind: 'provider-token', id: '', attributes, links: {} }),
    );
  }
}
