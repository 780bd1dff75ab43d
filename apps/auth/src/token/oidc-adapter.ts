import type { Clock } from '@halyard/core';
import { deriveId } from '@halyard/core';
import type { Sealer } from '@halyard/persistence';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { DataSource } from 'typeorm';

const SUBJECT = deriveId('auth.oidc-payloads');
const CONTEXT = 'auth.oidc-payload';

interface Row {
  readonly sealed_payload: Buffer;
  readonly consumed_at: Date | null;
}

/**
 * Where oidc-provider keeps what it hands out: codes, refresh tokens, grants, sessions. What a client could present is
 * a keyed hash in the table, and the payload, which repeats it, is sealed. One table for all models, found by the
 * model's name; rows past `expires_at` are never answered, and an index finds them for whoever drops them.
 */
export class PostgresOidcAdapter implements Adapter {
  constructor(
    private readonly model: string,
    private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const expiresAt = expiresIn === undefined ? null : new Date(this.clock.system().getTime() + expiresIn * 1000);
    const consumedAt = typeof payload.consumed === 'number' ? new Date(payload.consumed * 1000) : null;
    await this.dataSource.query(
      `INSERT INTO oidc_payloads
         (model, id_hash, uid_hash, user_code_hash, grant_hash, sealed_payload, consumed_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (model, id_hash) DO UPDATE SET
         uid_hash = excluded.uid_hash, user_code_hash = excluded.user_code_hash, grant_hash = excluded.grant_hash,
         sealed_payload = excluded.sealed_payload, consumed_at = excluded.consumed_at, expires_at = excluded.expires_at`,
      [
        this.model,
        this.hash('id', id),
        this.hashIfGiven('uid', payload.uid),
        this.hashIfGiven('user-code', payload.userCode),
        this.hashIfGiven('grant', payload.grantId),
        await this.sealer.seal(SUBJECT, CONTEXT, JSON.stringify(payload)),
        consumedAt,
        expiresAt,
      ],
    );
  }

  find(id: string): Promise<AdapterPayload | undefined> {
    return this.findBy('id_hash', this.hash('id', id));
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.findBy('uid_hash', this.hash('uid', uid));
  }

  findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.findBy('user_code_hash', this.hash('user-code', userCode));
  }

  async consume(id: string): Promise<void> {
    await this.dataSource.query('UPDATE oidc_payloads SET consumed_at = $3 WHERE model = $1 AND id_hash = $2', [
      this.model,
      this.hash('id', id),
      this.clock.system(),
    ]);
  }

  async destroy(id: string): Promise<void> {
    await this.dataSource.query('DELETE FROM oidc_payloads WHERE model = $1 AND id_hash = $2', [
      this.model,
      this.hash('id', id),
    ]);
  }

  /** A grant's codes and tokens die together, of whatever model they are. */
  async revokeByGrantId(grantId: string): Promise<void> {
    await this.dataSource.query('DELETE FROM oidc_payloads WHERE grant_hash = $1', [this.hash('grant', grantId)]);
  }

  private async findBy(
    column: 'id_hash' | 'uid_hash' | 'user_code_hash',
    hash: string,
  ): Promise<AdapterPayload | undefined> {
    const rows = await this.dataSource.query<Row[]>(
      `SELECT sealed_payload, consumed_at FROM oidc_payloads
       WHERE model = $1 AND ${column} = $2 AND (expires_at IS NULL OR expires_at > $3)`,
      [this.model, hash, this.clock.system()],
    );
    const row = rows[0];
    if (!row) return undefined;
    const payload = JSON.parse(await this.sealer.open(SUBJECT, CONTEXT, row.sealed_payload)) as AdapterPayload;
    return row.consumed_at ? { ...payload, consumed: Math.floor(row.consumed_at.getTime() / 1000) } : payload;
  }

  private hash(kind: string, value: string): string {
    return this.sealer.fingerprint(`auth.oidc-${kind}`, value);
  }

  private hashIfGiven(kind: string, value: string | undefined): string | null {
    return value === undefined ? null : this.hash(kind, value);
  }
}
