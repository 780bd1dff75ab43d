import { InMemoryEventStore } from '@halyard/event-store/testing';
import {
  type AnswerBody,
  type ApplicationPrincipal,
  type ExchangeRoute,
  type FactAnswer,
  type Method,
  type Operation,
  type Principal,
  scopes,
  type ServiceName,
} from '@halyard/contracts';
import { DomainError, newId } from '@halyard/core';
import { type EventStore, eventStoreMigrations, PostgresEventStore } from '@halyard/event-store';
import {
  type Bytes,
  errorAnswer,
  type ExchangeRequest,
  InProcessServices,
  type ServiceAnswer,
  ServiceClient,
  type ServiceRequest,
} from '@halyard/http';
import { claimForAppends } from '@halyard/changes';
import { InMemoryBus } from '@halyard/messaging/testing';
import { createLogger, Metrics } from '@halyard/observability';
import { inProcessListener, type RunningService, type ServiceDefinition, startService } from '@halyard/service';
import { DataSource } from 'typeorm';
import { metricOf } from './metric-of.js';
import { WAIT_MS } from './patience.js';
import { TestClock } from './test-clock.js';
import { createServiceDatabase, type ServiceDatabase } from './service-database.js';

const KEYS = { masters: () => [Buffer.alloc(32, 1)], fingerprint: Buffer.alloc(32, 2) };

/** Makes an application that acts for an account. Default: a new account, every scope and no person. */
export const applicationPrincipal = (
  given: Partial<Pick<ApplicationPrincipal, 'accountId' | 'scopes' | 'userId' | 'authTime'>> = {},
): ApplicationPrincipal => ({
  kind: 'application',
  applicationId: newId(),
  accountId: newId(),
  scopes,
  may: 'read-write-transact',
  ...given,
});

export const servicePrincipal = (service: ServiceName): Principal => ({ kind: 'service', service });

export const factAnswer = <Fact>(fact: Fact): FactAnswer<Fact> => ({ type: 'fact', fact });

/** The answer of another service: a body, a refusal, or a function that makes one of these from the request. */
export type FakeAnswer = AnswerBody | DomainError | ((request: ServiceRequest) => AnswerBody | DomainError);

export interface SeenCall extends ServiceRequest {
  readonly service: ServiceName;
}

/**
 * Stands for the other services. Answers are listed under `<METHOD> <path>`; a segment of the path with a colon matches
 * any value: `'GET /internal/accounts/:id'`. Without an answer, a read gets a 404, and everything else is accepted.
 */
export class FakeServices extends ServiceClient {
  readonly calls: SeenCall[] = [];
  private readonly answers: Map<string, FakeAnswer>;
  private readonly bytes = new Map<string, () => Bytes>();

  constructor(answers: Readonly<Record<string, FakeAnswer>> = {}) {
    super();
    this.answers = new Map(Object.entries(answers));
  }

  answer(route: string, answer: FakeAnswer): void {
    this.answers.set(route, answer);
  }

  override call(service: ServiceName, request: ServiceRequest): Promise<ServiceAnswer> {
    this.calls.push({ service, ...request });
    const answer = this.answerTo(request);
    return Promise.resolve(answer instanceof DomainError ? errorAnswer(answer) : { status: 200, body: answer });
  }

  answerBytes({ method, path }: ExchangeRoute, answer: () => Bytes): void {
    this.bytes.set(`${method} ${path}`, answer);
  }

  override exchange(_service: ServiceName, { route, path }: ExchangeRequest): Promise<ServiceAnswer | Bytes> {
    const answer = this.bytes.get(`${route.method} ${path}`);
    return Promise.resolve(answer?.() ?? errorAnswer(new DomainError('NotFound')));
  }

  private answerTo(request: ServiceRequest): AnswerBody | DomainError {
    for (const [route, answer] of this.answers) {
      if (matches(route, request)) return typeof answer === 'function' ? answer(request) : answer;
    }
    return request.method === 'GET' ? new DomainError('NotFound') : factAnswer(null);
  }
}

function matches(route: string, { method, path }: ServiceRequest): boolean {
  const wanted = route.split(/[ /]/);
  const given = [method, ...path.split('/')];
  return wanted.length === given.length && wanted.every((part, at) => part.startsWith(':') || part === given[at]);
}

export interface TestServiceOptions {
  /** Answers of the other services: see `FakeServices`. */
  readonly services?: Readonly<Record<string, FakeAnswer>>;
  readonly env?: Readonly<Record<string, string>>;
  /** The place in which streams are stored. Default: in memory. */
  readonly streams?: 'memory' | 'postgres';
  readonly clock?: TestClock;
  /** A running service. The new one is another process of it: on the same database, clock, bus and other services. */
  readonly beside?: TestService;
}

export interface TestCall {
  readonly body?: unknown;
  readonly query?: ServiceRequest['query'];
  /** Who calls. Default: `TestService.principal`. */
  readonly principal?: Principal;
  /** Default: a new operation. The same id twice means the same operation. */
  readonly operationId?: string;
  readonly key?: string;
  /** The account's time in ISO 8601. Default: the service's clock. */
  readonly at?: string;
  /** The step of the account's clock. Absent for an account whose time is real. */
  readonly step?: number;
  readonly wantsForms?: true;
  /** Whether the client asks for strict handling. */
  readonly isStrict?: true;
  readonly traceparent?: string;
}

