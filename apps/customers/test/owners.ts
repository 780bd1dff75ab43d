import type { AnswerBody, ApplicationPrincipal, Json } from '@halyard/contracts';
import { newId } from '@halyard/core';
import { factAnswer, type TestCall, type TestService } from '@halyard/testing';
import { company, idOf } from './customers.js';

/** With a social security number. */
export const ownerBody = (overrides: Record<string, Json> = {}) => ({
  firstName: 'Mary',
  lastName: 'Shelley',
  dateOfBirth: '1980-03-04',
  ssn: '987-65-4321',
  address: {
    address1: '2 Elm St',
    address2: '',
    city: 'Ames',
    stateProvinceRegion: 'IA',
    postalCode: '50010',
    country: 'US',
  },
  ...overrides,
});

export const passport = { number: 'P-4815162342', country: 'FR' };

export class OwnedCompany {
  private constructor(
    readonly service: TestService,
    readonly as: ApplicationPrincipal,
    readonly companyId: string,
  ) {}

  static async create(service: TestService, as: ApplicationPrincipal, body: object = company()): Promise<OwnedCompany> {
    service.services.answer('PUT /internal/parties/:id', factAnswer(null));
    const { body: made } = await service.call('POST', '/customers', { principal: as, body });
    service.services.calls.length = 0;
    return new OwnedCompany(service, as, idOf(made));
  }

  call(method: 'GET' | 'POST' | 'DELETE', path: string, call: TestCall = {}) {
    return this.service.call(method, path, { principal: this.as, ...call });
  }

  add(body: object = ownerBody(), operationId = newId()) {
    return this.call('POST', `/customers/${this.companyId}/beneficial-owners`, { body, operationId });
  }

  /** @returns the id of the owner */
  async added(body?: object): Promise<string> {
    return idOf((await this.add(body)).body);
  }

  update(id: string, body: object = ownerBody(), operationId = newId()) {
    return this.call('POST', `/beneficial-owners/${id}`, { body, operationId });
  }

  remove(id: string, operationId = newId()) {
    return this.call('DELETE', `/beneficial-owners/${id}`, { operationId });
  }

  certify(body: object = { status: 'certified' }, operationId = newId()) {
    return this.call('POST', `/customers/${this.companyId}/beneficial-ownership`, { body, operationId });
  }

  async certification(): Promise<unknown> {
    return attributeOf((await this.call('GET', `/customers/${this.companyId}/beneficial-ownership`)).body, 'status');
  }

  async statusOf(id: string): Promise<unknown> {
    return attributeOf((await this.call('GET', `/beneficial-owners/${id}`)).body, 'verificationStatus');
  }

  async links(): Promise<readonly string[]> {
    const { body } = await this.call('GET', `/customers/${this.companyId}`);
    if (body.type !== 'resource') throw new Error(JSON.stringify(body));
    return Object.keys(body.links).filter((relation) => body.links[relation]);
  }

  /** In order, without the company's creation. */
  async events(): Promise<readonly string[]> {
    const recorded = await this.service.recorded(this.companyId);
    return recorded.slice(2).map(({ type }) => type.replace(/^customers\.(?:beneficial-)?(.*)\.v1$/, '$1'));
  }
}

function attributeOf(body: AnswerBody, name: string): unknown {
  return body.type === 'resource' ? body.attributes[name] : body;
}
