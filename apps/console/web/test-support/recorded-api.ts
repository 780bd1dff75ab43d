import type { PageSession } from '../api/client.js';

interface RecordedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Readonly<Record<string, unknown>>;
}

type Answers = Readonly<Record<string, RecordedAnswer>>;

/** The file that tools/console-answers.ts writes for one account. */
export interface Recording {
  /** The id of the account. */
  readonly account: string;
  /** Paths, by the names that the recording gives them. */
  readonly places: Readonly<Record<string, string>>;
  /** The forms of resources. A recorded resource refers to its forms by their place in this list. */
  readonly forms: readonly unknown[];
  readonly moments: Readonly<Record<string, Answers>>;
}

/** A request that a page sent. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  /** The JSON that was sent, or the form with its files. */
  readonly body: unknown;
}

interface List {
  readonly _embedded: Readonly<Record<string, readonly unknown[]>>;
}

type Responder = (sent: SentRequest) => Response | Promise<Response>;

const API = '/console/api';

/** A path or key without the encoding of its query: a blank may be sent as `+` or `%20`. */
const plain = (path: string): string => {
  const [before = '', query] = path.split('?', 2);
  return query === undefined ? path : `${before}?${decodeURIComponent(query.replaceAll('+', ' '))}`;
};

/** A stream that stays open and says nothing. */
const silence = (): Response =>
  new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } });

/** The clock of an account whose time nobody has changed. */
const realClock = () => ({
  _links: { self: { href: 'https://halyard.example/sandbox-clock' } },
  ...{ now: new Date().toISOString(), mode: 'real', banks: 'on-request', status: 'ready', aheadSeconds: 0 },
});

/** A form that was sent or given up is forgotten, whatever its id. */
const forgetting = (key: string): Responder | undefined =>
  key.startsWith('DELETE /console/forms/') ? () => Response.json({}) : undefined;

/** Answers a page's requests as the suite did when it was recorded, and keeps the requests. */
export class RecordedApi {
  readonly sent: SentRequest[] = [];
  /** Requests that were not recorded. A spec that sends one fails. */
  readonly unknown: string[] = [];
  session: PageSession;
  private readonly answers = new Map<string, Responder>();
  private readonly next = new Map<string, Responder[]>();

  constructor(private readonly recorded: Recording) {
    this.session = {
      user: { email: 'ada@example.com', name: 'Ada Byron' },
      account: { id: recorded.account, name: 'Engines' },
      role: 'owner',
      scopes: ['send', 'transactions', 'funding', 'managecustomers', 'accountinfofull'],
      environment: 'sandbox',
    };
    this.always('GET /console/session', () => Response.json(this.session));
    this.always('GET /sandbox-clock', () => Response.json(realClock()));
    this.always('GET /events/stream', () => silence());
    this.always('POST /console/forms', () => Response.json({}));
    this.always('POST /console/forms/taken', () => Response.json({ code: 'NotFound' }, { status: 404 }));
    this.goTo('usual');
  }

  /** The path that the recording has under a name. */
  place(name: string): string {
    const path = this.recorded.places[name];
    if (path === undefined)
      throw new Error(`the recording has no ${name}, but ${Object.keys(this.recorded.places).join()}`);
    return path;
  }

  /**
   * Replaces the answers by the answers of a recorded moment. Requests that have no answer then keep their answers of
   * earlier moments.
   */
  goTo(moment: string): void {
    for (const key of Object.keys(this.momentOf(moment))) this.always(key, () => this.recordedAt(moment, key));
  }

  /** The body of a resource or a refusal as it was recorded. */
  bodyAt(moment: string, key: string): Readonly<Record<string, unknown>> {
    const { body } = this.answerAt(moment, key);
    const { _templates: forms } = body;
    return typeof forms === 'number' ? { ...body, _templates: this.recorded.forms[forms] } : body;
  }

  recordedAt(moment: string, key: string): Response {
    const { status, headers } = this.answerAt(moment, key);
    const told = Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined);
    return Response.json(this.bodyAt(moment, key), { status, headers: told });
  }

  /** @param key the method and the path, such as `POST /transfers` */
  always(key: string, answer: Responder): void {
    this.answers.set(plain(key), answer);
  }

  /** Answers one request, before any answer of `always` does. */
  once(key: string, answer: Responder): void {
    this.next.set(plain(key), [...(this.next.get(plain(key)) ?? []), answer]);
  }

  /** The requests that were sent with this method to this path. */
  sentTo(key: string): readonly SentRequest[] {
    return this.sent.filter(({ method, path }) => `${method} ${path}` === plain(key));
  }

  readonly fetch: typeof globalThis.fetch = async (input, options = {}) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input, location.origin);
    const path = plain(pathname.startsWith(`${API}/`) ? pathname.slice(API.length) + search : pathname + search);
    const { method = 'GET', body } = options;
    const sent = {
      ...{ method, path, headers: new Headers(options.headers) },
      body: typeof body === 'string' ? (JSON.parse(body) as unknown) : body,
    };
    this.sent.push(sent);
    const key = `${method} ${path}`;
    const answer = this.next.get(key)?.shift() ?? this.answers.get(key) ?? this.together(path) ?? forgetting(key);
    if (answer) return answer(sent);
    this.unknown.push(key);
    return Response.json({ code: 'NotFound', message: `${key} is not recorded.` }, { status: 404 });
  };

  /** Answers a request for several ids of a list: it joins the items that were recorded for each id. */
  private together(path: string): Responder | undefined {
    const [list, ids = []] = [path.split('&id=', 1)[0], path.split('&id=').slice(1)];
    const answers = ids.map((id) => this.answers.get(`GET ${list}&id=${id}`));
    if (ids.length < 2 || answers.includes(undefined)) return undefined;
    return async (sent) => {
      const found = await Promise.all(answers.map(async (answer) => (await answer?.(sent))?.json() as Promise<List>));
      const names = Object.keys(Object.assign({}, ...found.map(({ _embedded }) => _embedded)) as object);
      const embedded = names.map((name) => [name, found.flatMap((one) => one._embedded[name] ?? [])]);
      return Response.json({ ...found[0], _embedded: Object.fromEntries(embedded) as object });
    };
  }

  private momentOf(moment: string): Answers {
    const answers = this.recorded.moments[moment];
    if (!answers) throw new Error(`the recording has no moment ${moment}`);
    return answers;
  }

  private answerAt(moment: string, key: string): RecordedAnswer {
    const answer = this.momentOf(moment)[key];
    if (!answer) throw new Error(`nothing was recorded ${moment} at ${key}`);
    return answer;
  }
}
