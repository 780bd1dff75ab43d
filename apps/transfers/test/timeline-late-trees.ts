import type { TreeRow } from './tree-row.js';

/** The complete story of each leg that its bank returns late (reference facts 7.5). */
export const lateTrees: readonly TreeRow[] = [
  {
    rows: [
      'holder bank to own balance: late return of a debit: the credited balance is reduced and may go negative',
      'plain bank to holder balance: late return of a debit of a plain sender',
    ],
    tree: `
request
  T1 pending [transfer-created]
    bank settled because simulation
      banks > transit 10.00
      transit > receiver 10.00 (110.00)
      T1 processed [transfer-completed]
        bank returned R01 because sentinel
          transit > banks 10.00
          receiver > transit 10.00 (100.00)
          T1 failed R01 [transfer-failed]
`,
  },
  {
    rows: [
      'holder bank to holder balance: late return of a debit: T2 and T1 turn failed, the balance that the payment credited is reduced',
    ],
    tree: `
request
  T2 pending [transfer-created]
    bank settled because simulation
      banks > transit 10.00
      T2 processed [transfer-completed]
        transit > receiver 10.00 (110.00)
        T1 processed [transfer-completed]
        bank returned R01 because sentinel
          transit > banks 10.00
          receiver > transit 10.00 (100.00)
          T2 failed R01 [transfer-failed]
            T1 failed R01 [transfer-failed]
  T1 pending [transfer-created]
`,
  },
  {
    rows: [
      'holder bank to holder bank: late return of a debit while a last leg is under way, which goes on: its owner may go negative',
    ],
    tree: `
request
  T2 pending [transfer-created]
    bank settled because simulation
      banks > transit 10.00
      T2 processed [transfer-completed]
        transit > receiver 10.00 (10.00)
        T1 processed [transfer-completed]
          T3 pending [transfer-created]
            receiver > transit 10.00 (0.00)
            bank settled because simulation
              transit > banks 10.00
              T3 processed [transfer-completed]
        bank returned R01 because sentinel
          transit > banks 10.00
          receiver > transit 10.00 (-10.00) [balance-went-negative]
          T2 failed R01 [transfer-failed]
            T1 failed R01 [transfer-failed]
  T1 pending [transfer-created]
`,
  },
  {
    rows: [
      'holder bank to plain bank: late return of a debit while a last leg to a plain bank is under way: the sender pays, the leg goes on',
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
        bank returned R01 because sentinel
          transit > banks 10.00
          sender > transit 10.00 (90.00)
          T2 failed R01 [transfer-failed]
  T1 pending [transfer-created]
`,
  },
  {
    rows: ['plain bank to holder bank: late return of a debit of a plain sender, whose money has gone on'],
    tree: `
request
  T1 pending [transfer-created]
    bank settled because simulation
      banks > transit 10.00
      transit > receiver 10.00 (10.00)
      T1 processed [transfer-completed]
        T3 pending [transfer-created]
          receiver > transit 10.00 (0.00)
          bank settled because simulation
            transit > banks 10.00
            T3 processed [transfer-completed]
        bank returned R01 because sentinel
          transit > banks 10.00
          receiver > transit 10.00 (-10.00) [balance-went-negative]
          T1 failed R01 [transfer-failed]
`,
  },
  {
    rows: [
      'holder bank to own bank: late return of a debit to the own other bank: the second leg goes on, the own balance pays',
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
        bank returned R01 because sentinel
          transit > banks 10.00
          sender > transit 10.00 (90.00)
          T1 failed R01 [transfer-failed]
`,
  },
  {
    rows: [
      'holder balance to own bank: late return of a credit: the money goes back into the balance that paid that leg',
      'holder balance to own wire: late return of a credit: the money goes back into the balance that paid that leg',
      'holder balance to plain bank: late return of a credit: the money goes back into the balance that paid that leg',
    ],
    tree: `
request
  T1 pending [transfer-created]
    sender > transit 10.00 (90.00)
    bank settled because simulation
      transit > banks 10.00
      T1 processed [transfer-completed]
        bank returned R03 because sentinel
          banks > transit 10.00
          transit > sender 10.00 (100.00)
          T1 failed R03 [transfer-failed]
`,
  },
  {
    rows: ['holder balance to holder bank: late return of a last leg: the transfer before stays processed'],
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
            bank returned R03 because sentinel
              banks > transit 10.00
              transit > receiver 10.00 (110.00)
              T3 failed R03 [transfer-failed]
`,
  },
];
