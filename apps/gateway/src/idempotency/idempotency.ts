import { Inject, Injectable } from '@nestjs/common';
import type { ApplicationPrincipal } from '@halyard/contracts';
import { deriveId, DomainError, errorCodes, newId, validationError } from '@halyard/core';
import type { ServiceAnswer } from '@halyard/http';
import { LOGGER, type Logger } from '@halyard/observability';
import { Sealer } from '@halyard/persistence';
import { canonicalRequest, differences, KEY_POINTER, type RequestContent } from './canonical.js';
import { type ClaimEnd, ClaimStore, type HeldClaim } from './claim-store.js';
import { Leases } from './leases.js';

/** A request that carries an Idempotency-Key. */
export interface KeyedRequest extends RequestContent {
  readonly key: string;
  /** Unique: it also names the attempt that holds the key. */
  readonly requestId: string;
  readonly principal: ApplicationPrincipal;
}

export interface KeyedAnswer {
  readonly answer: ServiceAnswer;
  /** It is the answer of an earlier request. */
  readonly isReplayed: boolean;
}

const KEY = /^[\x20-\x7e]{1,255}$/;
const REQUEST = 'gateway.idempotency-request';
const ANSWER = 'gateway.idempotency-answer';

/** What an Idempotency-Key promises (decisions, "Idempotency-Key"): one effect, and its first answer again. */
@Injectable()
export class Idempotency {
  constructor(
    private readonly store: ClaimStore,
    private readonly leases: Leases,
    private readonly sealer: Sealer,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Runs `forward` under the key's operation id, unless the key's request has an answer already or is still running.
   *
   * @throws DomainError ValidationError for a malformed key, Conflict, IdempotencyKeyReused
   */
  async run(request: KeyedRequest, forward: (operationId: string) => Promise<ServiceAnswer>): Promise<KeyedAnswer> {
    const { key, principal, requestId: holder } = request;
    if (!KEY.test(key)) throw malformedKey();
    const { accountId, applicationId } = principal;
    const content = canonicalRequest(request);

    const claim = await this.store.claim({
      id: deriveId('idempotency-key', applicationId, accountId, key),
      accountId,
      holder,
      operationId: newId(),
      hash: this.sealer.fingerprint(REQUEST, content),
      sealedRequest: await this.sealer.seal(accountId, REQUEST, content),
    });

    if (!claim.isSame) throw await this.reuse(accountId, claim.sealedRequest, content);
    if (claim.sealedAnswer) {
      return { answer: await this.openAnswer(accountId, claim.sealedAnswer), isReplayed: true };
    }
    if (claim.holder !== holder) throw new DomainError('Conflict', { retryAfterSeconds: 1 });
    return this.leases.during(claim, async () => {
      const answer = await this.complete(claim, accountId, () => forward(claim.operationId));
      return { answer, isReplayed: false };
    });
  }

  private async complete(
    claim: HeldClaim,
    accountId: string,
    forward: () => Promise<ServiceAnswer>,
  ): Promise<ServiceAnswer> {
    try {
      const answer = await forward();
      await this.end(claim, async () => this.endOf(answer, accountId));
      return answer;
    } catch (error) {
      await this.end(claim, () => ({ how: 'suspend' }));
      throw error;
    }
  }

  /** An end that can't be written is no reason to keep the answer back: the lease ends by itself, and a repeat finds it. */
  private async end(claim: HeldClaim, endOf: () => ClaimEnd | Promise<ClaimEnd>): Promise<void> {
    try {
      await this.store.settle(claim, await endOf());
    } catch (error) {
      this.logger.warn({ err: error, operationId: claim.operationId }, 'a claim could not be ended');
    }
  }

  private async endOf(answer: ServiceAnswer, accountId: string): Promise<ClaimEnd> {
    if (answer.status < 400) {
      const sealedAnswer = await this.sealer.seal(accountId, ANSWER, JSON.stringify(answer));
      return { how: 'complete', sealedAnswer };
    }
    return { how: isRefused(answer) ? 'release' : 'suspend' };
  }

  private async openAnswer(accountId: string, sealed: Buffer): Promise<ServiceAnswer> {
    return JSON.parse(await this.sealer.open(accountId, ANSWER, sealed)) as ServiceAnswer;
  }

  private async reuse(accountId: string, sealedFirst: Buffer | null, second: string): Promise<DomainError> {
    const first = sealedFirst && (await this.sealer.open(accountId, REQUEST, sealedFirst));
    return new DomainError('IdempotencyKeyReused', { faults: first ? differences(first, second) : [] });
  }
}

const malformedKey = (): DomainError =>
  validationError({ code: 'InvalidFormat', message: 'Idempotency-Key invalid.', path: KEY_POINTER });

const isKnown = (code: string): code is keyof typeof errorCodes => Object.hasOwn(errorCodes, code);

/** Whether the owner has decided against the request. Codes that say "try again" leave open what has happened. */
function isRefused({ status, body }: ServiceAnswer): boolean {
  const isRetryable = body.document === 'error' && isKnown(body.code) && errorCodes[body.code].retryable;
  return status < 500 && !isRetryable;
}
