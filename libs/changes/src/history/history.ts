import type { CloudEvent, Topic } from '@halyard/contracts';

/**
 * The columns that other services may read through the bus. `sealed` is not among them, because it has personal data.
 */
export const historyPublicColumns = [
  'position',
  'xid',
  'id',
  'key',
  'sequence',
  'account_id',
  'type',
  'at',
  'written_at',
  'data',
  'traceparent',
] as const;

export const historyChannel = (schema: string): string => `${schema}_history`;

export interface HistoryRow {
  readonly id: string;
  readonly key: string;
  readonly sequence: number;
  readonly account_id: string;
  readonly type: string;
  readonly at: Date;
  readonly written_at: Date;
  readonly data: unknown;
  readonly traceparent: string | null;
}

export const toCloudEvent = (topic: Topic, row: HistoryRow): CloudEvent => ({
  specversion: '1.0',
  id: row.id,
  source: topic,
  type: row.type,
  subject: row.key,
  time: row.at.toISOString(),
  recordedtime: row.written_at.toISOString(),
  datacontenttype: 'application/json',
  accountid: row.account_id,
  partitionkey: row.key,
  sequence: row.sequence,
  ...(row.traceparent !== null && { traceparent: row.traceparent }),
  data: row.data,
});
