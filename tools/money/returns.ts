import { type ReturnCode, returnCodes, type ReturnCodeRow } from '@halyard/core';
import { flows } from '@halyard/transfers/rules';
import { tableOf } from './table.ts';
import { titleOf } from './pictures.ts';
import { type Party, Story } from './story.ts';

/** Any code: the outcome of a payment does not depend on it. */
const ANY: ReturnCode = 'R03';

/** A row for each leg of each flow that a bank can return, before it has settled and after. */
export function returnsTable(): string {
  const rows = flows.flatMap((flow) =>
    Array.from({ length: banksOf(flow) }, (_, nth) => [rowOf(flow, nth, 'pending'), rowOf(flow, nth, 'processed')]),
  );
  return tableOf(['Flow', 'Returned', 'Then', 'Sender hears', 'Receiver hears', 'Balances'], rows.flat());
}

type Flow = (typeof flows)[number];

/** The number of the flow's legs that go to banks. Each simulation handles one. */
function banksOf(flow: Flow): number {
  const story = new Story(flow);
  let banks = 0;
  for (let [legId] = story.atBanks; legId !== undefined; [legId] = story.atBanks) {
    banks += 1;
    story.settle(legId);
  }
  return banks;
}

/** @param nth index among the legs that go to banks */
function rowOf(flow: Flow, nth: number, from: 'pending' | 'processed'): string[] {
  const story = new Story(flow);
  for (let settled = 0; settled < nth; settled += 1) story.settle(story.atBanks[0] ?? '');
  const legId = story.atBanks[0] ?? '';
  if (from === 'processed') story.settle(legId);
  const [told, entries] = [story.told.length, story.entries.length];
  story.giveBack(legId, ANY, from);
  const since = story.told.slice(told);
  const returned = story.transfers.find(({ id }) => id === legId);
  const hears = (party: Party): string =>
    since
      .flatMap(({ heard }) => heard.filter(({ by }) => by === party))
      .map(({ topic }) => `\`${topic}\``)
      .join(', ');
  return [
    titleOf(flow),
    `${returned ? story.nameOf(returned) : ''}${from === 'processed' ? ', late' : ''}`,
    story.transfers
      .filter(({ status }) => status !== 'initiated')
      .map((transfer) => `${story.nameOf(transfer)} ${transfer.status}`)
      .join(', '),
    hears('sender'),
    hears('receiver'),
    story.entries
      .slice(entries)
      .map(({ of, entry }) => `${of} ${entry.type === 'PostCredit' ? '+' : '−'}`)
      .join(', '),
  ];
}

const effectsOf = ({ effects }: ReturnCodeRow): string[] => [
  effects.customer ?? '',
  [effects.unverify && 'unverified', effects.remove && 'removed', effects.block && 'blocked']
    .filter((word) => word !== false)
    .join(', '),
];

/** Every return code whose name can be given to a bank. */
export const codesTable = (): string =>
  tableOf(
    ['Code', 'Meaning', 'Customer', 'Bank'],
    Object.entries(returnCodes).map(([code, row]) => [code, row.title, ...effectsOf(row)]),
  );
