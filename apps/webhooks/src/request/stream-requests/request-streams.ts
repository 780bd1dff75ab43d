import { Inject, Injectable } from '@nestjs/common';
import { limitedAs, type Operation, type ResourceAnswer } from '@halyard/contracts';
import { pathOf, resourceTypeOf } from '@halyard/public-api';
import { applicationOf } from '@halyard/http';
import type { NumberGap } from '@halyard/lists';
import { LOGGER, type Logger } from '@halyard/observability';
import { type PublicFace, publicFaceOf, WebhooksConfig } from '../../config.js';
import { Slots } from '../../event/slots.js';
import { EventStream, type PositionedItem } from '../../event/stream-events/event-stream.js';
import { startOf } from '../../event/stream-events/last-event-id.js';
import { openStream } from '../../event/stream-events/open-stream.js';
import { StreamLimits } from '../../event/stream-events/stream-limits.js';
import type { RequestFilters } from '../get-requests/request-filters.js';
import { RequestReader } from '../get-requests/request-reader.js';
import { RecordedRequests } from './recorded-requests.js';

type Item = ResourceAnswer<'request'>;

/** The id of the stream's beginning, for an account that has no requests yet. No request has this id. */
const BEGINNING = 'none';

@Injectable()
export class RequestStreams {
  private readonly slots: Slots;
  private readonly face: PublicFace;

  constructor(
    config: WebhooksConfig,
    private readonly reader: RequestReader,
    private readonly recorded: RecordedRequests,
    private readonly limits: StreamLimits,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.slots = new Slots(limits.perApplication, 'streams');
    this.face = publicFaceOf(config);
  }

  /**
   * @throws DomainError TooManyRequests if the caller may open no more streams; ValidationError if no stream gave the
   * id, or if it is of a time that a restore has undone
   */
  async begin(
    operation: Operation,
    filters: RequestFilters,
    lastEventId: string | undefined,
  ): Promise<EventStream<Item>> {
    const principal = applicationOf(operation);
    const { accountId } = principal;
    return openStream(
      this.slots.take(limitedAs(principal)),
      (news) => this.recorded.watch(accountId, news),
      async () => {
        const [newest, gaps] = await Promise.all([this.reader.newestOf(accountId), this.reader.gapsOf(accountId)]);
        const after = startOf(lastEventId, { beginning: BEGINNING, newest, gaps, code: 'Invalid' });
        return this.streamOf(operation, accountId, filters, { after, newest, gaps });
      },
    );
  }

  private streamOf(
    operation: Operation,
    accountId: string,
    filters: RequestFilters,
    range: { readonly after: bigint; readonly newest: bigint; readonly gaps: readonly NumberGap[] },
  ): EventStream<Item> {
    const { pageSize, heartbeatMs } = this.limits;
    return new EventStream({
      ...range,
      name: 'request',
      beginning: BEGINNING,
      pageSize,
      heartbeatMs,
      read: (from, to) => this.read(operation, accountId, filters, [from, to]),
      textOf: (item) => JSON.stringify(messageOf(item, this.face)),
      onFailure: (error) => this.logger.warn({ err: error }, 'a stream of requests ends'),
    });
  }

  private async read(
    operation: Operation,
    accountId: string,
    filters: RequestFilters,
    numbers: readonly [bigint, bigint],
  ): Promise<readonly PositionedItem<Item>[]> {
    const rows = await this.reader.rowsOf({ accountId, filters, numbers, limit: this.limits.pageSize });
    const items = new Map((await this.reader.itemsOf(accountId, rows, operation)).map((item) => [item.id, item]));
    return rows.flatMap(({ id, number }) => {
      const item = items.get(id);
      return item ? [{ position: number, item }] : [];
    });
  }
}

/** Writes a request as the gateway renders it in a list. */
function messageOf(item: Item, { baseUrl, vendorWord }: PublicFace): object {
  const type = `application/vnd.${vendorWord}.v1.hal+json`;
  const { resource, ...attributes } = item.attributes;
  return {
    _links: { self: { href: baseUrl + pathOf(item), type, 'resource-type': resourceTypeOf(item) } },
    ...attributes,
    ...(resource && { resource: { ...resource, href: baseUrl + resource.href, type } }),
  };
}
