import { parseAmount } from '@halyard/core';
import { Check, fault, Nested, Required } from '@halyard/http';
import { ValidateIf } from 'class-validator';

/** Micro-deposits stay below ten cents (specification, sandbox simulation rules). */
const AMOUNT_MINOR_LIMIT = 10n;

function isMicroDeposit(value: unknown): boolean {
  const amount = parseAmount(value);
  return amount !== undefined && amount.minor < AMOUNT_MINOR_LIMIT;
}

const isUsd = (value: unknown): boolean => value === 'USD';

class MicroDepositDto {
  @Required()
  @Check(isMicroDeposit, fault('Invalid', 'Invalid amount.'))
  readonly value!: string | number;

  @Required()
  @Check(isUsd, fault('Invalid'))
  readonly currency!: 'USD';
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** Without amounts the deposits are begun; with amounts, of which there must be two, they are verified. */
const isVerification = ({ amount1, amount2 }: MicroDepositsDto): boolean => isGiven(amount1) || isGiven(amount2);

/** POST /funding-sources/{id}/micro-deposits (reference facts, section 6.7). The order of the amounts does not matter. */
export class MicroDepositsDto {
  @ValidateIf(isVerification)
  @Required()
  @Nested(() => MicroDepositDto)
  readonly amount1?: MicroDepositDto;

  @ValidateIf(isVerification)
  @Required()
  @Nested(() => MicroDepositDto)
  readonly amount2?: MicroDepositDto;
}
