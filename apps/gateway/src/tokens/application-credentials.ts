import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type ApplicationPrincipal, permissions, scopes, serviceRoutes } from '@halyard/contracts';
import { atMost, Clock, DomainError } from '@halyard/core';
import { refusalOf, ServiceClient } from '@halyard/http';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { type Mark, markOf } from './revocation/mark.js';
import { Revocations } from './revocation/revocations.js';
import { SecretGuesses } from '../limits/secret-guesses.js';
import { ownOperation } from '../forwarding/own-operation.js';

/** For this long, credentials of an application are accepted without asking auth again. */
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

interface RememberedCredentials {
  readonly principal: ApplicationPrincipal;
  readonly untilMs: number;
  readonly mark: Mark;
}

/** Applications that send their key and secret instead of a token. Only a keyed hash of both is cached. */
@Injectable()
export class ApplicationCredentials {
  /** The cache ends with the process, and so may its key. */
  private readonly hashKey = createSecretKey(randomBytes(32));
  private readonly remembered = new LRUCache<string, RememberedCredentials>(atMost(REMEMBERED_MAX));
  /** How often secrets have ended. An answer of auth that was under way meanwhile is not cached. */
  private endings = 0;

  constructor(
    private readonly client: ServiceClient,
    private readonly guesses: SecretGuesses,
    private readonly revocations: Revocations,
    private readonly clock: Clock,
  ) {
    revocations.onEnded(({ revocations: ended }) => {
      const ids = new Set(ended.filter(({ kind }) => kind === 'credentials').map(({ id }) => id));
      if (ids.size > 0) this.forget(ids);
    });
  }

  /**
   * @returns undefined if auth has to be asked
   * @throws DomainError InvalidApplicationStatus, InvalidAccountStatus, ServiceUnavailable
   */
  recall(pair: KeyAndSecret): ApplicationPrincipal | undefined {
    const remembered = this.rememberedOf(pair);
    if (remembered) this.revocations.requireStanding(remembered.mark);
    return remembered?.principal;
  }

  /** The owner of remembered credentials, which may have ended. */
  knownHolderOf(pair: KeyAndSecret): ApplicationPrincipal | undefined {
    return this.rememberedOf(pair)?.principal;
  }

  /**
   * @throws DomainError InvalidCredentials, InvalidApplicationStatus, InvalidAccountStatus, ServiceUnavailable,
   * TooManyRequests
   */
  async authenticate(pair: KeyAndSecret, { requestId, network }: Asker): Promise<ApplicationPrincipal> {
    const { clientId, clientSecret } = pair;
    const { endings } = this;
    const { method, path, owner } = serviceRoutes.authenticateApplication;
    const operation = ownOperation(this.clock.system(), requestId);
    const { body } = await this.guesses.watch(clientId, network, () =>
      this.client.call(owner, { method, path, body: { clientId, clientSecret }, operation }),
    );
    if (body.type === 'error') throw refusalOf(body);
    if (body.type !== 'fact') throw new DomainError('ServerError', { cause: `unexpected ${body.type}` });
    const principal = applicationPrincipal.parse(body.fact);
    const mark = credentialsMark(principal);
    this.revocations.requireStanding(mark);
    const untilMs = this.clock.system().getTime() + REMEMBERED_MS;
    if (endings === this.endings) this.remembered.set(this.keyOf(pair), { principal, untilMs, mark });
    return principal;
  }

  private rememberedOf(pair: KeyAndSecret): RememberedCredentials | undefined {
    const remembered = this.remembered.get(this.keyOf(pair));
    return remembered && this.clock.system().getTime() < remembered.untilMs ? remembered : undefined;
  }

  private forget(applicationIds: ReadonlySet<string>): void {
    this.endings += 1;
    for (const [key, { principal }] of this.remembered.entries()) {
      if (applicationIds.has(principal.applicationId)) this.remembered.delete(key);
    }
  }

  private keyOf({ clientId, clientSecret }: KeyAndSecret): string {
    return createHmac('sha256', this.hashKey).update(`${clientId}\n${clientSecret}`).digest('base64url');
  }
}

/** Key and secret count as issued when they are sent, since they end only with their application or account. */
export const credentialsMark = ({ applicationId, accountId }: ApplicationPrincipal): Mark =>
  markOf({ application: applicationId, account: accountId }, Number.MAX_SAFE_INTEGER);
