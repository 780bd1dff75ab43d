import type { SeenPayment } from './leg-table.js';

export interface FailureRow {
  /** The row in reference facts 7.5, "Failure legs". */
  readonly row: string;
  readonly flow: string;
  /** The names of source and destination, which tell their simulated banks what to do. */
  readonly source?: string;
  readonly destination?: string;
  /** Happens before a simulation (from 1): the receiver is no longer a holder, or has spent its money. */
  readonly before?: 'receiver closed';
  /** The receiver's money at first, in dollars. Default: 100. */
  readonly receiverHas?: number;
  readonly simulations: readonly SeenPayment[];
}

const t2Failed = 'T2 bank failed, T1 failed';
const t2Done = 'T2 bank completed, T1 completed';

export const failureRows: readonly FailureRow[] = [
  ...['holder bank to holder balance', 'holder bank to holder bank', 'holder bank to plain bank'].map((flow) => ({
    row: 'T2 (debit, R01) while pending: T2 and T1 failed; nothing moved',
    flow,
    source: 'R01',
    simulations: [
      { legs: 'T2 failed, T1 failed', told: t2Failed, balances: flow.endsWith('plain bank') ? '100 -' : '100 100' },
    ],
  })),
  {
    row: 'a debit to the own balance (R01)',
    flow: 'holder bank to own balance',
    source: 'R01',
    simulations: [{ legs: 'T1 failed', told: 'T1 bank failed', balances: '- 100' }],
  },
  {
    row: 'a debit to the own other bank (R01): the second leg never is',
    flow: 'holder bank to own bank',
    source: 'R01',
    simulations: [{ legs: 'T1 failed', told: 'T1 bank failed', balances: '100 -' }],
  },
  ...['plain bank to holder balance', 'plain bank to holder bank'].map((flow) => ({
    row: 'T1 of a plain sender (R01): T1 failed',
    flow,
    source: 'R01',
    simulations: [{ legs: 'T1 failed', told: 'T1 failed', balances: '- 100' }],
  })),
  {
    row: "T3 (credit to holder bank, R03): T1 stays processed, T3 failed, money stays in the receiver's balance",
    flow: 'holder bank to holder bank',
    destination: 'R03',
    simulations: [
      { legs: 'T2 processed, T1 processed, T3 pending', told: `${t2Done}, T3 bank created`, balances: '100 100' },
      { legs: 'T2 processed, T1 processed, T3 failed', told: 'T3 bank failed', balances: '100 110' },
    ],
  },
  {
    row: "T3 (credit to holder bank, R03): T1 stays processed, T3 failed, money stays in the receiver's balance",
    flow: 'holder balance to holder bank',
    destination: 'R03',
    simulations: [{ legs: 'T1 processed, T3 failed', told: 'T3 bank failed', balances: '90 110' }],
  },
  {
    row: "T3 (credit to holder bank, R03): T1 stays processed, T3 failed, money stays in the receiver's balance",
    flow: 'plain bank to holder bank',
    destination: 'R03',
    simulations: [
      { legs: 'T1 processed, T3 pending', told: 'T1 completed, T3 bank created', balances: '- 100' },
      { legs: 'T1 processed, T3 failed', told: 'T3 bank failed', balances: '- 110' },
    ],
  },
  {
    row: 'the second leg to the own other bank (R03): the money stays in the own balance',
    flow: 'holder bank to own bank',
    destination: 'R03',
    simulations: [
      { legs: 'T1 processed, T3 pending', told: 'T1 bank completed, T3 bank created', balances: '100 -' },
      { legs: 'T1 processed, T3 failed', told: 'T3 bank failed', balances: '110 -' },
    ],
  },
  {
    row: "T1 to plain bank (R03): T1 failed, money returns to the sender's balance (not to its bank)",
    flow: 'holder bank to plain bank',
    destination: 'R03',
    simulations: [
      { legs: 'T2 processed, T1 pending', told: 'T2 bank completed', balances: '100 -' },
      { legs: 'T2 processed, T1 failed', told: 'T1 failed', balances: '110 -' },
    ],
  },
  {
    row: "T1 to plain bank (R03): T1 failed, money returns to the sender's balance (not to its bank)",
    flow: 'holder balance to plain bank',
    destination: 'R03',
    simulations: [{ legs: 'T1 failed', told: 'T1 failed', balances: '100 -' }],
  },
  ...(['bank', 'wire'] as const).map((kind) => ({
    row: 'a withdrawal, and a wire, that is returned: the money is available in the balance again',
    flow: `holder balance to own ${kind}`,
    destination: 'R03',
    simulations: [{ legs: 'T1 failed', told: 'T1 bank failed', balances: '100 -' }],
  })),
  {
    row: 'late return of a debit: the credited balance is reduced and may go negative',
    flow: 'holder bank to own balance',
    source: 'R01-late',
    simulations: [
      { legs: 'T1 processed', told: 'T1 bank completed', balances: '- 110' },
      { legs: 'T1 failed', told: 'T1 bank failed', balances: '- 100' },
    ],
  },
  {
    row: 'late return of a debit: T2 and T1 turn failed, the balance that the payment credited is reduced',
    flow: 'holder bank to holder balance',
    source: 'R01-late',
    simulations: [
      { legs: 'T2 processed, T1 processed', told: t2Done, balances: '100 110' },
      { legs: 'T2 failed, T1 failed', told: t2Failed, balances: '100 100' },
    ],
  },
  {
    row: 'late return of a debit while a last leg is under way, which goes on: its owner may go negative',
    flow: 'holder bank to holder bank',
    source: 'R01-late',
    receiverHas: 0,
    simulations: [
      { legs: 'T2 processed, T1 processed, T3 pending', told: `${t2Done}, T3 bank created`, balances: '100 0' },
      {
        legs: 'T2 failed, T1 failed, T3 processed',
        told: `T3 bank completed, receiver negative, ${t2Failed}`,
        balances: '100 -10',
      },
    ],
  },
  {
    row: 'late return of a debit while a last leg to a plain bank is under way: the sender pays, the leg goes on',
    flow: 'holder bank to plain bank',
    source: 'R01-late',
    simulations: [
      { legs: 'T2 processed, T1 pending', told: 'T2 bank completed', balances: '100 -' },
      { legs: 'T2 failed, T1 processed', told: 'T1 completed, T2 bank failed', balances: '90 -' },
    ],
  },
  {
    row: 'late return of a debit of a plain sender',
    flow: 'plain bank to holder balance',
    source: 'R01-late',
    simulations: [
      { legs: 'T1 processed', told: 'T1 completed', balances: '- 110' },
      { legs: 'T1 failed', told: 'T1 failed', balances: '- 100' },
    ],
  },
  {
    row: 'late return of a debit of a plain sender, whose money has gone on',
    flow: 'plain bank to holder bank',
    source: 'R01-late',
    receiverHas: 0,
    simulations: [
      { legs: 'T1 processed, T3 pending', told: 'T1 completed, T3 bank created', balances: '- 0' },
      { legs: 'T1 failed, T3 processed', told: 'T3 bank completed, receiver negative, T1 failed', balances: '- -10' },
    ],
  },
  {
    row: 'late return of a debit to the own other bank: the second leg goes on, the own balance pays',
    flow: 'holder bank to own bank',
    source: 'R01-late',
    simulations: [
      { legs: 'T1 processed, T3 pending', told: 'T1 bank completed, T3 bank created', balances: '100 -' },
      { legs: 'T1 failed, T3 processed', told: 'T3 bank completed, T1 bank failed', balances: '90 -' },
    ],
  },
  ...(['bank', 'wire'] as const).map((kind) => ({
    row: 'late return of a credit: the money goes back into the balance that paid that leg',
    flow: `holder balance to own ${kind}`,
    destination: 'R03-late',
    simulations: [
      { legs: 'T1 processed', told: 'T1 bank completed', balances: '90 -' },
      { legs: 'T1 failed', told: 'T1 bank failed', balances: '100 -' },
    ],
  })),
  {
    row: 'late return of a credit: the money goes back into the balance that paid that leg',
    flow: 'holder balance to plain bank',
    destination: 'R03-late',
    simulations: [
      { legs: 'T1 processed', told: 'T1 completed', balances: '90 -' },
      { legs: 'T1 failed', told: 'T1 failed', balances: '100 -' },
    ],
  },
  {
    row: 'late return of a last leg: the transfer before stays processed',
    flow: 'holder balance to holder bank',
    destination: 'R03-late',
    simulations: [
      { legs: 'T1 processed, T3 processed', told: 'T3 bank completed', balances: '90 100' },
      { legs: 'T1 processed, T3 failed', told: 'T3 bank failed', balances: '90 110' },
    ],
  },
  {
    row: 'T3 cannot be created, balance below amount: no T3, creation_failed of T1',
    flow: 'plain bank to holder bank',
    receiverHas: -15,
    simulations: [{ legs: 'T1 processed', told: 'T1 completed, T1 bank creation_failed', balances: '- -5' }],
  },
  ...(
    [
      ['holder bank to holder bank', 'T2 processed, T1 processed', t2Done, '100 110'],
      ['plain bank to holder bank', 'T1 processed', 'T1 completed', '- 110'],
      ['holder bank to own bank', 'T1 processed', 'T1 bank completed', '110 -'],
    ] as const
  ).map(([flow, legs, told, balances]) => ({
    row: 'T3 cannot be created, receiver not verified any more: no T3, creation_failed of T1',
    flow,
    before: 'receiver closed' as const,
    simulations: [{ legs, told: `${told}, T1 bank creation_failed`, balances }],
  })),
];
