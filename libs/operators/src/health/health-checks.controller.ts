import { Controller, Inject, Optional } from '@nestjs/common';
import { DueWork } from '@halyard/background';
import { type FactAnswer, type ServiceName, sharedServiceRoutes } from '@halyard/contracts';
import type { CheckResults } from '@halyard/contracts/operations';
import { Clock } from '@halyard/core';
import { Health, Serves } from '@halyard/http';
import { Consumers, MessageBus, ParkedKeyList, RebuildableModels } from '@halyard/messaging';
import { SERVICE_NAME } from '@halyard/observability';
import { type HealthLook, resultsOf } from './health-look.js';
import { OwnHealthLooks } from './own-health-looks.js';
import { consumerLooks, databaseLook, dueWorkLook, outboxLook, readModelLooks } from './service-looks.js';

/** Tells the gateway what is wrong with the service now. */
@Controller()
export class HealthChecksController {
  private readonly looks: readonly HealthLook[];

  constructor(
    health: Health,
    bus: MessageBus,
    dueWork: DueWork,
    clock: Clock,
    @Inject(SERVICE_NAME) service: ServiceName,
    @Optional() consumers?: Consumers,
    @Optional() parking?: ParkedKeyList,
    @Optional() models?: RebuildableModels,
    @Optional() own?: OwnHealthLooks,
  ) {
    this.looks = [
      databaseLook(health),
      outboxLook(() => bus.outboxAgeSeconds(service), clock),
      dueWorkLook(() => dueWork.overdueMs(), clock),
      ...(consumers && parking ? consumerLooks(() => consumers.runners, parking, clock) : []),
      ...(models ? readModelLooks(() => models.list()) : []),
      ...(own?.list() ?? []),
    ];
  }

  @Serves(sharedServiceRoutes.checkHealth)
  async checkHealth(): Promise<FactAnswer<CheckResults>> {
    return { type: 'fact', fact: { checks: await resultsOf(this.looks) } };
  }
}
