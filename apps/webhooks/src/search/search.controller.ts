import { Body, Controller } from '@nestjs/common';
import { type FactAnswer, ref, type ResourceKind, sharedServiceRoutes } from '@halyard/contracts';
import { TRACE } from '@halyard/contracts/requests';
import { HITS_MAX, searched, type SearchFound, type SearchHit, type SearchQuery } from '@halyard/contracts/search';
import { idTimeMs, isId } from '@halyard/core';
import { Serves } from '@halyard/http';
import { DataSource } from 'typeorm';
import { findWebhook } from '../delivery/get-webhooks/webhooks.query.js';
import { findEvent } from '../event/event.rows.js';
import { Replay } from '../replay/replay.entity.js';
import { RequestReader } from '../request/get-requests/request-reader.js';
import type { RequestRow } from '../request/get-requests/requests.rows.js';
import { Subscription } from '../subscription/subscription.entity.js';

/** Finds an account's events and requests, and an application's webhooks, for the search over all services. */
@Controller()
export class SearchController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly requests: RequestReader,
  ) {}

  @Serves(sharedServiceRoutes.search)
  search(@Body() body: unknown): Promise<FactAnswer<SearchFound>> {
    return searched(body, async (query) => {
      const text = query.text.toLowerCase();
      if (isId(text)) return this.byId(query, text);
      return TRACE.test(text) && query.kinds.includes('request') ? this.byTrace(query.accountId, text) : [];
    });
  }

  private async byTrace(accountId: string, trace: string): Promise<SearchHit[]> {
    const filters = { trace };
    const found = await this.requests.rowsOf({ accountId, filters, limit: HITS_MAX + 1 });
    return found.map((request) => requestHit(request, 'trace'));
  }

  private async byId({ accountId, applicationId, kinds }: SearchQuery, id: string): Promise<SearchHit[]> {
    const { manager } = this.dataSource;
    const subscriber = { accountId, ...(applicationId !== undefined && { applicationId }) };
    const [event, webhook, subscription, replay, request] = await Promise.all([
      findEvent(manager, accountId, id),
      findWebhook(manager, subscriber, id),
      manager.findOneBy(Subscription, { id, ...subscriber }),
      manager.findOneBy(Replay, { id }),
      kinds.includes('request') ? this.requests.row(accountId, id) : undefined,
    ]);
    const isOwnReplay = replay && (await manager.existsBy(Subscription, { id: replay.subscriptionId, ...subscriber }));
    return [
      ...(event ? [hitOf('event', id, event.topic, event.createdAt)] : []),
      ...(webhook ? [hitOf('webhook', id, webhook.topic, webhook.created_at)] : []),
      ...(subscription ? [hitOf('webhook-subscription', id, 'Webhook subscription', subscription.createdAt)] : []),
      ...(isOwnReplay ? [hitOf('replay', id, 'Replay', replay.createdAt)] : []),
      ...(request ? [requestHit(request, 'id')] : []),
    ];
  }
}

const hitOf = (kind: ResourceKind, id: string, text: string, created: Date): SearchHit => ({
  resource: ref(kind, id),
  text,
  matched: 'id',
  created: created.toISOString(),
});

const requestHit = ({ id, method, route, status }: RequestRow, matched: SearchHit['matched']): SearchHit => ({
  resource: ref('request', id),
  text: `${method} ${route ?? 'a path that is no route'}, ${status}`,
  matched,
  created: new Date(idTimeMs(id)).toISOString(),
});
