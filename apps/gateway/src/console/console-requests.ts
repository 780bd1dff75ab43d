import { Injectable } from '@nestjs/common';
import { type Operation, type Route, serviceRoutes } from '@halyard/contracts';
import { type ConsoleAdmission, consoleAdmission, consoleSecretIn } from '@halyard/contracts/console';
import { atMost, Clock, DomainError } from '@halyard/core';
import { refusalOf, ServiceClient } from '@halyard/http';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Forwarder } from '../forwarding/forwarder.js';
import { AccessTokens } from '../tokens/access-tokens.js';
import { readAuthorization } from '../tokens/authorization.js';

const SESSIONS_REMEMBERED_MAX = 10_000;
/** The console itself judges requests from other pages below this path, including reads. */
const PAGES = '/console/';
const reading: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Treats requests of the console's pages as requests of the person who is logged in (ADR 107, 120). */
@Injectable()
export class ConsoleRequests {
  private readonly remembered = new LRUCache<string, ConsoleAdmission>(atMost(SESSIONS_REMEMBERED_MAX));
  /** Counts forgotten sessions. An answer that was requested before a session was forgotten is not remembered. */
  private forgotten = 0;

  constructor(
    private readonly client: ServiceClient,
    private readonly forwarder: Forwarder,
    private readonly tokens: AccessTokens,
    private readonly clock: Clock,
  ) {}

  /**
   * Replaces all credentials that the browser sent by the person's own token.
   * @throws DomainError NotFound for a route that is not for people; NoSession, CrossSiteRequest, FreshLogInRequired
   */
  async admit(
    route: Route,
    baseUrl: string,
    request: Pick<FastifyRequest, 'headers' | 'method' | 'id'>,
  ): Promise<void> {
    if (route.access === 'anyone' || route.access === 'linking') throw new DomainError('NotFound');
    const { headers, method } = request;
    const secret = consoleSecretIn(headers.cookie);
    const isPlain = reading.has(method) && (headers.referer ?? `${baseUrl}${PAGES}`).startsWith(baseUrl + PAGES);
    const known = isPlain ? this.recall(secret) : undefined;
    headers.authorization = known ?? (await this.ask(route, baseUrl, request, secret));
    delete headers.cookie;
  }

  /** Call this when the console has set another cookie: the previous session has ended. */
  forget(cookies: string | undefined): void {
    this.forgotten += 1;
    this.remembered.delete(consoleSecretIn(cookies) ?? '');
  }

  private recall(secret = ''): string | undefined {
    const { authorization, untilMs = 0 } = this.remembered.get(secret) ?? {};
    if (authorization !== undefined && this.clock.system().getTime() < untilMs && this.stands(authorization))
      return authorization;
    this.remembered.delete(secret);
    return undefined;
  }

  /** Whether the token has been verified here, and nothing that it depends on has ended since. */
  private stands(authorization: string): boolean {
    const given = readAuthorization(authorization);
    try {
      return given?.scheme === 'bearer' && this.tokens.recall(given.token) !== undefined;
    } catch {
      return false;
    }
  }

  private async admission(body: object, operation: Operation): Promise<ConsoleAdmission> {
    const { owner, method, path } = serviceRoutes.admitConsoleRequest;
    const answer = await this.client.call(owner, { method, path, body, operation });
    if (answer.body.type === 'error') throw refusalOf(answer.body);
    return consoleAdmission.parse(answer.body.type === 'fact' ? answer.body.fact : undefined);
  }

  /** Returns the token of an admission if it has ended. The person may have another role since. */
  private async endedIn({ authorization }: ConsoleAdmission): Promise<string | undefined> {
    const given = readAuthorization(authorization);
    if (given?.scheme !== 'bearer') return undefined;
    try {
      if (this.tokens.recall(given.token) === undefined) await this.tokens.verify(given.token);
      return undefined;
    } catch (error) {
      return error instanceof DomainError && error.code === 'InvalidAccessToken' ? given.token : undefined;
    }
  }

  private async ask(
    { path }: Route,
    baseUrl: string,
    { headers, method, id: requestId }: Pick<FastifyRequest, 'headers' | 'method' | 'id'>,
    secret: string | undefined,
  ): Promise<string> {
    const { forgotten } = this;
    const { cookie, origin, referer, 'sec-fetch-site': site, 'x-console': mark } = headers;
    const body = {
      ...{ method, path, origin: baseUrl },
      headers: { cookie, origin, referer, 'sec-fetch-site': site, 'x-console': mark },
    };
    const operation = this.forwarder.operationOf({ requestId });
    let admission = await this.admission(body, operation);
    const ended = await this.endedIn(admission);
    if (ended !== undefined) admission = await this.admission({ ...body, ended }, operation);
    if (secret !== undefined && forgotten === this.forgotten) this.remembered.set(secret, admission);
    return admission.authorization;
  }
}
