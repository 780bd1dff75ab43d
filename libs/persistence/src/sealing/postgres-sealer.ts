import type { KeyObject } from 'node:crypto';
import { createSecretKey, randomBytes } from 'node:crypto';
import { atMost } from '@halyard/core';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { closeBox, openBox } from './authenticated-box.js';
import { Batcher } from '../statements/batcher.js';
import { openPool } from '../connections.js';
import { addDataKeys, type RowQuery, wrongMaster } from './data-keys.rows.js';
import { KeyedHash } from './keyed-hash.js';
import { deriveKey, MasterKeys, type WrappedKey } from './master-keys.js';
import { ErasedError, type NewKey, Sealer, UnsealingError } from './sealer.js';

const KEY_BYTES = 32;
const CACHED_KEYS_MAX = 10_000;
/** How long another process may still decrypt with a data key that was destroyed. */
const CACHED_KEY_MS = 60_000;
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 5_000;
const IDLE_MS = 10_000;

export interface SealingKeys {
  /**
   * Gives the keys that wrap the data keys, 32 bytes each and the newest first. During a replacement there is more than
   * one.
   */
  readonly masters: () => readonly Buffer[];
  /** The key from which fingerprint keys derive, 32 bytes. */
  readonly fingerprint: Buffer;
}

const READ_KEYS = `
  SELECT subject_id AS "subjectId", wrapped, master_id AS "masterId" FROM data_keys
  WHERE subject_id = ANY($1::text[]) AND wrapped IS NOT NULL`;
const WAS_DESTROYED = 'SELECT FROM data_keys WHERE subject_id = $1 AND destroyed_at IS NOT NULL';
const DESTROY = `
  UPDATE data_keys SET wrapped = NULL, master_id = NULL, destroyed_at = clock_timestamp() WHERE subject_id = $1`;
const KEYS_AT_ONCE = { sizeMax: 250, gathers: false };

/**
 * Seals with data keys from the table `data_keys` of a service's schema. It has its own connection for keys. So a key
 * stays even if the transaction that first used it is rolled back, and sealing inside a transaction never waits for the
 * pool that the transaction uses.
 */
export class PostgresSealer extends Sealer {
  /** Called at each look for a data key: whether it was in memory. */
  onKeyRead: (isHit: boolean) => void = () => undefined;
  readonly #database: DataSource;
  readonly #pool: Pool;
  readonly #masters: MasterKeys;
  readonly #fingerprintRoot: Buffer;
  readonly #dataKeys = new LRUCache<string, KeyObject>({ ...atMost(CACHED_KEYS_MAX), ttl: CACHED_KEY_MS });
  readonly #made = new Batcher((subjectIds: readonly string[]) => this.#makeKeys(subjectIds), KEYS_AT_ONCE);
  readonly #read = new Batcher((subjectIds: readonly string[]) => this.#readKeys(subjectIds), KEYS_AT_ONCE);
  readonly #fingerprints = new LRUCache<string, KeyedHash>(atMost(CACHED_KEYS_MAX));

