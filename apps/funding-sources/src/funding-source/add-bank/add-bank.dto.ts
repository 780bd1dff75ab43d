import type { BankAccountType } from '@halyard/contracts';
import { fault, IsLinkTo, Nested, OnlyWithout, Refused } from '@halyard/http';
import { IsOptional, Matches } from 'class-validator';
import { BankNumbersDto } from './bank-numbers.dto.js';

/** A provider's token stands for the numbers of the account. */
const TOKENS = ['partnerToken', 'plaidToken'];

const PARTNER_TOKEN = /^[\w.-]{1,2048}$/;

class AuthorizationLinkDto {
  @IsLinkTo(['on-demand-authorization'], fault('Invalid'))
  readonly href!: string;
}

class AddBankLinksDto {
  /** What the bank's owner has agreed to: of the account, and no other bank's. */
  @IsOptional()
  @Nested(() => AuthorizationLinkDto)
  readonly 'on-demand-authorization'?: AuthorizationLinkDto;

  /** Its feature is not built. */
  @Refused()
  readonly exchange?: unknown;
}

/** POST /customers/{id}/funding-sources and POST /funding-sources (reference facts, section 6.1). */
export class AddBankDto extends BankNumbersDto {
  @OnlyWithout(...TOKENS)
  declare readonly routingNumber: string;

  @OnlyWithout(...TOKENS)
  declare readonly accountNumber: string;

  @OnlyWithout(...TOKENS, 'bankAccountType')
  declare readonly type?: BankAccountType;

  /** Issued by the linking provider. */
  @IsOptional()
  @Matches(PARTNER_TOKEN, fault('Invalid'))
  readonly partnerToken?: string;

  /** Another name of `partnerToken` (reference facts, section 19). */
  @IsOptional()
  @Matches(PARTNER_TOKEN, fault('Invalid'))
  readonly plaidToken?: string;

  @IsOptional()
  @Nested(() => AddBankLinksDto)
  readonly _links?: AddBankLinksDto;
}
