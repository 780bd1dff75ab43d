import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '../context.js';
import { CommandFailure, exits, isApiError } from '../exit-codes.js';
import { type GrantedTokens, postForm, requestTokens } from '../profile/token-request.js';
import { canOpenBrowser, openBrowser } from '../browser.js';
import { Loopback } from './loopback.js';
import { accountOf, type Endpoints, LoginPlace, type LoginOptions, placeOf, userOf } from './place.js';
import { jsonText } from '../output/terminal-text.js';

export interface PersonLoginOptions extends LoginOptions {
  readonly device?: boolean;
  /** False if the user opens the address elsewhere. */
  readonly browser: boolean;
}

const CLIENT_ID = 'halyard-cli';
const SCOPE = 'openid profile email send transactions funding managecustomers accountinfofull';
/** How long a person may take. */
const DEADLINE_MS = 600_000;

/** Logs in as a person: in a browser here, or by a code that is typed in on another device. */
export async function loginAsPerson(context: Context, options: PersonLoginOptions): Promise<void> {
  const place = await LoginPlace.of(context, options);
  const signal = AbortSignal.any([context.signal, lateAfter(DEADLINE_MS)]);
  const endpoints = await place.endpoints(signal);
  const isDevice = options.device ?? (options.browser && !canOpenBrowser(context.env));
  const login = new PersonLogin(context, options, place, endpoints, signal);
  await login.keep(await (isDevice ? login.byDevice() : login.byBrowser()));
}

function lateAfter(ms: number): AbortSignal {
  const late = new AbortController();
  const failure = new CommandFailure(`nobody logged in within ${ms / 60_000} minutes`, exits.notLoggedIn);
  setTimeout(() => late.abort(failure), ms).unref();
  return late.signal;
}

class PersonLogin {
  constructor(
    private readonly context: Context,
    private readonly options: PersonLoginOptions,
    private readonly place: LoginPlace,
    private readonly endpoints: Endpoints,
    private readonly signal: AbortSignal,
  ) {}

  /** Logs in by the code flow, with PKCE, on a loopback address (RFC 8252). */
  async byBrowser(): Promise<GrantedTokens> {
    const { issuer, authorization_endpoint: authorize } = this.endpoints;
    const verifier = randomBytes(32).toString('base64url');
    const state = randomBytes(24).toString('base64url');
    const loopback = await Loopback.open(state, issuer);
    const asked = new URLSearchParams({
      response_type: 'code',
      client_id: CLIENT_ID,
      redirect_uri: loopback.redirectUri,
      scope: SCOPE,
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const address = `${authorize}?${asked.toString()}`;
    this.context.note(this.options.json ? jsonText({ authorization_uri: address }) : `log in at ${address}`);
    if (this.options.browser) openBrowser(address);
    const code = await loopback.code(this.signal);
    return this.tokens({
      grant_type: 'authorization_code',
      code,
      redirect_uri: loopback.redirectUri,
      code_verifier: verifier,
    });
  }

  /** Logs in by a code that the person types in somewhere else (RFC 8628). */
  async byDevice(): Promise<GrantedTokens> {
    const { device_authorization_endpoint: endpoint } = this.endpoints;
    if (endpoint === undefined) throw new CommandFailure(`${this.place.baseUrl} has no log-in by code`);
    const { fetch } = this.place;
    const form = { client_id: CLIENT_ID, scope: SCOPE };
    const asked = await postForm(endpoint, { authUrl: placeOf(endpoint), fetch, form, signal: this.signal });
    const { device_code: code, user_code, verification_uri, verification_uri_complete, expires_in, interval } = asked;
    const { print, note } = this.context;
    if (this.options.json) print(jsonText({ verification_uri, verification_uri_complete, user_code, expires_in }));
    else note(`log in at ${String(verification_uri)} with the code ${String(user_code)}`);
    const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: String(code) };
    const endsAt = performance.now() + Number(expires_in) * 1_000;
    let pauseMs = Number(interval ?? 5) * 1_000;
    while (performance.now() < endsAt) {
      await delay(pauseMs, undefined, { signal: this.signal }).catch(() => this.signal.throwIfAborted());
      const tokens = await this.tokens(grant).catch(whatIsAsked);
      if (typeof tokens === 'object') return tokens;
      if (tokens === 'slow_down') pauseMs += 5_000;
    }
    throw new CommandFailure('nobody logged in before the code expired', exits.notLoggedIn);
  }

  /** Stores the log-in, and tells whose it is. */
  async keep({ refreshToken, accessToken, expiresAt }: GrantedTokens): Promise<void> {
    if (refreshToken === undefined) throw new CommandFailure('the suite gave no refresh token');
    const { place, endpoints, options, context } = this;
    const client = place.clientOf(() => Promise.resolve(accessToken));
    const [account, user] = await Promise.all([accountOf(client, this.signal), userOf(client, this.signal)]);
    const credentials = { clientId: CLIENT_ID, refreshToken, accessToken, expiresAt };
    await place.keep(placeOf(endpoints.token_endpoint), account.id, credentials);
    const { name: profile } = place.profile;
    if (options.json) context.print(jsonText({ profile, user, account }));
    else context.print(`${user.email} is logged in to ${account.name} (${account.id}) as profile ${profile}`);
  }

  private tokens(form: Readonly<Record<string, string>>): Promise<GrantedTokens> {
    const authUrl = placeOf(this.endpoints.token_endpoint);
    const asked = { authUrl, fetch: this.place.fetch, signal: this.signal };
    return requestTokens({ ...asked, form: { client_id: CLIENT_ID, ...form } });
  }
}

/** @throws CommandFailure if the person said no, or was too late; every other error */
function whatIsAsked(error: unknown): 'authorization_pending' | 'slow_down' {
  const code = isApiError(error) ? String(error.code) : '';
  if (code === 'authorization_pending' || code === 'slow_down') return code;
  if (code === 'access_denied') throw new CommandFailure('not let in: access_denied', exits.notLoggedIn);
  if (code === 'expired_token') throw new CommandFailure('the code has expired', exits.notLoggedIn);
  throw error;
}
