import { Readable } from 'node:stream';
import { Controller } from '@nestjs/common';
import { Bytes, CurrentExchange, fieldOf, type IncomingExchange, Serves } from '@halyard/http';
import { DataSource } from 'typeorm';
import { People } from '../person/people.js';
import { Person } from '../person/person.entity.js';
import { PersonAccessTokens } from './person-access.js';

const BEARER = /^Bearer +([\w\-.~+/]+=*)$/i;
const TOKEN_LENGTH_MAX = 4_096;

/** /userinfo: what an application may know of the person who lets it act (OpenID Connect Core, 5.3). */
@Controller()
export class UserinfoController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly people: People,
    private readonly tokens: PersonAccessTokens,
  ) {}

  @Serves('getUserinfo')
  get(@CurrentExchange() exchange: IncomingExchange): Promise<Bytes> {
    return this.answer(exchange);
  }

  @Serves('getUserinfoByPost')
  post(@CurrentExchange() exchange: IncomingExchange): Promise<Bytes> {
    return this.answer(exchange);
  }

  private async answer({ headers }: IncomingExchange): Promise<Bytes> {
    const token = BEARER.exec(fieldOf(headers, 'authorization') ?? '')?.[1];
    if (token === undefined) {
      // RFC 6750, 3.1: the challenge names no error where nothing was sent.
      const missing = {
        error: 'invalid_request',
        error_description: 'Send the access token as Authorization: Bearer.',
      };
      return jsonOf(missing, 401, 'Bearer realm="api"');
    }
    const access = token.length > TOKEN_LENGTH_MAX ? undefined : await this.tokens.verify(token);
    const person = access && (await this.dataSource.manager.findOneBy(Person, { id: access.personId }));
    if (!access || !person) return refusal(401, 'invalid_token', 'The access token is invalid, or has ended.');
    if (!access.scopes.includes('openid'))
      return refusal(403, 'insufficient_scope', 'The access token lacks the scope openid.');
    const { email, name } = await this.people.open(person);
    return jsonOf({
      sub: person.id,
      ...(access.scopes.includes('profile') && { name }),
      // An invitation proves the address; for that of a person by the seed, whoever runs the seed vouches.
      ...(access.scopes.includes('email') && { email, email_verified: true }),
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

const refusal = (status: 401 | 403, error: string, description: string): Bytes =>
  jsonOf(
    { error, error_description: description },
    status,
    `Bearer realm="api", error="${error}", error_description="${description}"`,
  );
