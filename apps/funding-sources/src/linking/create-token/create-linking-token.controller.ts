import { Controller, Param, UseGuards } from '@nestjs/common';
import type { AnswerBody, Operation, ResourceAnswer } from '@halyard/contracts';
import { linkingRoutes } from '@halyard/contracts/linking';
import { applicationOf, CurrentOperation, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { Changes } from '@halyard/changes';
import { KnownCustomerGuard } from '../../funding-source/party/known-customer.guard.js';
import { lockActive, SourceOwners } from '../../funding-source/party/source-owners.js';
import { type LinkingAction, LinkingTokens } from '../linking-tokens.js';

/** A browser adds a bank of a customer with these tokens (reference facts, section 6.9). */
@Controller()
@UseGuards(KnownCustomerGuard)
export class CreateLinkingTokenController {
  constructor(
    private readonly tokens: LinkingTokens,
    private readonly owners: SourceOwners,
    private readonly changes: Changes,
  ) {}

  @Serves(linkingRoutes.createIavToken)
  forIav(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
  ): Promise<ResourceAnswer<'iav-token'>> {
    const kind = 'iav-token';
    return this.create(operation, id, 'iav', (attributes) => ({ type: 'resource', kind, id, attributes, links: {} }));
  }

  @Serves(linkingRoutes.createFundingSourcesToken)
  forNumbers(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
  ): Promise<ResourceAnswer<'funding-sources-token'>> {
    const kind = 'funding-sources-token';
    return this.create(operation, id, 'funding-sources', (attributes) => ({
      type: 'resource',
      kind,
      id,
      attributes,
      links: {},
    }));
  }

  /** @throws DomainError InvalidResourceState for a customer that may not have banks */
  private async create<Answer extends AnswerBody>(
    operation: Operation,
    customerId: string,
    action: LinkingAction,
    answerOf: (issued: Awaited<ReturnType<LinkingTokens['issue']>>) => Answer,
  ): Promise<Answer> {
    const { accountId, applicationId } = applicationOf(operation);
    const issued = await this.tokens.issue({ action, accountId, applicationId, customerId });
    const owner = { kind: 'customer', id: customerId } as const;
    return this.owners.decide(operation, owner, () =>
      this.changes.run(operation, async ({ tx }) => {
        await lockActive(tx, accountId, owner);
        return answerOf(issued);
      }),
    );
  }
}
