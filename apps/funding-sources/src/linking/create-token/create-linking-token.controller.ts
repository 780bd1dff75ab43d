import { Controller, Param, UseGuards } from '@nestjs/common';
import { type Operation, type ResourceAnswer } from '@halyard/contracts';
import { applicationOf, CurrentOperation, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { Changes } from '@halyard/changes';
import { KnownCustomerGuard } from '../../funding-source/party/known-customer.guard.js';
import { lockActive, SourceOwners } from '../../funding-source/party/source-owners.js';
import { LinkingTokens } from '../linking-tokens.js';

/** Tokens with which a browser adds a bank of a customer (reference facts, section 6.9). */
@Controller()
@UseGuards(KnownCustomerGuard)
export class CreateLinkingTokenController {
  constructor(
    private readonly tokens: LinkingTokens,
    private readonly owners: SourceOwners,
    private readonly changes: Changes,
  ) {}

  @Serves('createIavToken')
  forIav(@CurrentOperation() operation: Operation, @Param('id', IdPipe) id: string): Promise<ResourceAnswer> {
    return this.create(operation, id, 'iav');
  }

  @Serves('createFundingSourcesToken')
  forNumbers(@CurrentOperation() operation: Operation, @Param('id', IdPipe) id: string): Promise<ResourceAnswer> {
    return this.create(operation, id, 'funding-sources');
  }

  /** @throws DomainError InvalidResourceState for a customer that may not have banks */
  private async create(
    operation: Operation,
    customerId: string,
    action: 'iav' | 'funding-sources',
  ): Promise<ResourceAnswer> {
    const { accountId, applicationId } = applicationOf(operation);
    const attributes = await this.tokens.issue({ action, accountId, applicationId, customerId });
    const owner = { kind: 'customer', id: customerId } as const;
    return this.owners.decide(operation, owner, () =>
      this.changes.run(operation, async ({ tx }) => {
        await lockActive(tx, accountId, owner);
        return { type: 'resource', kind: `${action}-token`, id: customerId, attributes, links: {} };
      }),
    );
  }
}
