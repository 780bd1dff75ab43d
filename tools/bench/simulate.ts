import { randomUUID } from 'node:crypto';
import type { HalClient } from '@halyard/suite/client';

/** Has the sandbox's banks handle what waits for them; returns how many they handled. */
export async function simulate(client: HalClient): Promise<number> {
  const { status, body } = await client.post('/sandbox-simulations', {}, { idempotencyKey: randomUUID() });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return Number(body['total']);
}
