import type { TreeRow } from './tree-row.js';

/** The complete story of each failure of a leg (reference facts 7.5). */
export const failureTrees: readonly TreeRow[] = [
  {
    rows: [
      'holder bank to holder balance: T2 (debit, R01) while pending: T2 and T1 failed; nothing moved',
      'holder bank to holder bank: T2 (debit, R01) while pending: T2 and T1 failed; nothing moved',
      'holder bank to plain bank: T2 (debit, R01) while pending: T2 and T1 failed; nothing moved',
    ],
    tree: `
request
  T2 pending [transfer-created]
    bank returned R01 because sentinel
      T2 failed R01 [transfer-failed]
        T1 failed R01 [transfer-failed]
  T1 pending [transfer-created]
`,
  },
  {
    rows: [
      'holder bank to own balance: a debit to the own balance (R01)',
      'holder bank to own bank: a debit to the own other bank (R01): the second leg never is',
      'plain bank to holder balance: T1 of a plain sender (R01): T1 failed',
      'plain bank to holder bank: T1 of a plain sender (R01): T1 failed',
    ],
    tree: `
request
  T1 pending [transfer-created]
    bank returned R01 because sentinel
      T1 failed R01 [transfer-failed]
`,
  },
  {
    rows: [
      "holder bank to holder bank: T3 (credit to holder bank, R03): T1 stays processed, T3 failed, money stays in the receiver's balance",
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
            bank returned R03 because sentinel
              transit > receiver 10.00 (110.00)
              T3 failed R03 [transfer-failed]
  T1 pending [transfer-created]
`,
  },
  {
    rows: [
      "holder balance to holder bank: T3 (credit to holder bank, R03): T1 stays processed, T3 failed, money stays in the receiver's balance",
    ],
    tree: `
request
  sender > transit 10.00 (90.00)
  transit > receiver 10.00 (110.00)
  T1 pending [transfer-created]
    T1 processed [transfer-completed]
      T3 pending [transfer-created]
        receiver > transit 10.00 (100.00)
        bank returned R03 because sentinel
          transit > receiver 10.00 (110.00)
          T3 failed R03 [transfer-failed]
`,
  },
  {
    rows: [
      "plain bank to holder bank: T3 (credit to holder bank, R03): T1 stays processed, T3 failed, money stays in the receiver's balance",
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
          bank returned R03 because sentinel
            transit > receiver 10.00 (110.00)
            T3 failed R03 [transfer-failed]
`,
  },
  {
    rows: ['holder bank to own bank: the second leg to the own other bank (R03): the money stays in the own balance'],
    tree: `
request
  T1 pending [transfer-created]
    bank settled because simulation
      banks > transit 10.00
      transit > sender 10.00 (110.00)
      T1 processed [transfer-completed]
        T3 pending [transfer-created]
          sender > transit 10.00 (100.00)
          bank returned R03 because sentinel
            transit > sender 10.00 (110.00)
            T3 failed R03 [transfer-failed]
`,
  },
  {
    rows: [
      "holder bank to plain bank: T1 to plain bank (R03): T1 failed, money returns to the sender's balance (not to its bank)",
    ],
    tree: `
request
  T2 pending [transfer-created]
    bank settled because simulation
      banks > transit 10.00
      T2 processed [transfer-completed]
        bank returned R03 because sentinel
          transit > sender 10.00 (110.00)
          T1 failed R03 [transfer-failed]
  T1 pending [transfer-created]
`,
  },
  {
    rows: [
      "holder balance to plain bank: T1 to plain bank (R03): T1 failed, money returns to the sender's balance (not to its bank)",
      'holder balance to own bank: a withdrawal, and a wire, that is returned: the money is available in the balance again',
      'holder balance to own wire: a withdrawal, and a wire, that is returned: the money is available in the balance again',
    ],
    tree: `
request
  T1 pending [transfer-created]
    sender > transit 10.00 (90.00)
    bank returned R03 because sentinel
      transit > sender 10.00 (100.00)
      T1 failed R03 [transfer-failed]
`,
  },
  {
    rows: ['plain bank to holder bank: T3 cannot be created, balance below amount: no T3, creation_failed of T1'],
    tree: `
request
  T1 pending [transfer-created]
    bank settled because simulation
      banks > transit 10.00
      transit > receiver 10.00 (-5.00)
      T1 processed [transfer-completed, bank-transfer-creation-failed]
`,
  },
  {
    rows: [
      'holder bank to holder bank: T3 cannot be created, receiver not verified any more: no T3, creation_failed of T1',
    ],
    tree: `
request
  T2 pending [transfer-created]
    bank settled because simulation
      banks > transit 10.00
      T2 processed [transfer-completed]
        transit > receiver 10.00 (110.00)
        T1 processed [transfer-completed, bank-transfer-creation-failed]
  T1 pending [transfer-created]
`,
  },
  {
    rows: [
      'plain bank to holder bank: T3 cannot be created, receiver not verified any more: no T3, creation_failed of T1',
    ],
    tree: `
request
  T1 pending [transfer-created]
    bank settled because simulation
      banks > transit 10.00
      transit > receiver 10.00 (110.00)
      T1 processed [transfer-completed, bank-transfer-creation-failed]
`,
  },
  {
    rows: [
      'holder bank to own bank: T3 cannot be created, receiver not verified any more: no T3, creation_failed of T1',
    ],
    tree: `
request
  T1 pending [transfer-created]
    bank settled because simulation
      banks > transit 10.00
      transit > sender 10.00 (110.00)
      T1 processed [transfer-completed, bank-transfer-creation-failed]
`,
  },
];