  /** @param database the service's database, opened with `sealingMigrations` among its migrations */
  constructor(database: DataSource, { masters, fingerprint }: SealingKeys) {
    super();
    if (database.options.type !== 'postgres') throw new Error('data keys are kept in Postgres');
    this.#database = database;
    this.#pool = openPool({
      connectionString: database.options.url,
      application_name: 'halyard-sealer',
      max: 1,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idleTimeoutMillis: IDLE_MS,
      allowExitOnIdle: true,
    });
    this.#masters = new MasterKeys(masters);
    this.#fingerprintRoot = fingerprint;
  }

  async seal(subjectId: string, context: string, plaintext: string): Promise<Buffer> {
    const key = await this.#sealingKeyOf(subjectId);
    return closeBox(key, [subjectId, context], Buffer.from(plaintext));
  }

  async prepare(subjectIds: Iterable<string>): Promise<void> {
    const missing = [...new Set(subjectIds)].filter((subjectId) => !this.#dataKeys.has(subjectId));
    await Promise.all(missing.map((subjectId) => this.#sealingKeyOf(subjectId)));
  }

  /**
   * @throws ErasedError if the value may have been sealed by a key that was destroyed; UnsealingError; KeysError if the
   * subject's key is wrapped by a master key that this process does not have
   */
  async open(subjectId: string, context: string, sealed: Buffer): Promise<string> {
    const cached = this.#dataKeys.get(subjectId);
    if (cached) {
      this.onKeyRead(true);
      try {
        return openBox(cached, [subjectId, context], sealed).toString();
      } catch {
        this.#dataKeys.delete(subjectId); // The cached key may have been destroyed and made anew since.
      }
    }
    const key = await this.#keyOf(subjectId);
    if (!key) throw await this.#unopened(subjectId, `there is no data key for ${context}`);
    try {
      return openBox(key, [subjectId, context], sealed).toString();
    } catch (cause) {
      throw await this.#unopened(subjectId, `the sealed value is not one of ${context} of this subject`, cause);
    }
  }

  /**
   * Checks that this process has the right master keys. Without them it must not serve: it would report data as lost
   * that it merely can't decrypt, or seal data that others can't open.
   * @throws KeysError while a data key may be wrapped by a master key that this process does not have
   */
  async requireMasters(): Promise<void> {
    const rows = await this.#database.query<{ id: string }[]>('SELECT id FROM master_keys');
    if (rows.some(({ id }) => !this.#masters.find(id))) throw wrongMaster();
  }

  newKey(subjectId: string): NewKey {
    const content = randomBytes(KEY_BYTES);
    const key = createSecretKey(content);
    return {
      subjectId,
      content,
      seal: (context, plaintext) => closeBox(key, [subjectId, context], Buffer.from(plaintext)),
    };
  }

  async keep(tx: EntityManager, keys: readonly NewKey[]): Promise<void> {
    if (keys.length === 0) return;
    const ask: RowQuery = (sql, parameters) => tx.query(sql, [...parameters]);
    await addDataKeys(ask, this.#masters, keys, { ifNew: false });
  }

  fingerprint(context: string, value: string): string {
    let keyed = this.#fingerprints.get(context);
    if (!keyed) {
      keyed = new KeyedHash(deriveKey(this.#fingerprintRoot, `halyard/fingerprint/v1/${context}`));
      this.#fingerprints.set(context, keyed);
    }
    return keyed.of(value);
  }

  async destroy(tx: EntityManager, subjectId: string): Promise<void> {
    await tx.query(DESTROY, [subjectId]);
    this.#dataKeys.delete(subjectId);
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #unopened(subjectId: string, message: string, cause?: unknown): Promise<UnsealingError> {
    const { rowCount } = await this.#pool.query(WAS_DESTROYED, [subjectId]);
    return rowCount === 0 ? new UnsealingError(message, { cause }) : new ErasedError('its data key was destroyed');
  }

  async #sealingKeyOf(subjectId: string): Promise<KeyObject> {
    return (await this.#keyOf(subjectId)) ?? (await this.#makeKey(subjectId));
  }

  /** @throws KeysError if another master key wrapped the key; UnsealingError if it is damaged */
  async #keyOf(subjectId: string): Promise<KeyObject | undefined> {
    const cached = this.#dataKeys.get(subjectId);
    this.onKeyRead(cached !== undefined);
    if (cached) return cached;
    const key = await this.#read.add(subjectId);
    if (key instanceof Error) throw key;
    if (key) this.#dataKeys.set(subjectId, key);
    return key;
  }

  async #readKeys(subjectIds: readonly string[]): Promise<readonly (KeyObject | Error | undefined)[]> {
    const { rows } = await this.#pool.query<WrappedKey>(READ_KEYS, [subjectIds]);
    const bySubject = new Map(rows.map((row) => [row.subjectId, row]));
    return subjectIds.map((subjectId) => {
      const row = bySubject.get(subjectId);
      return row && this.#unwrap(row);
    });
  }

  #unwrap(row: WrappedKey): KeyObject | Error {
    const master = this.#masters.find(row.masterId);
    if (!master) return wrongMaster();
    try {
      return createSecretKey(master.unwrap(row));
    } catch (cause) {
      return new UnsealingError(`the data key of ${row.subjectId} does not open: it is damaged`, { cause });
    }
  }

  /** Makes a key. If two processes do so at once, both use the key that was written first. */
  async #makeKey(subjectId: string): Promise<KeyObject> {
    await this.#made.add(subjectId);
    const key = await this.#keyOf(subjectId);
    if (!key) throw new ErasedError('the data key was destroyed while it was being made');
    return key;
  }

  /** Makes keys. Those that are requested at the same time are written in one commit. */
  async #makeKeys(subjectIds: readonly string[]): Promise<readonly void[]> {
    const keys = [...new Set(subjectIds)].map((subjectId) => ({ subjectId, content: randomBytes(KEY_BYTES) }));
    const ask: RowQuery = async <Row>(sql: string, parameters: readonly unknown[]) => {
      const { rows } = await this.#pool.query<object & Row>(sql, [...parameters]);
      return rows;
    };
    const added = await addDataKeys(ask, this.#masters, keys, { ifNew: true });
    for (const { subjectId, content } of keys) {
      if (added.has(subjectId)) this.#dataKeys.set(subjectId, createSecretKey(content));
    }
    return subjectIds.map(() => undefined);
  }
}
