import { isDeepStrictEqual } from 'node:util';
import { type KeyRecordName, type Operation, ref } from '@halyard/contracts';
import { atMost, DomainError, errorCodes, isUnavailable, newId, stillProcessing } from '@halyard/core';
import {
  errorAnswer,
  type Handle,
  Idempotency,
  OutageLog,
  type ServiceAnswer,
  type ServiceRequest,
} from '@halyard/http';
import { LRUCache } from 'lru-cache';
import type { Log } from '@halyard/observability';
import { canonicalRequest, differences, targetOf } from './canonical.js';
import { contexts } from './kept-content.js';
import type { AnswerWait } from './answer-wait.js';
import type { Effect, Effects } from './effects.js';
import type { KeyClaim, KeyRecord, IdempotencyRecords, StoredKey } from './idempotency-records.js';

/**
 * The longest request whose differences from another are reported. For a longer one that would take too long, so it is
 * only said that it differs.
 */
const REQUEST_LENGTH_MAX = 16 * 1024;
const USED_KEYS_MAX = 20_000;
/** How often a request claims a key again whose operation was refused. */
const CLAIMS_MAX = 3;

export interface IdempotencyKeysOptions {
  readonly records: IdempotencyRecords;
  /** Finds out effects, if the service does not commit them together with outcomes. Called once requests arrive. */
  readonly effects: () => Effects | undefined;
  /** Waits before answers are given, if the service has a route that waits so. */
  readonly waits?: () => AnswerWait | undefined;
  readonly log: Log;
}

interface KeyedCall {
  readonly request: ServiceRequest;
  readonly record: KeyRecordName;
  readonly content: string;
}

type Wish = Omit<KeyClaim, 'operationId'>;

/** Implements Idempotency-Keys in the service that has the effects (decisions, "Idempotency-Key"; ADR 20). */
export class IdempotencyKeys extends Idempotency {
  /** Contents of the requests that run now, by key. */
  private readonly running = new Map<string, string>();
  /**
   * Keys that were used in this process. Such a key is probably not new, and to find this out by an append would make
   * other appends wait.
   */
  private readonly used = new LRUCache<string, true>(atMost(USED_KEYS_MAX));

  private readonly outages: OutageLog;

  constructor(private readonly options: IdempotencyKeysOptions) {
    super();
    this.outages = new OutageLog(options.log);
  }

  async run(request: ServiceRequest, handle: Handle, waitedFor?: () => AbortSignal): Promise<ServiceAnswer> {
    const { operation, method, path } = request;
    if (operation.key !== undefined && operation.principal.kind === 'application') {
      const keyed = await this.answered(operation, () => {
        const content = canonicalRequest(request);
        const record = this.nameOf(operation, content);
        return this.alone(
          { request: { ...request, operation: { ...operation, keyRecord: record } }, record, content },
          handle,
        );
      });
      const waits = this.options.waits?.();
      if (waitedFor && method === waits?.route.method && path === waits.route.path)
        await waits.wait(request, keyed, waitedFor());
      return keyed;
    }
    const answer = await handle(operation);
    // A call between services needs no recorded outcome: it is repeated together with the operation that it belongs to.
    const isClients = method !== 'GET' && operation.principal.kind !== 'service';
    if (!operation.repeats || !isClients || !isRefusal(answer)) return answer;
    return this.answered(operation, () => this.refuseForGood(operation, answer));
  }

  private nameOf(operation: Operation, content: string): KeyRecordName {
    const { records } = this.options;
    return { id: records.idOf(operation), fingerprint: records.hash(contexts.request, content) };
  }

  private async answered({ requestId }: Operation, keep: () => Promise<ServiceAnswer>): Promise<ServiceAnswer> {
    try {
      return await keep();
    } catch (error) {
      if (error instanceof DomainError) return errorAnswer(error);
      if (isUnavailable(error)) {
        this.outages.note(error);
        return errorAnswer(new DomainError('ServiceUnavailable', { retryAfterSeconds: 1 }));
      }
      this.options.log.error({ err: error, requestId }, 'the record of an operation could not be kept');
      return errorAnswer(new DomainError('ServerError'));
    }
  }

