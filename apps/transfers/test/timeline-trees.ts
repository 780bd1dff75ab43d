import type { TreeRow } from './tree-row.js';

/** The complete story of each flow (reference facts 7.5). */
export const flowTrees: readonly TreeRow[] = [
  {
    rows: [
      'holder bank to own balance: holder bank -> own balance: single B, source = bank, destination = owner; pending',
      'plain bank to holder balance: plain bank -> holder balance: T1 only, pending; T1 processed',
    ],
    tree: `
request
  T1 pending [transfer-created]
    bank settled because simulation
      banks > transit 10.00
      transit > receiver 10.00 (110.00)
      T1 processed [transfer-completed]
`,
  },
  {
    rows: [
      'holder balance to own bank: holder balance -> own bank: single B, source = owner, destination = bank; balance debited',
      'holder balance to own wire: wire: from the own balance, waits for a simulation like any bank transfer (decision "wires")',
      'holder balance to plain bank: holder balance -> plain bank: T1 pending (balance debited), no T2; T1 processed',
    ],
    tree: `
request
  T1 pending [transfer-created]
    sender > transit 10.00 (90.00)
    bank settled because simulation
      transit > banks 10.00
      T1 processed [transfer-completed]
`,
  },
  {
    rows: [
      'holder bank to holder balance: holder bank -> other holder balance: T2 + T1; T2 processed, T1 processed at once',
    ],
    tree: `
request
  T2 pending [transfer-created]
    bank settled because simulation
      banks > transit 10.00
      T2 processed [transfer-completed]
        transit > receiver 10.00 (110.00)
        T1 processed [transfer-completed]
  T1 pending [transfer-created]
`,
  },
  {
    rows: [
      'holder bank to holder bank: holder bank -> other holder bank: T2 + T1; T1 processed, money in receiver balance, T3 created; T3 processed',
    ],
    tree: `
request
  T2 pending [transfer-created]
    bank settled because simulation
      banks > transit 10.00
      T2 processed [transfer-completed]
        transit > receiver 10.00 (110.00)
        T1 processed [transfer-completed]
          T3 pending [transfer-created]
            receiver > transit 10.00 (100.00)
            bank settled because simulation
              transit > banks 10.00
              T3 processed [transfer-completed]
  T1 pending [transfer-created]
`,
  },
  {
    rows: [
      'holder bank to plain bank: holder bank -> plain bank: T2 + T1; T2 processed, T1 stays pending; T1 processed',
    ],
    tree: `
request
  T2 pending [transfer-created]
    bank settled because simulation
      banks > transit 10.00
      T2 processed [transfer-completed]
        bank settled because simulation
          transit > banks 10.00
          T1 processed [transfer-completed]
  T1 pending [transfer-created]
`,
  },
  {
    rows: ['holder balance to holder balance: holder balance -> other holder balance: T1 only, processed at once'],
    tree: `
request
  sender > transit 10.00 (90.00)
  transit > receiver 10.00 (110.00)
  T1 pending [transfer-created]
    T1 processed [transfer-completed]
`,
  },
  {
    rows: [
      'holder balance to holder bank: holder balance -> other holder bank: T1 processed at once + T3 (B) pending; T3 processed',
    ],
    tree: `
request
  sender > transit 10.00 (90.00)
  transit > receiver 10.00 (110.00)
  T1 pending [transfer-created]
    T1 processed [transfer-completed]
      T3 pending [transfer-created]
        receiver > transit 10.00 (100.00)
        bank settled because simulation
          transit > banks 10.00
          T3 processed [transfer-completed]
`,
  },
  {
    rows: [
      "plain bank to holder bank: plain bank -> holder bank: T1 pending; T1 processed (money in holder's balance), T3 (B) created; T3 processed",
    ],
    tree: `
request
  T1 pending [transfer-created]
    bank settled because simulation
      banks > transit 10.00
      transit > receiver 10.00 (110.00)
      T1 processed [transfer-completed]
        T3 pending [transfer-created]
          receiver > transit 10.00 (100.00)
          bank settled because simulation
            transit > banks 10.00
            T3 processed [transfer-completed]
`,
  },
  {
    rows: [
      'holder bank to own bank: holder bank -> own other bank: leg 1 bank -> balance; leg 2 balance -> bank is created when leg 1 processes',
    ],
    tree: `
request
  T1 pending [transfer-created]
    bank settled because simulation
      banks > transit 10.00
      transit > sender 10.00 (110.00)
      T1 processed [transfer-completed]
        T3 pending [transfer-created]
          sender > transit 10.00 (100.00)
          bank settled because simulation
            transit > banks 10.00
            T3 processed [transfer-completed]
`,
  },
];
