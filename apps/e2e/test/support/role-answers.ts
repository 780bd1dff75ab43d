import { readFile } from 'node:fs/promises';
import type { Route } from '@halyard/contracts';
import type { HalClient } from '@halyard/suite/client';
import { Agent, request } from 'undici';
import type { ConsoleVisitor } from './console-visitor.js';
import { personToken, postForm } from './first-party.js';
import { idOf } from './journeys.js';
import type { Login } from './people.js';

/** Some routes of the API, and all that is needed to ask each. */
export interface AskedRoutes {
  readonly routes: Readonly<Record<string, Route>>;
  /** The body for each route that takes one: JSON, or a text. */
  readonly bodies: Readonly<Record<string, object | string>>;
}

/** The status of each route, and the code of a refusal. */
export type RoleAnswers = Readonly<Record<string, number | string>>;

interface PlainAnswer {
  readonly status: number;
  readonly text: string;
}

const typeOf = (sent: object | string): string => (typeof sent === 'string' ? 'text/plain' : 'application/json');
const textOf = (sent: object | string): string => (typeof sent === 'string' ? sent : JSON.stringify(sent));

function answerOf({ status, text }: PlainAnswer): number | string {
  const { code } = (status < 400 ? {} : JSON.parse(text)) as { readonly code?: string };
  return code === undefined ? status : `${status} ${code}`;
}

/** Asks routes in the name of persons and applications. */
export class RoleAsker {
  private constructor(
    private readonly client: HalClient,
    private readonly dispatcher: Agent,
    private readonly asked: AskedRoutes,
    /** Id of the resource that the routes are asked about. */
    private readonly id: string,
  ) {}

  /** @param client acts for the account that the resource is of */
  static async open(client: HalClient, asked: AskedRoutes, id: string): Promise<RoleAsker> {
    const ca = await readFile(client.connection.caFile ?? '', 'utf8');
    return new RoleAsker(client, new Agent({ connect: { ca } }), asked, id);
  }

  /** How the API answers the holder of a token. */
  answersFor(token: string): Promise<RoleAnswers> {
    return this.askEach(async ({ method, path }, sent) => {
      const { statusCode: status, body } = await request(`${this.client.connection.baseUrl}${path}`, {
        method,
        headers: {
          ...{ authorization: `Bearer ${token}`, accept: '*/*' },
          ...(sent !== undefined && { 'content-type': typeOf(sent) }),
        },
        ...(sent !== undefined && { body: textOf(sent) }),
        dispatcher: this.dispatcher,
      });
      return { status, text: await body.text() };
    });
  }

  async answersForPerson(login: Login): Promise<RoleAnswers> {
    return this.answersFor(await personToken(this.client.connection.baseUrl, login, this.dispatcher));
  }

  /** How the API answers an application with the permissions and scopes. */
  async answersForApplication(permissions: string, scopes: readonly string[]): Promise<RoleAnswers> {
    const { key, secret } = await this.application(permissions, scopes);
    const form = { grant_type: 'client_credentials', client_id: key, client_secret: secret };
    const { baseUrl } = this.client.connection;
    const { body } = await postForm<{ access_token: string }>(baseUrl, '/token', form, this.dispatcher);
    return this.answersFor(body.access_token);
  }

  /** Makes an application with a secret. */
  async application(
    permissions: string,
    scopes: readonly string[],
  ): Promise<{ readonly key: string; readonly secret: string }> {
    const key = idOf(
      await this.client.create('/applications', { name: 'Of a test', kind: 'server', scopes, permissions }),
    );
    const headers = { 'idempotency-key': key };
    const { body } = await this.client.post(`/applications/${key}/secrets`, {}, { headers });
    return { key, secret: String(body['secret']) };
  }

  /** How the console passes the answers on to the person who is logged in. */
  answersInConsole(visitor: ConsoleVisitor): Promise<RoleAnswers> {
    return this.askEach(({ method, path }, sent) => {
      const headers = {
        accept: '*/*',
        ...(method !== 'GET' && { 'x-console': '1' }),
        ...(sent !== undefined && { 'content-type': typeOf(sent) }),
      };
      return visitor.send(
        method as 'GET' | 'POST',
        `/console/api${path}`,
        headers,
        sent === undefined ? sent : textOf(sent),
      );
    });
  }

  close(): Promise<void> {
    return this.dispatcher.close();
  }

  private async askEach(
    ask: (route: Pick<Route, 'method' | 'path'>, sent: object | string | undefined) => Promise<PlainAnswer>,
  ): Promise<RoleAnswers> {
    const answers: Record<string, number | string> = {};
    for (const [name, { method, path }] of Object.entries(this.asked.routes)) {
      answers[name] = answerOf(await ask({ method, path: path.replace(':id', this.id) }, this.asked.bodies[name]));
    }
    return answers;
  }
}
