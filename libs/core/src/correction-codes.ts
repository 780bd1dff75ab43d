/** The parts of an entry that a correction may name. */
export const correctedParts = ['routingNumber', 'accountNumber', 'bankAccountType', 'name', 'individualId'] as const;
export type CorrectedPart = (typeof correctedParts)[number];

export interface CorrectionCodeRow {
  /** The network's name for the code. */
  readonly title: string;
  /** The fault of the entry. */
  readonly description: string;
  /** The parts that the correction states. */
  readonly corrects: readonly CorrectedPart[];
}

const row = (title: string, description: string, ...corrects: readonly CorrectedPart[]): CorrectionCodeRow =>
  Object.freeze({ title, description, corrects: Object.freeze(corrects) });

/**
 * Codes of notifications of change (Nacha Operating Rules, appendix five, as of 2024). C08 and C14 concern international
 * entries, which Halyard does not send. C10 to C12 are no codes any more.
 */
export const correctionCodes = {
  C01: row(
    'Incorrect DFI Account Number',
    'The account number is wrong or has a form that the bank does not use.',
    'accountNumber',
  ),
  C02: row(
    'Incorrect Routing Number',
    'The routing number is no longer the one of this bank account, for example after a merger.',
    'routingNumber',
  ),
  C03: row(
    'Incorrect Routing Number and Incorrect DFI Account Number',
    'The bank account has another routing number and another account number.',
    'routingNumber',
    'accountNumber',
  ),
  C04: row(
    'Incorrect Individual Name/Receiving Company Name',
    'The bank knows the holder of the account by another name.',
    'name',
  ),
  C05: row(
    'Incorrect Transaction Code',
    'The entry was for a checking account and the bank account is a savings account, or the other way round.',
    'bankAccountType',
  ),
  C06: row(
    'Incorrect DFI Account Number and Incorrect Transaction Code',
    'The bank account has another account number and is of another type.',
    'accountNumber',
    'bankAccountType',
  ),
  C07: row(
    'Incorrect Routing Number, Incorrect DFI Account Number and Incorrect Transaction Code',
    'The bank account has another routing number and another account number, and is of another type.',
    'routingNumber',
    'accountNumber',
    'bankAccountType',
  ),
  C09: row(
    'Incorrect Individual Identification Number',
    'The identification number that came with the entry is not the one that the bank has.',
    'individualId',
  ),
  C13: row('Addenda Format Error', 'The bank could not read the addenda of the entry.'),
} as const satisfies Readonly<Record<string, CorrectionCodeRow>>;

export type CorrectionCode = keyof typeof correctionCodes;

export const isCorrectionCode = (code: string): code is CorrectionCode => Object.hasOwn(correctionCodes, code);

/** The parts that belong to the bank account itself, so that a correction changes the stored bank. */
const partsOfBank: ReadonlySet<CorrectedPart> = new Set(['routingNumber', 'accountNumber', 'bankAccountType']);

/** Whether a correction of this code changes the stored bank. Others are only shown. */
export const changesBank = (code: CorrectionCode): boolean =>
  correctionCodes[code].corrects.some((part) => partsOfBank.has(part));
