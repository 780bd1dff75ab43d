import { Readable } from 'node:stream';
import { type RawAnswer, serviceRoutes } from '@halyard/contracts';
import { firstPartyKeys } from '@halyard/contracts/applications';
import type { ConsoleMember } from '@halyard/contracts/console';
import { authorizationRoutes, oauthRoutes } from '@halyard/contracts/authorization';
import { type Clock, DomainError, newId } from '@halyard/core';
import { Bytes } from '@halyard/http';
import { factAnswer, type FakeServices } from '@halyard/testing';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';

export const ISSUER = 'https://localhost:8443';
const ALGORITHM = 'RS256';
const SCOPE = 'openid profile email send transactions';
const ACCESS_SECONDS = 3_600;

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;
type Form = Readonly<Record<string, string>>;

/** Somebody who may act for an account. */
export interface Person {
  readonly id: string;
  readonly accountId: string;
  readonly member: ConsoleMember;
}

/** Claims that a forged ID token has in place of the right ones. */
export interface ForgedToken {
  readonly nonce?: string;
  readonly issuer?: string;
  readonly audience?: string;
  readonly key?: CryptoKey;
}

interface AllowOptions {
  /** When the person last proved who it is; now by default. */
  readonly loggedInAt?: Date;
  readonly forged?: ForgedToken;
}

export const newPerson = (given: Partial<ConsoleMember> = {}): Person => ({
  id: newId(),
  accountId: newId(),
  member: {
    email: 'ada@example.com',
    name: 'Ada Byron',
    role: 'owner',
    accountName: 'Corner shop',
    accounts: 1,
    ...given,
  },
});

/** Auth, as the console sees it: it gives codes to browsers, and answers the calls of the console. */
export class AuthorizationServerDouble {
  /** The forms that the token endpoint was sent. */
  readonly exchanged: Form[] = [];
  /** Refresh tokens that the console has ended. */
  readonly revoked: string[] = [];
  /** Codes that were given to browsers. */
  private readonly codes = new Map<string, { readonly person: Person; readonly idToken: string }>();
  private readonly tokens = new Map<string, Person>();
  /** The answers to refresh tokens: auth gives the same answer again to a token that was just exchanged. */
  private readonly renewals = new Map<string, RawAnswer>();
  private readonly expelled = new Set<string>();

  private constructor(
    private readonly keys: Keys,
    private readonly clock: Clock,
  ) {}

  static async beside(services: FakeServices, clock: Clock): Promise<AuthorizationServerDouble> {
    const double = new AuthorizationServerDouble(await generateKeyPair(ALGORITHM), clock);
    const keySet = JSON.stringify({ keys: [{ ...(await exportJWK(double.keys.publicKey)), alg: ALGORITHM }] });
    const { createToken, revokeToken, getPublicKeys } = { ...oauthRoutes, ...authorizationRoutes };
    services.answerBytes(getPublicKeys, () => new Bytes(Readable.from([Buffer.from(keySet)]), {}));
    services.answer(`POST ${createToken.path}`, ({ body }) => double.exchange(formIn(body)));
    services.answer(`POST ${revokeToken.path}`, ({ body }) => {
      double.revoked.push(formIn(body)['token'] ?? '');
      return raw({});
    });
    services.answer(`POST ${serviceRoutes.findMember.path}`, ({ body }) => {
      const person = double.bearer((body as { readonly accessToken: string }).accessToken);
      return person ? factAnswer(person.member) : new DomainError('NotFound');
    });
    return double;
  }

  /** Somebody logs in where a browser was led to. @returns the address that the browser is sent back to */
  async allow(location: string, person: Person, options: AllowOptions = {}): Promise<string> {
    const asked = new URL(location).searchParams;
    const code = newId();
    this.codes.set(code, { person, idToken: await this.idToken(person, asked.get('nonce') ?? '', options) });
    const { pathname } = new URL(asked.get('redirect_uri') ?? '');
    return `${pathname}?${new URLSearchParams({ code, state: asked.get('state') ?? '', iss: ISSUER }).toString()}`;
  }

  /** A person is removed, or its account is suspended: its tokens are worth nothing. */
  expel({ id }: Person): void {
    this.expelled.add(id);
  }

  /** The person's sessions are revoked: its tokens so far are worth nothing, and it may log in again. */
  revokeTokens({ id }: Person): void {
    for (const [token, person] of this.tokens) if (person.id === id) this.tokens.delete(token);
  }

  /** A person gets another role: its access tokens end, and the next ones come by refreshing. */
  changeRole({ id }: Person, role: ConsoleMember['role']): void {
    for (const [token, person] of this.tokens) {
      if (person.id !== id) continue;
      if (token.startsWith('access-')) this.tokens.delete(token);
      else this.tokens.set(token, { ...person, member: { ...person.member, role } });
    }
  }

  /** Whose a token is, if it is worth anything. */
  private bearer(token: string): Person | undefined {
    const person = this.tokens.get(token);
    return person && !this.expelled.has(person.id) ? person : undefined;
  }

  private exchange(form: Form): RawAnswer {
    this.exchanged.push(form);
    const refreshToken = form['refresh_token'] ?? '';
    const renewed = this.bearer(refreshToken);
    if (renewed) {
      const answer = this.renewals.get(refreshToken) ?? this.tokensFor(renewed);
      this.renewals.set(refreshToken, answer);
      return answer;
    }
    const { person, idToken } = this.codes.get(form['code'] ?? '') ?? {};
    return person ? this.tokensFor(person, idToken) : raw({ error: 'invalid_grant' });
  }

  private tokensFor(person: Person, idToken?: string): RawAnswer {
    const [access, refresh] = [`access-${newId()}`, `refresh-${newId()}`];
    for (const token of [access, refresh]) this.tokens.set(token, person);
    return raw({
      ...{ access_token: access, refresh_token: refresh, token_type: 'Bearer' },
      ...{ scope: SCOPE, expires_in: ACCESS_SECONDS, account_id: person.accountId },
      ...(idToken !== undefined && { id_token: idToken }),
    });
  }

  private idToken(
    { id }: Person,
    nonce: string,
    { loggedInAt = this.clock.system(), forged = {} }: AllowOptions,
  ): Promise<string> {
    const now = secondsOf(this.clock.system());
    return new SignJWT({ nonce: forged.nonce ?? nonce, auth_time: secondsOf(loggedInAt) })
      .setProtectedHeader({ alg: ALGORITHM })
      .setIssuer(forged.issuer ?? ISSUER)
      .setAudience(forged.audience ?? firstPartyKeys.console)
      .setSubject(id)
      .setIssuedAt(now)
      .setExpirationTime(now + ACCESS_SECONDS)
      .sign(forged.key ?? this.keys.privateKey);
  }
}

const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1_000);
const formIn = (body: unknown): Form => (body as { readonly form: Form }).form;
const raw = (value: object): RawAnswer => ({ type: 'raw', headers: {}, body: JSON.stringify(value) });
