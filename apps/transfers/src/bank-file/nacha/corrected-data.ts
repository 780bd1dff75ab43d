import type { CorrectedValues } from '@halyard/contracts/bank-behavior';
import type { BankAccountType } from '@halyard/contracts/funding-sources';
import { type CorrectedPart, type CorrectionCode, correctionCodes, isRoutingNumber } from '@halyard/core';

const ROUTING_NUMBER_END = 9;
const ACCOUNT_NUMBER_LENGTH = 17;
const NAME_LENGTH = 22;
const TRANSACTION_CODE_LENGTH = 2;

const accountTypes: Readonly<Record<string, BankAccountType>> = { 2: 'checking', 3: 'savings' };

/**
 * Reads the corrected data of addenda 98: the parts that the code corrects in a fixed order, with blanks between them
 * (Nacha Operating Rules, appendix five).
 *
 * @returns undefined if a part is missing or has a wrong form
 */
export function correctedValuesOf(code: CorrectionCode, data: string): CorrectedValues | undefined {
  const parts: readonly CorrectedPart[] = correctionCodes[code].corrects;
  const routingNumber = data.slice(0, ROUTING_NUMBER_END);
  const afterRouting = parts.includes('routingNumber') ? data.slice(ROUTING_NUMBER_END) : data;
  if (parts.includes('routingNumber') && !isRoutingNumber(routingNumber)) return undefined;
  const account = accountIn(parts, afterRouting);
  if (!account) return undefined;
  const name = data.slice(0, NAME_LENGTH).trim();
  if ((parts.includes('name') || parts.includes('individualId')) && name === '') return undefined;
  return {
    ...(parts.includes('routingNumber') && { routingNumber }),
    ...account,
    ...(parts.includes('name') && { name }),
    ...(parts.includes('individualId') && { individualId: name }),
  };
}

type AccountValues = Pick<CorrectedValues, 'accountNumber' | 'bankAccountType'>;

function accountIn(parts: readonly CorrectedPart[], data: string): AccountValues | undefined {
  const hasNumber = parts.includes('accountNumber');
  const hasType = parts.includes('bankAccountType');
  const [numberPart, typePart] = splitAccount(data, hasNumber, hasType);
  const accountNumber = numberPart.trim();
  if (hasNumber && !/^\d{3,17}$/.test(accountNumber)) return undefined;
  const transactionCode = typePart.trim();
  const bankAccountType = transactionCode.length === TRANSACTION_CODE_LENGTH && accountTypes[transactionCode.charAt(0)];
  if (hasType && !(bankAccountType && /\d$/.test(transactionCode))) return undefined;
  return { ...(hasNumber && { accountNumber }), ...(hasType && bankAccountType && { bankAccountType }) };
}

/** A number alone may stand anywhere; before a transaction code it has its full length. */
function splitAccount(data: string, hasNumber: boolean, hasType: boolean): readonly [string, string] {
  if (!hasType) return [data, ''];
  return hasNumber ? [data.slice(0, ACCOUNT_NUMBER_LENGTH), data.slice(ACCOUNT_NUMBER_LENGTH)] : ['', data];
}
