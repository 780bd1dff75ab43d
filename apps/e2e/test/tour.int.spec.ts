// Runs: embedded
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { SharedSuite } from './support/shared-suite.js';

const ENTRYPOINT = join(import.meta.dirname, '..', '..', '..', 'deploy', 'image', 'entrypoint.mjs');

it('the tour passes as in a container, where no webhook can reach it', async () => {
  const shared = await SharedSuite.join('touring');
  try {
    const tour = spawn(process.execPath, [ENTRYPOINT, 'tour', '--no-webhooks'], {
      env: { ...process.env, DATA_DIR: shared.suite.dataDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const said = (await tour.stdout.setEncoding('utf8').toArray()).join('');
    expect(said).toContain('balanced: true');
    expect(said).toMatch(/^ {2}POST \/interaction\/… +303 {2}the person allows it$/m);
    expect(said).toMatch(/^ {2}POST \/token\/revocation +200 {2}given back\n {2}GET .* 401 {2}InvalidAccessToken$/m);
    expect(said).toMatch(/Done\.\n$/);
  } finally {
    await shared.leave();
  }
});
