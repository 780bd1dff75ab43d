import { expect, it } from '@jest/globals';
import { banner } from './banner.js';

const started = {
  addresses: { baseUrl: 'https://localhost:8443', redirectUrl: undefined, authorityFile: '/data/tls/ca.pem' },
  metricsUrl: 'http://127.0.0.1:9464/metrics',
  demo: { baseUrl: '', authUrl: '', accountId: 'an-account', key: 'the-key', secret: 'the-secret', caFile: undefined },
  demoFile: '/data/demo.json',
};

it('shows the secret to a person at a terminal', () => {
  expect(banner(started, { isTTY: true })).toContain('-u the-key:the-secret ');
});

it('shows no secret where what it prints may be stored, but where it is', () => {
  const shown = banner(started, {});
  expect(shown).not.toContain('the-secret');
  expect(shown).toContain('secret   in /data/demo.json');
});
