import { describe, expect, it } from '@jest/globals';
import { signWebhook } from './sign.js';
import { verifyWebhook, WebhookVerificationError } from './verify.js';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const body = '{"id":"e1","topic":"customer_created"}';
const event = { id: 'e1', topic: 'customer_created' };

describe('a webhook', () => {
  it('is verified by the vector of Standard Webhooks', async () => {
    const headers = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    };
    const vector = { body: '{"test": 2432232314}', headers, secret, toleranceSeconds: 1e10 };
    expect(await verifyWebhook(vector)).toEqual({ test: 2432232314 });
  });

  it.each<[string, (headers: Record<string, string>) => Headers | Record<string, string | string[]>]>([
    ['of Node', (headers) => headers],
    ['of fetch', (headers) => new Headers(headers)],
    ['in capitals', (headers) => Object.fromEntries(Object.entries(headers).map(([k, v]) => [k.toUpperCase(), [v]]))],
  ])('is verified with headers %s', async (_, shaped) => {
    const headers = shaped(await signWebhook({ body, secret }));
    expect(await verifyWebhook({ body, headers, secret })).toEqual(event);
    expect(await verifyWebhook({ body: new TextEncoder().encode(body), headers, secret })).toEqual(event);
  });

  it('is verified by either secret while one replaces the other', async () => {
    const headers = await signWebhook({ body, secret: 'new' });
    expect(await verifyWebhook({ body, headers, secret: ['old', 'new'] })).toEqual(event);
    const both = await Promise.all(['old', 'new'].map((each) => signWebhook({ body, secret: each, id: 'e1' })));
    const signed = { ...both[0], 'webhook-signature': both.map((each) => each['webhook-signature']).join(' ') };
    expect(await verifyWebhook({ body, headers: signed, secret: 'new' })).toEqual(event);
  });

  it('is verified by the vendor header alone only where that is asked for', async () => {
    const { 'x-request-signature-sha-256': signature = '' } = await signWebhook({ body, secret });
    for (const name of ['X-Request-Signature-Sha-256', 'X-Request-Signature-Sha-256-Next']) {
      const message = { body, headers: { [name]: signature }, secret };
      expect(await verifyWebhook({ ...message, allowUntimed: true })).toEqual(event);
      await expect(verifyWebhook(message)).rejects.toThrow('Webhook-Signature is missing');
      await expect(verifyWebhook({ ...message, toleranceSeconds: 1e10 })).rejects.toThrow('is missing');
    }
  });

  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

  it.each<[string, () => Promise<Parameters<typeof verifyWebhook>[0]>]>([
    ['with another secret', async () => ({ body, headers: await signWebhook({ body, secret: 'other' }), secret })],
    [
      'whose body was changed',
      async () => ({ body: `${body} `, headers: await signWebhook({ body, secret }), secret }),
    ],
    ['without a signature', () => Promise.resolve({ body, headers: {}, secret })],
    [
      'of six minutes ago',
      async () => ({ body, headers: await signWebhook({ body, secret, timestamp: minutesAgo(6) }), secret }),
    ],
    [
      'of the future',
      async () => ({ body, headers: await signWebhook({ body, secret, timestamp: minutesAgo(-6) }), secret }),
    ],
    [
      'with the time of another message',
      async () => {
        const headers = await signWebhook({ body, secret, timestamp: minutesAgo(4) });
        return { body, headers: { ...headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1_000)) }, secret };
      },
    ],
    [
      'with a signature that is none, though the vendor header is right',
      async () => ({
        body,
        headers: { ...(await signWebhook({ body, secret })), 'webhook-signature': 'v1,!' },
        secret,
      }),
    ],
    [
      'with a vendor header in capitals',
      async () => {
        const headers = await signWebhook({ body, secret });
        return {
          body,
          headers: { 'x-request-signature-sha-256': headers['x-request-signature-sha-256']?.toUpperCase() },
          secret,
          allowUntimed: true,
        };
      },
    ],
    [
      'with another secret in the vendor header alone',
      async () => {
        const { 'x-request-signature-sha-256': signature } = await signWebhook({ body, secret: 'other' });
        return { body, headers: { 'x-request-signature-sha-256': signature }, secret, allowUntimed: true };
      },
    ],
    ['with an empty secret', async () => ({ body, headers: await signWebhook({ body, secret }), secret: '' })],
  ])('%s is refused', async (_, make) => {
    await expect(verifyWebhook(await make())).rejects.toThrow(WebhookVerificationError);
  });
});
