import { Rounds } from '@halyard/background';
import type { Environment } from '@halyard/config';
import { TimerScheduler } from '@halyard/core';
import { createLogger, type Logger } from '@halyard/observability';
import { type Keys, openSession, usingServer } from '@halyard/persistence';
import { TakenAwayExport, TakenAwayList } from '@halyard/recovery';
import { Lifetime, type RunningService } from '@halyard/service';
import { DataSource } from 'typeorm';
import { storingDefinitions } from '../storing-definitions.js';
import { usingInstallation } from './installation-databases.js';

const EVERY_MS = 2_000;
const FAILED_MS = { first: 2_000, max: 60_000 };

const sources = storingDefinitions.flatMap(({ name, recovery: source, entities }) =>
  source ? [{ name, source, entities }] : [],
);

/** The place of an installation's list. */
interface ListOwner {
  readonly backupDir: string;
  readonly keys: Keys;
}

const listOf = ({ backupDir: folder, keys }: ListOwner): TakenAwayList => new TakenAwayList({ folder, keys });

/** Adds to the list what was taken away since the last time. @returns how many entries that were */
export const exportTakenAway = (env: Environment): Promise<number> =>
  usingInstallation(env, (installation) =>
    Lifetime.allOrNothing(createLogger({ service: 'recovery', level: 'warn' }), async (lifetime) => {
      const services = [];
      for (const { name, source, entities } of sources) {
        const url = installation.databaseUrlOf(name);
        const open = () => openSession({ service: name, url, entities });
        const dataSource = await usingServer(url, 'Check DATABASE_URL.', open);
        lifetime.onClose(() => dataSource.destroy());
        services.push({ name, source, dataSource });
      }
      const count = await new TakenAwayExport(services, listOf(installation)).round();
      await lifetime.close();
      return count;
    }),
  );

/** Adds to the list whatever running services take away, within seconds. @returns a function that ends it */
export function keepTakenAway(
  running: readonly RunningService[],
  owner: ListOwner,
  logger: Pick<Logger, 'warn'>,
): () => Promise<void> {
  const services = running.flatMap(({ name, app }) => {
    const own = sources.find((each) => each.name === name);
    return own ? [{ name: own.name, source: own.source, dataSource: app.get(DataSource) }] : [];
  });
  const added = new TakenAwayExport(services, listOf(owner));
  const rounds = new Rounds({
    round: async () => {
      await added.round();
      return EVERY_MS;
    },
    onFailure: (err, failures) => logger.warn({ failures, err }, 'the list of what was taken away is not up to date'),
    scheduler: new TimerScheduler(),
    failedMs: FAILED_MS,
  });
  const stopping = new AbortController();
  const stopped = rounds.run(stopping.signal);
  return async () => {
    stopping.abort();
    await stopped;
    await added.round().catch((err: unknown) => {
      logger.warn({ err }, 'the list of what was taken away lacks its last entries until the next start');
    });
  };
}
