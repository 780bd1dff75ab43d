import { Body, Controller } from '@nestjs/common';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { type BankAccountType, bankAccountTypes, fundingSourceRoutes } from '@halyard/contracts/funding-sources';
import { Clock, DomainError, newId, validationError } from '@halyard/core';
import { applicationOf, CurrentOperation, Serves } from '@halyard/http';
import {
  Example,
  fault,
  IsAccountNumber,
  IsRoutingNumber,
  IsToken,
  Note,
  OnlyWith,
  OnlyWithout,
  Required,
  usualFault,
} from '@halyard/input';
import { Changes } from '@halyard/changes';
import { IsIn, IsOptional, Max, Min } from 'class-validator';
import { FundingSourcesConfig } from '../config.js';
import type { LinkedAccount, TokenHolder } from '../linking-provider/linking-provider.js';
import { SandboxLinkingProvider } from '../linking-provider/sandbox-linking-provider.js';

const LIFE_SECONDS = 1800;

/** The public token from the provider's pages, or instead the account that its owner would have chosen there. */
@Example({ routingNumber: '222222226', accountNumber: '123456789', bankAccountType: 'checking' })
class CreatePartnerTokenDto {
  @Note('Replaces the numbers and the type, which are then ignored.')
  @IsOptional()
  @IsToken(
    { pattern: /^[\w-]{1,2048}$/, description: "A public token of the provider's pages.", content: 'token' },
    fault('Invalid'),
  )
  readonly publicToken?: string;

  /** Id of the chosen account, as in the pages. */
  @OnlyWith('publicToken')
  @Required()
  @IsToken(
    { pattern: /^[\w-]{1,64}$/, description: 'The id of the chosen account.', content: 'token' },
    fault('Invalid'),
  )
  readonly accountId?: string;

  @OnlyWithout('publicToken')
  @Required()
  @IsRoutingNumber()
  readonly routingNumber!: string;

  @OnlyWithout('publicToken')
  @Required()
  @IsAccountNumber()
  readonly accountNumber!: string;

  @IsOptional()
  @IsIn(bankAccountTypes)
  readonly bankAccountType?: BankAccountType;

  /** With 0 the token has expired from the start, as if the owner had changed their credentials. */
  @IsOptional()
  @Min(0, fault('Invalid'))
  @Max(LIFE_SECONDS, fault('Invalid'))
  readonly expiresInSeconds?: number;
}

/** Replaces a provider's back end: exchanges the public token for a partner token (sandbox only). */
@Controller()
export class CreatePartnerTokenController {
  constructor(
    private readonly provider: SandboxLinkingProvider,
    private readonly changes: Changes,
    private readonly config: FundingSourcesConfig,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError NotFound in production; ValidationError */
  @Serves(fundingSourceRoutes.createPartnerToken)
  async create(
    @CurrentOperation() operation: Operation,
    @Body() body: CreatePartnerTokenDto,
  ): Promise<ResourceAnswer<'partner-token'>> {
    if (this.config.environment !== 'sandbox') throw new DomainError('NotFound');
    const application = applicationOf(operation);
    const at = this.clock.system();
    const expires = new Date(at.getTime() + (body.expiresInSeconds ?? LIFE_SECONDS) * 1000);
    const account = await this.accountOf(body, { ...application, at });
    const partnerToken = await this.provider.issue(account, application, expires);
    return this.changes.run(operation, () =>
      Promise.resolve({
        type: 'resource',
        kind: 'partner-token',
        id: '',
        attributes: { partnerToken, expires: expires.toISOString() },
        links: {},
      }),
    );
  }

  private async accountOf(
    { publicToken, accountId, routingNumber, accountNumber, bankAccountType }: CreatePartnerTokenDto,
    holder: TokenHolder,
  ): Promise<LinkedAccount> {
    if (publicToken == null) {
      return { linkId: newId(), routingNumber, accountNumber, bankAccountType: bankAccountType ?? 'checking' };
    }
    const account = await this.provider.chosenBy(publicToken, holder);
    if (!account) throw invalid('publicToken');
    if (account.chosen !== accountId) throw invalid('accountId');
    const { chosen: _, ...linked } = account;
    return linked;
  }
}

const invalid = (field: string): DomainError => validationError(usualFault('Invalid', `/${field}`));
