import { isRoutingNumber } from '@halyard/core';
import { Check, fault, Nested, Refused, Required } from '@halyard/http';
import { IsOptional, ValidateIf } from 'class-validator';
import { type BankAccountType, bankAccountTypes } from '../funding-source.entity.js';
import { isSourceName } from '../source-name.js';

const isAccountNumber = (value: unknown): boolean => typeof value === 'string' && /^\d{3,17}$/.test(value);

const isBankAccountType = (value: unknown): boolean => bankAccountTypes.some((type) => type === value);

const CHANNELS_MAX = 2;
const isChannels = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length <= CHANNELS_MAX &&
  value.every((channel) => channel === 'ach' || channel === 'wire');

const hasNoWire = (value: unknown): boolean => !Array.isArray(value) || !value.includes('wire');

/** A provider's token stands for the numbers of the account. */
const isManual = ({ partnerToken, plaidToken }: AddBankDto): boolean =>
  (partnerToken ?? plaidToken ?? undefined) === undefined;

/** Relations of requests whose features are not built yet. */
class AddBankLinksDto {
  @Refused()
  readonly 'on-demand-authorization'?: unknown;

  @Refused()
  readonly exchange?: unknown;
}

/** POST /customers/{id}/funding-sources and POST /funding-sources (reference facts, section 6.1). */
export class AddBankDto {
  @ValidateIf(isManual)
  @Required()
  @Check(isRoutingNumber, fault('Invalid', 'Routing number invalid.'))
  readonly routingNumber!: string;

  @ValidateIf(isManual)
  @Required()
  @Check(isAccountNumber)
  readonly accountNumber!: string;

  /** The specification's name for `bankAccountType`. */
  @ValidateIf((body: AddBankDto) => isManual(body) && (body.bankAccountType ?? undefined) === undefined)
  @Required()
  @Check(isBankAccountType, fault('Invalid'))
  readonly type?: BankAccountType;

  @IsOptional()
  @Check(isBankAccountType, fault('Invalid'))
  readonly bankAccountType?: BankAccountType;

  @Required()
  @Check(isSourceName)
  readonly name!: string;

  @IsOptional()
  @Check(hasNoWire, fault('NotAllowed'))
  @Check(isChannels, fault('Invalid'))
  readonly channels?: readonly string[];

  @Refused()
  readonly partnerToken?: unknown;

  @Refused()
  readonly plaidToken?: unknown;

  @IsOptional()
  @Nested(() => AddBankLinksDto)
  readonly _links?: AddBankLinksDto;
}
