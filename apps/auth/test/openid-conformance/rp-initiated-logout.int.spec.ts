import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeJwt, UnsecuredJWT } from 'jose';
import { PagesStage } from '../support/pages-stage.js';
import { LOGGED_OUT, type Parameters, RelyingParty, returned } from '../support/relying-party.js';
import type { VisitedPage, Visitor } from '../support/visitor.js';

const CONFIRM = '/session/end/confirmation';

/** The plan `oidcc-rp-initiated-logout-certification-test-plan` of the conformance suite of the OpenID Foundation. */
describe('RP-initiated logout', () => {
  let stage: PagesStage;
  let client: RelyingParty;
  let visitor: Visitor;
  /** Of an authorization in the browser that is to be logged out. */
  let hint: string;
  beforeAll(async () => {
    stage = await PagesStage.open();
    client = await RelyingParty.register(stage);
  });
  afterAll(() => stage.close());
  beforeEach(async () => {
    visitor = await stage.loggedIn(await stage.newPerson());
    hint = (await client.tokens(visitor))['id_token'] ?? '';
  });

  const asked = (parameters: Parameters): string => {
    const pairs = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined);
    return `/session/end?${new URLSearchParams(pairs).toString()}`;
  };
  /** Confirms the log-out with the fields that the page has. */
  async function confirmed(parameters: Parameters): Promise<VisitedPage> {
    const page = await visitor.get(asked(parameters));
    expect(page.heading).toBe('Log out');
    const fields = [...page.html.matchAll(/name="([\w-]+)"\s+value="([^"]*)"/g)].map(
      ([, name = '', value = '']): [string, string] => [name, value.replaceAll('&amp;', '&')],
    );
    return visitor.post(CONFIRM, { ...Object.fromEntries<string>(fields), answer: 'leave' });
  }
  const silently = async (): Promise<Readonly<Record<string, string>>> =>
    returned(await visitor.get(client.authPath({ prompt: 'none' })));

  it('oidcc-rp-initiated-logout-discovery-endpoint-verification', async () => {
    const { body } = await client.configuration();
    expect(body['end_session_endpoint']).toMatch(/^https:.*\/session\/end$/);
  });

  it.each([
    ['oidcc-rp-initiated-logout', 'jhdbyg', `${LOGGED_OUT}?state=jhdbyg`],
    ['oidcc-rp-initiated-logout-no-state', undefined, LOGGED_OUT],
  ])('%s', async (_, state, location) => {
    expect(await silently()).toHaveProperty('code');
    const answer = await confirmed({ id_token_hint: hint, post_logout_redirect_uri: LOGGED_OUT, state });
    expect([answer.status, answer.location]).toEqual([303, location]);
    expect(await silently()).toMatchObject({ error: 'login_required' });
  });

  it.each<[string, () => Parameters]>([
    ['oidcc-rp-initiated-logout-no-id-token-hint', () => ({ post_logout_redirect_uri: LOGGED_OUT, state: 'x' })],
    ['oidcc-rp-initiated-logout-no-params', () => ({})],
    ['oidcc-rp-initiated-logout-no-post-logout-redirect-uri', () => ({ id_token_hint: hint, state: 'x' })],
    ['oidcc-rp-initiated-logout-only-state', () => ({ state: 'x' })],
  ])('%s: the person confirms it, and goes nowhere', async (_, parameters) => {
    const answer = await confirmed(parameters());
    expect([answer.status, answer.location, answer.heading]).toEqual([200, undefined, 'You are logged out']);
    expect(await silently()).toMatchObject({ error: 'login_required' });
  });

  const unsigned = (): string => new UnsecuredJWT(decodeJwt(hint)).encode();
  it.each<[string, () => Parameters]>([
    [
      'oidcc-rp-initiated-logout-bad-post-logout-redirect-uri',
      () => ({ id_token_hint: hint, post_logout_redirect_uri: `${LOGGED_OUT}/foo` }),
    ],
    [
      'oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri',
      () => ({ id_token_hint: hint, post_logout_redirect_uri: `${LOGGED_OUT}?foo=bar` }),
    ],
    [
      'oidcc-rp-initiated-logout-modified-id-token-hint',
      () => ({ id_token_hint: unsigned(), post_logout_redirect_uri: LOGGED_OUT }),
    ],
    [
      'oidcc-rp-initiated-logout-bad-id-token-hint',
      () => ({ id_token_hint: `${hint.slice(0, -6)}AAAAAA`, post_logout_redirect_uri: LOGGED_OUT }),
    ],
  ])('%s: the person sees what is wrong, and stays logged in', async (_, parameters) => {
    const answer = await visitor.get(asked(parameters()));
    expect([answer.status, answer.location]).toEqual([400, undefined]);
    expect(answer.html).toContain('made a mistake');
    expect(await silently()).toHaveProperty('code');
  });
});