/** A request on a route whose kind is not `plain`. */
export interface TestExchange
  extends Omit<TestCall, 'body'>, Partial<Pick<ExchangeRequest, 'headers' | 'body' | 'signal'>> {}

const never = new AbortController().signal;

/** The public part of a row in the service's history. */
export interface HistoryEvent {
  readonly key: string;
  readonly sequence: number;
  readonly accountId: string;
  readonly type: string;
  readonly data: unknown;
}

/** One service that runs as in the suite, while the test controls everything around it. */
export class TestService {
  /** The default principal of `call`: an application with every scope. */
  readonly principal = applicationPrincipal();

  constructor(
    private readonly running: RunningService,
    private readonly inProcess: InProcessServices,
    readonly database: ServiceDatabase,
    readonly clock: TestClock,
    /** The bus. `tell` it events of other services, and then await `settled`. */
    readonly bus: InMemoryBus,
    /** The other services, with their answers and the calls that they got. */
    readonly services: FakeServices,
    readonly eventStore: EventStore,
    private readonly isBeside: boolean,
  ) {}

  get dataSource(): DataSource {
    return this.running.app.get(DataSource);
  }

  /** Any provider of the service's module. */
  get<Provider>(token: abstract new (...parameters: never[]) => Provider): Provider {
    return this.running.app.get<Provider>(token, { strict: false });
  }

  call(method: Method, path: string, call: TestCall = {}): Promise<ServiceAnswer> {
    const { body, query } = call;
    return this.inProcess.call(this.running.name, { method, path, body, query, operation: this.operationOf(call) });
  }

  /** Makes a request on a route whose kind is not `plain` (ADR 33). */
  exchange(route: ExchangeRoute, path: string, exchange: TestExchange = {}): Promise<ServiceAnswer | Bytes> {
    const { headers = {}, body, signal = never, ...call } = exchange;
    const operation = this.operationOf(call);
    return this.inProcess.exchange(this.running.name, {
      route,
      path,
      query: call.query,
      headers,
      body,
      operation,
      signal,
      stopping: never,
    });
  }

  private operationOf({ principal = this.principal, operationId = newId(), at, ...given }: TestCall): Operation {
    const { step, key, wantsForms, isStrict, traceparent } = given;
    return {
      id: operationId,
      requestId: newId(),
      principal,
      at: at ?? this.clock.system().toISOString(),
      ...{ step, key, wantsForms, isStrict, traceparent },
    };
  }

  /** Everything that the service has recorded, in order. With a key, only what concerns that key. */
  recorded(key?: string): Promise<HistoryEvent[]> {
    return this.dataSource.query<HistoryEvent[]>(
      `SELECT key, sequence, account_id AS "accountId", type, data FROM history
       WHERE $1::uuid IS NULL OR key = $1 ORDER BY position`,
      [key],
    );
  }

  /** See `metricOf`. */
  metric(series: string): Promise<number | undefined> {
    return metricOf(this.get(Metrics), series);
  }

  /** Stops the service, and drops its database unless another process of the service owns it. */
  async stop(): Promise<void> {
    await this.running.stop();
    if (!this.isBeside) await this.database.drop();
  }
}

/**
 * Starts a service on a database of its own, with its own role and schema. This takes some 300 ms: start one service in
 * a file, and let each test use another account (`principal: applicationPrincipal()`).
 */
export async function startTestService<Config extends object>(
  definition: ServiceDefinition<Config>,
  {
    services = {},
    env = {},
    streams = 'memory',
    beside,
    clock = beside?.clock ?? new TestClock(),
  }: TestServiceOptions = {},
): Promise<TestService> {
  const { name, claims = (keys) => keys } = definition;
  const database = beside?.database ?? (await createServiceDatabase(definition));
  const bus = beside?.bus ?? new InMemoryBus();
  const fakes = beside?.services ?? new FakeServices(services);
  const inProcess = new InProcessServices({ deadlineMs: WAIT_MS });
  try {
    const url = database.serviceUrl;
    const eventStore =
      streams === 'postgres'
        ? new PostgresEventStore(url, { claims: claims(claimForAppends(clock)) })
        : new InMemoryEventStore();
    const running = await startService(definition, {
      env,
      keys: KEYS,
      clock,
      loggerOf: (service) => createLogger({ service, level: 'error' }),
      metrics: new Metrics(),
      serviceClient: fakes,
      poolSize: 5,
      drainTimeoutMs: WAIT_MS,
      databaseUrlOf: () => url,
      openBus: () => bus,
      eventStoreOf: () => ({ migrations: eventStoreMigrations, open: () => eventStore }),
      listenerOf: () => inProcessListener(name, inProcess),
    });
    return new TestService(running, inProcess, database, clock, bus, fakes, eventStore, beside !== undefined);
  } catch (error) {
    if (!beside) await database.drop();
    throw error;
  }
}
