import { firstPartyKeys } from '@halyard/contracts/applications';
import type { HalClient } from '@halyard/suite/client';
import { expect } from '@jest/globals';
import { Agent } from 'undici';
import type { SuiteProcess } from '../../src/suite-process.js';
import { ConsoleVisitor } from '../support/console-visitor.js';
import { codeFor, type PersonTokens, postForm } from '../support/first-party.js';
import { invitedPerson } from '../support/people.js';

/** What people and programs have from before an upgrade: a session of the console, tokens, a browser that is logged in. */
export class Sessions {
  private constructor(
    private readonly client: HalClient,
    private readonly visitor: ConsoleVisitor,
    private readonly browser: ReturnType<HalClient['browser']>,
    private readonly accessToken: string,
    private readonly tokens: PersonTokens,
    private readonly dispatcher: Agent,
  ) {}

  static async open(suite: SuiteProcess, client: HalClient, ca: string): Promise<Sessions> {
    const owner = await invitedPerson(suite, client, 'owner');
    const visitor = await ConsoleVisitor.open(client);
    await visitor.logIn(owner);
    const browser = client.browser();
    await browser.send('/login', '/login', { ...owner });
    const dispatcher = new Agent({ connect: { ca } });
    const code = await codeFor(browser);
    const { body } = await postForm<PersonTokens>(client.connection.baseUrl, '/token', code, dispatcher);
    return new Sessions(client, visitor, browser, await client.accessToken(), body, dispatcher);
  }

  /** Expects that nobody has to log in again. */
  async expectOpen(): Promise<void> {
    const { visitor, browser, client } = this;
    const cookie = visitor.session;
    expect((await visitor.api('GET', '/')).status).toBe(200);
    expect(visitor.session).toBe(cookie);
    expect((await visitor.get('/console/')).status).toBe(200);
    expect((await browser.get('/me')).status).toBe(200);
    for (const token of [this.accessToken, this.tokens.access_token]) {
      const headers = { authorization: `Bearer ${token}`, accept: 'application/vnd.service.v1.hal+json' };
      expect((await client.raw('GET', '/', headers)).status).toBe(200);
    }
  }

  /** Expects that the refresh token of before gives new ones. */
  async expectRenewable(): Promise<void> {
    const { refresh_token: refreshToken } = this.tokens;
    const asked = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: firstPartyKeys.commandLine };
    const { status } = await postForm(this.client.connection.baseUrl, '/token', asked, this.dispatcher);
    expect(status).toBe(200);
  }

  async close(): Promise<void> {
    await Promise.all([this.visitor.close(), this.dispatcher.close()]);
  }
}
