import { Injectable } from '@nestjs/common';
import {
  type AttributesOf,
  linkInPlace,
  type Operation,
  ref,
  type ResourceAnswer,
  type ResourceRef,
} from '@halyard/contracts';
import { eventRoutes } from '@halyard/contracts/events';
import { linkTo } from '@halyard/public-api';
import type { RequestContent, RequestSummary } from '@halyard/contracts/requests';
import { timelineRoutes } from '@halyard/contracts/timelines';
import { transferRoutes } from '@halyard/contracts/transfers';
import { Clock, DAY_MS, idTimeMs } from '@halyard/core';
import type { NumberGap } from '@halyard/lists';
import { Sealer } from '@halyard/persistence';
import { WebhooksConfig } from '../../config.js';
import { RequestDatabase } from '../request-database.rows.js';
import { restartsBy } from '../../recovery/restarts.rows.js';
import { CONTENTS, keyHash, SUMMARIES } from '../request-sealing.js';
import { ApplicationNames } from './application-names.js';
import { type CausedEvent, causedEvents } from './caused-events.rows.js';
import type { RequestFilters } from './request-filters.js';
import {
  countOf,
  findRequest,
  matchingRequests,
  type RequestRange,
  type RequestRow,
  sealedBatches,
} from './requests.rows.js';

const CAUSED_MAX = 25;

/** The smallest id that a request of this time can have. */
const firstIdAt = (ms: number): string => {
  const time = Math.max(0, ms).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
};

export interface RequestSelection {
  readonly accountId: string;
  readonly filters: RequestFilters;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly after?: string | undefined;
  readonly numbers?: readonly [from: bigint, to: bigint];
  readonly limit: number;
}

type Attributes = AttributesOf<'request'>;

@Injectable()
export class RequestReader {
  constructor(
    private readonly database: RequestDatabase,
    private readonly sealer: Sealer,
    private readonly names: ApplicationNames,
    private readonly config: WebhooksConfig,
    private readonly clock: Clock,
  ) {}

  rowsOf({ accountId, filters, from, to, after, numbers, limit }: RequestSelection): Promise<RequestRow[]> {
    const before = [to && firstIdAt(to.getTime()), after].filter((id) => id !== undefined).sort();
    const range: RequestRange = {
      accountId,
      idsFrom: firstIdAt(Math.max(this.keptFromMs(), from?.getTime() ?? 0)),
      idsBefore: before[0],
      ...(numbers && { numbers }),
      ...(filters.key !== undefined && { keyHash: keyHash(this.sealer, accountId, filters.key) }),
    };
    return matchingRequests(this.database, range, filters, limit);
  }

  newestOf(accountId: string): Promise<bigint> {
    return countOf(this.database, accountId);
  }

  /** The gaps in the numbers of the account's requests. */
  gapsOf(accountId: string): Promise<readonly NumberGap[]> {
    return restartsBy((sql, values) => this.database.read(sql, values), 'requests', accountId);
  }

  /** Makes the items of a list from the requests, in the same order. */
  async itemsOf(
    accountId: string,
    rows: readonly RequestRow[],
    operation: Operation,
  ): Promise<ResourceAnswer<'request'>[]> {
    const [summaries, names] = await Promise.all([
      this.opened<RequestSummary>(accountId, rows, 'summaries'),
      this.names.of(
        rows.map((row) => row.application_id),
        operation,
      ),
    ]);
    return rows.flatMap((row) => {
      const summary = summaries.get(row.number);
      if (!summary) return [];
      const name = names.get(row.application_id) ?? '';
      return [{ type: 'resource', kind: 'request', id: row.id, attributes: itemOf(row, summary, name), links: {} }];
    });
  }

  async row(accountId: string, id: string): Promise<RequestRow | undefined> {
    const row = await findRequest(this.database, accountId, id);
    return row && idTimeMs(row.id) >= this.keptFromMs() ? row : undefined;
  }

  /** Reads a request with everything that is recorded of it. @returns undefined if there is none */
  async one(accountId: string, id: string, operation: Operation): Promise<ResourceAnswer<'request'> | undefined> {
    const row = await this.row(accountId, id);
    if (!row) return undefined;
    const [[item], summaries, contents, events] = await Promise.all([
      this.itemsOf(accountId, [row], operation),
      this.opened<RequestSummary>(accountId, [row], 'summaries'),
      this.opened<RequestContent>(accountId, [row], 'contents'),
      causedEvents(this.database, accountId, row, CAUSED_MAX + 1),
    ]);
    const { key, resource } = summaries.get(row.number) ?? {};
    return (
      item && {
        ...item,
        attributes: { ...item.attributes, ...contents.get(row.number), caused: causedOf(row, resource, events) },
        links: {
          account: ref('account', accountId),
          resource,
          ...(key !== undefined && { 'idempotency-key': ref('idempotency-key', encodeURIComponent(key)) }),
        },
      }
    );
  }

  private keptFromMs(): number {
    return this.clock.system().getTime() - this.config.requestLogDays * DAY_MS;
  }

  private async opened<Part>(
    accountId: string,
    rows: readonly RequestRow[],
    part: 'summaries' | 'contents',
  ): Promise<ReadonlyMap<string, Part>> {
    const context = part === 'summaries' ? SUMMARIES : CONTENTS;
    const batches = await sealedBatches(this.database, accountId, rows, part);
    const opened = await Promise.all(
      [...batches].map(async ([first, sealed]) => {
        const parts = JSON.parse(await this.sealer.open(accountId, context, sealed)) as Part[];
        return parts.map((one, index) => [String(BigInt(first) + BigInt(index)), one] as const);
      }),
    );
    return new Map(opened.flat());
  }
}

/** Describes what a request caused. A request that made a payment also links to the payment's timeline. */
const causedOf = (
  { method, route }: RequestRow,
  resource: ResourceRef | undefined,
  events: readonly CausedEvent[],
): Attributes['caused'] => ({
  ...(resource?.kind === 'transfer' &&
    method === 'POST' &&
    route === transferRoutes.createTransfer.path && {
      timeline: linkInPlace(timelineRoutes.getTransferTimeline, resource.id),
    }),
  events: events.slice(0, CAUSED_MAX).map(({ topic, id }) => ({ topic, event: linkInPlace(eventRoutes.getEvent, id) })),
  ...(events.length > CAUSED_MAX && { more: true }),
});

const itemOf = (row: RequestRow, summary: RequestSummary, application: string): Attributes => ({
  id: row.id,
  created: new Date(idTimeMs(row.id)).toISOString(),
  method: row.method,
  path: summary.path,
  ...(row.route !== null && { route: row.route }),
  status: row.status,
  ...(row.code !== null && { code: row.code }),
  durationMs: summary.durationMs,
  who: {
    application: { id: row.application_id, name: application },
    ...(row.person_id !== null && { person: { id: row.person_id } }),
  },
  address: summary.address,
  ...(summary.key !== undefined && { key: true }),
  ...(summary.isReplayed && { replayed: true }),
  ...(summary.resource && { resource: linkTo(summary.resource) }),
  trace: row.trace.replaceAll('-', ''),
});
