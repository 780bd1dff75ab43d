import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { startTestService, type TestService } from '@halyard/testing';
import { LIST_HEAD } from '../transfer/party-list.rows.js';
import { transfersService } from '../transfers.module.js';
import { transfersOfParty } from './customer-money.query.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(transfersService);
});
afterAll(() => service.stop());

it.each([
  ['none', 0],
  ['one', 1],
  ['as many as are in no index', LIST_HEAD],
  ['one more', LIST_HEAD + 1],
  ['many', 3 * LIST_HEAD],
])('knows when the last of %s was', async (_, count) => {
  const partyId = newId();
  const { manager } = service.dataSource;
  await manager.query(
    `INSERT INTO party_transfers (party_id, number, transfer_id, other_party_id, created, amount_minor, status)
     SELECT $1, n, uuidv7(), uuidv7(), 'epoch'::timestamptz + n * interval '1 second', 1, 'processed'
     FROM generate_series(1, $2::integer) AS n`,
    [partyId, count],
  );
  const { isPending, lastAt } = await transfersOfParty(manager, partyId);
  expect([isPending, lastAt?.getTime()]).toEqual([false, count > 0 ? count * 1_000 : undefined]);
});
