import { newHolder, transferOf } from '@halyard/e2e/journeys';
import type { HalClient } from '@halyard/suite/client';
import type { AnswerRecording } from './recording.ts';

const CLOCK = '/sandbox-clock';
const ADVANCES = `${CLOCK}/advances`;

/** Records a clock that is real, one that stands, and one that was advanced until a payment had settled. */
export async function recordClock(client: HalClient, recording: AnswerRecording): Promise<void> {
  await recording.read('usual', '/', ADVANCES);
  await recording.read('real', CLOCK);
  await recording.write('frozen', CLOCK, { mode: 'frozen' });
  const { bank, balance } = await newHolder(client, { lastName: 'Byron' });
  await client.create('/transfers', transferOf(bank, balance, '5.00'));
  await recording.read('frozen', CLOCK, ADVANCES);
  const { headers } = await recording.write('done', `${ADVANCES}?wait=30`, { by: 'P60D' });
  await recording.read('done', CLOCK, ADVANCES, recording.place('advance', String(headers['location'])));
}
