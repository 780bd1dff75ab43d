import type { BankAccountType } from '@halyard/contracts/funding-sources';
import { Example, fault, IsLinkTo, IsToken, Nested, OnlyWithout, Refused, type TextFormat } from '@halyard/input';
import { IsOptional } from 'class-validator';
import { BankNumbersDto } from './bank-numbers.dto.js';

/** Each provider's token stands for the numbers of an account. */
const TOKENS = ['partnerToken', 'plaidToken'];

const PARTNER_TOKEN: TextFormat = {
  pattern: /^[\w.-]{1,2048}$/,
  description: 'A token of the linking provider.',
  content: 'token',
};

class AuthorizationLinkDto {
  @IsLinkTo(['on-demand-authorization'], fault('Invalid'))
  readonly href!: string;
}

class AddBankLinksDto {
  /** The owner has agreed to this authorization. It must be of the same account, and not used for another bank. */
  @IsOptional()
  @Nested(() => AuthorizationLinkDto)
  readonly 'on-demand-authorization'?: AuthorizationLinkDto;

  /** Belongs to a feature that does not exist here. */
  @Refused()
  readonly exchange?: unknown;
}

/** Reference facts, section 6.1. */
@Example({ routingNumber: '222222226', accountNumber: '123456789', bankAccountType: 'checking', name: 'Checking' })
export class AddBankDto extends BankNumbersDto {
  @OnlyWithout(...TOKENS)
  declare readonly routingNumber: string;

  @OnlyWithout(...TOKENS)
  declare readonly accountNumber: string;

  @OnlyWithout(...TOKENS, 'bankAccountType')
  declare readonly type?: BankAccountType;

  /** Issued by the linking provider. */
  @IsOptional()
  @IsToken(PARTNER_TOKEN, fault('Invalid'))
  readonly partnerToken?: string;

  /** Another name of `partnerToken` (reference facts, section 19). */
  @IsOptional()
  @IsToken(PARTNER_TOKEN, fault('Invalid'))
  readonly plaidToken?: string;

  @IsOptional()
  @Nested(() => AddBankLinksDto)
  readonly _links?: AddBankLinksDto;
}
