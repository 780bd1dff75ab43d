import type { Clock } from '@halyard/core';
import { deriveId } from '@halyard/core';
import type { Sealer } from '@halyard/persistence';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { type DataSource, type FindOptionsWhere, IsNull, type Repository } from 'typeorm';
import { OidcPayload } from './oidc-payload.entity.js';

const SUBJECT = deriveId('auth.oidc-payloads');
const CONTEXT = 'auth.oidc-payload';

/** Another request was faster to use something that works only once. */
export class ConsumedBefore extends Error {}

/**
 * Stores what oidc-provider issues: codes, refresh tokens, grants, sessions. Values that a client could present are
 * stored as keyed hashes. The payload, which repeats them, is sealed. All models share one table. Rows past
 * `expires_at` are never returned, and an index finds them for deletion.
 */
export class PostgresOidcAdapter implements Adapter {
  private readonly payloads: Repository<OidcPayload>;

  constructor(
    private readonly model: string,
    dataSource: DataSource,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {
    this.payloads = dataSource.getRepository(OidcPayload);
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const expiresAt = expiresIn === undefined ? null : new Date(this.clock.system().getTime() + expiresIn * 1000);
    const consumedAt = typeof payload.consumed === 'number' ? new Date(payload.consumed * 1000) : null;
    const row: OidcPayload = {
      model: this.model,
      idHash: this.hash('id', id),
      uidHash: this.hashIfGiven('uid', payload.uid),
      userCodeHash: this.hashIfGiven('user-code', payload.userCode),
      grantHash: this.hashIfGiven('grant', payload.grantId),
      sealedPayload: await this.sealer.seal(SUBJECT, CONTEXT, JSON.stringify(payload)),
      consumedAt,
      expiresAt,
    };
    await this.payloads.upsert(row, ['model', 'idHash']);
  }

  find(id: string): Promise<AdapterPayload | undefined> {
    return this.findBy({ idHash: this.hash('id', id) });
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.findBy({ uidHash: this.hash('uid', uid) });
  }

  findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.findBy({ userCodeHash: this.hash('user-code', userCode) });
  }

  /** @throws ConsumedBefore if it was consumed before; of several requests at once, in any processes, one succeeds */
  async consume(id: string): Promise<void> {
    const { model } = this;
    const unused = { model, idHash: this.hash('id', id), consumedAt: IsNull() };
    const { affected } = await this.payloads.update(unused, { consumedAt: this.clock.system() });
    if (affected !== 1) throw new ConsumedBefore();
  }

  async destroy(id: string): Promise<void> {
    await this.payloads.delete({ model: this.model, idHash: this.hash('id', id) });
  }

  /** A grant's codes and tokens end together, whatever their model. */
  async revokeByGrantId(grantId: string): Promise<void> {
    await this.payloads.delete({ grantHash: this.hash('grant', grantId) });
  }

  private async findBy(hashed: FindOptionsWhere<OidcPayload>): Promise<AdapterPayload | undefined> {
    const row = await this.payloads.findOneBy({ ...hashed, model: this.model });
    if (!row || (row.expiresAt && row.expiresAt <= this.clock.system())) return undefined;
    const payload = JSON.parse(await this.sealer.open(SUBJECT, CONTEXT, row.sealedPayload)) as AdapterPayload;
    return row.consumedAt ? { ...payload, consumed: Math.floor(row.consumedAt.getTime() / 1000) } : payload;
  }

  private hash(kind: string, value: string): string {
    return this.sealer.fingerprint(`auth.oidc-${kind}`, value);
  }

  private hashIfGiven(kind: string, value: string | undefined): string | null {
    return value === undefined ? null : this.hash(kind, value);
  }
}
