import type { PreparedStatement } from '@halyard/persistence';
import { DELIVERIES_CHANNEL } from '../delivery-notices.rows.js';
import { RECORDED_CHANNEL } from '../recorded-events.session.js';
import { countBeforeFirst } from '../../recovery/restarted-numbers.sql.js';

/** The SQLSTATE that is raised if events that must be new may already be stored. */
const TOLD_AGAIN = 'HY003';

/** How the function is made, and what it adds to a count: where an account's events begin, and where they go on. */
interface CountTerms {
  readonly create: string;
  readonly begin: string;
  readonly goOn: string;
}

/**
 * Stores public events of several accounts, and a delivery of each event for every current subscription of its account.
 * An event names its account by an index into `accounts`, and has a number from 1 among its account's events.
 *
 * An account's events are numbered under its row of `event_counts`, which stays locked until the commit, so positions
 * become visible in order and without gaps. Rows are locked in the order of the given accounts, so that two pages can't
 * deadlock. `recorded_at` never goes backwards, even if a clock does.
 *
 * A subscription's deliveries are numbered in the same way, under its own row. It gets only the topics that it wants.
 * While it is paused it gets them too, but as `held` deliveries. Rows are locked by id before they are read. So a
 * change of topics falls before or after a page, two pages can't deadlock, and a subscription that is being deleted
 * leaves no deliveries.
 *
 * Tables are accessed through their keys alone, so that a plan made while they were small stays good.
 *
 * The answer contains the deliveries whose subscriptions the caller's worker leases. The worker may send them at once,
 * and need not ask the queue for them.
 */
const recordEvents = ({ create, begin, goOn }: CountTerms): string => `
  ${create} record_events(
    now_at timestamptz, is_once boolean, sender integer,
    accounts uuid[], totals integer[], oldest timestamptz[], newest timestamptz[],
    owners integer[], numbers integer[], ids uuid[], customers uuid[], told_topics text[], kinds text[],
    resources uuid[], versions integer[], times timestamptz[], traces text[], correlations text[]
  ) RETURNS json LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
  #variable_conflict use_column
  DECLARE
    bases bigint[];
    moments timestamptz[];
    own uuid[];
    pending integer;
    handed integer;
    answer json;
  BEGIN
    IF is_once AND EXISTS (
      SELECT FROM unnest(accounts, oldest) AS one (id, oldest_at)
      WHERE oldest_at <= (SELECT rebuilt_to FROM event_counts WHERE account_id = id)
    ) THEN
      RAISE EXCEPTION 'events may stand already' USING ERRCODE = '${TOLD_AGAIN}';
    END IF;

    WITH counted AS (
      INSERT INTO event_counts AS known (account_id, count, recorded_at, newest_at)
      SELECT id, total${begin}, now_at, last_at
      FROM unnest(accounts, totals, newest) AS one (id, total, last_at)
      ON CONFLICT (account_id) DO UPDATE
      SET count = known.count + excluded.count${goOn},
        recorded_at = greatest(known.recorded_at, excluded.recorded_at),
        newest_at = greatest(known.newest_at, excluded.newest_at)
      RETURNING account_id, count, recorded_at
    )
    SELECT array_agg(count - total ORDER BY place), array_agg(recorded_at ORDER BY place) INTO bases, moments
    FROM unnest(accounts, totals) WITH ORDINALITY AS one (id, total, place) JOIN counted ON account_id = id;

    INSERT INTO public_events (
      id, recorded_at, account_id, position, customer_id, topic, resource_kind, resource_id, resource_version, created_at,
      traceparent, correlation_id
    )
    SELECT id, moments[owner], accounts[owner], bases[owner] + number, customer, topic, kind, resource, version, at,
      trace, correlation
    FROM unnest(
      owners, numbers, ids, customers, told_topics, kinds, resources, versions, times, traces, correlations
    ) AS told (owner, number, id, customer, topic, kind, resource, version, at, trace, correlation);
    PERFORM pg_notify('${RECORDED_CHANNEL}', '');

    own := ARRAY(SELECT id FROM subscriptions WHERE account_id = ANY (accounts));
    IF cardinality(own) = 0 THEN
      RETURN NULL;
    END IF;
    WITH subscribed AS MATERIALIZED (
      SELECT id, account_id, topics, paused, sequence, url, sealed_secret, sealed_next_secret, failures,
        coalesce(leased_by = sender AND leased_until > now_at AND NOT paused AND NOT strict_order, false) AS is_handed
      FROM subscriptions WHERE id = ANY (own) ORDER BY id FOR NO KEY UPDATE
    ), told_to AS MATERIALIZED (
      SELECT uuidv7() AS delivery_id, subscribed.id AS subscription_id, owner, place, event_id, resource, paused, is_handed,
        sequence + row_number() OVER (PARTITION BY subscribed.id ORDER BY place) AS number
      FROM unnest(owners, told_topics, ids, resources) WITH ORDINALITY AS told (owner, topic, event_id, resource, place)
      JOIN subscribed ON account_id = accounts[owner]
      WHERE topics IS NULL OR topic = ANY (topics)
    ), counted_on AS (
      UPDATE subscriptions SET sequence = highest.number
      FROM (SELECT subscription_id, max(number) AS number FROM told_to GROUP BY subscription_id) AS highest
      WHERE subscriptions.id = highest.subscription_id AND subscriptions.id = ANY (own)
    ), due AS (
      INSERT INTO deliveries (id, subscription_id, sequence, event_id, resource_id, recorded_at, state)
      SELECT delivery_id, subscription_id, number, event_id, resource, moments[owner],
        CASE WHEN paused THEN 'held' ELSE 'pending' END
      FROM told_to
    )
    SELECT count(*) FILTER (WHERE NOT paused), count(*) FILTER (WHERE is_handed),
      json_build_object(
        'subscriptions', (
          SELECT json_agg(json_build_array(
            id, url, encode(sealed_secret, 'base64'), encode(sealed_next_secret, 'base64'), failures
          )) FROM subscribed WHERE is_handed
        ),
        'deliveries', json_agg(
          json_build_array(delivery_id, subscription_id, place, moments[owner], number) ORDER BY number
        ) FILTER (WHERE is_handed)
      )
    INTO pending, handed, answer FROM told_to;
    IF pending > 0 THEN
      PERFORM pg_notify('${DELIVERIES_CHANNEL}', CASE WHEN handed = pending THEN sender::text ELSE '' END);
    END IF;
    RETURN CASE WHEN handed > 0 THEN answer END;
  END $$`;

/** Numbers each account's events from 1. */
export const RECORD_EVENTS = recordEvents({ create: 'CREATE FUNCTION', begin: '', goOn: '' });

/** The first event of an account that was there before a restore does not get number 1 (ADR 145). */
export const RECORD_EVENTS_AFTER_RESTORES = recordEvents({
  create: 'CREATE OR REPLACE FUNCTION',
  begin: ` + ${countBeforeFirst('one.id')}`,
  goOn: ` - ${countBeforeFirst('excluded.account_id')}`,
});

export const RECORD: PreparedStatement = {
  name: 'record-events',
  text: `
    SELECT record_events($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
};
