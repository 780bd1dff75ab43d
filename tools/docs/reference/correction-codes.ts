import {
  changesBank,
  type CorrectedPart,
  type CorrectionCode,
  correctionCodes,
  type CorrectionCodeRow,
} from '@halyard/core';
import { correctedPartNames } from '../../money/corrections.ts';
import { addressOf, type Page } from '../page.ts';
import { correctionCodeLink, operationLink } from './links.ts';
import { code, jsonBlock, parts, section, tableOf } from './markdown.ts';

interface PartValues {
  /** A value as a rule gives it. */
  readonly given: string;
  /** The value as clients see it. Absent for a part that no answer has. */
  readonly shown?: string | true;
}

const partValues: Readonly<Record<CorrectedPart, PartValues>> = {
  routingNumber: { given: '222222226', shown: '222222226' },
  accountNumber: { given: '9876543210', shown: '****3210' },
  bankAccountType: { given: 'savings', shown: 'savings' },
  name: { given: 'Ada King', shown: true },
  individualId: { given: 'A-17' },
};

const inWords = new Intl.ListFormat('en');

const namesOf = ({ corrects }: CorrectionCodeRow): string =>
  corrects.length === 0 ? 'nothing' : inWords.format(corrects.map((part) => correctedPartNames[part]));

const givenBy = ({ corrects }: CorrectionCodeRow): Readonly<Record<string, string>> =>
  Object.fromEntries(corrects.map((part) => [part, partValues[part].given]));

const shownOf = ({ corrects }: CorrectionCodeRow): Readonly<Record<string, string | true>> =>
  Object.fromEntries(
    corrects.flatMap((part) => {
      const { shown } = partValues[part];
      return shown === undefined ? [] : [[part, shown]];
    }),
  );

function effectOf(named: CorrectionCode, row: CorrectionCodeRow): readonly string[] {
  if (!changesBank(named)) {
    return ['The transfer settles as ever. The correction is shown with the transfer, and changes nothing.'];
  }
  return [
    `The transfer settles as ever. The bank then has the corrected ${namesOf(row)}, so that the next transfer goes right. Its verification stays.`,
    'If another bank of the same owner has these numbers already, nothing is changed, and `applied` is false.',
    'A change is told by `funding_source_updated` or `customer_funding_source_updated`.',
  ];
}

function pageOf(named: CorrectionCode, row: CorrectionCodeRow): Page {
  const corrected = row.corrects.length === 0 ? {} : { corrected: givenBy(row) };
  return {
    slug: `correction-codes/${named}`,
    title: named,
    text: parts(
      `**${row.title}.**`,
      section('What it means', row.description, `The bank states: ${namesOf(row)}.`),
      section('What it does here', ...effectOf(named, row)),
      section(
        'What a client sees',
        `The transfer has a link ${code('corrections')}, which leads to ${operationLink('listTransferCorrections')}. Each item says what the bank has stated. Of an account number there are the last four digits, and of a name only that it differs.`,
        jsonBlock({
          code: named,
          title: row.title,
          received: '2026-01-20T06:00:00.000Z',
          corrected: shownOf(row),
          applied: changesBank(named),
        }),
      ),
      section(
        'Cause it',
        `In the sandbox, give the account's banks [a rule](${addressOf('sandbox/give-banks-rules')}) with ${operationLink('changeSandboxBankBehavior')}. This one corrects the next transfer:`,
        jsonBlock({ rules: [{ name: 'corrected', first: 1, then: { correct: named, ...corrected } }] }),
        `Or [upload a file](${addressOf('how-to/upload-a-return-file')}) in which the bank corrects an entry.`,
      ),
    ),
  };
}

export function correctionCodePages(): readonly Page[] {
  const rows = Object.entries(correctionCodes) as readonly (readonly [CorrectionCode, CorrectionCodeRow])[];
  const list = tableOf(
    ['Code', 'Meaning', 'The bank states', 'Changes the bank here'],
    rows.map(([named, row]) => [correctionCodeLink(named), row.title, namesOf(row), changesBank(named) ? 'yes' : 'no']),
  );
  return [
    {
      slug: 'correction-codes',
      title: 'Correction codes',
      text: parts(
        'How a bank says that the details of an ACH entry were wrong, though it has taken the entry: the codes of a notification of change (NOC), and what each does here.',
        list,
        'C08 and C14 are for international entries, which Halyard does not send, and C10 to C12 are no codes any more: they are refused.',
      ),
    },
    ...rows.map(([named, row]) => pageOf(named, row)),
  ];
}
