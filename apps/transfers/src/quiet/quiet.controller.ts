import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { linkInPlace, type Operation, ref, type ResourceAnswer } from '@halyard/contracts';
import { fundingSourceRoutes } from '@halyard/contracts/funding-sources';
import { operatorRoutes } from '@halyard/contracts/operations';
import { sandboxClockRoutes, type WaitingFor } from '@halyard/contracts/sandbox-clock';
import { transferRoutes } from '@halyard/contracts/transfers';
import { webhookRoutes } from '@halyard/contracts/webhooks';
import { CurrentOperation, Serves, WaitEnd } from '@halyard/http';
import { ReadQuery, type ValuesOf } from '@halyard/input';
import { GetQuiet } from './quiet.query.js';
import { waitQuery } from './wait-query.js';

@Controller()
export class QuietController {
  constructor(private readonly queries: QueryBus) {}

  @Serves(sandboxClockRoutes.getSandboxQuiet)
  async get(
    @ReadQuery(waitQuery) { wait }: ValuesOf<typeof waitQuery>,
    @CurrentOperation() operation: Operation,
    @WaitEnd() end: AbortSignal,
  ): Promise<ResourceAnswer<'sandbox-quiet'>> {
    const { state, now } = await this.queries.execute(new GetQuiet(operation, wait, end));
    return {
      type: 'resource',
      kind: 'sandbox-quiet',
      id: '',
      attributes: {
        quiet: state.quiet,
        now: now.toISOString(),
        events: state.events,
        waitingFor: state.quiet ? undefined : state.waitingFor.map(shown),
      },
      links: { clock: ref('sandbox-clock') },
    };
  }
}

/** Examples of other kinds are left out: their `what` says enough. */
function shown({ what, count, example }: WaitingFor) {
  const link = example && linkTo(example);
  return { what, count, ...(link && { example: link }) };
}

function linkTo({ kind, id, service }: NonNullable<WaitingFor['example']>) {
  switch (kind) {
    case 'payment':
      return linkInPlace(transferRoutes.getPayment, id);
    case 'webhook':
      return linkInPlace(webhookRoutes.getWebhook, id);
    case 'funding-source':
      return linkInPlace(fundingSourceRoutes.getFundingSource, id);
    case 'sandbox-clock-advance':
      return linkInPlace(sandboxClockRoutes.getSandboxClockAdvance, id);
    case 'parked-key': {
      const link = linkInPlace(operatorRoutes.getParkedKey, id);
      return service && { ...link, href: link.href.replace(':service', service) };
    }
    default:
      return undefined;
  }
}
