import { createPrivateKey, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock, deriveId } from '@halyard/core';
import { Batcher, holdAlone, Sealer } from '@halyard/persistence';
import type { JSONWebKeySet, JWK } from 'jose';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import { DataSource, type EntityManager } from 'typeorm';
import { SigningKey } from './signing-key.entity.js';
import { keysThatVerify } from './signing-keys.query.js';

export const SIGNING_ALGORITHM = 'ES256';
/** Signs ID tokens. Every client expects this algorithm by default (OpenID Connect Core, 15.1). */
export const ID_TOKEN_ALGORITHM = 'RS256';
const algorithms = [SIGNING_ALGORITHM, ID_TOKEN_ALGORITHM] as const;
type Algorithm = (typeof algorithms)[number];

/** A process holds this lock while it adds or removes keys. */
export const SIGNING_KEYS_LOCK = 'signing keys of auth';

/** All signing keys are sealed under one data key that belongs to no account. */
const SUBJECT = deriveId('auth.signing-keys');
const CONTEXT = 'auth.signing-key';

interface OpenKey {
  readonly kid: string;
  readonly algorithm: string | undefined;
  readonly jwk: JWK;
  readonly key: KeyObject;
}

type PublishedKey = OpenKey & Pick<SigningKey, 'signsFrom'>;
type NewKey = Pick<SigningKey, 'kid' | 'sealedJwk'>;

/**
 * Each use reads which keys sign and verify, so that every process knows of a rotation once the rotation is answered.
 */
@Injectable()
export class SigningKeys {
  /** The keys of the last read. The next read drops withdrawn keys from memory. */
  private opened: ReadonlyMap<string, OpenKey> = new Map();
  /** Callers at the same time share one read, which begins after all of them have asked. */
  private readonly readings = new Batcher<undefined, readonly PublishedKey[]>(
    async (askers) => {
      const keys = await this.readOnce();
      return askers.map(() => keys);
    },
    { sizeMax: 1_000, gathers: false },
  );

  constructor(
    private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  async signingKey(algorithm: Algorithm): Promise<OpenKey> {
    const keys = (await this.published(algorithm)).filter((key) => key.algorithm === algorithm);
    const now = this.clock.system();
    // If no key signs yet, the clock of the process that made the only key is ahead: use that key.
    const key = keys.findLast(({ signsFrom }) => signsFrom <= now) ?? keys[0];
    if (!key) throw new Error(`there is no key to sign with ${algorithm}`);
    return key;
  }

  /** The private keys of every algorithm, the last to sign first. */
  async privateKeys(): Promise<readonly JWK[]> {
    return (await this.published(...algorithms)).map(({ jwk }) => jwk).reverse();
  }

  /** The public keys, including keys that will sign later. */
  async publicKeys(...wanted: readonly Algorithm[]): Promise<JSONWebKeySet> {
    const keys = (await this.published(...wanted)).map(({ jwk }) => jwk).reverse();
    return { keys: wanted.flatMap((algorithm) => keys.filter(({ alg }) => alg === algorithm)).map(publicPartOf) };
  }

  /** Makes keys, but neither stores nor publishes them. */
  async make(): Promise<readonly NewKey[]> {
    await this.published(...algorithms);
    return Promise.all(algorithms.map((algorithm) => this.makeOne(algorithm)));
  }

  /**
   * The published keys, ordered by when they begin to sign. The first process to ask for an algorithm makes a key for
   * it.
   */
  private async published(...wanted: readonly Algorithm[]): Promise<readonly PublishedKey[]> {
    const keys = await this.read();
    const missing = wanted.filter((algorithm) => !keys.some((key) => key.algorithm === algorithm));
    if (missing.length === 0) return keys;
    for (const algorithm of missing) await this.makeFirst(algorithm);
    return this.read();
  }

  private read(): Promise<readonly PublishedKey[]> {
    return this.readings.add(undefined);
  }

  private async readOnce(db: DataSource | EntityManager = this.dataSource): Promise<readonly PublishedKey[]> {
    const { opened } = this;
    const rows = await keysThatVerify(db, this.clock.system(), [...opened.keys()]);
    const keys = await Promise.all(
      rows.map(async ({ kid, sealedJwk, signsFrom }) => {
        const key = sealedJwk === null ? opened.get(kid) : await this.open(sealedJwk);
        if (!key) throw new Error('a signing key was read without its content');
        return { ...key, signsFrom };
      }),
    );
    this.opened = new Map(keys.map((key) => [key.kid, key]));
    return keys;
  }

  private async open(sealedJwk: Buffer): Promise<OpenKey> {
    const jwk = JSON.parse(await this.sealer.open(SUBJECT, CONTEXT, sealedJwk)) as JWK;
    const { kid = '', alg: algorithm } = jwk;
    return { kid, algorithm, jwk, key: createPrivateKey({ key: { ...jwk }, format: 'jwk' }) };
  }

  private async makeOne(algorithm: Algorithm): Promise<NewKey> {
    const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
    const jwk = await exportJWK(privateKey);
    const kid = await calculateJwkThumbprint(jwk);
    const text = JSON.stringify({ ...jwk, kid, alg: algorithm, use: 'sig' });
    return { kid, sealedJwk: await this.sealer.seal(SUBJECT, CONTEXT, text) };
  }

  private async makeFirst(algorithm: Algorithm): Promise<void> {
    const made = await this.makeOne(algorithm);
    await this.dataSource.transaction(async (tx) => {
      await holdAlone(tx, SIGNING_KEYS_LOCK);
      // Reads on the transaction's own connection: callers that wait here must not need another connection each.
      if ((await this.readOnce(tx)).some((key) => key.algorithm === algorithm)) return;
      const now = this.clock.system();
      await tx.insert(SigningKey, { ...made, createdAt: now, signsFrom: now, verifiesUntil: null });
    });
  }
}

const publicPartOf = ({ kty, crv, x, y, n, e, kid, alg, use }: JWK): JWK =>
  kty === 'RSA' ? { kty, n, e, kid, alg, use } : { kty, crv, x, y, kid, alg, use };
