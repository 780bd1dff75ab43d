import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { aBank } from '../../test/a-bank.js';
import type { FundingSource } from './funding-source.entity.js';
import type { MicroDeposits } from './micro-deposits.model.js';
import {
  isAllowed,
  sourceCommands,
  type SourceState,
  sourceStateNames,
  sourceStates,
  stateOf,
} from './source-states.js';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/concepts/banks.md'), 'utf8');

const bank = aBank({ id: newId(), accountId: newId(), ownerId: newId() });
const deposits = (given: Partial<MicroDeposits> = {}): MicroDeposits => ({
  ...{ status: 'pending', created: '2026-01-01T00:00:00.000Z', amounts: '', wrongAttempts: 0, paymentId: newId() },
  ...given,
});
const returned = { status: 'failed', failure: 'R03' } as const;

const sources: Readonly<Record<SourceState, Partial<FundingSource>>> = {
  unverified: {},
  'deposits sent': { microDeposits: deposits() },
  'amounts named wrongly': { microDeposits: deposits({ status: 'processed', wrongAttempts: 2 }) },
  'attempts used up': {
    microDeposits: deposits({ status: 'failed', failure: 'TooManyAttempts', wrongAttempts: 3 }),
  },
  'deposits returned': { microDeposits: deposits(returned) },
  'deposits returned after a wrong attempt': { microDeposits: deposits({ ...returned, wrongAttempts: 1 }) },
  verified: { status: 'verified', microDeposits: deposits({ wrongAttempts: 1 }) },
  wire: { channel: 'wire' },
  balance: { type: 'balance', status: 'verified', channel: null },
  removed: { status: 'verified', removedAt: new Date() },
};

describe('the states of a source', () => {
  it.each(sourceStateNames)('%s: follows from the source, and allows what its table says', (state) => {
    const source = { ...bank, ...sources[state] };
    expect(stateOf(source)).toBe(state);
    expect(sourceCommands.filter((command) => isAllowed(command, source))).toEqual(
      sourceCommands.filter((command) => sourceStates[state][command] !== undefined),
    );
  });

  it.each(sourceStateNames)('%s: is shown as it is', (state) => {
    const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
    const cells = sourceCommands.map((command) => (sourceStates[state][command] === undefined ? '' : 'yes'));
    expect(rows.find((row) => row[1] === state)?.slice(1, -1)).toEqual([state, ...cells]);
  });
});
