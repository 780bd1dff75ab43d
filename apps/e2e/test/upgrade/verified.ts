import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { waitFor } from '@halyard/testing/waiting';
import { consumingServices } from '@halyard/contracts';
import type { HalClient } from '@halyard/suite/client';
import { expect } from '@jest/globals';
import { Client } from 'pg';
import type { Settings } from '../../src/suite-process.js';
import { embedded } from '../support/journeys.js';

const root = join(import.meta.dirname, '..', '..', '..', '..');

/** Expects that all that was derived from the streams is as they say, by `npm run verify` of this build. */
export async function expectVerified(settings: Settings): Promise<void> {
  const env = { PATH: process.env['PATH'], ...settings };
  const said = await promisify(execFile)(process.execPath, [join(root, 'tools', 'verify.ts')], { cwd: root, env }).then(
    ({ stdout }) => stdout,
    (error: unknown) => (error as { readonly stderr: string }).stderr,
  );
  expect(said).toMatch(/^\d+ events: all that was derived/);
}

/** Expects that no message is parked, and that every read model goes on to the newest event. */
export async function expectNothingParked(operator: HalClient): Promise<void> {
  for (const service of consumingServices) {
    const { body } = await operator.get(`/operations/${service}/parked-keys`);
    expect([service, embedded(body, 'parked-keys')]).toEqual([service, []]);
    await waitFor(`${service} to have read all that happened`, async () => {
      const { body: models } = await operator.get(`/operations/${service}/read-models`);
      return embedded(models, 'read-models').every(({ lag }) => lag === 0);
    });
  }
}

/** Expects that the list of transfers, which processes of 0.1.0 have written with shape 1, is filled again by itself. */
export async function expectFilledAgain(databaseUrl: string): Promise<void> {
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    await waitFor('this build to have filled the list of transfers again', async () => {
      const { rows } = await database.query(`SELECT FROM transfers.projections WHERE name = 'transfers' AND shape > 1`);
      return rows.length === 1;
    });
  } finally {
    await database.end();
  }
}
