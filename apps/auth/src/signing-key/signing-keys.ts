import { Injectable } from '@nestjs/common';
import { Clock, deriveId } from '@halyard/core';
import { holdAlone, Sealer } from '@halyard/persistence';
import type { JSONWebKeySet, JWK } from 'jose';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import { DataSource } from 'typeorm';
import { SigningKey } from './signing-key.entity.js';

export const SIGNING_ALGORITHM = 'ES256';

/** All signing keys are sealed under one data key that belongs to no account. */
const SUBJECT = deriveId('auth.signing-keys');
const CONTEXT = 'auth.signing-key';

/** The keys that sign tokens, the same in every process of this service. */
@Injectable()
export class SigningKeys {
  private loading?: Promise<readonly JWK[]>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  /** Private keys, newest first. The first process to ask creates one, and all others find it. */
  privateKeys(): Promise<readonly JWK[]> {
    this.loading ??= this.load().catch((error: unknown) => {
      this.loading = undefined;
      throw error;
    });
    return this.loading;
  }

  /** The public keys, for anyone who verifies signatures. */
  async publicKeys(): Promise<JSONWebKeySet> {
    const keys = await this.privateKeys();
    return { keys: keys.map(({ kty, crv, x, y, kid, alg, use }) => ({ kty, crv, x, y, kid, alg, use })) };
  }

  private async load(): Promise<readonly JWK[]> {
    const stored = await this.stored();
    if (stored.length > 0) return stored;
    await this.makeFirst();
    return this.stored();
  }

  private async stored(): Promise<JWK[]> {
    const rows = await this.dataSource.manager.find(SigningKey, { order: { createdAt: 'DESC', kid: 'ASC' } });
    return Promise.all(
      rows.map(async ({ sealedJwk }) => JSON.parse(await this.sealer.open(SUBJECT, CONTEXT, sealedJwk)) as JWK),
    );
  }

  private async makeFirst(): Promise<void> {
    const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
    const jwk = await exportJWK(privateKey);
    const kid = await calculateJwkThumbprint(jwk);
    const text = JSON.stringify({ ...jwk, kid, alg: SIGNING_ALGORITHM, use: 'sig' });
    const sealedJwk = await this.sealer.seal(SUBJECT, CONTEXT, text);

    await this.dataSource.transaction(async (tx) => {
      await holdAlone(tx, 'signing keys of auth');
      if (await tx.exists(SigningKey)) return;
      await tx.insert(SigningKey, { kid, sealedJwk, createdAt: this.clock.system() });
    });
  }
}
