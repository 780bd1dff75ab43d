import { Injectable } from '@nestjs/common';
import { Clock, deriveId } from '@halyard/core';
import { holdAlone, Sealer } from '@halyard/persistence';
import type { JSONWebKeySet, JWK } from 'jose';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import { DataSource } from 'typeorm';
import { SigningKey } from './signing-key.entity.js';

/** Signs access tokens. */
export const SIGNING_ALGORITHM = 'ES256';
/** Signs ID tokens: the algorithm that every client takes for granted (OpenID Connect Core, 15.1). */
export const ID_TOKEN_ALGORITHM = 'RS256';
type Algorithm = typeof SIGNING_ALGORITHM | typeof ID_TOKEN_ALGORITHM;

/** All signing keys are sealed under one data key that belongs to no account. */
const SUBJECT = deriveId('auth.signing-keys');
const CONTEXT = 'auth.signing-key';

/** The keys that sign tokens, the same in every process of this service. */
@Injectable()
export class SigningKeys {
  private readonly loading = new Map<Algorithm, Promise<readonly JWK[]>>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  /** Private keys, newest first. The first process to ask creates one, and all others find it. */
  privateKeys(algorithm: Algorithm = SIGNING_ALGORITHM): Promise<readonly JWK[]> {
    const loading =
      this.loading.get(algorithm) ??
      this.load(algorithm).catch((error: unknown) => {
        this.loading.delete(algorithm);
        throw error;
      });
    this.loading.set(algorithm, loading);
    return loading;
  }

  /** The public keys, for anyone who verifies signatures. */
  async publicKeys(...algorithms: readonly Algorithm[]): Promise<JSONWebKeySet> {
    const sets = await Promise.all(algorithms.map((algorithm) => this.privateKeys(algorithm)));
    return { keys: sets.flat().map(publicPartOf) };
  }

  private async load(algorithm: Algorithm): Promise<readonly JWK[]> {
    const stored = await this.stored(algorithm);
    if (stored.length > 0) return stored;
    await this.makeFirst(algorithm);
    return this.stored(algorithm);
  }

  private async stored(algorithm: Algorithm): Promise<JWK[]> {
    const rows = await this.dataSource.manager.find(SigningKey, { order: { createdAt: 'DESC', kid: 'ASC' } });
    const keys = await Promise.all(
      rows.map(async ({ sealedJwk }) => JSON.parse(await this.sealer.open(SUBJECT, CONTEXT, sealedJwk)) as JWK),
    );
    return keys.filter(({ alg }) => alg === algorithm);
  }

  private async makeFirst(algorithm: Algorithm): Promise<void> {
    const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
    const jwk = await exportJWK(privateKey);
    const kid = await calculateJwkThumbprint(jwk);
    const text = JSON.stringify({ ...jwk, kid, alg: algorithm, use: 'sig' });
    const sealedJwk = await this.sealer.seal(SUBJECT, CONTEXT, text);

    await this.dataSource.transaction(async (tx) => {
      await holdAlone(tx, 'signing keys of auth');
      if ((await this.stored(algorithm)).length > 0) return;
      await tx.insert(SigningKey, { kid, sealedJwk, createdAt: this.clock.system() });
    });
  }
}

const publicPartOf = ({ kty, crv, x, y, n, e, kid, alg, use }: JWK): JWK =>
  kty === 'RSA' ? { kty, n, e, kid, alg, use } : { kty, crv, x, y, kid, alg, use };
