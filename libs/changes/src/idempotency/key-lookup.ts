import type { KeyQuery, KeyUse } from '@halyard/contracts/idempotency-keys';
import type { Clock } from '@halyard/core';
import type { ServiceAnswer } from '@halyard/http';
import type { Sealer } from '@halyard/persistence';
import type { DataSource } from 'typeorm';
import { targetOf } from './canonical.js';
import type { Effects } from './effects.js';
import { operationsLifetime } from './idempotency-records.migration.js';
import { contexts, hashOf, KeptContent, nameOfKey } from './kept-content.js';

interface KeyLookupOptions {
  readonly dataSource: DataSource;
  readonly sealer: Pick<Sealer, 'fingerprint'>;
  readonly clock: Clock;
  /** Finds out effects: see the option of IdempotencyKeys. */
  readonly effects: () => Effects | undefined;
}

interface Row {
  readonly id: string;
  readonly operationId: string;
  readonly accountTime: Date;
  readonly firstUsed: Date;
  readonly settledAt: Date | null;
  readonly isReleased: boolean;
  readonly isFinished: boolean;
  readonly sealedRequest: Buffer | null;
  readonly sealedOutcome: Buffer | null;
}

type Outcome = Pick<KeyUse, 'state' | 'status' | 'resource' | 'isCreated'>;

interface UsedKey {
  readonly name: string;
  readonly applicationId: string;
  readonly query: KeyQuery;
}

/** Tells clients that know an Idempotency-Key what the service has recorded under it. */
export class KeyLookup {
  private readonly content: KeptContent;

  constructor(private readonly options: KeyLookupOptions) {
    this.content = new KeptContent(options.sealer);
  }

  async find(query: KeyQuery): Promise<readonly KeyUse[]> {
    const { dataSource, sealer, clock } = this.options;
    const used = new Map<string, UsedKey>();
    for (const applicationId of query.applicationIds) {
      const name = nameOfKey(applicationId, query.accountId, query.key);
      used.set(hashOf(sealer, contexts.key, name), { name, applicationId, query });
    }
    const expired = new Date(clock.system().getTime() - operationsLifetime.keptMs);
    const rows = await dataSource.query<Row[]>(
      `SELECT DISTINCT ON (id) replace(id::text, '-', '') AS id, operation_id AS "operationId",
         account_time AS "accountTime", first_used_at AS "firstUsed", settled_at AS "settledAt",
         fingerprint IS NULL AS "isReleased", is_finished AS "isFinished", sealed_request AS "sealedRequest",
         sealed_outcome AS "sealedOutcome"
       FROM operations WHERE id = ANY ($1::uuid[]) AND first_used_at > $2 ORDER BY id, first_used_at DESC`,
      [[...used.keys()], expired],
    );
    const uses = await Promise.all(rows.map((row) => this.useOf(row, used.get(row.id))));
    return uses.filter((use) => use !== undefined);
  }

  private async useOf(row: Row, used: UsedKey | undefined): Promise<KeyUse | undefined> {
    const { sealedRequest, firstUsed, settledAt } = row;
    if (!used) return undefined;
    const target = sealedRequest
      ? targetOf(this.content.open(used.name, contexts.request, sealedRequest))
      : this.targetOfRecalled(row);
    if (target === undefined) return undefined;
    const outcome = await this.outcomeOf(row, used, target);
    const [method = '', path = ''] = target.split(' ', 2);
    return {
      applicationId: used.applicationId,
      method,
      path,
      firstUsed: firstUsed.toISOString(),
      expires: new Date(firstUsed.getTime() + operationsLifetime.keptMs).toISOString(),
      at: ((outcome.state === 'running' ? undefined : settledAt) ?? firstUsed).toISOString(),
      ...outcome,
    };
  }

  /**
   * The method and path of a request whose content was lost with its record. Such a record was made again from the
   * effect, which only one route has.
   */
  private targetOfRecalled({ isReleased }: Row): string | undefined {
    const effects = this.options.effects();
    return effects && !isReleased ? targetOfRoute(effects) : undefined;
  }

  /** The outcome of a key. It counts only once all other services have been told. */
  private async outcomeOf(row: Row, used: UsedKey, target: string): Promise<Outcome> {
    const { sealedOutcome, isFinished, isReleased } = row;
    if (isReleased) return { state: 'released' };
    if (sealedOutcome === null) return this.outcomeByEffect(row, used, target);
    if (!isFinished) return { state: 'running' };
    return done(JSON.parse(this.content.open(used.name, contexts.outcome, sealedOutcome)) as ServiceAnswer);
  }

  private async outcomeByEffect(
    { operationId, accountTime }: Row,
    { applicationId, query }: UsedKey,
    target: string,
  ): Promise<Outcome> {
    const effects = this.options.effects();
    if (!effects || target !== targetOfRoute(effects)) return { state: 'running' };
    const effect = await effects.outcomeOf({
      id: operationId,
      requestId: operationId,
      principal: { kind: 'application', applicationId, accountId: query.accountId, scopes: [], may: 'read' },
      at: accountTime.toISOString(),
    });
    if (effect.kind === 'none') return { state: 'running' };
    return effect.kind === 'refused' ? { state: 'released' } : done(effect.answer);
  }
}

const targetOfRoute = ({ route }: Effects): string => `${route.method} ${route.path}`;

function done({ status, body }: ServiceAnswer): Outcome {
  const isCreated = body.type === 'created';
  const of = isCreated ? body.resource : body;
  if (!('kind' in of)) return { state: 'done', status };
  const { kind, id, service } = of;
  const resource = { kind, id, ...(service !== undefined && { service }) };
  return { state: 'done', status, resource, ...(isCreated && { isCreated }) };
}
