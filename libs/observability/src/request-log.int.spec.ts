import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';

const LINES = 200_000;
const PROGRAM = `
  import { RequestLog } from '@halyard/observability';
  const log = new RequestLog({ form: 'text', service: 'gateway' });
  const target = '/' + 'a'.repeat(90);
  for (let n = 0; n < ${LINES}; n += 1) {
    log.write({ kind: 'request', method: 'GET', target, status: 200, durationMs: 1, notes: [] });
  }
  setTimeout(() => console.error('goes on'));
`;

describe('the request log on standard output', () => {
  it('stops nobody who does not read it, and keeps few lines for him', async () => {
    const program = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // Nobody reads its standard output until then.
    const [said] = (await once(program.stderr, 'data')) as [Buffer];
    expect(said.toString()).toBe('goes on\n');
    const printed = await text(program.stdout);
    expect(printed).toContain('GET /aaa');
    expect(printed.length).toBeLessThan(3_000_000);
    expect(LINES * 100).toBeGreaterThan(printed.length * 5);
  });
});
