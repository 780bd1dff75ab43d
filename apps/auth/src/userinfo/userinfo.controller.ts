import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Controller } from '@nestjs/common';
import type { HeaderFields } from '@halyard/contracts';
import { oauthRoutes } from '@halyard/contracts/authorization';
import { Bytes, CurrentExchange, essenceOf, fieldOf, type IncomingExchange, Serves } from '@halyard/http';
import { DataSource } from 'typeorm';
import { People } from '../person/people.js';
import { Person } from '../person/person.entity.js';
import { IssuedAccessTokens } from '../issued-token/issued-access-tokens.js';

const BEARER = /^Bearer +([\w\-.~+/]+=*)$/i;
const FORM = 'application/x-www-form-urlencoded';

/** OpenID Connect Core, 5.3. */
@Controller()
export class UserinfoController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly people: People,
    private readonly tokens: IssuedAccessTokens,
  ) {}

  @Serves(oauthRoutes.getUserinfo)
  get(@CurrentExchange() { headers }: IncomingExchange): Promise<Bytes> {
    return this.answer(tokenIn(headers));
  }

  /** The token may be in the form (RFC 6750, 2.2), but not in two places. */
  @Serves(oauthRoutes.getUserinfoByPost)
  async post(@CurrentExchange() { headers, body }: IncomingExchange): Promise<Bytes> {
    const isForm = essenceOf(fieldOf(headers, 'content-type') ?? '') === FORM;
    const tokens = isForm ? new URLSearchParams(await text(body)).getAll('access_token') : [];
    const all = [...tokens, ...[tokenIn(headers) ?? []].flat()];
    if (all.length > 1) return refusal(400, 'invalid_request', 'The access token was sent more than once.');
    return this.answer(all[0]);
  }

  private async answer(token: string | undefined): Promise<Bytes> {
    if (token === undefined) {
      // RFC 6750, 3.1: the challenge names no error if nothing was sent.
      const missing = {
        error: 'invalid_request',
        error_description: 'Send the access token as Authorization: Bearer.',
      };
      return jsonOf(missing, 401, 'Bearer realm="api"');
    }
    const claims = await this.tokens.standing(token);
    const person = claims?.family && (await this.dataSource.manager.findOneBy(Person, { id: claims.sub }));
    if (!claims || !person) return refusal(401, 'invalid_token', 'The access token is invalid, or has ended.');
    const scopes = claims.scope.split(' ');
    if (!scopes.includes('openid'))
      return refusal(403, 'insufficient_scope', 'The access token lacks the scope openid.');
    const { email, name } = await this.people.open(person);
    return jsonOf({
      sub: person.id,
      ...(scopes.includes('profile') && { name }),
      // Accepting an invitation proves the address. For people of the seed, whoever runs the seed vouches for it.
      ...(scopes.includes('email') && { email, email_verified: true }),
    });
  }
}

const jsonOf = (value: object, status = 200, challenge?: string): Bytes =>
  new Bytes(
    Readable.from([JSON.stringify(value)], { objectMode: false }),
    {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      ...(challenge !== undefined && { 'www-authenticate': challenge }),
    },
    status,
  );

const tokenIn = (headers: HeaderFields): string | undefined =>
  BEARER.exec(fieldOf(headers, 'authorization') ?? '')?.[1];

const refusal = (status: 400 | 401 | 403, error: string, description: string): Bytes =>
  jsonOf(
    { error, error_description: description },
    status,
    `Bearer realm="api", error="${error}", error_description="${description}"`,
  );