  /**
   * Records a refusal as final, for an operation without a key that was sent again: an earlier delivery of it may hang
   * in another process, and must not be carried out later.
   */
  private async refuseForGood(operation: Operation, answer: ServiceAnswer): Promise<ServiceAnswer> {
    return this.instead(operation, answer, await this.options.records.endRefused(operation, answer));
  }

  /**
   * Lets one request with a key run at a time. Others with the same key are compared with it here, before they reach
   * the database.
   */
  private async alone(keyed: KeyedCall, handle: Handle): Promise<ServiceAnswer> {
    const { content, request } = keyed;
    const { id } = keyed.record;
    const running = this.running.get(id);
    if (running !== undefined)
      throw running === content ? stillProcessing() : reused(request.operation, running, content);
    this.running.set(id, content);
    try {
      return await this.claim(keyed, handle);
    } finally {
      this.running.delete(id);
    }
  }

  private async claim(keyed: KeyedCall, handle: Handle): Promise<ServiceAnswer> {
    const { records } = this.options;
    const { request, record, content } = keyed;
    const wish = {
      ...record,
      accountTime: request.operation.at,
      sealedRequest: records.sealRequest(request.operation, isTold(content) ? content : targetOf(content)),
      sentAs: deliveryOf(request.operation),
    };
    const beginsByAppend = this.effectsOf(request) !== undefined && !this.used.has(record.id);
    this.used.set(record.id, true);
    return beginsByAppend ? this.claimAhead(keyed, wish, handle) : this.claimFirst(keyed, wish, handle);
  }

  /**
   * Carries out the operation as if its key were new, and lets the first append check this. If the key is not new, or
   * nothing was appended, the record is read as for any repeat.
   */
  private async claimAhead(keyed: KeyedCall, wish: Wish, handle: Handle): Promise<ServiceAnswer> {
    const operation = { ...keyed.request.operation, id: newId() };
    const claim = this.options.records.claimByAppend({ ...wish, operationId: operation.id });
    const answer = await handle(operation, claim);
    if (claim.stands) return this.settle(keyed, operation, answer);
    // The error came before the append, or after it without an outcome: nobody knows whether the claim holds.
    if (claim.stands === undefined && answer.status >= 500) return answer;
    return this.claimFirst(keyed, wish, handle);
  }

  private async claimFirst(keyed: KeyedCall, wish: Wish, handle: Handle): Promise<ServiceAnswer> {
    const { records } = this.options;
    const { request, content } = keyed;
    for (let claims = 0; claims < CLAIMS_MAX; claims += 1) {
      const operationId = newId();
      const record = await records.claim({ ...wish, operationId });
      if (!record) return this.carryOut(keyed, { ...request.operation, id: operationId }, handle);
      // The key was released by the refusal of a request sent at the same time as this one, or later. The next request
      // is decided anew.
      if (record.isFree) throw stillProcessing();

      // An operation of which nothing was committed takes the time of its repeat.
      const at = record.sealedOutcome ? record.accountTime.toISOString() : request.operation.at;
      const operation = { ...request.operation, id: record.operationId, at };
      const effect = await this.effectOf(operation, request, record);
      if (effect.kind === 'refused') await this.release(keyed, operation, operation.id);
      else if (!record.isSame) throw this.reuse(operation, record, content);
      else if (effect.kind === 'stands') return replayed(effect.answer);
      else return this.goOn(keyed, operation, record, handle);
    }
    throw stillProcessing();
  }

