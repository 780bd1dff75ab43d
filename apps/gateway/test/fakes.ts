import { type AnswerBody, type RawAnswer, type ServiceName, serviceRoutes, TOKEN_AUDIENCE } from '@halyard/contracts';
import { type Revocation, REVOCATION_PAGE } from '@halyard/contracts/authorization';
import { CLOCK_PAGE, type ClockStep } from '@halyard/contracts/sandbox-clock';
import type { RecordedRequest, RequestBatch } from '@halyard/contracts/requests';
import { DAY_MS, DomainError, pause } from '@halyard/core';
import {
  type Bytes,
  errorAnswer,
  type ExchangeRequest,
  type ServiceAnswer,
  ServiceClient,
  type ServiceRequest,
} from '@halyard/http';
import { TestClock } from '@halyard/testing/clock';
import { exportJWK, generateKeyPair, type GenerateKeyPairResult, SignJWT } from 'jose';

/** The tests begin yesterday at noon, UTC, so that certificates made then are valid by the client's clock. */
const START = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS / 2);

export const testClock = (): TestClock => new TestClock(START);

export interface Call extends ServiceRequest {
  readonly service: ServiceName;
}

export type Responder = (call: Call) => ServiceAnswer | Promise<ServiceAnswer>;

export const ISSUER = 'https://localhost:8443';
export const CLIENT = { id: 'app-key', secret: 'app-secret' };
export const ACCOUNT_ID = '0195b3a0-0000-7000-8000-00000000000a';
export const APPLICATION_ID = '0195b3a0-0000-7000-8000-00000000000b';

export class FakeServices extends ServiceClient {
  readonly calls: Call[] = [];
  keyFetches = 0;
  private readonly watchers = new Set<() => void>();
  respond: Responder = () => ({ status: 200, body: fact(null) });
  private keys: Promise<{ kid: string; pair: GenerateKeyPairResult }> = newSigningKey();

  private readonly revocations: Revocation[] = [];
  private revoked = Promise.withResolvers<void>();
  /** Auth does not answer requests for the revocation list. */
  isAuthAway = false;

  revoke(...revocations: readonly Revocation[]): void {
    this.revocations.push(...revocations);
    this.revoked.resolve();
    this.revoked = Promise.withResolvers();
  }

  private async listRevocations({ query, signal }: ServiceRequest): Promise<ServiceAnswer> {
    if (this.isAuthAway) throw new DomainError('ServiceUnavailable');
    const after = Number(query?.['after']);
    if (this.revocations.length <= after) {
      const waitMs = Number(query?.['wait'] ?? 0) * 1_000;
      await Promise.race([this.revoked.promise, pause(waitMs, signal)]);
    }
    const revocations = this.revocations.slice(after, after + REVOCATION_PAGE);
    return { status: 200, body: fact({ number: after + revocations.length, revocations, isReset: false }) };
  }

  private readonly steps: ClockStep[] = [];
  private stepMade = Promise.withResolvers<void>();
  /** Transfers does not answer requests for steps of clocks. */
  areClocksAway = false;
  clockLists = 0;
  clockQuestions = 0;

  /** Makes a step hold. */
  makeStep(step: Partial<ClockStep> = {}): void {
    const at = START.toISOString();
    const frozen = { accountId: ACCOUNT_ID, step: 1, mode: 'frozen', banks: 'on-time', isAdvancing: false } as const;
    this.steps.push({ ...frozen, at, madeAt: at, ...step });
    this.stepMade.resolve();
    this.stepMade = Promise.withResolvers();
  }

  /** Transfers was restored from a backup without any step. */
  forgetSteps(): void {
    this.steps.length = 0;
    this.stepMade.resolve();
    this.stepMade = Promise.withResolvers();
  }

  private async listClockSteps({ query, signal }: ServiceRequest): Promise<ServiceAnswer> {
    this.clockLists += 1;
    if (this.areClocksAway) throw new DomainError('ServiceUnavailable');
    const after = Number(query?.['after']);
    if (this.steps.length === after) {
      const waitMs = Number(query?.['wait'] ?? 0) * 1_000;
      await Promise.race([this.stepMade.promise, pause(waitMs, signal)]);
    }
    if (this.steps.length < after) return { status: 200, body: fact({ number: 0, steps: [], isReset: true }) };
    const steps = this.steps.slice(after, after + CLOCK_PAGE);
    return { status: 200, body: fact({ number: after + steps.length, steps, isReset: false }) };
  }

  /** Answers the account's step, even if it is not listed. */
  stepFound: () => ClockStep | undefined = () => undefined;

