import { DEFAULT_NAMESPACE } from '@halyard/event-store';
import type { Client } from 'pg';

/** Transfers written in one commit. */
const CHUNK = 50_000;
/** The number of customers who are paid in turn. Nothing else knows of them. */
const RECEIVERS = 20_000;
const EVENTS_EACH = 5;
/** One transfer in this many has a correlation id of its own; transfers are a second apart. */
const CORRELATED = 1_000;
const OPENING_MINOR = 1_000_000_000_000;

/** An id in the shape of a UUIDv7, from a time, a purpose, and a number. */
const id = (time: string, purpose: string, number: string): string =>
  `(lpad(to_hex(${time}), 12, '0') || '7${purpose}8000' || lpad(to_hex(${number}), 12, '0'))::uuid`;

/** The time of transfer number `k`, a second after the one before. */
const at = '($2::bigint + k * 1000)';
const payment = id(at, '001', 'k');
const attempt = id(at, '002', 'k');
const debit = id(at, '003', 'k');
const entry = id(at, '004', 'k');
const receiver = id('1', '005', `k % ${RECEIVERS}`);
const balance = id('1', '006', `k % ${RECEIVERS}`);
const minor = '(100 + k % 10000)';
const correlation = `CASE WHEN k % ${CORRELATED} = 0 THEN 'bulk-' || k END`;

/** Parameters that all statements share: first and last number, time of the first transfer, who pays and from what. */
const TRANSFERS = `
  SELECT k, $1::uuid AS account_id, $3::uuid AS source, to_timestamp(${at} / 1000.0) AS at,
    to_char(to_timestamp(${at} / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS iso,
    ${payment} AS payment_id, ${attempt} AS attempt_id, ${debit} AS debit_id, ${entry} AS entry_id,
    ${receiver} AS receiver_id, ${balance} AS balance_id, ${minor}::bigint AS minor, ${correlation} AS correlation_id,
    k / ${RECEIVERS} AS round
  FROM generate_series($4::bigint, $5::bigint - 1) AS k`;

const money = `'amount', json_build_object('minor', minor::text, 'currency', 'USD')`;
const entered = `${money}, 'contra', 'transit:' || payment_id, 'at', iso`;
const side = (kind: string, owner: string, source: string): string =>
  `json_build_object('ownerKind', '${kind}', 'ownerId', ${owner}, 'fundingSourceId', ${source})`;

/** The events of a move between balances (ADR 17): stream, revision, type and data of each, in order. */
const EVENTS = `
  INSERT INTO events (position, stream, revision, id, type, data)
  SELECT $6::bigint + (k - $4) * ${EVENTS_EACH} + n, '${DEFAULT_NAMESPACE}_' || stream, revision, ${id(at, "' || to_hex(256 + n) || '", 'k')}, type, data
  FROM (${TRANSFERS}) AS transfer, LATERAL (VALUES
    (1, 'payment-' || payment_id, 0, 'PaymentInitiated', json_strip_nulls(json_build_object(
      'paymentId', payment_id, 'accountId', account_id, 'attemptId', attempt_id, 'legs', json_build_array(
        json_build_object(
          'id', payment_id, 'kind', 'balanceMove', 'from', 'balance:' || source, 'to', 'balance:' || balance_id, ${money},
          'dependsOn', json_build_array(), 'taken', 'atOnce', 'source', ${side('account', 'account_id', 'source')},
          'destination', ${side('customer', 'receiver_id', 'balance_id')}
        )
      ), 'correlationId', correlation_id, 'at', iso
    ))),
    (2, 'balance-' || source, (1 + k)::integer, 'DebitPosted', json_build_object(
      'entryId', debit_id, ${entered}, 'covered', true
    )),
    (3, 'balance-' || balance_id, round::integer, 'CreditPosted', json_build_object('entryId', entry_id, ${entered})),
    (4, 'payment-' || payment_id, 1, 'PaymentAccepted', json_build_object('at', iso)),
    (5, 'payment-' || payment_id, 2, 'LegProcessed', json_build_object('legId', payment_id, 'at', iso))
  ) AS event (n, stream, revision, type, data)`;

const TRANSFER_ROWS = `
  INSERT INTO transfers (id, payment_id, place, account_id, leg, kind, position, status, amount_minor, source_owner_kind,
     source_owner_id, source_funding_source_id, destination_owner_kind, destination_owner_id,
     destination_funding_source_id, correlation_id, created, version, source_number, account_number, payment_number,
     payment_status, destination_number)
   SELECT payment_id, payment_id, 0, account_id, 'party', 'balanceMove', $6::bigint + (k - $4) * ${EVENTS_EACH} + 4,
     'processed', minor, 'account', account_id, source, 'customer', receiver_id, balance_id, correlation_id, at, 2,
     $7::bigint + k - $4 + 1, $8::bigint + k - $4 + 1, $9::bigint + k - $4 + 1, 'processed', round + 1
   FROM (${TRANSFERS}) AS transfer`;

