import { Presence } from '@halyard/background';
import type { DataSource } from 'typeorm';
import { presenceOf } from '../../src/delivery/queue/delivery-queue.rows.js';

/** Shows that a worker of this number is alive, until it is closed. */
export async function presentWorker(dataSource: DataSource, worker: number): Promise<Presence> {
  const presence = new Presence(dataSource, presenceOf(worker), () => undefined);
  await presence.open();
  return presence;
}
