import type { HalClient } from '@halyard/suite/client';
import type { AnswerRecording } from './recording.ts';

/** Records everything that integrates with the suite: an application and its secrets, and subscriptions. */
export async function recordIntegrations(client: HalClient, recording: AnswerRecording): Promise<void> {
  const books = await client.create('/applications', { name: 'Books', kind: 'server', scopes: ['transactions'] });
  recording.place('application', books);
  await recording.read('usual', '/', '/applications', books, '/webhook-subscriptions');
  await recording.write('rotated', `${books}/secrets`, {});
  await recording.read('rotated', books);
}
