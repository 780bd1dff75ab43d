import type { RebuildableModel } from '@halyard/messaging';
import { sessionNameOf, type SessionUse, SharedSession } from '@halyard/persistence';
import type { TestService } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import type { Projection } from '../src/projection/projection.js';
import { ReadModels } from '../src/projection/read-models.js';
import { Rebuilds } from '../src/projection/rebuild/rebuilds.js';

/** Begins a rebuild, as an operator's request does. */
export async function rebuild({ dataSource }: TestService, model: RebuildableModel): Promise<void> {
  await dataSource.transaction((tx) => model.begin(tx, {}));
  model.look?.();
}

interface ToRebuild {
  readonly projection: Projection;
}

export async function beginBeside(
  service: TestService,
  { projection }: ToRebuild,
  { perSecond, keeper }: { readonly perSecond?: number; readonly keeper?: { look(): void } } = {},
): Promise<void> {
  await service.dataSource.transaction((tx) => service.get(Rebuilds).begin(tx, projection, perSecond));
  (keeper ?? service.get(ReadModels).keeper).look();
}

/** Waits until a rebuild has taken its place. @throws Error if it was found different, or stopped at an event */
export const swapped = (service: TestService, { projection: { name } }: ToRebuild): Promise<void> =>
  until(`the rebuild of ${name} has taken its place`, async () => {
    const rebuild = await service.get(Rebuilds).find(name);
    if (rebuild?.state === 'differs' || rebuild?.state === 'stopped') throw new Error(JSON.stringify(rebuild));
    return rebuild === undefined;
  });

/** A process of another build, as far as others see one. It is gone once the session is left. */
export async function processOfAnotherBuild({ dataSource }: TestService): Promise<SessionUse> {
  const { options } = dataSource;
  if (options.type !== 'postgres' || options.url === undefined) throw new Error('it is on Postgres');
  const use = new SharedSession(options.url, sessionNameOf(dataSource)).join(() => undefined);
  await use.session();
  return use;
}

/** Rebuilds a read model that is found equal. */
export async function rebuildBeside(service: TestService, model: ToRebuild, keeper?: { look(): void }): Promise<void> {
  await beginBeside(service, model, { keeper });
  await swapped(service, model);
}

/** Empties a read model, as a migration does that changes its tables. */
export const empty = ({ dataSource }: TestService, { projection: { name, tables } }: ToRebuild): Promise<void> =>
  dataSource.transaction(async (tx) => {
    await tx.query('UPDATE projections SET position = 0, rebuilt = rebuilt + 1 WHERE name = $1', [name]);
    await tx.query(`TRUNCATE ${tables.join(', ')}`);
  });

export const contentOf = (
  { dataSource }: Pick<TestService, 'dataSource'>,
  tables: readonly string[],
): Promise<unknown[]> =>
  Promise.all(
    tables.map((table) =>
      dataSource.query<unknown[]>(`SELECT * FROM ${table} AS entry ORDER BY entry::text COLLATE "C"`),
    ),
  );
