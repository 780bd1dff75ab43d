import { Injectable } from '@nestjs/common';
import { type AnswerBody, serviceRoutes } from '@halyard/contracts';
import { Clock, DomainError } from '@halyard/core';
import { ServiceClient } from '@halyard/http';
import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { ownOperation } from '../forwarding/own-operation.js';
import { Revocations } from './revocation/revocations.js';

interface KeySet {
  readonly find: JWTVerifyGetKey;
  readonly fetchedAtMs: number;
}

/** A token signed with an unknown key causes a new fetch, but not more often than this. */
const REFETCH_AFTER_MS = 1_000;
/** Former keys verify no token after this time. */
const AGE_MAX_MS = 5 * 60_000;

const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

/** The public keys of auth's tokens, fetched when they are needed. */
@Injectable()
export class SigningKeys {
  private current: KeySet | undefined;
  private fetching: Promise<KeySet> | undefined;

  constructor(
    private readonly client: ServiceClient,
    private readonly clock: Clock,
    revocations: Revocations,
  ) {
    revocations.onEnded((news) => {
      if (news.concerns('signing-key')) this.forget();
    });
  }

  /** Key resolver for jose. @throws JOSEError if no key fits; DomainError ServiceUnavailable */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    const known = await this.known();
    try {
      return await known.find(header, token);
    } catch (error) {
      const mayBeNew = error instanceof errors.JWKSNoMatchingKey && this.ageMs(known) >= REFETCH_AFTER_MS;
      if (!mayBeNew) throw error;
      return (await this.fetch()).find(header, token);
    }
  };

  /** Keys due for a refresh are used as long as auth can't be asked for newer ones. */
  private async known(): Promise<KeySet> {
    const { current } = this;
    if (!current) return this.fetch();
    return this.ageMs(current) < AGE_MAX_MS ? current : this.fetch().catch(() => current);
  }

  private ageMs({ fetchedAtMs }: KeySet): number {
    return this.clock.system().getTime() - fetchedAtMs;
  }

  /** A fetch under way is dropped too: its answer may lack a withdrawal. */
  private forget(): void {
    this.current = undefined;
    this.fetching = undefined;
  }

  private fetch(): Promise<KeySet> {
    if (this.fetching) return this.fetching;
    const fetching = this.ask();
    this.fetching = fetching;
    const end = (fetched?: KeySet): void => {
      if (this.fetching !== fetching) return;
      this.fetching = undefined;
      this.current = fetched ?? this.current;
    };
    void fetching.then(end, () => end());
    return fetching;
  }

  private async ask(): Promise<KeySet> {
    const { method, path, owner } = serviceRoutes.getSigningKeys;
    const operation = ownOperation(this.clock.system());
    const { body } = await this.client.call(owner, { method, path, operation });
    return { find: resolverOf(body), fetchedAtMs: this.clock.system().getTime() };
  }
}

/** A malformed key set says nothing about the token for which it was fetched. */
function resolverOf(answer: AnswerBody): JWTVerifyGetKey {
  try {
    if (answer.type !== 'raw') throw new Error(`unexpected ${answer.type}`);
    return createLocalJWKSet(keySet.parse(JSON.parse(answer.body)));
  } catch (cause) {
    throw new DomainError('ServiceUnavailable', { cause });
  }
}
