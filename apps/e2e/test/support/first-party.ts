import { hash, randomBytes } from 'node:crypto';
import { firstPartyKeys } from '@halyard/contracts/applications';
import { type Dispatcher, request } from 'undici';
import { FormBrowser } from '@halyard/suite/form-browser';

const REDIRECT_URL = 'http://127.0.0.1:9/callback';
const SCOPE = 'openid send transactions funding managecustomers accountinfofull';

interface Login {
  readonly email: string;
  readonly password: string;
}

export interface PersonTokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token: string;
}

/** Sends a form to the authorization server. @returns the status and the answer */
export async function postForm<Answer>(
  baseUrl: string,
  path: string,
  fields: Readonly<Record<string, string>>,
  dispatcher: Dispatcher,
): Promise<{ readonly status: number; readonly body: Answer }> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams(fields).toString();
  const answer = await request(`${baseUrl}${path}`, { method: 'POST', headers, body, dispatcher });
  const text = await answer.body.text();
  return { status: answer.statusCode, body: (text === '' ? {} : JSON.parse(text)) as Answer };
}

interface AuthorizationRequest {
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly scope: string;
}

const commandLine: AuthorizationRequest = {
  client_id: firstPartyKeys.commandLine,
  redirect_uri: REDIRECT_URL,
  scope: SCOPE,
};

/** A code for an application that the logged-in person has admitted, and the form that exchanges the code. */
export async function codeFor(
  browser: FormBrowser,
  given: Partial<AuthorizationRequest> = {},
): Promise<Readonly<Record<'grant_type' | 'code' | 'client_id' | 'redirect_uri' | 'code_verifier', string>>> {
  const verifier = randomBytes(32).toString('base64url');
  const { client_id: clientId, redirect_uri: redirectUrl, scope } = { ...commandLine, ...given };
  const asked = {
    ...{ client_id: clientId, redirect_uri: redirectUrl, response_type: 'code', scope },
    ...{ code_challenge: hash('sha256', verifier, 'base64url'), code_challenge_method: 'S256' },
  };
  const { location: interaction } = await browser.get(`/auth?${new URLSearchParams(asked).toString()}`);
  const { location } = await browser.send(interaction, interaction, { answer: 'allow' });
  return {
    ...{ grant_type: 'authorization_code', code: new URL(location).searchParams.get('code') ?? '' },
    ...{ client_id: clientId, redirect_uri: redirectUrl, code_verifier: verifier },
  };
}

/** The access token of a person who has just logged in and admitted the command line. */
export async function personToken(
  baseUrl: string,
  login: Login,
  dispatcher: Dispatcher,
  given: Partial<AuthorizationRequest> & { readonly client_secret?: string } = {},
): Promise<string> {
  const browser = new FormBrowser(baseUrl, dispatcher);
  await browser.send('/login', '/login', { ...login });
  const { client_secret: secret, ...asked } = given;
  const form = { ...(await codeFor(browser, asked)), ...(secret !== undefined && { client_secret: secret }) };
  return (await postForm<PersonTokens>(baseUrl, '/token', form, dispatcher)).body.access_token;
}
