/** The result if one bank leg of a payment of 10 dollars is returned, whatever the code. */
interface ReturnOutcome {
  readonly legs: string;
  /** The change of the sender's and receiver's balances since before the payment, in dollars. */
  readonly balances: string;
}

export interface ReturnRow {
  readonly flow: string;
  /** The leg that its bank returns, and the side of that bank. */
  readonly leg: 'T1' | 'T2' | 'T3';
  readonly side: 'source' | 'destination';
  readonly atOnce: ReturnOutcome;
  readonly late: ReturnOutcome;
}

const left = (legs: string, balances: string): ReturnOutcome => ({ legs, balances });

/**
 * Every leg that a bank can return, for every flow (reference facts 7.5; decisions "a late return", "returns and
 * simulation"). A debit that fails at once leaves everything as it was. For one that fails late, the credited party
 * pays.
 */
export const returnRows: readonly ReturnRow[] = [
  {
    flow: 'holder bank to own balance',
    leg: 'T1',
    side: 'source',
    atOnce: left('T1 failed', '- 0'),
    late: left('T1 failed', '- 0'),
  },
  ...['own bank', 'own wire', 'plain bank'].map((to): ReturnRow => ({
    flow: `holder balance to ${to}`,
    leg: 'T1',
    side: 'destination',
    atOnce: left('T1 failed', '0 -'),
    late: left('T1 failed', '0 -'),
  })),
  {
    flow: 'holder bank to holder balance',
    leg: 'T2',
    side: 'source',
    atOnce: left('T2 failed, T1 failed', '0 0'),
    late: left('T2 failed, T1 failed', '0 0'),
  },
  {
    flow: 'holder bank to holder bank',
    leg: 'T2',
    side: 'source',
    atOnce: left('T2 failed, T1 failed', '0 0'),
    late: left('T2 failed, T1 failed, T3 processed', '0 -10'),
  },
  {
    flow: 'holder bank to holder bank',
    leg: 'T3',
    side: 'destination',
    atOnce: left('T2 processed, T1 processed, T3 failed', '0 10'),
    late: left('T2 processed, T1 processed, T3 failed', '0 10'),
  },
  {
    flow: 'holder bank to plain bank',
    leg: 'T2',
    side: 'source',
    atOnce: left('T2 failed, T1 failed', '0 -'),
    late: left('T2 failed, T1 processed', '-10 -'),
  },
  {
    flow: 'holder bank to plain bank',
    leg: 'T1',
    side: 'destination',
    atOnce: left('T2 processed, T1 failed', '10 -'),
    late: left('T2 processed, T1 failed', '10 -'),
  },
  {
    flow: 'holder balance to holder bank',
    leg: 'T3',
    side: 'destination',
    atOnce: left('T1 processed, T3 failed', '-10 10'),
    late: left('T1 processed, T3 failed', '-10 10'),
  },
  {
    flow: 'plain bank to holder balance',
    leg: 'T1',
    side: 'source',
    atOnce: left('T1 failed', '- 0'),
    late: left('T1 failed', '- 0'),
  },
  {
    flow: 'plain bank to holder bank',
    leg: 'T1',
    side: 'source',
    atOnce: left('T1 failed', '- 0'),
    late: left('T1 failed, T3 processed', '- -10'),
  },
  {
    flow: 'plain bank to holder bank',
    leg: 'T3',
    side: 'destination',
    atOnce: left('T1 processed, T3 failed', '- 10'),
    late: left('T1 processed, T3 failed', '- 10'),
  },
  {
    flow: 'holder bank to own bank',
    leg: 'T1',
    side: 'source',
    atOnce: left('T1 failed', '0 -'),
    late: left('T1 failed, T3 processed', '-10 -'),
  },
  {
    flow: 'holder bank to own bank',
    leg: 'T3',
    side: 'destination',
    atOnce: left('T1 processed, T3 failed', '10 -'),
    late: left('T1 processed, T3 failed', '10 -'),
  },
];
