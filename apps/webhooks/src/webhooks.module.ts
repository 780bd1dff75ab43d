import { KeyLookupController } from '@halyard/changes';
import { AccountClocksController } from '@halyard/clocks';
import { DeliveriesUnderWay } from './quiet/deliveries-under-way.rows.js';
import { DAY_MS } from '@halyard/core';
import type { DynamicModule } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { ConsumersModule, QuietQuestionsController, WorkUnderWay } from '@halyard/messaging';
import {
  ForeignMessagesController,
  HealthChecksController,
  OwnHealthLooks,
  ParkedKeysController,
  ReadModelsController,
  RebuildMetrics,
  SkippedMessagesController,
} from '@halyard/operators';
import { LOGGER, type Logger, RequestLog } from '@halyard/observability';
import { DataSource } from 'typeorm';
import type { ServiceDefinition } from '@halyard/service';
import { webhooksConfig, WebhooksConfig } from './config.js';
import { SearchController } from './search/search.controller.js';
import { TimelineController } from './timeline/timeline.controller.js';
import { AttemptCounts } from './delivery/attempt/attempt-counts.js';
import { DeliveryAttempts } from './delivery/attempt/delivery-attempts.js';
import { WebhookSender } from './delivery/attempt/webhook-sender.js';
import { DeliveryLimits } from './delivery/delivery-limits.js';
import { AttemptRecords } from './delivery/outcome/attempt-records.rows.js';
import { DeliveryMetrics } from './delivery/overdue/delivery.metrics.js';
import { WebhooksHealth } from './delivery/overdue/webhooks-health.js';
import { GetWebhooksController } from './delivery/get-webhooks/get-webhooks.controller.js';
import { DeliveryPrefetch } from './delivery/queue/delivery-prefetch.js';
import { DeliveryQueue } from './delivery/queue/delivery-queue.rows.js';
import { DueRetries } from './retry/due-retries.rows.js';
import { Pauses } from './delivery/outcome/pauses.js';
import { ResendWebhookController } from './delivery/resend-webhook/resend-webhook.controller.js';
import { DeliveryWorker } from './delivery/delivery-worker.js';
import { EventAnswers } from './event/embed-resource/event-answers.js';
import { OpenStreams } from './event/stream-events/open-streams.js';
import { StreamEventsController } from './event/stream-events/stream-events.controller.js';
import { StreamLimits } from './event/stream-events/stream-limits.js';
import { GetEventsController } from './event/get-events/get-events.controller.js';
import { KEPT_MS } from './event/public-event.js';
import { OwnSender } from './event/own-sender.js';
import { RecordedEvents } from './event/recorded-events.session.js';
import { EraseCustomerController } from './erasure/erase-customer.controller.js';
import { PublicEventsConsumer } from './event/record-events/public-events.consumer.js';
import { beginClock } from './event/begin-clock.rows.js';
import { migrations } from './migrations/migrations.js';
import { webhooksRecovery } from './recovery/webhooks-recovery.js';
import { GetRequestsController } from './request/get-requests/get-requests.controller.js';
import { ApplicationNames } from './request/get-requests/application-names.js';
import { RequestReader } from './request/get-requests/request-reader.js';
import { RecordRequestsController } from './request/record-requests/record-requests.controller.js';
import { RequestWriter } from './request/record-requests/request-writer.js';
import { RecordedRequests, REQUESTS } from './request/stream-requests/recorded-requests.js';
import { RequestStreams } from './request/stream-requests/request-streams.js';
import { StreamRequestsController } from './request/stream-requests/stream-requests.controller.js';
import { RequestDatabase } from './request/request-database.rows.js';
import { PullEvents } from './pull/pull-events.js';
import { PullEventsController } from './pull/pull-events.controller.js';
import { ReplayCreation } from './replay/replay-creation.js';
import { DueReplays } from './replay/due-replays.js';
import { Replay } from './replay/replay.entity.js';
import { ReplaysController } from './replay/replays.controller.js';
import { CreateSubscriptionController } from './subscription/create-subscription/create-subscription.controller.js';
import { SubscriptionCreation } from './subscription/create-subscription/subscription-creation.js';
import { SubscriptionOwners } from './subscription/create-subscription/subscription-owners.js';
import { DeleteSubscriptionController } from './subscription/delete-subscription/delete-subscription.controller.js';
import { SubscriptionHealthController } from './subscription/subscription-health/subscription-health.controller.js';
import { GetSubscriptionsController } from './subscription/get-subscriptions/get-subscriptions.controller.js';
import { UpdateSubscriptionController } from './subscription/update-subscription/update-subscription.controller.js';
import { SubscriptionUpdate } from './subscription/update-subscription/subscription-update.js';
import { Subscription } from './subscription/subscription.entity.js';

