import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { waitFor } from '@halyard/testing/waiting';
import { consumingServices } from '@halyard/contracts';
import type { HalClient } from '@halyard/suite/client';
import { expect } from '@jest/globals';
import type { Settings } from '../../src/suite-process.js';
import { embedded, hrefOf } from '../support/journeys.js';

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

/** Rebuilds a read model of transfers, and swaps what was rebuilt in, whether or not it differs from what served. */
export async function rebuildModelOfTransfers(operator: HalClient, name: string): Promise<void> {
  const { body } = await operator.get('/operations/transfers/read-models');
  const model = hrefOf(embedded(body, 'read-models').find((one) => one['name'] === name));
  const asked = await operator.post(`${model}/rebuilds`, {});
  expect(asked.status).toBe(202);
  await waitFor(`${name} to be rebuilt`, async () => {
    const { rebuild } = (await operator.get(model)).body as { readonly rebuild?: { readonly state: string } };
    if (rebuild?.state === 'differs') await operator.post(`${model}/rebuilds/swap`, {});
    return rebuild === undefined;
  });
}
