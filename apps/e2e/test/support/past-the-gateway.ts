import type { ApplicationPrincipal, Principal, ServiceName } from '@halyard/contracts';
import { Clock, newId } from '@halyard/core';
import { type BoundRequest, ENVELOPE_HEADER, PrincipalEnvelopes } from '@halyard/http';
import { type Identities, loadIdentities } from '@halyard/persistence';
import type { HalAnswer, HalClient } from '@halyard/suite/client';
import type { ListedProcess } from '@halyard/suite/processes';
import { join } from 'node:path';
import type { SuiteProcess } from '../../src/suite-process.js';
import { personalCustomer } from './journeys.js';

/** By this header a process tells other services for which instance to seal. Other refused callers are told nothing. */
export const INSTANCE_HEADER = 'x-instance';
const NOTHING_THERE = '/nothing-of-that-name';
const body = JSON.stringify(personalCustomer());

/** A machine's clock that is wrong by `offMs`. */
class WrongClock extends Clock {
  constructor(private readonly offMs: number) {
    super();
  }
  override now = (): Promise<Date> => Promise.resolve(this.system());
  override system = (): Date => new Date(Date.now() + this.offMs);
}

export interface SealOptions extends Partial<BoundRequest> {
  readonly body?: string;
  /** The service that seals the request. Defaults to the gateway. */
  readonly by?: Identities;
  readonly principal?: Principal;
  readonly offMs?: number;
  readonly instance?: string;
}

/**
 * Calls single processes of a distributed suite directly, without its gateway, with the keys by which they know each
 * other.
 */
export class PastTheGateway {
  private readonly principal: ApplicationPrincipal;

  private constructor(
    private readonly suite: SuiteProcess,
    /** The client for whose account it acts. */
    private readonly client: HalClient,
    /** All processes except gateways. */
    readonly processes: readonly ListedProcess[],
  ) {
    const { accountId } = client.connection;
    this.principal = {
      kind: 'application',
      applicationId: newId(),
      accountId,
      scopes: ['managecustomers'],
      may: 'write',
    };
  }

  static async of(suite: SuiteProcess, client: HalClient): Promise<PastTheGateway> {
    const processes = await suite.processes();
    return new PastTheGateway(
      suite,
      client,
      processes.filter(({ service }) => service !== 'gateway'),
    );
  }

  identitiesOf(service: ServiceName): Identities {
    return loadIdentities(service, { dir: join(this.suite.dataDir, 'keys'), env: {} });
  }

  /** Seals the creation of a customer. Given values replace parts of the request. */
  seal({
    offMs = 0,
    instance,
    by = this.identitiesOf('gateway'),
    principal = this.principal,
    ...given
  }: SealOptions): string {
    const creation = { service: 'customers', method: 'POST', target: '/customers', body } as const;
    const { service, method, target, body: signed } = { ...creation, ...given };
    const envelopes = new PrincipalEnvelopes(by, new WrongClock(offMs));
    const operation = { id: newId(), requestId: newId(), principal, at: new Date().toISOString() };
    return envelopes.seal({ service, method, target }, Buffer.from(signed), operation, { instance });
  }

  create({ url = '' }: ListedProcess, envelope?: string): Promise<HalAnswer> {
    const headers = { 'content-type': 'application/json', ...carrying(envelope) };
    return this.client.raw('POST', `${url}/customers`, headers, body);
  }

  /** Requests a resource that does not exist. */
  read({ url = '' }: ListedProcess, envelope?: string): Promise<HalAnswer> {
    return this.client.raw('GET', `${url}${NOTHING_THERE}`, carrying(envelope));
  }

  sealedRead({ service }: ListedProcess, instance?: string): string {
    return this.seal({
      service,
      method: 'GET',
      target: NOTHING_THERE,
      body: '',
      ...(instance !== undefined && { instance }),
    });
  }

  processOf(service: ServiceName, index = 0): ListedProcess {
    const found = this.processes.filter((process) => process.service === service)[index];
    if (!found) throw new Error(`process ${index + 1} of ${service} should run`);
    return found;
  }

  /** The name that a process gives itself when it answers other services. */
  async instanceOf(process: ListedProcess): Promise<string> {
    const answer = await this.read(process, this.sealedRead(process));
    return String(answer.headers[INSTANCE_HEADER]);
  }

  /** The number of customers. */
  async customers(): Promise<number> {
    return (await this.client.get('/customers')).body.total ?? 0;
  }
}

export const carrying = (envelope = ''): Record<string, string> =>
  envelope === '' ? {} : { [ENVELOPE_HEADER]: envelope };

/** The answer to an envelope that is not accepted. */
export const REFUSED = { status: 401, body: { type: 'error', code: 'InvalidCredentials' } };