  private getClockStep(): ServiceAnswer {
    this.clockQuestions += 1;
    const found = this.stepFound();
    return found ? { status: 200, body: fact(found) } : errorAnswer(new DomainError('NotFound'));
  }

  readonly startSeconds = START.getTime() / 1_000;

  readonly recorded: RecordedRequest[] = [];
  recordAnswer: () => ServiceAnswer | Promise<ServiceAnswer> = () => ({ status: 200, body: fact(null) });

  private record({ requests }: RequestBatch): ServiceAnswer | Promise<ServiceAnswer> {
    this.recorded.push(...requests);
    return this.recordAnswer();
  }

  verdict: { readonly ended?: string } = {};

  override async call(service: ServiceName, request: ServiceRequest): Promise<ServiceAnswer> {
    if (request.path === serviceRoutes.listRevocations.path) return this.listRevocations(request);
    if (request.path === serviceRoutes.listClockSteps.path) return this.listClockSteps(request);
    if (request.path.startsWith(`${serviceRoutes.listClockSteps.path}/`)) return this.getClockStep();
    if (request.path === serviceRoutes.checkRevocations.path) return { status: 200, body: fact(this.verdict) };
    if (request.path === serviceRoutes.getSigningKeys.path) return this.signingKeys();
    if (request.path === serviceRoutes.authenticateApplication.path) return this.authenticate(request);
    if (request.path === serviceRoutes.recordRequests.path) return this.record(request.body as RequestBatch);
    const call = { ...request, service };
    this.calls.push(call);
    for (const check of this.watchers) check();
    return this.respond(call);
  }

  respondBytes: (service: ServiceName, request: ExchangeRequest) => Promise<ServiceAnswer | Bytes> = () =>
    Promise.resolve(errorAnswer(new DomainError('NotFound')));

  override exchange(service: ServiceName, request: ExchangeRequest): Promise<ServiceAnswer | Bytes> {
    return this.respondBytes(service, request);
  }

  /** Resolves after this many calls. */
  called(count: number): Promise<void> {
    return new Promise((resolve) => {
      const check = (): void => {
        if (this.calls.length >= count) resolve();
      };
      this.watchers.add(check);
      check();
    });
  }

  authentications = 0;

  rotateKeys(): void {
    this.keys = newSigningKey();
  }

  /** Auth's answers with its keys wait for this. */
  keysHeld: Promise<void> = Promise.resolve();

  async kid(): Promise<string> {
    return (await this.keys).kid;
  }

  /** A token as auth makes it, except for `claims`. */
  async token(claims: Record<string, unknown> = {}, now = START): Promise<string> {
    const { kid, pair } = await this.keys;
    const { exp, iss = ISSUER, aud = TOKEN_AUDIENCE, sub = APPLICATION_ID, ...rest } = claims;
    return new SignJWT({ client_id: APPLICATION_ID, account_id: ACCOUNT_ID, scope: ALL_SCOPES, ...rest })
      .setProtectedHeader({ alg: 'ES256', kid })
      .setSubject(String(sub))
      .setIssuer(String(iss))
      .setAudience(String(aud))
      .setExpirationTime(typeof exp === 'number' ? exp : now.getTime() / 1000 + 3600)
      .sign(pair.privateKey);
  }

  private async signingKeys(): Promise<ServiceAnswer> {
    this.keyFetches += 1;
    const { kid, pair } = await this.keys;
    await this.keysHeld;
    const body: RawAnswer = {
      type: 'raw',
      headers: {},
      body: JSON.stringify({ keys: [{ ...(await exportJWK(pair.publicKey)), kid, alg: 'ES256' }] }),
    };
    return { status: 200, body };
  }

  private authenticate({ body }: ServiceRequest): ServiceAnswer {
    this.authentications += 1;
    const { clientId, clientSecret } = body as { clientId: string; clientSecret: string };
    if (clientId !== CLIENT.id || clientSecret !== CLIENT.secret) {
      return errorAnswer(new DomainError('InvalidCredentials'));
    }
    const granted = { scopes: ['send'], may: 'read-write-transact' };
    return {
      status: 200,
      body: fact({ kind: 'application', applicationId: APPLICATION_ID, accountId: ACCOUNT_ID, ...granted }),
    };
  }
}

export const ALL_SCOPES = 'send transactions funding managecustomers accountinfofull openid operator';

export const fact = (value: unknown): AnswerBody => ({ type: 'fact', fact: value });

async function newSigningKey(): Promise<{ kid: string; pair: GenerateKeyPairResult }> {
  const pair = await generateKeyPair('ES256', { extractable: true });
  return { kid: crypto.randomUUID(), pair };
}
