import type { ApplicationPrincipal, Principal, ServiceName } from '@halyard/contracts';
import { Clock, newId } from '@halyard/core';
import { type BoundRequest, ENVELOPE_HEADER, PrincipalEnvelopes } from '@halyard/http';
import { type Identities, loadIdentities } from '@halyard/persistence';
import type { HalAnswer, HalClient } from '@halyard/suite/client';
import type { ListedProcess } from '@halyard/suite/processes';
import { join } from 'node:path';
import type { SuiteProcess } from '../../src/suite-process.js';
import { personalCustomer } from './journeys.js';

/** How a process tells another service for whom to seal; all else that is refused is told nothing. */
export const INSTANCE_HEADER = 'x-instance';
const NOTHING_THERE = '/nothing-of-that-name';
const body = JSON.stringify(personalCustomer());

/** A machine's clock that is wrong by so much. */
class WrongClock extends Clock {
  constructor(private readonly offMs: number) {
    super();
  }
  override now = (): Promise<Date> => Promise.resolve(this.system());
  override system = (): Date => new Date(Date.now() + this.offMs);
}

export interface Sealing extends Partial<BoundRequest> {
  readonly body?: string;
  /** Who seals it: the gateway, unless given. */
  readonly by?: Identities;
  readonly principal?: Principal;
  readonly offMs?: number;
  readonly instance?: string;
}

/** Calls the processes of a distributed suite by themselves, past its gateway, with the keys that they know each other by. */
export class PastTheGateway {
  private readonly principal: ApplicationPrincipal;

  private constructor(
    private readonly suite: SuiteProcess,
    /** Whose account it acts for. */
    private readonly client: HalClient,
    /** Of all services but the gateway. */
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

  /** For the creation of a customer, apart from what is given. */
  seal({
    offMs = 0,
    instance,
    by = this.identitiesOf('gateway'),
    principal = this.principal,
    ...given
  }: Sealing): string {
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

  /** Of what is not there. */
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

  /** What a process calls itself: it says so to the other services. */
  async instanceOf(process: ListedProcess): Promise<string> {
    const answer = await this.read(process, this.sealedRead(process));
    return String(answer.headers[INSTANCE_HEADER]);
  }

  /** How many there are. */
  async customers(): Promise<number> {
    return (await this.client.get('/customers')).body.total ?? 0;
  }
}

export const carrying = (envelope = ''): Record<string, string> =>
  envelope === '' ? {} : { [ENVELOPE_HEADER]: envelope };

/** What the answer to an envelope that is not taken says. */
export const REFUSED = { status: 401, body: { type: 'error', code: 'InvalidCredentials' } };
