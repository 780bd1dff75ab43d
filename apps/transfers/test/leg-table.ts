/** A payment at one moment: its legs, and the events published since the previous moment. */
export interface SeenPayment {
  /** `T1 pending` for each transfer, in the order of the legs. */
  readonly legs: string;
  /** The published events, in order; a party leg's event goes to the sender first, then to the receiver. */
  readonly told: string;
  /** Posted on the balances of sender and receiver, in dollars; both begin with 100. */
  readonly balances: string;
}

interface FlowRow {
  /** The row in reference facts 7.5. */
  readonly row: string;
  readonly flow: string;
  readonly creation: SeenPayment;
  readonly simulations: readonly SeenPayment[];
}

/** Reference facts 7.5 with 10 dollars each. T1 has the id in Location, T2 brings the money, T3 takes it on. */
export const flowRows: readonly FlowRow[] = [
  {
    row: 'holder bank -> own balance: single B, source = bank, destination = owner; pending',
    flow: 'holder bank to own balance',
    creation: { legs: 'T1 pending', told: 'T1 bank created', balances: '- 100' },
    simulations: [{ legs: 'T1 processed', told: 'T1 bank completed', balances: '- 110' }],
  },
  {
    row: 'holder balance -> own bank: single B, source = owner, destination = bank; balance debited',
    flow: 'holder balance to own bank',
    creation: { legs: 'T1 pending', told: 'T1 bank created', balances: '90 -' },
    simulations: [{ legs: 'T1 processed', told: 'T1 bank completed', balances: '90 -' }],
  },
  {
    row: 'wire: from the own balance, waits for a simulation like any bank transfer (decision "wires")',
    flow: 'holder balance to own wire',
    creation: { legs: 'T1 pending', told: 'T1 bank created', balances: '90 -' },
    simulations: [{ legs: 'T1 processed', told: 'T1 bank completed', balances: '90 -' }],
  },
  {
    row: 'holder bank -> other holder balance: T2 + T1; T2 processed, T1 processed at once',
    flow: 'holder bank to holder balance',
    creation: { legs: 'T2 pending, T1 pending', told: 'T2 bank created, T1 created', balances: '100 100' },
    simulations: [{ legs: 'T2 processed, T1 processed', told: 'T2 bank completed, T1 completed', balances: '100 110' }],
  },
  {
    row: 'holder bank -> other holder bank: T2 + T1; T1 processed, money in receiver balance, T3 created; T3 processed',
    flow: 'holder bank to holder bank',
    creation: { legs: 'T2 pending, T1 pending', told: 'T2 bank created, T1 created', balances: '100 100' },
    simulations: [
      {
        legs: 'T2 processed, T1 processed, T3 pending',
        told: 'T2 bank completed, T1 completed, T3 bank created',
        balances: '100 100',
      },
      { legs: 'T2 processed, T1 processed, T3 processed', told: 'T3 bank completed', balances: '100 100' },
    ],
  },
  {
    row: 'holder bank -> plain bank: T2 + T1; T2 processed, T1 stays pending; T1 processed',
    flow: 'holder bank to plain bank',
    creation: { legs: 'T2 pending, T1 pending', told: 'T2 bank created, T1 created', balances: '100 -' },
    simulations: [
      { legs: 'T2 processed, T1 pending', told: 'T2 bank completed', balances: '100 -' },
      { legs: 'T2 processed, T1 processed', told: 'T1 completed', balances: '100 -' },
    ],
  },
  {
    row: 'holder balance -> other holder balance: T1 only, processed at once',
    flow: 'holder balance to holder balance',
    creation: { legs: 'T1 processed', told: 'T1 created, T1 completed', balances: '90 110' },
    simulations: [],
  },
  {
    row: 'holder balance -> other holder bank: T1 processed at once + T3 (B) pending; T3 processed',
    flow: 'holder balance to holder bank',
    creation: {
      legs: 'T1 processed, T3 pending',
      told: 'T1 created, T1 completed, T3 bank created',
      balances: '90 100',
    },
    simulations: [{ legs: 'T1 processed, T3 processed', told: 'T3 bank completed', balances: '90 100' }],
  },
  {
    row: 'holder balance -> plain bank: T1 pending (balance debited), no T2; T1 processed',
    flow: 'holder balance to plain bank',
    creation: { legs: 'T1 pending', told: 'T1 created', balances: '90 -' },
    simulations: [{ legs: 'T1 processed', told: 'T1 completed', balances: '90 -' }],
  },
  {
    row: 'plain bank -> holder balance: T1 only, pending; T1 processed',
    flow: 'plain bank to holder balance',
    creation: { legs: 'T1 pending', told: 'T1 created', balances: '- 100' },
    simulations: [{ legs: 'T1 processed', told: 'T1 completed', balances: '- 110' }],
  },
  {
    row: "plain bank -> holder bank: T1 pending; T1 processed (money in holder's balance), T3 (B) created; T3 processed",
    flow: 'plain bank to holder bank',
    creation: { legs: 'T1 pending', told: 'T1 created', balances: '- 100' },
    simulations: [
      { legs: 'T1 processed, T3 pending', told: 'T1 completed, T3 bank created', balances: '- 100' },
      { legs: 'T1 processed, T3 processed', told: 'T3 bank completed', balances: '- 100' },
    ],
  },
  {
    row: 'holder bank -> own other bank: leg 1 bank -> balance; leg 2 balance -> bank is created when leg 1 processes',
    flow: 'holder bank to own bank',
    creation: { legs: 'T1 pending', told: 'T1 bank created', balances: '100 -' },
    simulations: [
      { legs: 'T1 processed, T3 pending', told: 'T1 bank completed, T3 bank created', balances: '100 -' },
      { legs: 'T1 processed, T3 processed', told: 'T3 bank completed', balances: '100 -' },
    ],
  },
];
