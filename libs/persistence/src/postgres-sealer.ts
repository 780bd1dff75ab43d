import type { KeyObject } from 'node:crypto';
import { createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { closeBox, openBox } from './authenticated-box.js';
import { openPool } from './connections.js';
import { type NewKey, Sealer } from './sealer.js';

const KEY_BYTES = 32;
const CACHED_KEYS_MAX = 10_000;
/** How long another process may still open what a destroyed key had sealed. */
const CACHED_KEY_MS = 60_000;
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 5_000;
const IDLE_MS = 10_000;

export interface SealingKeys {
  /** Wraps the data keys. 32 bytes. */
  readonly master: Buffer;
  /** Root of the fingerprints' keys. 32 bytes. */
  readonly fingerprint: Buffer;
}

/** The subject's data key is gone, or the value is not what was sealed for this subject and context. */
export class UnsealingError extends Error {
  override readonly name = 'UnsealingError';
}

const ADD_KEYS = 'INSERT INTO data_keys (subject_id, wrapped) SELECT * FROM unnest($1::text[], $2::bytea[])';

const derive = (root: Buffer, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', root, Buffer.alloc(0), purpose, KEY_BYTES)));

/**
 * Seals with data keys in the table `data_keys` of a service's schema. Keys are read and written over a connection of
 * its own: a key outlives the rollback of the transaction that first sealed with it, and sealing inside a transaction
 * never waits for the pool that this transaction was taken from.
 */
export class PostgresSealer extends Sealer {
  readonly #pool: Pool;
  readonly #wrappingKey: KeyObject;
  readonly #fingerprintRoot: Buffer;
  readonly #dataKeys = new LRUCache<string, KeyObject>({ max: CACHED_KEYS_MAX, ttl: CACHED_KEY_MS });
  readonly #fingerprintKeys = new LRUCache<string, KeyObject>({ max: CACHED_KEYS_MAX });

  /** @param database of a service, opened with `sealingMigrations` among its migrations */
  constructor(database: DataSource, { master, fingerprint }: SealingKeys) {
    super();
    if (database.options.type !== 'postgres') throw new Error('data keys are kept in Postgres');
    this.#pool = openPool({
      connectionString: database.options.url,
      application_name: 'halyard-sealer',
      max: 1,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idleTimeoutMillis: IDLE_MS,
      allowExitOnIdle: true,
    });
    this.#wrappingKey = derive(master, 'halyard/wrap-data-keys/v1');
    this.#fingerprintRoot = fingerprint;
  }

  async seal(subjectId: string, context: string, plaintext: string): Promise<Buffer> {
    const key = (await this.#keyOf(subjectId)) ?? (await this.#makeKey(subjectId));
    return closeBox(key, [subjectId, context], Buffer.from(plaintext));
  }

  /** @throws UnsealingError */
  async open(subjectId: string, context: string, sealed: Buffer): Promise<string> {
    const cached = this.#dataKeys.get(subjectId);
    if (cached) {
      try {
        return openBox(cached, [subjectId, context], sealed).toString();
      } catch {
        this.#dataKeys.delete(subjectId); // the key may have been destroyed and made anew since
      }
    }
    const key = await this.#keyOf(subjectId);
    if (!key) throw new UnsealingError(`the data key for ${context} is gone`);
    try {
      return openBox(key, [subjectId, context], sealed).toString();
    } catch (cause) {
      throw new UnsealingError(`the sealed value is not one of ${context} of this subject`, { cause });
    }
  }

  newKey(subjectId: string): NewKey {
    const content = randomBytes(KEY_BYTES);
    const key = createSecretKey(content);
    return {
      subjectId,
      wrapped: this.#wrap(subjectId, content),
      seal: (context, plaintext) => closeBox(key, [subjectId, context], Buffer.from(plaintext)),
    };
  }

  async keep(tx: EntityManager, keys: readonly NewKey[]): Promise<void> {
    await tx.query(ADD_KEYS, [keys.map(({ subjectId }) => subjectId), keys.map(({ wrapped }) => wrapped)]);
  }

  fingerprint(context: string, value: string): string {
    let key = this.#fingerprintKeys.get(context);
    if (!key) {
      key = derive(this.#fingerprintRoot, `halyard/fingerprint/v1/${context}`);
      this.#fingerprintKeys.set(context, key);
    }
    return createHmac('sha256', key).update(value).digest('hex');
  }

  async destroy(tx: EntityManager, subjectId: string): Promise<void> {
    await tx.query('DELETE FROM data_keys WHERE subject_id = $1', [subjectId]);
    this.#dataKeys.delete(subjectId);
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  /** @throws UnsealingError when the key was wrapped by another master key */
  async #keyOf(subjectId: string): Promise<KeyObject | undefined> {
    const cached = this.#dataKeys.get(subjectId);
    if (cached) return cached;
    const { rows } = await this.#pool.query<{ wrapped: Buffer }>(
      'SELECT wrapped FROM data_keys WHERE subject_id = $1',
      [subjectId],
    );
    if (!rows[0]) return undefined;
    const key = createSecretKey(this.#unwrap(subjectId, rows[0].wrapped));
    this.#dataKeys.set(subjectId, key);
    return key;
  }

  #wrap(subjectId: string, content: Buffer): Buffer {
    return closeBox(this.#wrappingKey, ['data-key', subjectId], content);
  }

  #unwrap(subjectId: string, wrapped: Buffer): Buffer {
    try {
      return openBox(this.#wrappingKey, ['data-key', subjectId], wrapped);
    } catch (cause) {
      throw new UnsealingError('a data key does not open: the master key is not the one it was wrapped with', {
        cause,
      });
    }
  }

  /** Of two processes that come at once, the first writes the key that both then use. */
  async #makeKey(subjectId: string): Promise<KeyObject> {
    const wrapped = this.#wrap(subjectId, randomBytes(KEY_BYTES));
    await this.#pool.query(`${ADD_KEYS} ON CONFLICT DO NOTHING`, [[subjectId], [wrapped]]);
    const key = await this.#keyOf(subjectId);
    if (!key) throw new UnsealingError('the data key was destroyed while it was being made');
    return key;
  }
}