@Module({
  imports: [ConsumersModule.register([PublicEventsConsumer])],
  controllers: [
    CreateSubscriptionController,
    DeleteSubscriptionController,
    EraseCustomerController,
    GetSubscriptionsController,
    SubscriptionHealthController,
    GetWebhooksController,
    ResendWebhookController,
    UpdateSubscriptionController,
    PullEventsController,
    ReplaysController,
    StreamEventsController,
    GetEventsController,
    GetRequestsController,
    StreamRequestsController,
    RecordRequestsController,
    ForeignMessagesController,
    HealthChecksController,
    ParkedKeysController,
    ReadModelsController,
    SkippedMessagesController,
    AccountClocksController,
    QuietQuestionsController,
    KeyLookupController,
    SearchController,
    TimelineController,
  ],
  providers: [
    { provide: WorkUnderWay, useClass: DeliveriesUnderWay },
    RebuildMetrics,
    ApplicationNames,
    RequestDatabase,
    RequestReader,
    RequestStreams,
    RequestWriter,
    {
      provide: RecordedRequests,
      useFactory: (dataSource: DataSource, logger: Logger) => new RecordedRequests(dataSource, logger, REQUESTS),
      inject: [DataSource, LOGGER],
    },
    AttemptCounts,
    AttemptRecords,
    SubscriptionCreation,
    SubscriptionOwners,
    DeliveryAttempts,
    DeliveryLimits,
    DeliveryMetrics,
    { provide: OwnHealthLooks, useClass: WebhooksHealth },
    DeliveryPrefetch,
    DeliveryQueue,
    DeliveryWorker,
    ReplayCreation,
    DueReplays,
    OpenStreams,
    { provide: OwnSender, useExisting: DeliveryWorker },
    Pauses,
    PullEvents,
    RecordedEvents,
    StreamLimits,
    DueRetries,
    EventAnswers,
    SubscriptionUpdate,
    WebhookSender,
  ],
})
export class WebhooksModule {
  static with(config: WebhooksConfig): DynamicModule {
    return {
      module: WebhooksModule,
      providers: [
        { provide: WebhooksConfig, useValue: config },
        { provide: RequestLog, useValue: new RequestLog({ form: config.requestLines, service: 'webhooks' }) },
      ],
    };
  }
}

/** Reads by position look into each partition, so one partition covers several days. */
const KEPT = { keptMs: KEPT_MS, partitionDays: 5 };

/** The service of subscriptions, public events and their signed deliveries. */
export const webhooksService: ServiceDefinition<WebhooksConfig> = {
  name: 'webhooks',
  config: webhooksConfig,
  module: (config) => WebhooksModule.with(config),
  entities: [Subscription, Replay],
  migrations,
  onClockBegin: beginClock,
  recovery: webhooksRecovery,
  // Deliveries are dropped first: otherwise a number whose event is gone would still be reported as stored.
  lifetimes: ({ requestLogDays }) => [
    { table: 'deliveries', column: 'recorded_at', ...KEPT },
    { table: 'attempts', column: 'attempted_at', ...KEPT },
    { table: 'public_events', column: 'recorded_at', ...KEPT },
    ...['requests', 'request_batches'].map((table) => ({
      ...{ table, column: 'recorded_at', keptMs: requestLogDays * DAY_MS },
      partitionDays: KEPT.partitionDays,
    })),
  ],
};
