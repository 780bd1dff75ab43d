/** The effects of a return, besides the failure of the transfer (reference facts 7.9). */
export interface ReturnEffects {
  /** The new status of the source's owner. A deactivated customer stays deactivated. */
  readonly customer?: 'suspended' | 'deactivated';
  readonly unverify: boolean;
  readonly remove: boolean;
  /** Whether the account behind the source is blocked, so that nobody can add it again. */
  readonly block: boolean;
}

export interface ReturnCodeRow {
  /** The network's name for the code. A transfer's failure shows it as `description`. */
  readonly title: string;
  /** The meaning of the code for the originator. A transfer's failure shows it as `explanation`. */
  readonly description: string;
  readonly effects: ReturnEffects;
}

type Mark = 'unverify' | 'remove' | 'block' | 'suspended' | 'deactivated';

function row(title: string, description: string, ...marks: readonly Mark[]): ReturnCodeRow {
  const customer = marks.find((mark) => mark === 'suspended' || mark === 'deactivated');
  return Object.freeze({
    title,
    description,
    effects: Object.freeze({
      ...(customer && { customer }),
      unverify: marks.includes('unverify'),
      remove: marks.includes('remove'),
      block: marks.includes('block'),
    }),
  });
}

/**
 * ACH return codes (Nacha Operating Rules, appendix four), with the effects of reference facts 7.9. That table names
 * some codes without effects. They follow its general rule: the source is removed.
 */
