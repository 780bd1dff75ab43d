import type { ApplicationPrincipal, Json, ResourceAnswer } from '@halyard/contracts';
import type { ServiceAnswer } from '@halyard/http';
import { applicationPrincipal, type TestService } from '@halyard/testing';
import { idOf } from './customers.js';

export class Account {
  constructor(
    private readonly service: TestService,
    readonly as: ApplicationPrincipal = applicationPrincipal(),
  ) {}

  send(path: string, body: object): Promise<ServiceAnswer> {
    return this.service.call('POST', path, { principal: this.as, body });
  }

  /** @returns the id of the customer */
  async create(body: object): Promise<string> {
    return idOf((await this.send('/customers', body)).body);
  }

  update(id: string, body: object): Promise<ServiceAnswer> {
    return this.send(`/customers/${id}`, body);
  }

  async shown(id: string): Promise<ResourceAnswer> {
    const { body } = await this.service.call('GET', `/customers/${id}`, { principal: this.as });
    if (body.type !== 'resource') throw new Error(JSON.stringify(body));
    return body;
  }

  async statusOf(id: string): Promise<unknown> {
    return (await this.shown(id)).attributes['status'];
  }

  async reached(body: object): Promise<unknown> {
    return this.statusOf(await this.create(body));
  }

  /** In order. */
  async events(id: string): Promise<string[]> {
    return (await this.service.recorded(id)).map(({ type }) => type.replace(/^customers\.customer-(.*)\.v1$/, '$1'));
  }

  /** @returns the ids of a page */
  async list(query: Readonly<Record<string, string | string[]>> = {}): Promise<string[]> {
    const { body } = await this.service.call('GET', '/customers', { principal: this.as, query });
    if (body.type !== 'collection') throw new Error(JSON.stringify(body));
    return body.items.map(({ id }) => id);
  }
}

export type Body = Record<string, Json>;
