import { changesBank, type CorrectedPart, correctionCodes, isCorrectionCode } from '@halyard/core';
import { tableOf } from './table.ts';

/** The parts of an entry, in the words of a sentence. */
export const correctedPartNames: Readonly<Record<CorrectedPart, string>> = {
  routingNumber: 'routing number',
  accountNumber: 'account number',
  bankAccountType: 'type of account',
  name: 'name',
  individualId: 'identification number',
};

/** Every correction code that a bank of the sandbox can give. */
export const correctionsTable = (): string =>
  tableOf(
    ['Code', 'Meaning', 'States', 'Bank'],
    Object.entries(correctionCodes).map(([code, { title, corrects }]) => [
      code,
      title,
      corrects.map((part) => correctedPartNames[part]).join(', '),
      isCorrectionCode(code) && changesBank(code) ? 'changed' : '',
    ]),
  );
