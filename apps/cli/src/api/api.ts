import { readFile } from 'node:fs/promises';
import {
  type Answer,
  type Client,
  type ClientOptions,
  createClient,
  type Method,
  type RequestOptions,
  type Template,
} from '@halyard/client';
import { CommandFailure, exits, wrongUsage } from '../exit-codes.js';
import type { Env, Profile } from '../profile/profile.js';
import { ApplicationTokens } from '../profile/application-tokens.js';
import { SavedTokens } from '../profile/saved-tokens.js';
import { nodeFetch } from './fetch.js';

const FORMS = 'application/prs.hal-forms+json';
/** A command gives up on a suite that it can't reach after this time, by default. */
export const CONNECT_MS = 3_000;

export interface Hal {
  readonly [attribute: string]: unknown;
  readonly id?: string;
  readonly total?: number;
  readonly _links?: Readonly<Record<string, { readonly href: string; readonly type?: string }>>;
  readonly _embedded?: Readonly<Record<string, readonly Hal[]>>;
  readonly _templates?: Readonly<Record<string, Template>>;
}

type Options = Omit<RequestOptions, 'signal'>;

/** Calls the API as a profile's user, through the suite's client, until the command is to end. */
export class Api {
  private constructor(
    readonly client: Client,
    readonly profile: Profile,
    /** Aborted when the command is to end. */
    readonly ended: AbortSignal,
    /** How long the suite may take, if the command says so. */
    readonly timeoutMs: number | undefined,
    private readonly patience: Patience,
    readonly accessToken: () => Promise<string>,
    /** Ends timers that nobody waits for any more. */
    readonly close: () => void,
  ) {}

  /**
   * @param timeoutMs how long the suite may take to be reached, and to answer
   * @param onRetry called before each pause after which a request is sent again
   * @throws CommandFailure if the profile's authority can't be read
   */
  static async open(
    profile: Profile,
    env: Env,
    ended: AbortSignal,
    timeoutMs: number | undefined,
    onRetry: ClientOptions['onRetry'] = () => undefined,
  ): Promise<Api> {
    const { baseUrl, authUrl, credentials } = profile;
    const patience = new Patience(baseUrl, timeoutMs ?? CONNECT_MS);
    const fetch = nodeFetch({
      env,
      ca: await authorityOf(profile),
      onConnecting: patience.begin,
      onConnected: patience.end,
    });
    const closed = new AbortController();
    const tokens =
      'key' in credentials
        ? new ApplicationTokens(authUrl, credentials, fetch, closed.signal)
        : new SavedTokens(profile, fetch, closed.signal);
    const token = (refused?: string): Promise<string> => tokens.token(refused);
    const client = createClient({ baseUrl, fetch, token, onRetry, ...(timeoutMs !== undefined && { timeoutMs }) });
    return new Api(client, profile, ended, timeoutMs, patience, token, () => closed.abort());
  }

  /** Aborted when the command is to end, or when the suite can't be reached. */
  get signal(): AbortSignal {
    return AbortSignal.any([this.ended, this.patience.signal]);
  }

  /** @throws ApiError, ConnectionError, CommandFailure if the suite can't be reached */
  request(method: Method, path: string, options: Options = {}): Promise<Answer> {
    return this.client.request(method, this.placeOf(path), { ...options, signal: this.signal });
  }

  /** @throws ApiError, ConnectionError, CommandFailure if the suite can't be reached */
  async get(path: string): Promise<Hal> {
    return (await this.request('GET', path)).body;
  }

  /** A resource or list with its templates, which offer actions. */
  async forms(path: string): Promise<Hal> {
    return (await this.request('GET', path, { accept: FORMS })).body;
  }

  async post(path: string, body: unknown = {}): Promise<Hal> {
    return (await this.request('POST', path, { body })).body;
  }

  /** @returns the Location */
  async create(path: string, body: unknown = {}): Promise<string> {
    return (await this.request('POST', path, { body })).headers.get('location') ?? '';
  }

  async delete(path: string): Promise<Hal> {
    return (await this.request('DELETE', path)).body;
  }

  /** The path of an address within the suite, without its query. */
  routeOf(path: string): string {
    const base = new URL(this.profile.baseUrl);
    const { pathname } = new URL(this.placeOf(path), base);
    const prefix = /^https?:/.test(path) ? base.pathname.replace(/\/$/, '') : '';
    return pathname.slice(prefix.length);
  }

  /** @throws CommandFailure if the address is not this suite's */
  placeOf(path: string): string {
    if (!/^https?:/.test(path)) return path;
    const { baseUrl } = this.profile;
    if (URL.canParse(path) && `${new URL(path).href}/`.startsWith(`${new URL(baseUrl).href.replace(/\/$/, '')}/`))
      return path;
    throw wrongUsage(`${path} is not an address of ${baseUrl}`);
  }
}

/** @throws CommandFailure if the profile's authority can't be read */
export async function authorityOf({ caFile }: Pick<Profile, 'caFile'>): Promise<string | undefined> {
  if (caFile === undefined) return undefined;
  return readFile(caFile, 'utf8').catch(() => {
    throw new CommandFailure(`${caFile} can't be read`);
  });
}

/** Gives up waiting for a suite that can't be reached. */
class Patience {
  private controller = new AbortController();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly baseUrl: string,
    private readonly patienceMs: number,
  ) {}

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  readonly begin = (): void => {
    this.timer ??= setTimeout(() => {
      const message = `${this.baseUrl} can't be reached within ${this.patienceMs / 1_000} s`;
      this.controller.abort(new CommandFailure(message, exits.unreachable));
    }, this.patienceMs).unref();
  };

  readonly end = (): void => {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.signal.aborted) this.controller = new AbortController();
  };
}
