import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type ApplicationPrincipal, permissions, scopes, serviceRoutes } from '@halyard/contracts';
import { atMost, Clock, DomainError } from '@halyard/core';
import { refusalOf, ServiceClient } from '@halyard/http';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { SecretGuesses } from '../limits/secret-guesses.js';
import { ownOperation } from '../forwarding/own-operation.js';

/** How long credentials of an application are accepted without asking auth again. */
const REMEMBERED_MS = 5_000;
const REMEMBERED_MAX = 5_000;

const applicationPrincipal = z.object({
  kind: z.literal('application'),
  applicationId: z.string().min(1),
  accountId: z.uuid(),
  scopes: z.array(z.enum(scopes)),
  may: z.enum(permissions),
});

interface KeyAndSecret {
  readonly clientId: string;
  readonly clientSecret: string;
}

interface Asker {
  readonly requestId: string;
  readonly network: string;
}

interface Remembered {
  readonly principal: ApplicationPrincipal;
  readonly untilMs: number;
}

/** Applications that send their key and secret instead of a token. Only a keyed hash of both is cached. */
@Injectable()
export class ApplicationCredentials {
  /** The cache ends with the process, and so may its key. */
  private readonly hashKey = createSecretKey(randomBytes(32));
  private readonly remembered = new LRUCache<string, Remembered>(atMost(REMEMBERED_MAX));

  constructor(
    private readonly client: ServiceClient,
    private readonly guesses: SecretGuesses,
    private readonly clock: Clock,
  ) {}

  /** The principal of these credentials, if it is cached. @returns undefined when auth has to be asked */
  recall(pair: KeyAndSecret): ApplicationPrincipal | undefined {
    const remembered = this.remembered.get(this.keyOf(pair));
    return remembered && this.clock.system().getTime() < remembered.untilMs ? remembered.principal : undefined;
  }

  /** @throws DomainError InvalidCredentials, ServiceUnavailable, TooManyRequests */
  async authenticate(pair: KeyAndSecret, { requestId, network }: Asker): Promise<ApplicationPrincipal> {
    const { clientId, clientSecret } = pair;
    const { method, path, owner } = serviceRoutes.authenticateApplication;
    const operation = ownOperation(this.clock.system(), requestId);
    const { body } = await this.guesses.watch(clientId, network, () =>
      this.client.call(owner, { method, path, body: { clientId, clientSecret }, operation }),
    );
    if (body.type === 'error') throw refusalOf(body);
    if (body.type !== 'fact') throw new DomainError('ServerError', { cause: `unexpected ${body.type}` });
    const principal = applicationPrincipal.parse(body.fact);
    const untilMs = this.clock.system().getTime() + REMEMBERED_MS;
    this.remembered.set(this.keyOf(pair), { principal, untilMs });
    return principal;
  }

  private keyOf({ clientId, clientSecret }: KeyAndSecret): string {
    return createHmac('sha256', this.hashKey).update(`${clientId}\n${clientSecret}`).digest('base64url');
  }
}
