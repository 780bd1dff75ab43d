import { setTimeout as delay } from 'node:timers/promises';
import { transferOf } from '@halyard/suite/example-requests';
import type { LoadFigures } from '../load/load.ts';
import { LoadGenerator } from '../load/load-generator.ts';
import type { ProcedureStage } from '../procedure.ts';
import { creation } from '../rows.ts';
import type { HeardDeliveries } from './receiver.ts';
import type { Receivers } from './receivers.ts';
import type { Payer } from './subscribers.ts';

const WARM_UP_MS = 8_000;

interface PacedTransfers {
  readonly payers: readonly Payer[];
  readonly perSecond: number;
  readonly receivers: Receivers;
  /** Deliveries that each transfer causes. */
  readonly deliveriesEach: number;
}

/** The figures of transfers and of their deliveries, and the cost of a delivery. */
export interface PacedFigures {
  readonly figures: LoadFigures;
  readonly heard: HeardDeliveries;
  readonly lines: readonly string[];
}

/** Offers `perSecond` transfers a second for a time, and waits until all their deliveries have arrived. */
export async function paceTransfers(
  { client, sizes: { runMs }, watch, loadOf }: ProcedureStage,
  { payers, perSecond, receivers, deliveriesEach }: PacedTransfers,
): Promise<PacedFigures> {
  const { headers, ...request } = await creation(client, '/transfers', transferOf('{source}', '{destination}', '0.01'));
  const load = await loadOf({
    request: {
      ...request,
      headers: { ...headers, authorization: 'Bearer {token}' },
      pools: {
        token: payers.map(({ token }) => token),
        source: payers.map(({ source }) => source),
        destination: payers.map(({ destination }) => destination),
      },
      drawnWith: { source: 'token', destination: 'token' },
    },
  });
  const before = await receivers.heard();
  const generator = await LoadGenerator.start({ ...load, perSecond });
  await delay(WARM_UP_MS);
  await Promise.all([generator.call('measure'), receivers.call('measure')]);
  const roles = new Map([...receivers.roles, [generator.pid, { group: 'generator' }]]);
  const { linesOf } = await watch(() => delay(runMs), roles);
  const { count } = await receivers.heard();
  const figures = await generator.end();
  await receivers.all(before.total + figures.succeededInAll * deliveriesEach);
  return { figures, heard: await receivers.heard(), lines: linesOf(count) };
}