  /**
   * Finds the effect of a recorded operation. While another service must still be told, it counts as none, so that the
   * handler runs again and tells it.
   */
  private async effectOf(operation: Operation, request: ServiceRequest, record: KeyRecord): Promise<Effect> {
    const { records } = this.options;
    const { sealedOutcome, isFinished } = record;
    if (!sealedOutcome) return (await this.effectsOf(request)?.outcomeOf(operation)) ?? { kind: 'none' };
    if (!isFinished || !record.isSame) return { kind: 'none' };
    return { kind: 'stands', answer: records.open(operation, sealedOutcome) };
  }

  private effectsOf({ method, path }: ServiceRequest): Effects | undefined {
    const effects = this.options.effects();
    return method === effects?.route.method && path === effects.route.path ? effects : undefined;
  }

  /** Completes the work of an earlier request. If that request took effect, this one gets its answer. */
  private async goOn(
    keyed: KeyedCall,
    operation: Operation,
    record: KeyRecord,
    handle: Handle,
  ): Promise<ServiceAnswer> {
    const answer = await this.carryOut(keyed, operation, handle);
    const isOutcome = answer.body.type !== 'error' || isRefusal(answer);
    return record.sealedOutcome && isOutcome ? replayed(answer) : answer;
  }

  private async carryOut(keyed: KeyedCall, operation: Operation, handle: Handle): Promise<ServiceAnswer> {
    return this.settle(keyed, operation, await handle(operation));
  }

  private async settle(keyed: KeyedCall, operation: Operation, answer: ServiceAnswer): Promise<ServiceAnswer> {
    if (!isRefusal(answer)) return answer;
    const kept = await this.release(keyed, operation, deliveryOf(keyed.request.operation));
    return this.instead(operation, answer, kept);
  }

  private release(
    { record: { id }, content }: KeyedCall,
    operation: Operation,
    refused: string,
  ): Promise<StoredKey | undefined> {
    const { records } = this.options;
    const sealedTarget = records.sealRequest(operation, targetOf(content));
    return records.release({ id, operationId: operation.id, refused, sealedTarget });
  }

  /**
   * The answer after a refusal: the refusal itself, unless another process has carried out the operation that was
   * refused here.
   */
  private instead(operation: Operation, answer: ServiceAnswer, kept: StoredKey | undefined): ServiceAnswer {
    if (!kept) return answer;
    if (!kept.sealedOutcome || !kept.isFinished) throw stillProcessing();
    const outcome = this.options.records.open(operation, kept.sealedOutcome);
    return isDeepStrictEqual(outcome, answer) ? answer : replayed(outcome);
  }

  private reuse(operation: Operation, { sealedRequest }: KeyRecord, second: string): DomainError {
    const first = sealedRequest === null ? '' : this.options.records.openRequest(operation, sealedRequest);
    return reused(operation, first, second);
  }
}

const replayed = (answer: ServiceAnswer): ServiceAnswer => ({ ...answer, isReplayed: true });

/** The id of a delivery. Ids sort in the order of sending: by request, and then by the number of the delivery. */
const deliveryOf = ({ id, repeats = 0 }: Operation): string => id.slice(0, -4) + repeats.toString(16).padStart(4, '0');

const isTold = (content: string): boolean => content.length <= REQUEST_LENGTH_MAX && content.includes('\n');

/**
 * The refusal of a key that another request has used. It links to the key's record, and says how the requests differ if
 * both contents are known.
 */
function reused({ key = '' }: Operation, first: string, second: string): DomainError {
  const faults = isTold(first) && isTold(second) ? { faults: differences(first, second) } : {};
  return new DomainError('IdempotencyKeyReused', { about: ref('idempotency-key', encodeURIComponent(key)), ...faults });
}

const isKnown = (code: string): code is keyof typeof errorCodes => Object.hasOwn(errorCodes, code);

/** Whether an answer refuses the request for good. A code that says "try again" tells no outcome. */
function isRefusal({ status, body }: ServiceAnswer): boolean {
  if (body.type !== 'error' || status >= 500) return false;
  return !isKnown(body.code) || !errorCodes[body.code].retryable;
}
