import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { type BankAccountType, bankAccountTypes, type Operation, type ResourceDocument } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { CurrentOperation, fault, IsAccountNumber, IsRoutingNumber, Required, timeOf } from '@halyard/http';
import { Changes } from '@halyard/messaging';
import { IsIn, IsOptional, Max, Min } from 'class-validator';
import { FundingSourcesConfig } from '../config.js';
import { SandboxLinkingProvider } from '../linking-provider/sandbox-linking-provider.js';

const LIFE_SECONDS = 1800;

/** POST /sandbox-partner-tokens: the account that its owner would have chosen in the pages of the provider. */
export class CreatePartnerTokenDto {
  @Required()
  @IsRoutingNumber()
  readonly routingNumber!: string;

  @Required()
  @IsAccountNumber()
  readonly accountNumber!: string;

  @IsOptional()
  @IsIn(bankAccountTypes, fault('Invalid'))
  readonly bankAccountType?: BankAccountType;

  /** With 0 it has expired from the start, as if its owner had changed their credentials. */
  @IsOptional()
  @Min(0, fault('Invalid'))
  @Max(LIFE_SECONDS, fault('Invalid'))
  readonly expiresInSeconds?: number;
}

/** What a provider's back end does for its client: it exchanges what its pages gave for a token (sandbox alone). */
@Controller()
export class CreatePartnerTokenController {
  constructor(
    private readonly provider: SandboxLinkingProvider,
    private readonly changes: Changes,
    private readonly config: FundingSourcesConfig,
  ) {}

  /** @throws DomainError NotFound in production */
  @Post('/sandbox-partner-tokens')
  @HttpCode(200)
  async create(
    @CurrentOperation() operation: Operation,
    @Body() body: CreatePartnerTokenDto,
  ): Promise<ResourceDocument<'partner-token'>> {
    const { principal } = operation;
    if (this.config.environment !== 'sandbox') throw new DomainError('NotFound');
    if (principal.kind !== 'application') throw new DomainError('Forbidden');
    const { routingNumber, accountNumber, bankAccountType = 'checking', expiresInSeconds = LIFE_SECONDS } = body;
    const expires = new Date(timeOf(operation).getTime() + expiresInSeconds * 1000);
    const account = { routingNumber, accountNumber, bankAccountType };
    const partnerToken = await this.provider.issue(account, principal, expires);
    return this.changes.run(operation, () =>
      Promise.resolve({
        document: 'resource',
        kind: 'partner-token',
        id: '',
        attributes: { partnerToken, expires: expires.toISOString() },
        links: {},
      }),
    );
  }
}
