import {
  fault,
  IsAccountNumber,
  IsListOf,
  IsRoutingNumber,
  Nested,
  OnlyWithout,
  Refused,
  Required,
} from '@halyard/http';
import { ArrayMaxSize, IsIn, IsOptional, Matches } from 'class-validator';
import { type BankAccountType, bankAccountTypes, type Channel } from '../funding-source.entity.js';
import { SOURCE_NAME } from '../source-name.js';

/** A provider's token stands for the numbers of the account. */
const TOKENS = ['partnerToken', 'plaidToken'];

const PARTNER_TOKEN = /^[\w.-]{1,2048}$/;

/** Relations of requests whose features are not built yet. */
class AddBankLinksDto {
  @Refused()
  readonly 'on-demand-authorization'?: unknown;

  @Refused()
  readonly exchange?: unknown;
}

/** POST /customers/{id}/funding-sources and POST /funding-sources (reference facts, section 6.1). */
export class AddBankDto {
  @OnlyWithout(...TOKENS)
  @Required()
  @IsRoutingNumber()
  readonly routingNumber!: string;

  @OnlyWithout(...TOKENS)
  @Required()
  @IsAccountNumber()
  readonly accountNumber!: string;

  /** The specification's name for `bankAccountType`. */
  @OnlyWithout(...TOKENS, 'bankAccountType')
  @Required()
  @IsIn(bankAccountTypes, fault('Invalid'))
  readonly type?: BankAccountType;

  @IsOptional()
  @IsIn(bankAccountTypes, fault('Invalid'))
  readonly bankAccountType?: BankAccountType;

  @Required()
  @Matches(SOURCE_NAME)
  readonly name!: string;

  /** Money reaches a bank one way; the same account may be added once for each. */
  @IsOptional()
  @ArrayMaxSize(1, fault('Invalid'))
  @IsListOf(['ach', 'wire'], fault('Invalid'))
  readonly channels?: readonly Channel[];

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
