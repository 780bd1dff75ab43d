import type { HalClient } from '@halyard/suite/client';
import type { AnswerRecording } from './recording.ts';

/** Records the people who may act for an account, and an invitation to it. */
export async function recordPeople(_: HalClient, recording: AnswerRecording): Promise<void> {
  const lists = ['/', '/people', '/invitations'];
  await recording.read('usual', ...lists);
  const invitation = { email: 'fresh@example.com', name: 'Grace Hopper', role: 'treasurer' };
  await recording.write('refused', '/invitations', { ...invitation, email: 'nobody' });
  const { location } = await recording.write('invited', '/invitations', invitation);
  await recording.read('invited', ...lists, location);
}
