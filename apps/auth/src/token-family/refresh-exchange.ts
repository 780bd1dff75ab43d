import { Injectable } from '@nestjs/common';
import { Clock } from '@halyard/core';
import { Sealer } from '@halyard/persistence';
import { DataSource, IsNull } from 'typeorm';
import type { ActiveApplication } from '../application/active-applications.query.js';
import { ApplicationCredentials } from '../application/application-credentials.js';
import { isPublic } from '../application/application.entity.js';
import { Sessions } from '../session/sessions.js';
import { issuedAtOf } from '../signing-key/access-token-signer.js';
import { authenticationOf, PersonTokens, type PersonTokenAnswer, sessionIdOf } from './person-tokens.js';
import { REFRESH_TTL_MS, TokenFamilies } from './token-families.js';
import { TokenFamily } from './token-family.entity.js';

/** For this long a client may repeat its last exchange, since the answer may have got lost. */
const GRACE_MS = 60_000;
const CONTEXT = 'auth.token-family';

export interface RefreshRequest {
  readonly applicationId: string;
  readonly refreshToken: string;
  /** The requested scopes; empty for all that were granted. */
  readonly scopes: readonly string[];
}

export type RefreshRefusal = 'invalid_grant' | 'invalid_scope';

/** Exchanges refresh tokens, each once. Using a copied token ends its family (RFC 9700, 4.14.2). */
@Injectable()
export class RefreshExchange {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    private readonly credentials: ApplicationCredentials,
    private readonly sessions: Sessions,
    private readonly families: TokenFamilies,
    private readonly tokens: PersonTokens,
  ) {}

  /** Nothing is locked: of several exchanges of one token at once, in any processes, one stores its answer. */
  async exchange(request: RefreshRequest): Promise<PersonTokenAnswer | RefreshRefusal> {
    const { family, generation: presented } = (await this.families.ofRefreshToken(request.refreshToken)) ?? {};
    if (family?.applicationId !== request.applicationId || !this.goesOn(family)) return 'invalid_grant';
    const { personId, generation, refreshedAt, sealedAnswer } = family;
    if (presented === generation) {
      return (await this.next(family, request)) ?? this.exchange(request);
    }
    const isGrace = refreshedAt !== null && this.clock.system().getTime() - refreshedAt.getTime() < GRACE_MS;
    if (isGrace && sealedAnswer && presented === generation - 1) {
      return JSON.parse(await this.sealer.open(personId, CONTEXT, sealedAnswer)) as PersonTokenAnswer;
    }
    await this.families.endReused(family);
    return 'invalid_grant';
  }

  /** Returns the family of a refresh token that could still be exchanged. */
  async usable(refreshToken: string): Promise<TokenFamily | undefined> {
    const { family, generation } = (await this.families.ofRefreshToken(refreshToken)) ?? {};
    if (!family || generation !== family.generation || !this.goesOn(family)) return undefined;
    const application = await this.credentials.find(family.applicationId);
    return application && (await this.hasSession(family, application)) ? family : undefined;
  }

  private goesOn({ exchangedAt, endedAt, expiresAt }: TokenFamily): boolean {
    return exchangedAt !== null && endedAt === null && expiresAt > this.clock.system();
  }

  /** The tokens of a first-party application end with its session. */
  private async hasSession(family: TokenFamily, application: ActiveApplication): Promise<boolean> {
    return application.kind !== 'first-party' || this.sessions.isLiveById(sessionIdOf(family, application));
  }

  /** Makes an ID token like the first one, but without the nonce (OpenID Connect Core, 12.2). */
  private async identified(family: TokenFamily, application: ActiveApplication, scopes: readonly string[]) {
    if (!scopes.includes('openid')) return {};
    return { id_token: await this.tokens.idTokenOf(family, application, authenticationOf(family)) };
  }

  /** @returns undefined if another exchange of the token was faster */
  private async next(
    family: TokenFamily,
    { applicationId, scopes }: RefreshRequest,
  ): Promise<PersonTokenAnswer | RefreshRefusal | undefined> {
    if (scopes.some((scope) => !family.scopes.includes(scope))) return 'invalid_scope';
    const application = await this.credentials.find(applicationId);
    if (!application) return 'invalid_grant';
    const isOver = !(await this.hasSession(family, application));
    const { id, personId, generation } = family;
    const following = { ...family, generation: generation + 1 };
    const granted = scopes.length > 0 ? scopes : family.scopes;
    const made = isOver ? undefined : await this.tokens.make(following, application, granted);
    if (!made) return 'invalid_grant';
    const answer = { ...made, ...(await this.identified(following, application, granted)) };
    const refreshedAt = this.clock.system();
    const sealedAnswer = await this.sealer.seal(personId, CONTEXT, JSON.stringify(answer));
    const expiresAt = new Date(refreshedAt.getTime() + REFRESH_TTL_MS);
    const newest = { generation: following.generation, refreshedAt, sealedAnswer, expiresAt };
    return this.dataSource.transaction(async (tx) => {
      const { affected } = await tx.update(TokenFamily, { id, generation, endedAt: IsNull() }, newest);
      if (affected !== 1) return undefined;
      if (isPublic(application)) await this.sessions.extend(tx, id, expiresAt);
      await this.families.endFormerTokens(tx, id, issuedAtOf(answer.access_token));
      return answer;
    });
  }
}
