import { Controller, Param } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { timelineRoutes } from '@halyard/contracts/timelines';
import { CurrentOperation, Serves } from '@halyard/http';
import { IdPipe, ReadQuery } from '@halyard/input';
import { paymentTimeline, transferTimeline } from './timeline.answer.js';
import { GetTimeline, timelineQuery, type TimelineAsked } from './timeline.query.js';

@Controller()
export class TimelineController {
  constructor(private readonly queries: QueryBus) {}

  @Serves(timelineRoutes.getPaymentTimeline)
  async ofPayment(
    @Param('id', IdPipe) id: string,
    @ReadQuery(timelineQuery) asked: TimelineAsked,
    @CurrentOperation() operation: Operation,
  ): Promise<ResourceAnswer<'payment-timeline'>> {
    return paymentTimeline(await this.queries.execute(new GetTimeline(operation, { kind: 'payment', id }, asked)));
  }

  @Serves(timelineRoutes.getTransferTimeline)
  async ofTransfer(
    @Param('id', IdPipe) id: string,
    @ReadQuery(timelineQuery) asked: TimelineAsked,
    @CurrentOperation() operation: Operation,
  ): Promise<ResourceAnswer<'transfer-timeline'>> {
    return transferTimeline(await this.queries.execute(new GetTimeline(operation, { kind: 'transfer', id }, asked)));
  }
}
