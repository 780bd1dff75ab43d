import { randomBytes, randomUUID } from 'node:crypto';
import type { AnswerBody, Method, Operation, Principal } from '@halyard/contracts';
import { newId } from '@halyard/core';
import type { ServiceAnswer } from '@halyard/http';
import type { HistoryEvent } from '@halyard/testing';
import type { TestClock } from '@halyard/testing/clock';
import { servicePrincipal, startTestService } from '@halyard/testing';
import type { TestService } from '@halyard/testing';
import type { DataSource } from 'typeorm';
import { authService } from './auth-service.js';

export const operationOf = (principal: Principal, id = newId()): Operation => ({
  id,
  requestId: newId(),
  principal,
  at: '2026-03-02T18:00:00.000Z',
});

export const serviceOperation = (id = newId()): Operation => operationOf(servicePrincipal('gateway'), id);

/** By default another service calls. */
export class AuthApp {
  private constructor(readonly service: TestService) {}

  static async start(env: Readonly<Record<string, string>> = {}): Promise<AuthApp> {
    return new AuthApp(await startTestService(authService, { env }));
  }

  get dataSource(): DataSource {
    return this.service.dataSource;
  }

  get clock(): TestClock {
    return this.service.clock;
  }

  close(): Promise<void> {
    return this.service.stop();
  }

  call(
    method: Method,
    path: string,
    body?: unknown,
    { id, principal }: Operation = serviceOperation(),
  ): Promise<ServiceAnswer> {
    return this.service.call(method, path, { body, principal, operationId: id });
  }

  /** @returns the id of a new account */
  async openAccount(
    given: { operator?: boolean; name?: string; owner?: object; application?: object } = {},
  ): Promise<string> {
    const application = { key: randomUUID(), secret: randomBytes(32).toString('base64url') };
    return (await this.expect('created', 'POST', '/accounts', { name: 'Acme', application, ...given })).resource.id;
  }

  recorded(key: string): Promise<HistoryEvent[]> {
    return this.service.recorded(key);
  }

  /** @throws Error unless the answer is a document of the kind */
  async expect<Kind extends AnswerBody['type']>(
    kind: Kind,
    ...call: Parameters<AuthApp['call']>
  ): Promise<Extract<AnswerBody, { type: Kind }>> {
    const { body } = await this.call(...call);
    if (!isKind(body, kind)) throw new Error(`answered ${JSON.stringify(body)}`);
    return body;
  }
}

const isKind = <Kind extends AnswerBody['type']>(
  body: AnswerBody,
  kind: Kind,
): body is Extract<AnswerBody, { type: Kind }> => body.type === kind;
