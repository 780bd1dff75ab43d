import type { HalBody, HalClient } from '@halyard/suite/client';
import { waitFor } from '@halyard/testing/waiting';
import { randomUUID } from 'node:crypto';
import { embedded, hrefOf } from './journeys.js';

export interface ShownRebuild {
  readonly state: string;
  readonly begun: string;
  readonly events: number;
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
    const lists = ['transfers', 'funding-sources', 'webhooks'].map(async (service) => {
      const { status, body } = await this.client.get(`/operations/${service}/read-models`);
      if (status !== 200) throw new Error(`the read models of ${service}: ${status}`);
      return embedded(body, 'read-models');
    });
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
