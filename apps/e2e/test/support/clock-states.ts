import { waitFor } from '@halyard/testing/waiting';
import type { SharedSuite } from './shared-suite.js';

/** An advance that has ended, of an account whose time is real again. */
export async function endedAdvance({ client }: SharedSuite): Promise<string> {
  const to = new Date(Date.now() + 1_000).toISOString();
  const url = await client.create('/sandbox-clock/advances', { to });
  await waitFor('real time', async () => {
    const { status } = await client.post('/sandbox-clock', { mode: 'real' });
    if (status !== 200) return false;
    return (await client.get('/sandbox-clock')).body['mode'] === 'real';
  });
  return url;
}
