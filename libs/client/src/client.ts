import type { Created, Hal, Link, Linked } from './api/hal.js';
import type { TransportOptions } from './calls/options.js';
import { type Parameters, pathOf } from './calls/path.js';
import { type Answer, Transport } from './calls/transport.js';
import type {
  AnswerOf,
  Common,
  DeleteOptions,
  GetOptions,
  ItemOf,
  ListPath,
  PathOf,
  PostAndRead,
  PostOptions,
  Relations,
  Rest,
} from './calls/typed.js';
import { type EventsOptions, follow, type PositionedEvent } from './events/follow.js';
import { type LoggedRequest, type RequestsOptions, tailRequests } from './events/requests.js';
import { type Filled, fillIn, formDataOf, type Method, type Template, type Values } from './forms/templates.js';
import { type Secrets, Tokens } from './tokens/tokens.js';

export type ClientOptions = TransportOptions & Secrets;

const HAL = 'application/vnd.service.v1.hal+json';
const FORMS = 'application/prs.hal-forms+json';

interface AnyOptions extends Common, Parameters {
  readonly body?: unknown;
  readonly form?: Readonly<Record<string, unknown>>;
  readonly forms?: boolean;
  readonly read?: boolean;
  readonly idempotencyKey?: string;
}

export interface RequestOptions extends Common {
  /** Media type; by default that of resources. */
  readonly accept?: string;
  /** An object is sent as JSON; FormData, and text with a `contentType`, as they are. */
  readonly body?: unknown;
  /** Media type of the body; by default that of resources. */
  readonly contentType?: string;
  readonly idempotencyKey?: string;
}

type SubmitOptions = Pick<AnyOptions, 'idempotencyKey' | 'read' | 'signal'>;

/** A resource lacks a link: the action can't be taken, or not now. */
export class MissingLinkError extends Error {
  override readonly name = 'MissingLinkError';
}

const isLink = (value: unknown): value is Link => typeof value === 'object' && value !== null && 'href' in value;

export class Client {
  private readonly transport: Transport;
  private readonly tokens: Tokens;

  constructor(options: ClientOptions) {
    this.transport = new Transport(options);
    this.tokens = new Tokens(this.transport, options);
  }

  /** @throws ApiError, ConnectionError */
  async get<P extends PathOf<'get'>>(path: P, ...[options]: Rest<GetOptions<P>>): Promise<AnswerOf<'get', P>> {
    const given: AnyOptions = options ?? {};
    return (await this.read(pathOf(path, given), given)) as AnswerOf<'get', P>;
  }

  /** Uses one Idempotency-Key for all attempts. @throws ApiError, ConnectionError */
  post<P extends PathOf<'post'>>(path: P, options: PostOptions<P> & { readonly read: true }): Promise<PostAndRead<P>>;
  post<P extends PathOf<'post'>>(path: P, ...[options]: Rest<PostOptions<P>>): Promise<AnswerOf<'post', P>>;
  post(path: string, given: AnyOptions = {}): Promise<unknown> {
    const { body, form } = given;
    const sent = form ? formDataOf(Object.entries(form)) : body;
    return this.write('POST', pathOf(path, given), { body: sent }, given);
  }

  /** @throws ApiError, ConnectionError */
  async delete<P extends PathOf<'delete'>>(
    path: P,
    ...[options]: Rest<DeleteOptions<P>>
  ): Promise<AnswerOf<'delete', P>> {
    const given: AnyOptions = options ?? {};
    return (await this.write('DELETE', pathOf(path, given), {}, given)) as AnswerOf<'delete', P>;
  }

  /**
   * Reads the target of a link.
   *
   * @throws MissingLinkError, which names the links there are; ApiError, ConnectionError
   */
  async follow<R extends Hal, Rel extends Relations<R>>(
    resource: R,
    rel: Rel,
    options: Common & { readonly forms?: boolean } = {},
  ): Promise<Linked<Exclude<R['_links'][Rel], undefined>>> {
    const link = resource._links[rel];
    if (!isLink(link)) {
      const there = Object.keys(resource._links).join(', ');
      throw new MissingLinkError(`the resource has no link ${rel}; there are ${there}`);
    }
    return (await this.read(link.href, options)) as Linked<Exclude<R['_links'][Rel], undefined>>;
  }

  /** Every item of a list, page by page: each item that existed at the beginning, once. */
  async *items<P extends ListPath>(
    path: P,
    ...[options]: Rest<GetOptions<P>>
  ): AsyncGenerator<ItemOf<AnswerOf<'get', P>>> {
    const given: AnyOptions = options ?? {};
    for (let next: string | undefined = pathOf(path, given); next !== undefined;) {
      const page: Answer['body'] = await this.read(next, given);
      const { _embedded: embedded, _links: links } = page as { _embedded?: object; _links?: { next?: Link } };
      for (const item of Object.values(embedded ?? {}).flat()) yield item as ItemOf<AnswerOf<'get', P>>;
      next = links?.next?.href;
    }
  }

