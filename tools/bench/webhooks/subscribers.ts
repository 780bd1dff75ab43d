import { randomUUID } from 'node:crypto';
import type { HalClient } from '@halyard/suite/client';
import { balanceOf, idOf, personalCustomer } from '@halyard/e2e/journeys';
import { openSandboxAccount } from '@halyard/suite/sandbox-account';
import type { Client } from 'pg';
import { concurrently } from '../concurrently.ts';
import { accountOf } from '../parties.ts';

const SETUP_CALLERS = 8;

export interface Wishes {
  readonly topics?: readonly string[];
  readonly strictOrder?: boolean;
}

/**
 * Subscribes each of the URLs to an account's events. An application may have ten subscriptions: those beyond the first
 * are copies of it in the database.
 *
 * @returns the URL of the first subscription
 */
export async function subscribe(
  client: HalClient,
  postgres: Client,
  [url = '', ...more]: readonly string[],
  wishes: Wishes = {},
): Promise<string> {
  const location = await client.create('/webhook-subscriptions', { url, secret: randomUUID(), ...wishes });
  await postgres.query(
    `INSERT INTO webhooks.subscriptions
       (id, account_id, application_id, url, topics, strict_order, sealed_secret, paused, created_at)
     SELECT uuidv7(), account_id, application_id, copy.url, topics, strict_order, sealed_secret, paused, created_at
     FROM webhooks.subscriptions AS first, unnest($2::text[]) AS copy (url) WHERE first.id = $1`,
    [idOf(location), more],
  );
  return location;
}

/** An account that pays a customer of its own, with its token. */
export interface Payer {
  readonly client: HalClient;
  readonly token: string;
  readonly source: string;
  readonly destination: string;
}

export const openPayers = (operator: HalClient, count: number): Promise<readonly Payer[]> =>
  concurrently(SETUP_CALLERS, count, async (index) => {
    const client = await openSandboxAccount(operator, `Payer ${index + 1}`);
    return {
      client,
      token: await client.accessToken(),
      source: await balanceOf(client, accountOf(client)),
      destination: await balanceOf(client, await client.create('/customers', personalCustomer())),
    };
  });
