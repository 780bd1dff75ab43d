import { topicOf } from '@halyard/contracts';
import { followOwner, publishAnew } from '@halyard/messaging';
import type { RestoredService } from './restored-service.js';

/**
 * Lets every service publish its history anew in the new epoch, and consumers forget what their owners do not know any
 * more. Services in one database were restored to one moment, so they agree.
 *
 * @returns lines for people
 */
export async function beginMessages(services: readonly RestoredService[]): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const { data } of services) await publishAnew(data.dataSource);
  const databases = new Map<RestoredService, string>();
  for (const service of services) databases.set(service, await databaseOf(service));
  for (const owner of services) {
    const topic = topicOf(owner.name);
    if (topic === undefined) continue;
    for (const consumer of services) {
      if (databases.get(consumer) === databases.get(owner)) continue;
      const setBack = await followOwner(consumer.data.dataSource, topic, owner.data.dataSource);
      if (setBack > 0) {
        lines.push(`${consumer.name}: ${setBack} keys of ${topic} were ahead of ${owner.name}, and are set back.`);
      }
    }
  }
  return lines;
}

/** Identifies a database. The server's address counts, because a server and its copy have the same identifier. */
async function databaseOf({ data: { dataSource } }: RestoredService): Promise<string> {
  const [row] = await dataSource.query<{ database: string }[]>(
    `SELECT concat_ws('/', system_identifier, inet_server_addr(), inet_server_port(), current_database()) AS database
     FROM pg_control_system()`,
  );
  return row?.database ?? '';
}
