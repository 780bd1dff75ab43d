import { created, type Operation, type Principal } from '@halyard/contracts';
import type {} from '@halyard/contracts/customers';
import { DomainError, newId } from '@halyard/core';
import { errorAnswer, type Handle, type ServiceAnswer, type ServiceRequest } from '@halyard/http';
import { TestSealer } from '@halyard/testing';
import { TestClock } from '@halyard/testing/clock';
import type { DataSource } from 'typeorm';
import {
  type Change,
  type ChangeOptions,
  Changes,
  type Effects,
  type IdempotencyRecords,
  IdempotencyKeys,
  KeyLookup,
} from '../src/index.js';
import { gate } from '@halyard/testing/waiting';
import { silentLog } from '@halyard/testing/messaging';
import { recordsOf } from '@halyard/testing/messaging';

const thePrincipal = {
  kind: 'application',
  applicationId: newId(),
  accountId: newId(),
  scopes: [],
  may: 'write',
} as const;

export interface AskedRequest {
  readonly key?: string;
  readonly id?: string;
  readonly repeats?: number;
  readonly method?: 'GET';
  readonly principal?: Principal;
  readonly body?: unknown;
  readonly path?: string;
  readonly at?: string;
  readonly applicationId?: string;
  readonly accountId?: string;
}

export const codeOf = ({ body }: ServiceAnswer): string => (body.type === 'error' ? body.code : body.type);
export const idOf = ({ body }: ServiceAnswer): string | undefined =>
  body.type === 'created' ? body.resource.id : undefined;
export const pointersOf = ({ body }: ServiceAnswer): string[] =>
  body.type === 'error' ? (body.faults ?? []).map(({ path }) => path).sort() : [];

export function asking(asked: AskedRequest): ServiceRequest {
  const { method = 'POST', id, key, repeats, body = { name: 'Ada' }, path = '/things', at, principal, ...who } = asked;
  const operation: Operation = {
    id: id ?? newId(),
    requestId: newId(),
    principal: principal ?? { ...thePrincipal, ...who },
    at: at ?? '2026-03-02T18:00:00.000Z',
    key,
    repeats,
  };
  return { method, path, body, operation };
}

interface KeyedServiceOptions {
  readonly clock?: TestClock;
  readonly effects?: Effects;
  readonly tell?: ChangeOptions<unknown>['tell'];
}

/** One process of a plain service that makes things. It makes one thing for each key. */
export class KeyedService {
  readonly principal = thePrincipal;
  readonly clock: TestClock;
  readonly handled: Operation[] = [];
  /** The refusal of the next requests, in the transaction of their effect. */
  refusal: DomainError | undefined;
  /** The effect waits for this in its transaction. */
  pass: () => Promise<void> = () => Promise.resolve();
  readonly records: IdempotencyRecords;
  readonly changes: Changes;
  readonly lookup: KeyLookup;
  private readonly idempotency: IdempotencyKeys;

  constructor(
    readonly dataSource: DataSource,
    private readonly options: KeyedServiceOptions = {},
  ) {
    this.clock = options.clock ?? new TestClock();
    const records = recordsOf(dataSource, { clock: this.clock });
    this.records = records;
    this.changes = new Changes(dataSource, records);
    this.lookup = new KeyLookup({
      dataSource,
      sealer: new TestSealer(),
      clock: this.clock,
      effects: () => options.effects,
    });
    this.idempotency = new IdempotencyKeys({ records, effects: () => options.effects, log: silentLog });
  }

  static async prepare(dataSource: DataSource): Promise<void> {
    await dataSource.query('CREATE TABLE things (id uuid PRIMARY KEY, made_by uuid NOT NULL, at timestamptz NOT NULL)');
  }

  send(asked: AskedRequest, handle: Handle = (operation) => this.handle(operation)): Promise<ServiceAnswer> {
    return this.idempotency.run(asking(asked), (operation, claim) => {
      this.handled.push(operation);
      return handle(operation, claim);
    });
  }

  /** Makes effects wait in their transactions until they are released. */
  hold(): { readonly reached: Promise<void>; readonly release: () => void } {
    const [began, end] = [gate(), gate()];
    this.pass = async () => {
      began.open();
      await end.opened;
    };
    return { reached: began.opened, release: () => end.open() };
  }

  async thingsOf(operationIds: readonly string[]): Promise<number> {
    const sql = 'SELECT count(*)::int AS count FROM things WHERE made_by = ANY ($1)';
    const [row] = await this.dataSource.query<{ count: number }[]>(sql, [operationIds]);
    return row?.count ?? 0;
  }

  async handle(operation: Operation): Promise<ServiceAnswer> {
    try {
      const body = await this.changes.run(operation, (change) => this.make(change, operation), {
        ...(this.options.tell && { tell: this.options.tell }),
      });
      return { status: 201, body };
    } catch (error) {
      if (error instanceof DomainError) return errorAnswer(error);
      throw error;
    }
  }

  private async make({ tx }: Change, { id: madeBy, at }: Operation) {
    await this.pass();
    if (this.refusal) throw this.refusal;
    const id = newId();
    await tx.query('INSERT INTO things (id, made_by, at) VALUES ($1, $2, $3)', [id, madeBy, at]);
    return created('customer', id);
  }
}
