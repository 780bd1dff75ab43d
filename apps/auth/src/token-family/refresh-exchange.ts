import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock, isId } from '@halyard/core';
import { Sealer } from '@halyard/persistence';
import { decodeJwt } from 'jose';
import { DataSource, IsNull } from 'typeorm';
import { ApplicationCredentials } from '../application/application-credentials.js';
import { isPublic } from '../application/application.entity.js';
import { Sessions } from '../session/sessions.js';
import { PersonTokens, type PersonTokenAnswer, sessionIdOf } from './person-tokens.js';
import { REFRESH_TTL_MS, TokenFamilies } from './token-families.js';
import { TokenFamily } from './token-family.entity.js';

/** So long a client may ask again with the token that it has just exchanged: it may have lost the answer. */
const GRACE_MS = 60_000;
const GENERATION = /^\d{1,9}$/;
const CONTEXT = 'auth.token-family';

export interface RefreshRequest {
  readonly applicationId: string;
  readonly refreshToken: string;
  /** Those that are asked for; all that were granted by default. */
  readonly scopes: readonly string[];
}

export type Refused = 'invalid_grant' | 'invalid_scope';

/** Exchanges refresh tokens, each once: one that somebody copied ends its family (RFC 9700, 4.14.2). */
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

  /** Nothing is locked: of several that exchange one token at once, in any processes, one stores its answer. */
  async exchange(request: RefreshRequest): Promise<PersonTokenAnswer | Refused> {
    const family = await this.familyOf(request);
    if (!family) return 'invalid_grant';
    const { personId, generation, refreshedAt, sealedAnswer } = family;
    if (this.isToken(request.refreshToken, family, generation)) {
      return (await this.next(family, request)) ?? this.exchange(request);
    }
    const isGrace = refreshedAt !== null && this.clock.system().getTime() - refreshedAt.getTime() < GRACE_MS;
    if (isGrace && sealedAnswer && this.isToken(request.refreshToken, family, generation - 1)) {
      return JSON.parse(await this.sealer.open(personId, CONTEXT, sealedAnswer)) as PersonTokenAnswer;
    }
    await this.families.endReused(family);
    return 'invalid_grant';
  }

  /** The family of a token, of whatever generation, that goes on. */
  private async familyOf({ refreshToken, applicationId }: RefreshRequest): Promise<TokenFamily | undefined> {
    const [id = '', generation = ''] = refreshToken.split('.', 2);
    if (!isId(id) || !GENERATION.test(generation)) return undefined;
    const family = await this.families.find(id);
    if (family?.applicationId !== applicationId || !family.exchangedAt || family.endedAt) return undefined;
    if (family.expiresAt <= this.clock.system()) return undefined;
    return this.isToken(refreshToken, family, Number(generation)) ? family : undefined;
  }

  /** @returns undefined where another exchange of the token was faster */
  private async next(
    family: TokenFamily,
    { applicationId, scopes }: RefreshRequest,
  ): Promise<PersonTokenAnswer | Refused | undefined> {
    if (scopes.some((scope) => !family.scopes.includes(scope))) return 'invalid_scope';
    const application = await this.credentials.find(applicationId);
    if (!application) return 'invalid_grant';
    const isOurs = application.kind === 'first-party';
    const isOver = isOurs && !(await this.sessions.isLiveById(sessionIdOf(family, application)));
    const { id, personId, generation } = family;
    const following = { ...family, generation: generation + 1 };
    const granted = scopes.length > 0 ? scopes : family.scopes;
    const answer = isOver ? undefined : await this.tokens.make(following, application, granted);
    if (!answer) return 'invalid_grant';
    const refreshedAt = this.clock.system();
    const sealedAnswer = await this.sealer.seal(personId, CONTEXT, JSON.stringify(answer));
    const expiresAt = new Date(refreshedAt.getTime() + REFRESH_TTL_MS);
    const newest = { generation: following.generation, refreshedAt, sealedAnswer, expiresAt };
    return this.dataSource.transaction(async (tx) => {
      const { affected } = await tx.update(TokenFamily, { id, generation, endedAt: IsNull() }, newest);
      if (affected !== 1) return undefined;
      if (isPublic(application)) await this.sessions.extend(tx, id, expiresAt);
      await this.families.endFormerTokens(tx, id, decodeJwt(answer.access_token).iat ?? 0);
      return answer;
    });
  }

  private isToken(token: string, family: TokenFamily, generation: number): boolean {
    const expected = Buffer.from(this.families.refreshTokenOf(family, generation));
    const actual = Buffer.from(token);
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  }
}