export const returnCodes = {
  R01: row('Insufficient Funds', 'The available balance does not cover the debit.'),
  R02: row('Account Closed', 'The account was open once and has been closed.', 'unverify', 'remove'),
  R03: row(
    'No Account/Unable to Locate Account',
    'The number fits no open account, or not the name given.',
    'unverify',
    'remove',
  ),
  R04: row(
    'Invalid Account Number Structure',
    'The account number has a form that the bank does not use.',
    'unverify',
    'remove',
  ),
  R05: row(
    'Unauthorized Debit to Consumer Account',
    'A business entry debited a consumer who had not authorized it.',
    'suspended',
    'unverify',
    'remove',
    'block',
  ),
  R06: row(
    "Returned per ODFI's Request",
    'The bank that sent the entry asked to have it back.',
    'suspended',
    'unverify',
    'remove',
    'block',
  ),
  R07: row(
    'Authorization Revoked by Customer',
    'The account holder has withdrawn an authorization given before.',
    'deactivated',
    'unverify',
    'remove',
  ),
  R08: row('Payment Stopped', 'The account holder has stopped this payment.', 'unverify', 'remove'),
  R09: row('Uncollected Funds', 'The balance would do, but part of it is not collected yet.'),
  R10: row(
    'Customer Advises Not Authorized',
    'The account holder says that the debit was not authorized.',
    'suspended',
    'unverify',
    'remove',
    'block',
  ),
  R11: row(
    'Entry Not in Accordance with Terms',
    'The account holder authorized a debit, but not this amount or date.',
    'deactivated',
    'unverify',
    'remove',
  ),
  R12: row('Account/Branch Sold to Another DFI', 'The account now belongs to another bank.', 'remove'),
  R13: row(
    'Invalid ACH Routing Number',
    'The routing number belongs to no bank that takes part in ACH.',
    'unverify',
    'remove',
    'block',
  ),
  R14: row(
    'Representative Payee Deceased or Unable',
    'Whoever received payments for the beneficiary has died or can no longer do so.',
    'suspended',
    'remove',
  ),
  R15: row(
    'Beneficiary or Account Holder Deceased',
    'The beneficiary or the account holder has died.',
    'suspended',
    'unverify',
    'remove',
    'block',
  ),
  R16: row(
    'Account Frozen',
    'The bank or a legal order bars access to the account.',
    'suspended',
    'unverify',
    'remove',
    'block',
  ),
  R17: row(
    'File Record Edit Criteria',
    'The bank could not process fields of the entry, or suspects fraud.',
    'suspended',
    'unverify',
    'remove',
    'block',
  ),
  R18: row('Improper Effective Entry Date', 'The date of the entry lies outside the time that is allowed.', 'remove'),
  R19: row('Amount Field Error', 'The amount is malformed, or is not allowed for this kind of entry.', 'remove'),
  R20: row('Non-Transaction Account', 'The account does not allow this kind of transaction.', 'remove', 'block'),
  R21: row(
    'Invalid Company Identification',
    'The identification of the company that sent the entry is not valid.',
    'remove',
  ),
  R22: row(
    'Invalid Individual ID Number',
    'The account holder says that the identification number is not theirs.',
    'unverify',
  ),
  R23: row('Credit Entry Refused by Receiver', 'The account holder does not accept the credit.', 'unverify', 'remove'),
  R24: row('Duplicate Entry', 'The bank takes the entry for one that it has had already.', 'remove'),
  R25: row('Addenda Error', 'The addenda record is missing, malformed or out of place.', 'remove'),
  R26: row('Mandatory Field Error', 'A field that the entry must have is missing or malformed.', 'remove'),
  R27: row('Trace Number Error', 'The trace number of the original entry is missing or does not fit.', 'remove'),
  R28: row('Routing Number Check Digit Error', 'The check digit of the routing number is wrong.', 'remove'),
  R29: row(
    'Corporate Customer Advises Not Authorized',
    'The business that holds the account says that the entry was not authorized.',
    'suspended',
    'unverify',
    'remove',
    'block',
  ),
  R30: row('RDFI Not Participant in Check Truncation Program', 'The bank takes no part in check truncation.', 'remove'),
  R31: row(
    'Permissible Return Entry',
    'The sending bank agreed to take back a business entry after its time.',
    'suspended',
    'unverify',
    'remove',
    'block',
  ),
  R32: row('RDFI Non-Settlement', 'The receiving bank can not settle the entry.', 'remove'),
  R33: row('Return of XCK Entry', 'The receiving bank returns an entry made of a damaged check.', 'remove'),
  R34: row('Limited Participation DFI', "An authority has limited the bank's part in the network.", 'remove'),
  R35: row('Return of Improper Debit Entry', 'Debits of this kind are not allowed on the account.', 'remove'),
  R36: row('Return of Improper Credit Entry', 'Credits of this kind are not allowed on the account.', 'remove'),
  R37: row(
    'Source Document Presented for Payment',
    'The check that the entry was made of was presented as well.',
    'remove',
  ),
  R38: row(
    'Stop Payment on Source Document',
    'The check that the entry was made of had been stopped.',
    'suspended',
    'unverify',
    'remove',
    'block',
  ),
  R39: row('Improper Source Document', 'The document that the entry was made of does not allow an entry.', 'remove'),
  R40: row('Return of ENR Entry by Federal Government Agency', 'The agency could not process the enrolment.', 'remove'),
  R41: row('Invalid Transaction Code', 'The transaction code of the enrolment is not valid.', 'remove'),
  R42: row('Routing Number/Check Digit Error', 'The routing number of the enrolment is not valid.', 'remove'),
  R43: row('Invalid DFI Account Number', 'The account number of the enrolment is not valid.', 'remove'),
  R44: row(
    'Invalid Individual ID Number/Identification Number',
    "The identification number does not fit the agency's records.",
    'remove',
  ),
  R45: row('Invalid Individual Name/Company Name', "The name does not fit the agency's records.", 'remove'),
  R46: row(
    'Invalid Representative Payee Indicator',
    "The payee indicator does not fit the agency's records.",
    'remove',
  ),
  R47: row('Duplicate Enrollment', 'The agency has this enrolment already.', 'remove'),
  R50: row(
    'State Law Affecting RCK Acceptance',
    'The law of the state does not allow a check to be presented again this way.',
    'remove',
  ),
  R51: row(
    'Item Related to RCK Entry Ineligible',
    'The check can not be presented again this way.',
    'suspended',
    'unverify',
    'remove',
    'block',
  ),
  R52: row(
    'Stop Payment on Item Related to RCK Entry',
    'The check that is presented again had been stopped.',
    'remove',
  ),
  R53: row(
    'Item and RCK Entry Presented for Payment',
    'The check was presented both as paper and as an entry.',
    'remove',
  ),
  R61: row('Misrouted Return', 'The return went to the wrong bank.', 'remove'),
  R67: row('Duplicate Return', 'The entry was returned more than once.', 'remove'),
  R68: row('Untimely Return', 'The return came after its time.', 'remove'),
  R69: row('Field Error(s)', 'Fields of the return do not fit the original entry.', 'remove'),
  R70: row(
    'Permissible Return Entry Not Accepted/Return Not Requested by ODFI',
    'The sending bank had not agreed to the return.',
    'remove',
  ),
  R71: row('Misrouted Dishonored Return', 'The dishonored return went to the wrong bank.', 'remove'),
  R72: row('Untimely Dishonored Return', 'The dishonored return came after its time.', 'remove'),
  R73: row('Timely Original Return', 'The receiving bank states that its return was in time.', 'remove'),
  R74: row('Corrected Return', 'The receiving bank sends its return again, corrected.', 'remove'),
  R75: row('Return Not a Duplicate', 'The receiving bank states that its return was the only one.', 'remove'),
  R76: row('No Errors Found', 'The receiving bank finds no error in its return.', 'remove'),
  R80: row('IAT Entry Coding Error', 'The international entry is coded wrongly.', 'remove'),
  R81: row(
    'Non-Participant in IAT Program',
    'The gateway takes no part in international entries with the sending bank.',
    'remove',
  ),
  R82: row('Invalid Foreign Receiving DFI Identification', 'The foreign bank could not be identified.', 'remove'),
  R83: row('Foreign Receiving DFI Unable to Settle', 'The foreign bank can not settle the entry.', 'remove'),
  R84: row('Entry Not Processed by Gateway', 'The gateway can not or will not process the entry.', 'remove'),
} as const satisfies Record<string, ReturnCodeRow>;

export type ReturnCode = keyof typeof returnCodes;

/** Whether a text is a return code, in capital letters. */
export const isReturnCode = (text: string): text is ReturnCode => Object.hasOwn(returnCodes, text);
