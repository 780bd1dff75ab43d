import type { Api } from '@halyard/client';
import { correctionCodes, isCorrectionCode } from '@halyard/core/correction-codes';
import { isReturnCode, returnCodes } from '@halyard/core/return-codes';

export const directionTexts: Readonly<Record<Api.BankFile['direction'], string>> = {
  out: 'To the banks',
  in: 'From the banks',
};

export const windowTexts: Readonly<Record<Api.BankFile['window'], string>> = {
  standard: 'Standard cut-off',
  'same-day': 'Same-day cut-off',
  simulation: 'Simulation',
  upload: 'Upload',
};

/** Transaction codes of the Nacha format, for entries and for their returns. */
const transactionTexts: Readonly<Record<string, string>> = {
  22: 'Credit, checking',
  27: 'Debit, checking',
  32: 'Credit, savings',
  37: 'Debit, savings',
  21: 'Return of a credit, checking',
  26: 'Return of a debit, checking',
  31: 'Return of a credit, savings',
  36: 'Return of a debit, savings',
};

export const transactionText = (code: string): string => transactionTexts[code] ?? `Transaction code ${code}`;

const reasonTexts: Readonly<Record<NonNullable<Api.BankFileEntry['reason']>, string>> = {
  R61: 'No entry of this account went to the banks under this trace number.',
  R67: 'This entry was returned or corrected before.',
  R68: 'It comes after the time within which the network allows it.',
  R69: 'Its amount or account number is not that of the entry.',
};

/** Why an entry was refused, with the network's code. */
export const reasonText = (reason: NonNullable<Api.BankFileEntry['reason']>): string =>
  `${reason}: ${reasonTexts[reason]}`;

/** A code of a return or correction, with the network's name for it. */
export function codeText(code: string): string {
  if (isReturnCode(code)) return `${code} ${returnCodes[code].title}`;
  return isCorrectionCode(code) ? `${code} ${correctionCodes[code].title}` : code;
}
