import { expect, it } from '@jest/globals';
import { banner } from './banner.js';

const started = {
  addresses: { baseUrl: 'https://localhost:8443', redirectUrl: undefined, authorityFile: '/data/tls/ca.pem' },
  metricsUrl: 'http://127.0.0.1:9464/metrics',
  demo: {
    ...{ baseUrl: '', authUrl: '', accountId: 'an-account', key: 'the-key', secret: 'the-secret', caFile: undefined },
    person: { email: 'owner@example.com', password: 'the-password' },
    operator: { email: 'operator@example.com', password: 'another-password' },
  },
  demoFile: '/data/demo.json',
  hasRequestLines: true,
};

it('shows the secret to a person at a terminal', () => {
  const shown = banner(started, { isTTY: true });
  for (const told of ['-u the-key:the-secret ', 'owner@example.com, password the-password', 'another-password']) {
    expect(shown).toContain(told);
  }
});

it('shows no secret where what it prints may be stored, but where it is', () => {
  const shown = banner(started, {});
  expect(shown).not.toMatch(/the-secret|the-password|another-password/);
  expect(shown).toContain('secret    in /data/demo.json');
  expect(shown).toContain('owner@example.com, password in /data/demo.json');
});

it('says how to silence the lines that follow it, where there are any', () => {
  expect(banner(started, {})).toContain('REQUEST_LINES=off');
  expect(banner({ ...started, hasRequestLines: false }, {})).not.toContain('REQUEST_LINES');
});
