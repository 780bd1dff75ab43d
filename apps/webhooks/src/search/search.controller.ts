import { Body, Controller } from '@nestjs/common';
import {
  type FactAnswer,
  ref,
  type ResourceKind,
  type SearchFound,
  type SearchHit,
  type SearchQuery,
  searched,
} from '@halyard/contracts';
import { isId } from '@halyard/core';
import { Serves } from '@halyard/http';
import { DataSource } from 'typeorm';
import { findWebhook } from '../delivery/get-webhooks/webhooks.query.js';
import { findEvent } from '../event/event.rows.js';
import { Replay } from '../replay/replay.entity.js';
import { Subscription } from '../subscription/subscription.entity.js';

/** Finds events, and what an application has of webhooks, for a search over all services. */
@Controller()
export class SearchController {
  constructor(private readonly dataSource: DataSource) {}

  @Serves('search')
  search(@Body() body: unknown): Promise<FactAnswer<SearchFound>> {
    return searched(body, async (query) => (isId(query.text) ? this.byId(query, query.text.toLowerCase()) : []));
  }

  private async byId({ accountId, applicationId }: SearchQuery, id: string): Promise<SearchHit[]> {
    const { manager } = this.dataSource;
    const subscriber = { accountId, applicationId };
    const [event, webhook, subscription, replay] = await Promise.all([
      findEvent(manager, accountId, id),
      findWebhook(manager, subscriber, id),
      manager.findOneBy(Subscription, { id, ...subscriber }),
      manager.findOneBy(Replay, { id }),
    ]);
    const isOwnReplay = replay && (await manager.existsBy(Subscription, { id: replay.subscriptionId, ...subscriber }));
    return [
      ...(event ? [hitOf('event', id, event.topic, event.createdAt)] : []),
      ...(webhook ? [hitOf('webhook', id, webhook.topic, webhook.created_at)] : []),
      ...(subscription ? [hitOf('webhook-subscription', id, 'Webhook subscription', subscription.createdAt)] : []),
      ...(isOwnReplay ? [hitOf('replay', id, 'Replay', replay.createdAt)] : []),
    ];
  }
}

const hitOf = (kind: ResourceKind, id: string, text: string, created: Date): SearchHit => ({
  resource: ref(kind, id),
  text,
  matched: 'id',
  created: created.toISOString(),
});
