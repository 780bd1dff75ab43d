import type { RecordedRequest } from '@halyard/contracts/requests';
import { binaryColumns } from '@halyard/persistence';
import { countBeforeFirst } from '../../recovery/restarted-numbers.sql.js';
import type { RequestStatement } from '../request-database.rows.js';

export const REQUESTS_CHANNEL = 'halyard_requests';

/** Stores a batch. Accounts are locked in the order of their ids, so that two writers can't deadlock. */
export const RECORD: RequestStatement = {
  name: 'record-requests',
  text: `
    WITH counted AS (
      INSERT INTO request_counts AS counts (account_id, count)
      SELECT account_id, count + ${countBeforeFirst('given.account_id')}
      FROM unnest($2::uuid[], $3::integer[]) AS given (account_id, count)
      ON CONFLICT (account_id) DO UPDATE
      SET count = counts.count + excluded.count - ${countBeforeFirst('excluded.account_id')}
      RETURNING account_id, count
    ), batches AS (
      INSERT INTO request_batches (account_id, first, recorded_at, sealed_summaries, sealed_contents)
      SELECT given.account_id, counted.count - given.count + 1, $1, summaries, contents
      FROM unnest($2::uuid[], $3::integer[], $4::bytea[], $5::bytea[]) AS given (account_id, count, summaries, contents)
      JOIN counted USING (account_id)
    ), recorded AS (
      INSERT INTO requests (account_id, id, recorded_at, number, batch, status, method, route, code, application_id,
        person_id, resource_id, path_id, trace, key_hash, is_first_party)
      SELECT account_id, id, $1, counted.count - size + place, counted.count - size + 1, status, method, route, code,
        application_id, person_id, resource_id, path_id, trace::uuid, key_hash, is_first_party
      FROM unnest($6::uuid[], $7::uuid[], $8::integer[], $9::integer[], $10::integer[], $11::text[], $12::text[],
        $13::text[], $14::uuid[], $15::uuid[], $16::uuid[], $17::uuid[], $18::text[], $19::bytea[], $20::boolean[])
        AS given (account_id, id, size, place, status, method, route, code, application_id, person_id, resource_id,
          path_id, trace, key_hash, is_first_party)
      JOIN counted USING (account_id)
    )
    SELECT pg_notify('${REQUESTS_CHANNEL}', '')`,
};

export interface SealedBatch {
  readonly accountId: string;
  readonly requests: readonly RecordedRequest[];
  readonly keyHashes: readonly (Buffer | null)[];
  readonly summaries: Buffer;
  readonly contents: Buffer;
}

export function recordValues(at: string, batches: readonly SealedBatch[]): unknown[] {
  const rows = batches.flatMap(({ requests, keyHashes }) =>
    requests.map((request, index) => ({
      request,
      size: requests.length,
      place: index + 1,
      keyHash: keyHashes[index] ?? null,
    })),
  );
  return [
    at,
    ...binaryColumns(
      batches,
      ['uuid', ({ accountId }) => accountId],
      ['integer', ({ requests }) => requests.length],
      ['bytea', ({ summaries }) => summaries],
      ['bytea', ({ contents }) => contents],
    ),
    ...binaryColumns(
      rows,
      ['uuid', ({ request }) => request.accountId],
      ['uuid', ({ request }) => request.id],
      ['integer', ({ size }) => size],
      ['integer', ({ place }) => place],
      ['integer', ({ request }) => request.status],
      ['text', ({ request }) => request.method],
      ['text', ({ request }) => request.route ?? null],
      ['text', ({ request }) => request.code ?? null],
      ['uuid', ({ request }) => request.applicationId],
      ['uuid', ({ request }) => request.personId ?? null],
      ['uuid', ({ request }) => request.resourceId ?? null],
      ['uuid', ({ request }) => request.pathId ?? null],
      ['text', ({ request }) => request.trace],
      ['bytea', ({ keyHash }) => keyHash],
      ['boolean', ({ request }) => request.isFirstParty === true],
    ),
  ];
}
