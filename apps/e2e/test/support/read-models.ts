import { consumingServices } from '@halyard/contracts';
import type { HalBody, HalClient } from '@halyard/suite/client';
import { waitFor } from '@halyard/testing/waiting';
import { randomUUID } from 'node:crypto';
import { hrefOf, listOf } from './journeys.js';

export interface ShownRebuild {
  readonly state: string;
  readonly differences?: object;
}

/** The service is part of the name, because several services may use the same name for a read model. */
export const nameOf = (model: HalBody): string =>
  `${hrefOf(model, 'rebuild').split('/operations/')[1]?.split('/')[0] ?? ''}: ${String(model['name'])}`;

/** The read models of a suite and their rebuilds, as an operator sees them. */
export class ReadModels {
  constructor(private readonly client: HalClient) {}

  /** @throws if a service does not answer */
  async all(): Promise<readonly HalBody[]> {
    const lists = consumingServices.map((service) => listOf(this.client, `/operations/${service}/read-models`));
    return (await Promise.all(lists)).flat();
  }

  async rebuildOf(name: string): Promise<ShownRebuild | undefined> {
    return (await this.modelOf(name))?.['rebuild'] as ShownRebuild | undefined;
  }

  /** Follows a link of a read model by a POST, until that is answered. */
  async act(name: string, rel: string, body: object = {}): Promise<void> {
    const idempotencyKey = randomUUID();
    await waitFor(`${rel} of ${name}`, async () => {
      const { status } = await this.client.post(hrefOf(await this.modelOf(name), rel), body, { idempotencyKey });
      return status === 202;
    });
  }

  private async modelOf(name: string): Promise<HalBody | undefined> {
    return (await this.all()).find((one) => nameOf(one) === name);
  }
}