  /**
   * Reads the resource again if it was read without forms.
   *
   * @throws MissingLinkError, which names the templates there are; TemplateError before anything is sent; ApiError,
   * ConnectionError
   */
  async submit(resource: Hal, name: string, values: Values = {}, options: SubmitOptions = {}): Promise<unknown> {
    const found = await this.templateOf(resource, name, options);
    const filled = fillIn(found, values);
    const { method, path, ...sent } = requestOf(filled, filled.target ?? hrefOf(resource));
    return this.write(method, path, sent, options);
  }

  /**
   * Sends a request without types: to a path unknown to this version, or of another media type.
   *
   * @throws ApiError, ConnectionError
   */
  request(method: Method, path: string, options: RequestOptions = {}): Promise<Answer> {
    const { accept = HAL, body, contentType, idempotencyKey, signal } = options;
    const isForm = body instanceof FormData;
    const isText = typeof body === 'string' && contentType !== undefined;
    return this.transport.send(
      {
        method,
        url: this.transport.urlOf(path),
        headers: {
          accept,
          // The API then refuses parameters that it does not know, instead of ignoring them (RFC 7240).
          ...(method !== 'GET' && { prefer: 'handling=strict' }),
          ...((method === 'POST' || method === 'PATCH') && {
            'idempotency-key': idempotencyKey ?? crypto.randomUUID(),
          }),
          ...(body !== undefined && !isForm && { 'content-type': contentType ?? HAL }),
        },
        signal,
        ...(body !== undefined && { body: isForm || isText ? body : JSON.stringify(body) }),
      },
      this.tokens,
    );
  }

  /** Events of the account as they happen. Continues over lost connections and restarts of the suite. */
  events(options: EventsOptions = {}): AsyncGenerator<PositionedEvent, void> {
    return follow(this.transport, this.tokens, options);
  }

  /** Requests of the account as they are recorded. Continues over lost connections and restarts of the suite. */
  requests(options: RequestsOptions = {}): AsyncGenerator<LoggedRequest, void> {
    return tailRequests(this.transport, this.tokens, options);
  }

  private async templateOf(resource: Hal, name: string, { signal }: Common): Promise<Template> {
    const withForms =
      '_templates' in resource
        ? resource
        : await this.read(hrefOf(resource), { forms: true, ...(signal && { signal }) });
    const { _templates: templates = {} } = withForms as { _templates?: Readonly<Record<string, Template>> };
    const found = Object.hasOwn(templates, name) ? templates[name] : undefined;
    if (found) return found;
    throw new MissingLinkError(`the resource has no template ${name}; there are ${Object.keys(templates).join(', ')}`);
  }

  private async read(path: string, { forms, signal }: AnyOptions): Promise<Answer['body']> {
    const { body } = await this.request('GET', path, { accept: forms ? FORMS : HAL, ...(signal && { signal }) });
    return body;
  }

  private async write(
    method: Method,
    path: string,
    sent: Pick<RequestOptions, 'body' | 'contentType'>,
    options: AnyOptions,
  ): Promise<unknown> {
    const { idempotencyKey, read, signal } = options;
    const answer = await this.request(method, path, {
      ...sent,
      ...(idempotencyKey !== undefined && { idempotencyKey }),
      ...(signal && { signal }),
    });
    const location = answer.headers.get('location');
    if (location === null) return answer.body;
    const created: Created<unknown> = {
      id: location.slice(location.lastIndexOf('/') + 1),
      location,
      replayed: answer.headers.get('idempotent-replayed') === 'true',
      requestId: answer.requestId,
    };
    return read ? { ...created, resource: await this.read(location, { ...(signal && { signal }) }) } : created;
  }
}

/** The request for a filled-in template. @param place the URL that it is sent to */
export function requestOf(
  { method, contentType, body }: Filled,
  place: string,
): { readonly method: Method; readonly path: string } & Pick<RequestOptions, 'body' | 'contentType'> {
  if (method === 'GET' && body instanceof URLSearchParams) {
    const query = body.toString();
    return { method, path: query === '' ? place : `${place}${place.includes('?') ? '&' : '?'}${query}` };
  }
  if (body === undefined || body instanceof FormData) return { method, path: place, ...(body && { body }) };
  return { method, path: place, contentType, body: body instanceof URLSearchParams ? body.toString() : body };
}

function hrefOf({ _links }: Hal): string {
  const { self } = _links;
  if (!isLink(self)) throw new MissingLinkError('the resource has no link self');
  return self.href;
}

/** Sends nothing before it is used. */
export const createClient = (options: ClientOptions): Client => new Client(options);
