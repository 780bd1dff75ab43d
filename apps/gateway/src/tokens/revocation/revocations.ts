import { Injectable } from '@nestjs/common';
import { serviceRoutes } from '@halyard/contracts';
import { type Revocation, type RevocationKind, revocationVerdict } from '@halyard/contracts/authorization';
import { Clock, DomainError, type ErrorCode } from '@halyard/core';
import { Health, refusalOf, ServiceClient } from '@halyard/http';
import { Metrics } from '@halyard/observability';
import { GatewayConfig } from '../../config.js';
import { ownOperation } from '../../forwarding/own-operation.js';
import { type Mark, nameOf } from './mark.js';
import { RevocationTable } from './revocation-table.js';

const REMAKE_MS = 60_000;
/** If more than this part of a full list remains, reading the list again would only fill it again. */
const ROOM = 0.9;

/** The codes if a whole application or account has ended. In all other cases only the token is invalid. */
const codes: Partial<Readonly<Record<RevocationKind, ErrorCode>>> = {
  application: 'InvalidApplicationStatus',
  account: 'InvalidAccountStatus',
};

export class News {
  private readonly beforeMs: ReadonlyMap<string, number>;

  constructor(
    readonly revocations: readonly Revocation[],
    /** Whether the list has no room for all revocations. */
    readonly isBeyond: boolean,
  ) {
    this.beforeMs = new Map(revocations.map(({ kind, id, beforeMs = Infinity }) => [`${kind} ${id}`, beforeMs]));
  }

  concerns(kind: RevocationKind): boolean {
    return this.revocations.some((ended) => ended.kind === kind);
  }

  ends({ names, issuedAtMs }: Mark): boolean {
    return names.some(([kind, id]) => (this.beforeMs.get(`${kind} ${id}`) ?? 0) > issuedAtMs);
  }
}

type Listener = (news: News) => void;

/**
 * The list of revocations, which the follower keeps current, so that requests are compared with it without a call (ADR
 * 85).
 */
@Injectable()
export class Revocations {
  private readonly table: RevocationTable;
  private readonly listeners = new Set<Listener>();
  private readonly outageMsMax: number;
  /** When the list was current, by this process's own clock. */
  private currentAtMs: number | undefined;
  private remadeAtMs = 0;
  /** Grows with every revocation. */
  private version = 0;
  private isFull = false;

  constructor(
    { revocationsMax, authOutageSecondsMax }: GatewayConfig,
    private readonly client: ServiceClient,
    private readonly clock: Clock,
    health: Health,
    metrics: Metrics,
  ) {
    this.table = new RevocationTable(revocationsMax);
    this.outageMsMax = authOutageSecondsMax * 1_000;
    health.register('revocations', () => this.requireCurrent());
    const age = { name: 'gateway_revocations_age_seconds', help: 'Time since auth last said what has ended' };
    metrics.gauge(age, (gauge) => gauge.set(this.ageMs() / 1_000));
    const size = { name: 'gateway_revocations', help: 'What has ended, and is remembered' };
    metrics.gauge(size, (gauge) => gauge.set(this.table.size));
  }

  /** Whether to read a list that was too long again from its beginning, because many entries have expired. */
  makesRoom(): boolean {
    const nowMs = performance.now();
    if (!this.isFull || nowMs - this.remadeAtMs < REMAKE_MS) return false;
    this.remadeAtMs = nowMs;
    const before = this.table.size;
    this.table.remake(this.clock.system().getTime());
    this.isFull = this.table.size > ROOM * before;
    return !this.isFull;
  }

  /** Adds new revocations. Credentials are not stored in the list: listeners that cache some forget them. */
  hear(ended: readonly Revocation[]): void {
    const nowMs = this.clock.system().getTime();
    let isBeyond = false;
    for (const { kind, id, beforeMs = Infinity, untilMs } of ended) {
      if (kind !== 'credentials' && !this.table.put(nameOf(kind, id), beforeMs, untilMs, nowMs)) isBeyond = true;
    }
    this.isFull ||= isBeyond;
    if (ended.length === 0) return;
    this.version += 1;
    const news = new News(ended, isBeyond);
    for (const listener of this.listeners) listener(news);
  }

  isCurrent(): void {
    this.currentAtMs = performance.now();
  }

  /** @returns a function that ends the listening */
  onEnded(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** @throws DomainError ServiceUnavailable while the list is out of date */
  requireCurrent(): void {
    if (this.ageMs() <= this.outageMsMax) return;
    throw new DomainError('ServiceUnavailable', { cause: 'auth has not said lately what has ended' });
  }

  /** @throws DomainError InvalidAccessToken, InvalidApplicationStatus, InvalidAccountStatus; ServiceUnavailable */
  requireStanding(mark: Mark): void {
    this.requireCurrent();
    if (mark.comparedWith === this.version) return;
    for (const [kind, , name] of mark.names) {
      const beforeMs = this.table.beforeOf(name);
      if (beforeMs > mark.issuedAtMs) throw refusal(beforeMs === Infinity ? kind : 'token');
    }
    mark.comparedWith = this.version;
  }

  /** Checks a mark that was not compared before. If the list has no room for all revocations, it asks auth. */
  async requireNewStanding(mark: Mark): Promise<void> {
    this.requireStanding(mark);
    if (!this.isFull) return;
    const { method, path, owner } = serviceRoutes.checkRevocations;
    const { issuedAtMs } = mark;
    const body = { names: mark.names.map(([kind, id]) => ({ kind, id })), issuedAtMs };
    const operation = ownOperation(this.clock.system());
    const answer = (await this.client.call(owner, { method, path, body, operation })).body;
    if (answer.type === 'error') throw refusalOf(answer);
    const { ended } = revocationVerdict.parse(answer.type === 'fact' ? answer.fact : undefined);
    if (ended) throw refusal(ended);
  }

  /**
   * The moment when the list was current, if that is longer ago than a number of seconds. A list that was never current
   * is as old as the process.
   */
  oldSince(seconds: number): Date | undefined {
    const ageMs = this.ageMs();
    if (ageMs <= seconds * 1_000) return undefined;
    return new Date(this.clock.system().getTime() - Math.min(ageMs, performance.now()));
  }

  private ageMs(): number {
    return this.currentAtMs === undefined ? Infinity : performance.now() - this.currentAtMs;
  }
}

const refusal = (kind: RevocationKind): DomainError => new DomainError(codes[kind] ?? 'InvalidAccessToken');
