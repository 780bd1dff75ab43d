import { json } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { type Operation, serviceRoutes } from '@halyard/contracts';
import { authorizationRoutes, oauthRoutes } from '@halyard/contracts/authorization';
import { FIRST_PARTY_SECRET, firstPartyKeys } from '@halyard/contracts/applications';
import { type ConsoleMember, consoleMember } from '@halyard/contracts/console';
import { Clock, DomainError } from '@halyard/core';
import { Bytes, partOf, ServiceCalls, ServiceClient } from '@halyard/http';
import { Sealer } from '@halyard/persistence';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { z } from 'zod';
import { ConsoleConfig } from '../config.js';
import { type TokenAnswer, tokenAnswer } from './tokens.js';

const ID_TOKEN_ALGORITHMS = ['RS256'];
const identity = z.object({ sub: z.uuid(), nonce: z.string(), auth_time: z.number() });

export interface Identity {
  readonly personId: string;
  readonly loggedInAt: Date;
}

/** Calls auth between services, as its client. */
@Injectable()
export class AuthorizationServer {
  readonly clientId = firstPartyKeys.console;
  readonly clientSecret: string;

  constructor(
    sealer: Sealer,
    private readonly client: ServiceClient,
    private readonly calls: ServiceCalls,
    private readonly clock: Clock,
    private readonly config: ConsoleConfig,
  ) {
    this.clientSecret = sealer.fingerprint(FIRST_PARTY_SECRET, firstPartyKeys.console);
  }

  /**
   * Sends a request to the token endpoint.
   *
   * @param fields of its form, without those of the client
   * @throws DomainError InvalidCredentials for an invalid code or refresh token
   */
  async exchange(fields: Readonly<Record<string, string>>, parent: Operation): Promise<TokenAnswer> {
    const { owner, method, path } = oauthRoutes.createToken;
    const form = { ...fields, client_id: this.clientId, client_secret: this.clientSecret };
    const { body } = await this.client.call(owner, { method, path, body: { form }, operation: asConsole(parent) });
    if (body.type !== 'raw') throw new DomainError('ServerError', { cause: `unexpected ${body.type}` });
    const { success, data, error } = tokenAnswer.safeParse(JSON.parse(body.body));
    if (!success) throw new DomainError('InvalidCredentials', { cause: error });
    return data;
  }

  /** Ends the family of the refresh token, and so all tokens of this log-in. */
  async revoke(refreshToken: string, parent: Operation): Promise<void> {
    const { owner, method, path } = oauthRoutes.revokeToken;
    const form = { token: refreshToken, client_id: this.clientId, client_secret: this.clientSecret };
    await this.client.call(owner, { method, path, body: { form }, operation: asConsole(parent) });
  }

  /** Verifies an ID token (OpenID Connect Core, 3.1.3.7). @throws jose's errors, ZodError */
  async identityOf(idToken: string, nonce: string, parent: Operation): Promise<Identity> {
    const { payload } = await jwtVerify(idToken, createLocalJWKSet(await this.publicKeys(parent)), {
      algorithms: ID_TOKEN_ALGORITHMS,
      issuer: this.config.addresses.issuer,
      audience: this.clientId,
      currentDate: this.clock.system(),
    });
    const { sub, nonce: given, auth_time: authTime } = identity.parse(payload);
    if (given !== nonce) throw new DomainError('InvalidCredentials');
    return { personId: sub, loggedInAt: new Date(authTime * 1_000) };
  }

  /** Returns the person to whom the access token belongs, with the present role; undefined if the token has ended. */
  async member(accessToken: string, parent: Operation): Promise<ConsoleMember | undefined> {
    try {
      const answer = await this.calls.request(serviceRoutes.findMember, { accessToken }, parent);
      return consoleMember.parse(answer);
    } catch (error) {
      if (error instanceof DomainError && error.code === 'NotFound') return undefined;
      throw error;
    }
  }

  private async publicKeys(parent: Operation): Promise<JSONWebKeySet> {
    const route = authorizationRoutes.getPublicKeys;
    const { signal } = new AbortController();
    const answer = await this.client.exchange(route.owner, {
      ...{ route, path: route.path, query: {}, headers: {}, signal, stopping: signal },
      operation: asConsole(parent),
    });
    if (!(answer instanceof Bytes)) throw new DomainError('ServiceUnavailable');
    return (await json(answer.body)) as JSONWebKeySet;
  }
}

const asConsole = (parent: Operation): Operation => ({
  ...partOf(parent, 'console'),
  principal: { kind: 'service', service: 'console' },
});
