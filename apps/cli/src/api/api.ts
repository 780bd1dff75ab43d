import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { text } from 'node:stream/consumers';
import { CommandFailure } from '../failure.js';
import type { Profile } from '../profile/profile.js';
import { type UnreadAnswer, exchange } from './exchange.js';

const HAL = 'application/vnd.service.v1.hal+json';
const EVENTS = 'text/event-stream';
/** A stream of events is quiet while nothing happens; a lost connection shows by missing heartbeats. */
const SILENCE_MS = 60_000;

export interface HalBody {
  readonly [attribute: string]: unknown;
  readonly id?: string;
  readonly code?: string;
  readonly message?: string;
  readonly _links?: Readonly<Record<string, { readonly href: string; readonly type?: string }>>;
  readonly _embedded?: Readonly<Record<string, readonly HalBody[]>>;
}

/** The suite could not be reached, or asks for a retry: the request may be repeated. */
export class Unserved extends CommandFailure {}

/** What was asked for is no longer kept. */
export class Gone extends CommandFailure {}

type Method = 'GET' | 'POST' | 'DELETE';

/** A client of the public API, signed in as a profile's application. */
export class Api {
  private readonly agent: HttpAgent;
  private token: { readonly value: string; readonly renewAt: number } | undefined;

  private constructor(
    readonly profile: Profile,
    ca: string | undefined,
  ) {
    this.agent = profile.baseUrl.startsWith('https:') ? new HttpsAgent({ ca }) : new HttpAgent();
  }

  /** @throws CommandFailure when the profile's authority can't be read */
  static async open(profile: Profile): Promise<Api> {
    const { caFile } = profile;
    if (caFile === undefined) return new Api(profile, undefined);
    const ca = await readFile(caFile, 'utf8').catch(() => {
      throw new CommandFailure(`${caFile} can't be read`);
    });
    return new Api(profile, ca);
  }

  /** @throws CommandFailure with the refusal */
  async get(path: string): Promise<HalBody> {
    return (await this.send('GET', path)).body;
  }

  /**
   * The body as it is, in a media type.
   *
   * @throws CommandFailure with the refusal
   */
  async text(path: string, accept: string): Promise<string> {
    const response = await this.ask('GET', path, { accept }, undefined);
    if (response.statusCode !== 200) throw refusalOf(response.statusCode, await bodyOf(response));
    return text(response);
  }

  /** @throws CommandFailure with the refusal */
  async post(path: string, body: unknown = {}): Promise<HalBody> {
    return (await this.send('POST', path, body)).body;
  }

  /**
   * @returns the Location
   * @throws CommandFailure with the refusal
   */
  async create(path: string, body: unknown = {}): Promise<string> {
    return (await this.send('POST', path, body)).location;
  }

  /** @throws CommandFailure with the refusal */
  async delete(path: string): Promise<HalBody> {
    return (await this.send('DELETE', path)).body;
  }

  /**
   * Server-Sent Events after the one with the id, or from now on.
   *
   * @throws CommandFailure with the refusal; Unserved
   */
  async stream(path: string, lastEventId: string | undefined, signal: AbortSignal): Promise<Readable> {
    const headers = { accept: EVENTS, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) };
    const response = await this.ask('GET', path, headers, undefined, signal);
    if (response.statusCode === 200) return response;
    throw refusalOf(response.statusCode, await bodyOf(response));
  }

  close(): void {
    this.agent.destroy();
  }

  private async send(
    method: Method,
    path: string,
    body?: unknown,
  ): Promise<{ readonly body: HalBody; readonly location: string }> {
    const headers = { accept: HAL, ...(body !== undefined && { 'content-type': HAL }) };
    const response = await this.ask(method, path, headers, JSON.stringify(body));
    const answer = await bodyOf(response);
    if (response.statusCode >= 300) throw refusalOf(response.statusCode, answer);
    return { body: answer, location: String(response.headers['location'] ?? '') };
  }

  private async ask(
    method: Method,
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: string,
    signal?: AbortSignal,
  ): Promise<UnreadAnswer> {
    const signed = async (): Promise<UnreadAnswer> => {
      const authorization = `Bearer ${await this.accessToken()}`;
      return this.call(method, path, { ...headers, authorization }, body, signal);
    };
    const response = await signed();
    if (response.statusCode !== 401) return response;
    // While a machine sleeps its clock stands still, and tokens expire.
    response.resume();
    this.token = undefined;
    return signed();
  }

  private async call(
    method: Method,
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: string,
    signal?: AbortSignal,
  ): Promise<UnreadAnswer> {
    const { agent, profile } = this;
    const url = path.startsWith('http') ? path : `${profile.baseUrl}${path}`;
    try {
      return await exchange(url, { method, headers, body, agent, signal, silenceMs: SILENCE_MS });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new Unserved(`${profile.baseUrl} can't be reached: ${reasonOf(error)}`);
    }
  }

  private async accessToken(): Promise<string> {
    if (this.token && performance.now() < this.token.renewAt) return this.token.value;
    const { key, secret } = this.profile;
    const response = await this.call(
      'POST',
      '/token',
      {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
      },
      'grant_type=client_credentials',
    );
    const body = await bodyOf(response);
    if (response.statusCode !== 200) throw refusalOf(response.statusCode, body);
    const lifetimeMs = Number(body['expires_in']) * 1_000;
    this.token = { value: String(body['access_token']), renewAt: performance.now() + lifetimeMs / 2 };
    return this.token.value;
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function bodyOf(answer: UnreadAnswer): Promise<HalBody> {
  const body = await text(answer);
  try {
    return body === '' ? {} : (JSON.parse(body) as HalBody);
  } catch {
    return {};
  }
}

/** Describes what is wrong with the request, fault by fault. */
function refusalOf(status: number, { code = 'Unknown', message = '', _embedded }: HalBody): CommandFailure {
  const faults = (_embedded?.['errors'] ?? []).map((fault) => `\n  ${String(fault['path'])}: ${fault.message ?? ''}`);
  const text = `${status} ${code}: ${message}${faults.join('')}`;
  if (status >= 500 || status === 429) return new Unserved(text);
  return status === 410 ? new Gone(text) : new CommandFailure(text);
}
