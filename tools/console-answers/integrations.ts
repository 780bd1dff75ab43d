import type { HalClient } from '@halyard/suite/client';
import type { Recording } from './recording.ts';

/** What integrates with the suite: an application and its secrets, and where events are sent. */
export async function recordIntegrations(client: HalClient, recording: Recording): Promise<void> {
  const books = await client.create('/applications', { name: 'Books', kind: 'server', scopes: ['transactions'] });
  recording.place('application', books);
  await recording.read('usual', '/', '/applications', books, '/webhook-subscriptions');
  await recording.write('rotated', `${books}/secrets`, {});
  await recording.read('rotated', books);
}
