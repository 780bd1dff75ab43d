import { type ReturnCode, returnCodes, type ReturnCodeRow } from '@halyard/core';
import { addressOf, type Page } from '../page.ts';
import { returnCodeLink } from './links.ts';
import { jsonBlock, parts, section, tableOf } from './markdown.ts';

const effectsOf = ({ effects }: ReturnCodeRow): readonly string[] => [
  ...(effects.customer === undefined ? [] : [`The customer who owns the bank is ${effects.customer}.`]),
  ...(effects.unverify ? ['The bank loses its verification.'] : []),
  ...(effects.remove ? ['The bank is removed.'] : []),
  ...(effects.block ? ['The account behind the bank can not be added again.'] : []),
];

function pageOf(code: string, row: ReturnCodeRow): Page {
  const effects = effectsOf(row);
  return {
    slug: `return-codes/${code}`,
    title: code,
    text: parts(
      `**${row.title}.**`,
      section('What it means', row.description),
      section(
        'What it does here',
        'The transfer fails, also where it was processed already. What the code does beside that:',
        (effects.length === 0 ? ['Nothing else.'] : effects).map((effect) => `- ${effect}`).join('\n'),
        'Which money goes where then is in [how money moves](/docs/money/).',
      ),
      section(
        'What a client sees',
        'The transfer has a link `failure`, which leads to the code and its explanation.',
        jsonBlock({ code, description: row.title, explanation: row.description }),
      ),
      section(
        'Cause it',
        `In the sandbox, fail a pending transfer with the code: [simulateTransfer](${addressOf('api/simulateTransfer')}) takes it.`,
        jsonBlock({ action: 'fail', code }),
        `Or name a bank \`${code}\`: its transfers are returned with the code by the next simulation.`,
      ),
    ),
  };
}

export function returnCodePages(): readonly Page[] {
  const rows = Object.entries(returnCodes) as readonly (readonly [ReturnCode, ReturnCodeRow])[];
  const list = tableOf(
    ['Code', 'Meaning', 'Effect'],
    rows.map(([code, row]) => [returnCodeLink(code), row.title, effectsOf(row).join(' ')]),
  );
  return [
    {
      slug: 'return-codes',
      title: 'Return codes',
      text: `Why a bank gives an ACH transfer back: the codes of the network, and what each does here.\n\n${list}`,
    },
    ...rows.map(([code, row]) => pageOf(code, row)),
  ];
}
