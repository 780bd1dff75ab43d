// Runs: embedded
import type { HalClient } from '@halyard/suite/client';
import { freePort } from '@halyard/local-servers/free-port';
import { alertsDiffer, missingPromtool, titleWithPromtool } from '@halyard/testing/promtool';
import { waitFor } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Client } from 'pg';
import { SuiteProcess } from '../src/suite-process.js';
import { embedded, fundedHolder, type Holder, hrefOf, personalCustomer, transferOf } from './support/journeys.js';
import { sendForm } from './support/people.js';
import { ReadModels } from './support/read-models.js';
import { Scrape } from './support/scrape.js';

const RULES = join(import.meta.dirname, '../../../deploy/helm/halyard/monitoring/alerts.yaml');
/** The minutes for which the rules see a cause. */
const MINUTES = 45;
const DAY_MS = 24 * 60 * 60 * 1_000;

interface Cause {
  readonly what: string;
  readonly fires: readonly string[];
  readonly begin: () => Promise<unknown>;
  /** Done before each look at the metrics. */
  readonly again?: () => Promise<unknown>;
  /** Whether the metrics show it. */
  readonly shows: (now: Scrape, before: Scrape) => boolean;
  readonly end: () => Promise<unknown>;
}

(missingPromtool === undefined ? describe : describe.skip)(titleWithPromtool('alarms of a running suite'), () => {
  let suite: SuiteProcess;
  let client: HalClient;
  let database: Client;
  let holder: Holder;
  let backups: string;

  beforeAll(async () => {
    const mail = { MAIL: 'smtp', SMTP_URL: `smtp://127.0.0.1:${await freePort()}`, MAIL_FROM: 'no-reply@example.com' };
    backups = await mkdtemp(join(process.env['TEST_DATA_DIR'] ?? tmpdir(), 'halyard-backups-'));
    suite = await SuiteProcess.prepare({ ...mail, BACKUP_DIR: backups }, { onEventStoreDb: true });
    client = await suite.start();
    database = new Client({ connectionString: await suite.postgresUrl() });
    await database.connect();
    holder = await fundedHolder(client, '500.00');
  });
  afterAll(async () => {
    await database.end();
    await client.close();
    await suite.remove();
    await rm(backups, { recursive: true, force: true });
  });

  const transfer = () => client.post('/transfers', transferOf(holder.balance, holder.bank, '1.00'));
  const debit = () => client.post('/transfers', transferOf(holder.bank, holder.balance, '1.00'));
  const customer = () => client.create('/customers', personalCustomer());
  const gained = (now: Scrape, before: Scrape, name: string, label?: string): number =>
    (now.max(name, label) ?? 0) - (before.max(name, label) ?? 0);
  /** Makes Postgres refuse new rows of a table. */
  const refuse = (schema: string, table: string) =>
    database.query(`
      CREATE FUNCTION ${schema}.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON ${schema}.${table}
      FOR EACH ROW EXECUTE FUNCTION ${schema}.refuse()`);
  const allow = (schema: string) => database.query(`DROP FUNCTION ${schema}.refuse() CASCADE`);
  const subscribe = async () => {
    const url = `http://127.0.0.1:${await freePort()}/`;
    await client.create('/webhook-subscriptions', { url, secret: 'a secret' });
  };
  const unsubscribe = async () => {
    const { body } = await client.get('/webhook-subscriptions');
    for (const one of embedded(body, 'webhook-subscriptions')) await client.delete(hrefOf(one));
  };
  const emptyBackups = async () => {
    for (const name of await readdir(backups)) {
      if (name.endsWith('.backup')) await rm(join(backups, name));
    }
  };
  const unbalance = (cents: number) =>
    database.query(`
      UPDATE transfers.ledger_balances SET posted_minor = posted_minor + ${cents}
      WHERE ctid = (SELECT min(ctid) FROM transfers.ledger_balances)`);

  const miscount = (count: number) =>
    database.query(`
      UPDATE transfers.daily_statistics SET count = count + ${count}
      WHERE ctid = (SELECT min(ctid) FROM transfers.daily_statistics)`);
  const ofStatistics = (rel: string) => new ReadModels(client).act('transfers: statistics', rel);

  const causes: readonly Cause[] = [
    {
      what: 'requests that are served and refused, and transfers',
      fires: [],
      begin: async () => {
        await transfer();
        await client.get('/customers/of-nobody');
      },
      shows: (now, before) => gained(now, before, 'halyard_gateway_request_duration_seconds_count', '"404"') > 0,
      end: () => Promise.resolve(),
    },
    {
      what: 'a read model can not take an event',
      fires: ['HalyardReadModelStopped'],
      begin: async () => {
        await refuse('transfers', 'daily_statistics');
        await transfer();
      },
      shows: (now) => (now.max('halyard_projection_events_behind') ?? 0) > 0,
      end: () => allow('transfers'),
    },
    {
      what: 'an amount was changed by hand',
      fires: ['HalyardLedgerUnbalanced', 'HalyardMoneyNotConserved'],
      begin: () => unbalance(1),
      shows: (now) => now.max('halyard_ledger_balanced') === 0 && now.max('halyard_conservation_balanced') === 0,
      end: () => unbalance(-1),
    },
    {
      what: 'a rebuild differs from a row that was changed by hand',
      fires: ['HalyardRebuildWaits'],
      begin: async () => {
        await miscount(1);
        await ofStatistics('rebuild');
      },
      shows: (now) => now.max('halyard_rebuild_waiting') === 1,
      end: async () => {
        await ofStatistics('stop');
        await miscount(-1);
      },
    },
    {
      what: 'the gateway does not hear what has ended',
      fires: ['HalyardRevocationsOld'],
      begin: () => database.query('ALTER TABLE auth.revocations RENAME TO revocations_away'),
      shows: (now) => (now.max('halyard_gateway_revocations_age_seconds') ?? 0) > 10,
      end: () => database.query('ALTER TABLE auth.revocations_away RENAME TO revocations'),
    },
    {
      what: 'an event has waited for an operator for an hour',
      fires: ['HalyardKeysParked'],
      begin: async () => {
        await refuse('webhooks', 'public_events');
        await customer();
        await waitFor('the key to be held', async () => {
          const { rowCount } = await database.query(
            `UPDATE webhooks.inbox_failures SET held_at = held_at - interval '1 hour', retry_at = NULL`,
          );
          return rowCount !== 0;
        });
      },
      shows: (now) => (now.max('halyard_parked_key_age_seconds') ?? 0) > 3_000,
      end: async () => {
        await allow('webhooks');
        const { body } = await client.get('/operations/webhooks/parked-keys');
        for (const key of embedded(body, 'parked-keys')) {
          await client.post(hrefOf(key, 'replay'), {}, { idempotencyKey: randomUUID() });
        }
      },
    },
    {
      what: 'the log of requests can not be stored',
      fires: ['HalyardRequestsNotLogged'],
      begin: async () => {
        await refuse('webhooks', 'requests');
        await client.get('/customers');
      },
      shows: (now, before) => gained(now, before, 'halyard_requests_dropped_total') > 0,
      end: () => allow('webhooks'),
    },
    {
      what: 'the mail server does not answer',
      fires: ['HalyardMailHeld'],
      begin: async () => {
        await client.create('/invitations', { email: 'ada@example.com', name: 'Ada Byron', role: 'viewer' });
        // While auth tries the letter, its row is not there.
        await waitFor('the letter to wait', async () => {
          const { rowCount } = await database.query(`
            UPDATE auth.due_work SET data = data || jsonb_build_object('postedAt', now() - interval '1 hour')
            WHERE kind = 'letter'`);
          return rowCount !== 0;
        });
      },
      shows: (now) => (now.max('halyard_mail_oldest_seconds') ?? 0) > 3_000,
      end: () =>
        waitFor('the letter to be gone', async () => {
          const { rowCount } = await database.query(`DELETE FROM auth.due_work WHERE kind = 'letter'`);
          return rowCount !== 0;
        }),
    },
    {
      what: 'passwords are guessed',
      fires: ['HalyardLogInsRefused'],
      begin: async () => {
        for (let guess = 0; guess < 4; guess += 1) {
          const fields = { email: `${randomUUID()}@example.com`, password: 'a wrong guess of hers' };
          await sendForm(client, `${client.connection.baseUrl}/login`, fields);
        }
      },
      shows: (now, before) => gained(now, before, 'halyard_log_ins_total', '"refused"') === 4,
      end: () => Promise.resolve(),
    },
    {
      what: 'a subscriber has failed for too long',
      fires: ['HalyardSubscriptionsPaused'],
      begin: async () => {
        await subscribe();
        await database.query('UPDATE webhooks.subscriptions SET failures = 399');
        await customer();
      },
      shows: (now) => (now.max('halyard_subscriptions_paused', '"failing"') ?? 0) > 0,
      end: unsubscribe,
    },
    {
      what: 'no webhook is sent for an hour',
      fires: ['HalyardDeliveriesOverdue'],
      begin: async () => {
        await subscribe();
        await database.query(
          `UPDATE webhooks.subscriptions SET leased_by = 0, leased_until = now() + interval '1 hour'`,
        );
        await customer();
        await waitFor('a delivery', async () => {
          const { rowCount } = await database.query(
            `UPDATE webhooks.deliveries SET due_at = now() - interval '1 hour' WHERE state = 'pending'`,
          );
          return rowCount !== 0;
        });
      },
      shows: (now) => (now.max('halyard_deliveries_overdue_seconds') ?? 0) > 3_000,
      end: unsubscribe,
    },
    {
      what: 'work is due that this build can not do',
      fires: ['HalyardDueWorkLate'],
      begin: () =>
        database.query(`
          INSERT INTO customers.due_work (kind, key, due_at, run_at, data)
          SELECT 'of-a-newer-build', '1', at, at, '{}' FROM (SELECT now() - interval '1 hour' AS at) AS an_hour_ago`),
      shows: (now) => (now.max('halyard_due_work_overdue_seconds', '"customers"') ?? 0) > 3_000,
      end: () => database.query(`DELETE FROM customers.due_work WHERE kind = 'of-a-newer-build'`),
    },
    {
      what: 'the last backup is two days old',
      fires: ['HalyardBackupOld'],
      begin: () => {
        const made = new Date(Date.now() - 2 * DAY_MS).toISOString().replaceAll(':', '-');
        return writeFile(join(backups, `${basename(suite.dataDir)}-${made}.backup`), '');
      },
      shows: (now) => (now.max('halyard_backup_age_seconds') ?? 0) > DAY_MS / 1_000,
      end: emptyBackups,
    },
    {
      what: 'the event store is away',
      fires: ['HalyardAppendsFail', 'HalyardErrorBudgetFast', 'HalyardErrorBudgetSlow'],
      begin: () => suite.stopEventStore(),
      again: () => Promise.all([transfer(), debit()]),
      shows: (now, before) =>
        gained(now, before, 'halyard_gateway_request_duration_seconds_count', '"503"') > 0 &&
        gained(now, before, 'halyard_event_store_append_failures_total') > 0,
      end: () => {
        suite.startEventStore();
        return waitFor('a transfer', async () => (await transfer()).status === 201);
      },
    },
  ];

  it.each(causes.map((cause) => [cause.what, cause] as const))(
    'ring for exactly this: %s',
    async (_, { begin, again, shows, end, fires }) => {
      const before = await Scrape.of(suite);
      expect(alertsDiffer(RULES, { series: before.until(before, MINUTES), at: '50m' }, [])).toBe('');
      await begin();
      const during = await waitFor('the metrics to show it', async () => {
        await again?.();
        const now = await Scrape.of(suite);
        return shows(now, before) && now;
      });
      await end();
      expect(alertsDiffer(RULES, { series: before.until(during, MINUTES), at: '49m' }, fires)).toBe('');
      await waitFor('the metrics to be as before', async () => !shows(await Scrape.of(suite), await Scrape.of(suite)));
    },
  );
});
