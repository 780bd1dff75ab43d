import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { stateDiagram, transitionsOf } from '@halyard/testing/state-diagram';
import type { BankHours } from '../cut-off/bank-hours.js';
import { isAllowed, transferCommands, transferStates, waitsForBank } from './transfer-states.js';
import type { Transfer, TransferStatus } from './transfer.entity.js';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/money.md'), 'utf8');

const created = new Date('2026-03-02T12:00:00.000Z');
const cutOff = new Date('2026-03-02T22:00:00.000Z');
const hours = { exportOf: () => cutOff, exportOfWaiting: () => cutOff } as unknown as BankHours;
const before = { at: '2026-03-02T21:59:59.999Z', hours };
const after = { at: cutOff.toISOString(), hours };

const transfer = (given: Partial<Transfer>): Transfer =>
  ({
    id: newId(),
    status: 'pending',
    kind: 'bankDebit',
    started: created,
    submittedAt: null,
    fundingId: null,
    created,
    ...given,
  }) as Transfer;
const allowed = (given: Partial<Transfer>, now = before) =>
  transferCommands.filter((command) => isAllowed(command, transfer(given), now));

describe('the states of a transfer', () => {
  it.each<[string, Partial<Transfer>, readonly string[]]>([
    ['with its bank', {}, ['cancel', 'process', 'fail']],
    ['that was submitted to its bank', { submittedAt: created }, ['process', 'fail']],
    ['that waits for another', { started: null, fundingId: newId() }, ['cancel']],
    ['that waits for one that was submitted', { started: null, submittedAt: created, fundingId: newId() }, []],
    ['that is a fee', { kind: 'fee', started: null }, []],
    ['that is no resource yet', { status: 'initiated' }, []],
    ['that its bank has settled', { status: 'processed' }, ['lateReturn']],
    ['between balances', { status: 'processed', started: null }, []],
    ['that failed', { status: 'failed' }, []],
    ['that was cancelled', { status: 'cancelled' }, []],
  ])('allow of one %s what its table says', (_, given, commands) => {
    expect(allowed(given)).toEqual(commands);
  });

  it('allow no cancellation once its bank has it', () => {
    expect(allowed({}, after)).toEqual(['process', 'fail']);
    expect(allowed({ started: null, fundingId: newId() }, after)).toEqual([]);
  });

  it.each<[Partial<Transfer>, boolean]>([
    [{}, true],
    [{ started: null, fundingId: newId() }, true],
    [{ started: null }, false],
    [{ status: 'processed' }, false],
  ])('say whether a bank can act on it: %j', (given, expected) => {
    expect(waitsForBank(transfer(given))).toBe(expected);
  });

  it('are shown as they are', () => {
    const shown = Object.fromEntries(Object.entries(transferStates).filter(([status]) => status !== 'initiated'));
    expect(page).toContain(stateDiagram('pending' satisfies TransferStatus, transitionsOf(shown)));
  });
});
