import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '@halyard/local-servers/free-port';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { suiteConfig } from './config.js';
import { requirePublicPorts } from './public-ports.js';

describe('the ports of the gateway', () => {
  const other = createServer();
  let taken: string;
  let free: string;

  beforeAll(async () => {
    [taken, free] = [String(await freePort()), String(await freePort())];
    await once(other.listen(Number(taken), '127.0.0.1'), 'listening');
  });
  afterAll(() => void other.close());

  it.each(['PORT', 'HTTPS_PORT'])('must be free: %s', async (setting) => {
    const config = suiteConfig({ PORT: free, HTTPS_PORT: free, [setting]: taken });
    await expect(requirePublicPorts(config)).rejects.toThrow(`Port ${taken} is in use: set ${setting}`);
  });

  it('may still be those of a suite that was killed, for a moment', async () => {
    const predecessor = createServer();
    const port = String(await freePort());
    await once(predecessor.listen(Number(port), '127.0.0.1'), 'listening');
    const pauses: string[] = [];
    const beforeNext = async (): Promise<void> => {
      pauses.push('taken');
      if (pauses.length === 2) await once(predecessor.close(), 'close');
    };
    const config = suiteConfig({ PORT: free, HTTPS_PORT: port });
    await expect(requirePublicPorts(config, { attempts: 2, beforeNext })).rejects.toThrow(`Port ${port} is in use`);
    await requirePublicPorts(config, { attempts: 2, beforeNext });
    expect(pauses).toEqual(['taken', 'taken']);
  });

  it('are one where a proxy ends TLS', () =>
    requirePublicPorts(suiteConfig({ PORT: free, HTTPS_PORT: taken, TLS: 'off' })));
});