const LISTED_ROWS = `
  INSERT INTO party_transfers
     (party_id, number, transfer_id, other_party_id, created, amount_minor, status, correlation_id)
   SELECT party_id, number, payment_id, other_party_id, at, minor, 'processed', correlation_id
   FROM (${TRANSFERS}) AS transfer, LATERAL (VALUES
     (account_id, $6::bigint + k - $4 + 1, receiver_id), (receiver_id, round + 1, account_id)
   ) AS listed (party_id, number, other_party_id)`;

const BALANCES = `
  INSERT INTO ledger_balances AS stored (funding_source_id, posted_minor, account_id)
   SELECT balance_id, sum(minor), $1::uuid FROM (${TRANSFERS}) AS transfer GROUP BY balance_id
   UNION ALL SELECT $3::uuid, -sum(minor), $1::uuid FROM (${TRANSFERS}) AS transfer
   ON CONFLICT (funding_source_id) DO UPDATE SET posted_minor = stored.posted_minor + excluded.posted_minor`;

const STATISTICS = `
  INSERT INTO daily_statistics AS stored (account_id, date, flow, status, count, amount_minor)
   SELECT $1::uuid, (at AT TIME ZONE 'UTC')::date, 'balance-to-balance', 'processed', count(*), sum(minor)
   FROM (${TRANSFERS}) AS transfer GROUP BY 2
   ON CONFLICT (account_id, date, flow, status) DO UPDATE
   SET count = stored.count + excluded.count, amount_minor = stored.amount_minor + excluded.amount_minor`;

interface BulkLoad {
  /** Schema of transfers. */
  readonly schema: string;
  /** The account of the transfers: it pays them all, from a balance that nobody else uses. */
  readonly accountId: string;
  readonly transfers: number;
  /** Time of the last transfer. */
  readonly until: Date;
}

/**
 * Writes transfers by the million as the service would have: their streams, and their rows in its read models, in the
 * format of both. For a suite that does nothing meanwhile; `verify` accepts the result. No events are published.
 *
 * @returns how many events were written
 */
export async function bulkLoad(database: Client, { schema, accountId, transfers, until }: BulkLoad): Promise<number> {
  const source = '00000000-0001-7006-8000-ffffffffffff';
  const firstMs = until.getTime() - transfers * 1_000;
  await database.query(`SET search_path TO "${schema}"; SET synchronous_commit = off`);
  await openSource(database, { accountId, source, firstMs });
  for (let from = 0; from < transfers; from += CHUNK) {
    const to = Math.min(from + CHUNK, transfers);
    await inTransaction(database, async () => {
      const { head, listed, numbered, paid } = await lastNumbers(database, accountId);
      const which = [accountId, firstMs, source, from, to];
      await database.query(EVENTS, [...which, head]);
      await database.query(TRANSFER_ROWS, [...which, head, listed, numbered, paid]);
      await database.query(LISTED_ROWS, [...which, listed]);
      await database.query(BALANCES, which);
      await database.query(STATISTICS, which);
      await database.query('UPDATE projections SET position = $1, furthest = $1', [head + (to - from) * EVENTS_EACH]);
    });
  }
  await database.query('ANALYZE events, transfers, party_transfers, ledger_balances, daily_statistics');
  return transfers * EVENTS_EACH + OPENING_EVENTS;
}

const OPENING_EVENTS = 5;

