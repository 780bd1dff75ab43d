import { bankAccountTypes } from '@halyard/contracts/funding-sources';
import {
  type EntryDirection,
  entryDirections,
  type EntryRoute,
  entryRoutes,
  OUTAGES_MAX,
  ruleCustomerTypes,
  RULES_MAX,
} from '@halyard/contracts/bank-behavior';
import {
  type CorrectionCode,
  correctionCodes,
  isCorrectionCode,
  isReturnCode,
  type ReturnCode,
  returnCodes,
} from '@halyard/core';
import {
  Content,
  Example,
  fault,
  IsAccountNumber,
  IsAmountText,
  IsDuration,
  IsMoment,
  IsReadable,
  IsRoutingNumber,
  IsToken,
  IsWhole,
  Label,
  ListOf,
  Nested,
  Note,
  OptionalOrEmpty,
  Options,
} from '@halyard/input';
import { IsIn, IsOptional } from 'class-validator';
import type { RuleCustomerType } from '../bank-behavior.js';

type BankAccountType = (typeof bankAccountTypes)[number];

/** The most entries that `first` and `every` count. */
const COUNT_MAX = 1_000_000;
const NAME_LENGTH_MAX = 100;
const ID_LENGTH_MAX = 100;

const titlesOf = (codes: Readonly<Record<string, { readonly title: string }>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(codes).map(([code, { title }]) => [code, `${code}: ${title}`]));

class AmountRangeDto {
  @Label('Amount from')
  @Note('Included.')
  @IsOptional()
  @IsAmountText()
  readonly from?: string;

  @Label('Amount below')
  @Note('Not included.')
  @IsOptional()
  @IsAmountText()
  readonly below?: string;
}

class EntryConditionDto {
  @IsOptional()
  @IsIn(entryDirections)
  readonly direction?: EntryDirection;

  @IsOptional()
  @IsIn(entryRoutes)
  readonly route?: EntryRoute;

  @Label('Routing number of the bank')
  @IsOptional()
  @IsRoutingNumber()
  readonly routingNumber?: string;

  @IsOptional()
  @Nested(() => AmountRangeDto)
  readonly amount?: AmountRangeDto;

  @IsOptional()
  @IsIn(['account', 'customer'])
  readonly owner?: 'account' | 'customer';

  @IsOptional()
  @IsIn(ruleCustomerTypes)
  readonly customerType?: RuleCustomerType;

  @IsOptional()
  @IsToken({
    pattern: /^[A-Za-z0-9._-]{0,254}[A-Za-z0-9._*-]$/,
    description: 'A correlation id, or its beginning with `*` at the end.',
    content: 'kept',
  })
  readonly correlationId?: string;
}

class CorrectedValuesDto {
  @Label('Corrected routing number')
  @IsOptional()
  @IsRoutingNumber()
  readonly routingNumber?: string;

  @Label('Corrected account number')
  @IsOptional()
  @IsAccountNumber()
  readonly accountNumber?: string;

  @Label('Corrected type of the bank account')
  @IsOptional()
  @IsIn(bankAccountTypes)
  readonly bankAccountType?: BankAccountType;

  @Label('Corrected name')
  @IsOptional()
  @IsReadable(NAME_LENGTH_MAX)
  @Content('name')
  readonly name?: string;

  @Label('Corrected individual ID')
  @IsOptional()
  @IsReadable(ID_LENGTH_MAX)
  readonly individualId?: string;
}

/** Has exactly one of `return`, `correct`, `delay` and `microDeposits`. */
export class RuleConsequenceDto {
  @IsOptional()
  @IsIn(Object.keys(returnCodes).filter(isReturnCode))
  @Options(titlesOf(returnCodes))
  readonly return?: ReturnCode;

  /** How long after its settlement moment the entry is returned. Without it, the entry does not settle. */
  @Label('Return after')
  @IsOptional()
  @IsDuration()
  readonly after?: string;

  @IsOptional()
  @IsIn(Object.keys(correctionCodes).filter(isCorrectionCode))
  @Options(titlesOf(correctionCodes))
  readonly correct?: CorrectionCode;

  @IsOptional()
  @Nested(() => CorrectedValuesDto)
  readonly corrected?: CorrectedValuesDto;

  /** The entry settles on the first banking day that begins this long after its settlement moment, or later. */
  @IsOptional()
  @IsDuration()
  readonly delay?: string;

  @Label('Micro-deposits')
  @IsOptional()
  @IsIn(['wrong-amounts'])
  readonly microDeposits?: 'wrong-amounts';
}

/** Has at most one of `share`, `first` and `every`. Without them, the rule strikes every entry that it fits. */
export class BankRuleDto {
  @Label('Name of the rule')
  @IsToken({ pattern: /^[a-z0-9-]{1,50}$/, description: '1 to 50 small letters, digits and hyphens.', content: 'kept' })
  readonly name!: string;

  @IsOptional()
  @Nested(() => EntryConditionDto)
  readonly when?: EntryConditionDto;

  @IsOptional()
  @IsToken({
    pattern: /^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/,
    description: 'Decimal text from 0 to 1, with at most six decimals.',
    content: 'kept',
  })
  readonly share?: string;

  @IsOptional()
  @IsWhole(1, COUNT_MAX)
  readonly first?: number;

  @IsOptional()
  @IsWhole(1, COUNT_MAX)
  readonly every?: number;

  @Nested(() => RuleConsequenceDto)
  readonly then!: RuleConsequenceDto;
}

class BankOutageDto {
  @Label('Routing number of the outage')
  @IsRoutingNumber()
  readonly routingNumber!: string;

  @Label('Outage from')
  @IsMoment()
  readonly from!: string;

  @Label('Outage to')
  @Note('Not included.')
  @IsMoment()
  readonly to!: string;
}

/** Body of POST /sandbox-bank-behavior. */
@Example({
  seed: 'ci-42',
  rules: [
    { name: 'nsf', when: { direction: 'debit' }, share: '0.02', then: { return: 'R01' } },
    { name: 'merged', first: 1, then: { correct: 'C02', corrected: { routingNumber: '222222226' } } },
  ],
  outages: [{ routingNumber: '222222226', from: '2026-01-02T00:00:00.000Z', to: '2026-01-03T00:00:00.000Z' }],
})
export class ChangeBankBehaviorDto {
  /** Decides which entries shares strike. Required if a rule has a share. */
  @OptionalOrEmpty()
  @IsToken({ pattern: /^[^\0\p{Surrogate}]{1,100}$/u, description: '1 to 100 characters.', content: 'kept' })
  readonly seed?: string;

  @IsOptional()
  @ListOf(() => BankRuleDto, RULES_MAX, fault('Invalid'))
  readonly rules?: readonly BankRuleDto[];

  @IsOptional()
  @ListOf(() => BankOutageDto, OUTAGES_MAX, fault('Invalid'))
  readonly outages?: readonly BankOutageDto[];
}
