import { Injectable } from '@nestjs/common';
import { type Change, Changes } from '@halyard/changes';
import { created, type CreatedAnswer, type Operation } from '@halyard/contracts';
import { Clock, DomainError, newId } from '@halyard/core';
import { applicationOf } from '@halyard/http';
import { holdAlone } from '@halyard/persistence';
import { type EntityManager, IsNull, MoreThan } from 'typeorm';
import { Revocations } from '../../revocation/revocations.js';
import { TOKEN_LIFE_MS } from '../../revocation/token-lifetime.js';
import { SecurityEvents } from '../../security-event/security-events.js';
import { SigningKey } from '../signing-key.entity.js';
import { SIGNING_KEYS_LOCK, SigningKeys } from '../signing-keys.js';
import { SigningKeyRotation } from './signing-key-rotation.entity.js';

type NewKeys = Awaited<ReturnType<SigningKeys['make']>>;

export interface RotationOrder {
  readonly isEmergency: boolean;
  /** The new keys are published for this long before they sign. */
  readonly leadMs: number;
}

/** Rotates keys in one transaction, so that a key that signs was published by an earlier commit. */
@Injectable()
export class SigningKeyRotations {
  constructor(
    private readonly changes: Changes,
    private readonly keys: SigningKeys,
    private readonly revocations: Revocations,
    private readonly events: SecurityEvents,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError InvalidResourceState while another rotation's keys wait to sign, except in an emergency */
  async rotate(operation: Operation, order: RotationOrder): Promise<CreatedAnswer> {
    const keys = await this.keys.make();
    return this.changes.run(operation, (change) => this.apply(change, operation, order, keys));
  }

  private async apply(
    { tx }: Change,
    operation: Operation,
    { isEmergency, leadMs }: RotationOrder,
    keys: NewKeys,
  ): Promise<CreatedAnswer> {
    await holdAlone(tx, SIGNING_KEYS_LOCK);
    const id = newId();
    const createdAt = this.clock.system();
    const signsFrom = new Date(createdAt.getTime() + leadMs);
    const formerUntil = isEmergency ? createdAt : new Date(signsFrom.getTime() + TOKEN_LIFE_MS);
    if (isEmergency) await withdrawAll(tx, this.revocations, createdAt);
    else await retire(tx, createdAt, formerUntil);
    await insertKeys(tx, keys, createdAt, signsFrom);
    const { applicationId, accountId, userId } = applicationOf(operation);
    const kids = keys.map(({ kid }) => kid);
    const times = { createdAt, signsFrom, formerUntil, withdrawnAt: null };
    await tx.insert(SigningKeyRotation, {
      id,
      kids,
      isEmergency,
      operator: applicationId,
      personId: userId ?? null,
      ...times,
    });
    await this.events.record(tx, 'signing_key_rotated', { accountId, applicationId, personId: userId });
    return created('signing-key-rotation', id);
  }
}

/** Lets new keys sign in the place of all others, whose tokens are no longer valid. */
export async function replaceSigningKeys(
  tx: EntityManager,
  keys: NewKeys,
  revocations: Revocations,
  at: Date,
): Promise<void> {
  await holdAlone(tx, SIGNING_KEYS_LOCK);
  await withdrawAll(tx, revocations, at);
  await insertKeys(tx, keys, at, at);
}

function insertKeys(tx: EntityManager, keys: NewKeys, createdAt: Date, signsFrom: Date) {
  return tx.insert(
    SigningKey,
    keys.map((key) => ({ ...key, createdAt, signsFrom, verifiesUntil: null })),
  );
}

/** Withdraws all keys, even those that would sign later, and every token that the keys signed. */
async function withdrawAll(tx: EntityManager, revocations: Revocations, at: Date): Promise<void> {
  const keys = await tx.find(SigningKey, { select: { kid: true } });
  const kids = keys.map(({ kid }) => kid);
  await tx.delete(SigningKey, kids);
  await revocations.end(tx, 'signing-key', ...kids);
  await tx.update(SigningKeyRotation, { withdrawnAt: IsNull() }, { withdrawnAt: at });
}

/** @throws DomainError InvalidResourceState */
async function retire(tx: EntityManager, now: Date, until: Date): Promise<void> {
  if (await tx.existsBy(SigningKey, { signsFrom: MoreThan(now) })) {
    const message = 'Keys of another rotation are published and sign nothing yet. Wait until they do.';
    throw new DomainError('InvalidResourceState', { message });
  }
  await tx.update(SigningKey, { verifiesUntil: IsNull() }, { verifiesUntil: until });
}
