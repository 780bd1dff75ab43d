import { RECORDING_LOCK } from '@halyard/recovery';

/** After a restore, numbers go on at a multiple of this. */
export const MILLION = 1_000_000;

/**
 * A million counts as reached this many numbers early. So it is in the list of what was taken away before any client
 * has seen a higher number, even if the list is written some time later.
 */
const NOTED_AHEAD = 100_000;

/** The numbers that clients see and remember, and that must not be used again after a restore. */
export type NumberKind = 'events' | 'deliveries' | 'requests';

/** Where the numbers of a kind are counted. */
export interface NumberSource {
  readonly kind: NumberKind;
  /** What people call those whose numbers these are. */
  readonly owners: 'accounts' | 'subscriptions';
  readonly table: string;
  /** The column of the account or subscription whose numbers these are. */
  readonly owner: string;
  /** The column of the newest number. */
  readonly newest: string;
}

export const numberSources: readonly NumberSource[] = [
  { kind: 'events', owners: 'accounts', table: 'event_counts', owner: 'account_id', newest: 'count' },
  { kind: 'deliveries', owners: 'subscriptions', table: 'subscriptions', owner: 'id', newest: 'sequence' },
  { kind: 'requests', owners: 'accounts', table: 'request_counts', owner: 'account_id', newest: 'count' },
];

export const NOTE_TRIGGER = 'note_reached_million';

/** The values of `what` in the list of what was taken away. */
export const reachedKinds: Readonly<Record<NumberKind, string>> = {
  events: 'event-numbers-reached',
  deliveries: 'delivery-numbers-reached',
  requests: 'request-numbers-reached',
};

/** The last million that counts as reached when a number is. */
export const reachedBy = (number: string): string => `((${number} + ${NOTED_AHEAD}) / ${MILLION} * ${MILLION})`;

/**
 * Makes the function that records a reached million as an entry of the list. Its arguments are the entry's kind, and the
 * columns of the owner and of the number.
 */
export const NOTE_REACHED_MILLION = `
  CREATE FUNCTION note_reached_million() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    changed jsonb := to_jsonb(NEW);
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('${RECORDING_LOCK}' || current_schema(), 0));
    INSERT INTO taken_away (entry) VALUES (jsonb_build_object(
      'what', TG_ARGV[0],
      'at', to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'id', changed ->> TG_ARGV[1],
      'number', ${reachedBy('(changed ->> TG_ARGV[2])::bigint')},
      'epoch', (SELECT coalesce(max(epoch), 0) FROM restores)
    ));
    RETURN NULL;
  END $$`;

/** A trigger costs nothing until a million is reached: its condition compares two numbers of the row. */
export const noteTrigger = ({ kind, table, owner, newest }: NumberSource): string => {
  return `
    CREATE TRIGGER ${NOTE_TRIGGER} AFTER UPDATE OF ${newest} ON ${table}
    FOR EACH ROW WHEN (${reachedBy(`OLD.${newest}`)} < ${reachedBy(`NEW.${newest}`)})
    EXECUTE FUNCTION note_reached_million('${reachedKinds[kind]}', '${owner}', '${newest}')`;
};

/** Whether an account was there when the data was restored. An id that tells no time is of an account that was. */
const wasThere = (account: string): string => `at > coalesce(uuid_extract_timestamp(${account}), '-infinity')`;

/**
 * The number after which an account's first event or request is numbered. This is 0, unless data was restored: then
 * clients may know lower numbers, of a time that is lost.
 */
export const countBeforeFirst = (account: string): string =>
  `(SELECT coalesce(max(epoch) * ${MILLION}::bigint - 1, 0) FROM restores WHERE ${wasThere(account)})`;

/**
 * Finds the gaps in the numbers of `$2`, of kind `$1`, lowest first. An account that had no number at a restore has a
 * gap before its first one.
 */
export const READ_RESTARTS = `
  SELECT last, first, at FROM restarted_numbers WHERE kind = $1 AND owner_id = $2
  UNION ALL
  SELECT 0, max(epoch) * ${MILLION}::bigint, max(at) FROM restores
  WHERE $1 <> 'deliveries' AND ${wasThere('$2')}
    AND NOT EXISTS (
      SELECT FROM restarted_numbers AS known
      WHERE known.kind = $1 AND known.owner_id = $2 AND known.at = restores.at
    )
  HAVING count(*) > 0
  ORDER BY first`;