/** A deposit, so that the money paid comes from somewhere. */
async function openSource(
  database: Client,
  { accountId, source, firstMs }: { accountId: string; source: string; firstMs: number },
): Promise<void> {
  const text = (purpose: string): string => {
    const time = firstMs.toString(16).padStart(12, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${purpose}-8000-000000000000`;
  };
  const iso = new Date(firstMs).toISOString();
  const [paymentId, bank] = [text('00a'), text('00b')];
  const amount = { minor: `${OPENING_MINOR}`, currency: 'USD' };
  const owner = { ownerKind: 'account', ownerId: accountId };
  const leg = {
    ...{ id: paymentId, kind: 'bankDebit', from: 'bank-clearing', to: `balance:${source}`, amount, dependsOn: [] },
    source: { ...owner, fundingSourceId: bank },
    destination: { ...owner, fundingSourceId: source },
    recourse: { ...owner, fundingSourceId: source },
    clearing: { source: 'standard' },
  };
  const settled = { legId: paymentId, settlementId: text('00c'), direction: 'in', amount, at: iso };
  const credit = { entryId: text('00d'), amount, contra: `transit:${paymentId}`, at: iso };
  const events: readonly (readonly [stream: string, revision: number, type: string, data: object])[] = [
    [
      `payment-${paymentId}`,
      0,
      'PaymentInitiated',
      { paymentId, accountId, attemptId: text('00e'), legs: [leg], at: iso },
    ],
    [`payment-${paymentId}`, 1, 'PaymentAccepted', { at: iso }],
    [`payment-${paymentId}`, 2, 'LegSettled', settled],
    [`balance-${source}`, 0, 'CreditPosted', credit],
    [`payment-${paymentId}`, 3, 'LegProcessed', { legId: paymentId, at: iso }],
  ];
  await inTransaction(database, async () => {
    const { head, listed, numbered, paid } = await lastNumbers(database, accountId);
    for (const [n, [stream, revision, type, data]] of events.entries()) {
      await database.query(
        'INSERT INTO events (position, stream, revision, id, type, data) VALUES ($1, $2, $3, $4, $5, $6)',
        [head + n + 1, `${DEFAULT_NAMESPACE}_${stream}`, revision, text(`01${n}`), type, JSON.stringify(data)],
      );
    }
    const at = new Date(firstMs);
    await database.query(
      `INSERT INTO transfers (id, payment_id, place, account_id, leg, kind, position, status, amount_minor,
         source_owner_kind, source_owner_id, source_funding_source_id, destination_owner_kind, destination_owner_id,
         destination_funding_source_id, created, started, clearing, version, source_number, account_number,
         payment_number, payment_status)
       VALUES ($1, $1, 0, $2, 'bank', 'bankDebit', $3, 'processed', $4, 'account', $2, $5, 'account', $2, $6, $7, $7,
         '{"source":"standard"}', 2, $8, $9, $10, 'processed')`,
      [paymentId, accountId, head + 2, OPENING_MINOR, bank, source, at, listed + 1, numbered + 1, paid + 1],
    );
    await database.query(
      `INSERT INTO party_transfers (party_id, number, transfer_id, other_party_id, created, amount_minor, status)
       VALUES ($1, $2, $3, $1, $4, $5, 'processed')`,
      [accountId, listed + 1, paymentId, at, OPENING_MINOR],
    );
    await database.query('INSERT INTO ledger_balances VALUES ($1, $2, $3)', [source, OPENING_MINOR, accountId]);
    await database.query(
      `INSERT INTO daily_statistics AS stored VALUES ($1, ($2::timestamptz AT TIME ZONE 'UTC')::date, 'bank-to-balance', 'processed', 1, $3)
       ON CONFLICT (account_id, date, flow, status) DO UPDATE
       SET count = stored.count + excluded.count, amount_minor = stored.amount_minor + excluded.amount_minor`,
      [accountId, at, OPENING_MINOR],
    );
    await database.query(
      `INSERT INTO ledger_totals AS stored VALUES ('clearingIn', $1, $2), ('paymentsIn', $1, $2)
       ON CONFLICT (account_id, name) DO UPDATE SET minor = stored.minor + excluded.minor`,
      [OPENING_MINOR, accountId],
    );
    await database.query('UPDATE projections SET position = $1, furthest = $1', [head + OPENING_EVENTS]);
  });
}

async function inTransaction(database: Client, work: () => Promise<void>): Promise<void> {
  await database.query('BEGIN');
  try {
    // Other writers wait, as for any append.
    await database.query(`SELECT pg_advisory_xact_lock('events'::regclass::oid::bigint)`);
    await work();
    // Wakes followers, which find that their read models are already ahead.
    await database.query(
      `SELECT pg_notify('events_' || 'events'::regclass::oid, (SELECT max(position) FROM events)::text)`,
    );
    await database.query('COMMIT');
  } catch (error) {
    await database.query('ROLLBACK');
    throw error;
  }
}

/** The position of the last event, and the last number in the account's list and among its transfers. */
async function lastNumbers(database: Client, accountId: string) {
  const { rows } = await database.query<Record<'head' | 'listed' | 'numbered' | 'paid', string>>(
    `SELECT (SELECT coalesce(max(position), 0) FROM events) AS head,
       (SELECT coalesce(max(number), 0) FROM party_transfers WHERE party_id = $1) AS listed,
       (SELECT coalesce(max(account_number), 0) FROM transfers WHERE account_id = $1) AS numbered,
       (SELECT coalesce(max(payment_number), 0) FROM transfers WHERE account_id = $1) AS paid`,
    [accountId],
  );
  const [{ head = 0, listed = 0, numbered = 0, paid = 0 } = {}] = rows;
  return { head: Number(head), listed: Number(listed), numbered: Number(numbered), paid: Number(paid) };
}
