import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Agent } from 'undici';
import { webhooksConfig } from '../../config.js';
import { DeliveryLimits } from '../delivery-limits.js';
import type { AddressPolicy } from '../../address-policy.js';
import { attemptErrorOf } from './attempt-error.js';
import { pinnedConnector } from './pinned-connector.js';
import { WebhookSender } from './webhook-sender.js';

/** Ways to write an address of this machine, or of a network that is nobody's business, as the host of a URL. */
const loopback = [
  ...['127.0.0.1', '127.0.0.2', '127.1.2.3', '127.255.255.254', '127.0.0.1.', '127.1', '127.0.1', '127.0.0.1%2e'],
  ...['2130706433', '2130706433.', '0x7f000001', '0X7F000001', '0x7F.0.0.1', '0x7f.1', '017700000001', '0177.0.0.1'],
  ...['0177.0.0.01', '0177.0x0.0.1', '127.0x0.1', '00177.0.0.1', '127.000.000.001', '0x7f.0x0.0x0.0x1', '127.0.0.0x1'],
  ...['%31%32%37.0.0.1', '127%2e0%2e0%2e1', '１２７.0.0.1', '127。0。0。1', '①②⑦.⓪.⓪.①', '127．0．0．1', '127｡0｡0｡1'],
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'Localhost',
    'api.localhost',
    'a.b.localhost',
    'ｌｏｃａｌｈｏｓｔ',
    'loc%61lhost',
  ],
  ...['[::1]', '[0:0:0:0:0:0:0:1]', '[0000:0000:0000:0000:0000:0000:0000:0001]', '[::0001]', '[0::1]', '[0:0::0:1]'],
  ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::FFFF:7F00:0001]', '[0:0:0:0:0:ffff:127.0.0.1]', '[::127.0.0.1]'],
  ...['[::7f00:1]', '[::ffff:0:127.0.0.1]', '[64:ff9b::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]'],
  ...['[2002:7f00:1::]', '[2002:7f00:0001::1]', '[2001:0:7f00:1::]', '[::ffff:127.1.2.3]', '[::ffff:0:0]'],
  ...['127.0.0.53', '127.127.127.127', '0x7f000002', '2130706434', '0177.1', '127.65535', '[::ffff:7f01:203]'],
  ...['[0::ffff:127.0.0.1]', '[64:ff9b::7f01:203]', '[2002:7f01:203::]', 'x.localhost.', '127.16777215'],
  ...[
    '0.0.0.0',
    '0',
    '0.0',
    '0x0',
    '00',
    '0.0.0.1',
    '0.255.255.255',
    '[::]',
    '[0::0]',
    '[::0.0.0.0]',
    '[::ffff:0.0.0.0]',
  ],
];
const special = [
  ...[
    '10.0.0.0',
    '10.0.0.1',
    '10.255.255.255',
    '10.1',
    '167772161',
    '0xa000001',
    '012.0.0.1',
    '0xa.0.0.1',
    '１０.0.0.1',
  ],
  ...['172.16.0.0', '172.16.0.1', '172.31.255.255', '0xac100001', '2886729729', '172.16.1', '0254.020.0.1', '172.20.1'],
  ...['192.168.0.0', '192.168.0.1', '192.168.255.255', '3232235521', '0xc0a80001', '192.168.1', '0300.0250.0.1'],
  ...['169.254.0.0', '169.254.169.254', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '169.254.43518'],
  ...['169.254.169.254.', '169。254。169。254', '169.254.170.2', '[::ffff:169.254.169.254]', '[::ffff:a9fe:a9fe]'],
  ...['[64:ff9b::a9fe:a9fe]', '[2002:a9fe:a9fe::]', '[fd00:ec2::254]', '[fe80::a9fe:a9fe]', '100.100.100.200'],
  ...['100.64.0.0', '100.64.0.1', '100.127.255.255', '192.0.0.0', '192.0.0.1', '192.0.0.170', '192.0.0.192'],
  ...['192.0.2.0', '192.0.2.1', '192.88.99.1', '192.31.196.1', '192.52.193.1', '192.175.48.1', '198.18.0.1'],
  ...['198.19.255.255', '198.51.100.1', '203.0.113.1', '203.0.113.255', '224.0.0.0', '224.0.0.1', '224.0.0.251'],
  ...[
    '239.255.255.250',
    '239.255.255.255',
    '240.0.0.0',
    '240.0.0.1',
    '250.1.2.3',
    '255.255.255.254',
    '255.255.255.255',
  ],
  ...['4294967295', '0xffffffff', '037777777777', '[::ffff:10.0.0.1]', '[::ffff:a00:1]', '[::ffff:192.168.0.1]'],
  ...['[::ffff:172.16.0.1]', '[::10.0.0.1]', '[::a00:1]', '[::ffff:0:10.0.0.1]', '[64:ff9b::10.0.0.1]'],
  ...['[64:ff9b::c0a8:1]', '[64:ff9b:1::a00:1]', '[2002:a00:1::]', '[2002:c0a8:1::1]', '[2002:ac10:1::]'],
  ...['[2001::1]', '[2001:0:a00:1::]', '[2001:2::1]', '[2001:10::1]', '[2001:20::1]', '[2001:db8::1]', '[2001:DB8::A]'],
  ...['[3fff::1]', '[5f00::1]', '[100::1]', '[100::]', '[fc00::]', '[fc00::1]', '[fd00::1]', '[fdff:ffff::1]'],
  ...['[fd12:3456:789a:1::1]', '[fe80::]', '[fe80::1]', '[febf::1]', '[fec0::1]', '[feff::1]', '[ff00::]'],
  ...[
    '[ff01::1]',
    '[ff02::1]',
    '[ff02::fb]',
    '[ff05::2]',
    '[ff0e::1]',
    '[4000::1]',
    '[8000::1]',
    '[e000::1]',
    '[1::1]',
  ],
  ...['[200::1]', '[1000::1]', '[::2]', '[::ffff:8.8.8.8]', '[64:ff9b::8.8.8.8]', '[2002:808:808::]', '[::8.8.8.8]'],
];

/** Postgres, broker, event store, metrics, and where the suite itself listens. */
const OWN_PORTS = [5432, 9092, 2113, 9464, 8443, 8080];
const local = [
  ...['127.0.0.1', '127.8.8.8', 'localhost', '[::1]', '2130706433'],
  ...Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address)),
  ),
];
const onOwnPorts = [...new Set(local)].flatMap((host) => OWN_PORTS.map((port) => `http://${host}:${port}/`));

let listener: Server;
let port: number;
let connections = 0;
let closed: WebhookSender;
let open: WebhookSender;
beforeAll(async () => {
  listener = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  listener.listen(0, '::');
  await once(listener, 'listening');
  ({ port } = listener.address() as AddressInfo);
  closed = senderOf({});
  open = senderOf({
    WEBHOOK_ALLOW_LOOPBACK: 'true',
    WEBHOOK_ALLOWED_NETWORKS: '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7,fe80::/10',
    WEBHOOK_FORBIDDEN_PORTS: [...OWN_PORTS, port].join(','),
  });
});
afterAll(async () => {
  await Promise.all([closed, open].map((sender) => sender.onApplicationShutdown()));
  listener.close();
});

const senderOf = (env: Readonly<Record<string, string>>): WebhookSender =>
  new WebhookSender(webhooksConfig(env), new DeliveryLimits());
/** What came of a request: refused by the parser of URLs, by name, or by the guard. */
const endOf = async (sender: WebhookSender, url: string): Promise<string> => {
  if (!URL.canParse(url)) return 'no url';
  const result = await sender.send({ url, headers: {}, body: '{}' });
  return 'error' in result ? result.error : String(result.statusCode);
};

describe('an address that webhooks must not be sent to', () => {
  const hosts = [...new Set([...loopback, ...special])];

  it('stands in the table under two hundred names and more', () => {
    expect(hosts.length + onOwnPorts.length).toBeGreaterThanOrEqual(230);
    expect(hosts.length).toBeGreaterThanOrEqual(200);
  });

  it.each(hosts)('%s', async (host) => {
    for (const url of [`http://${host}:${port}/`, `https://${host}:${port}/`]) {
      expect(await endOf(closed, url)).toMatch(/^(?:refused-address: |no url$|dns$)/);
    }
    expect(connections).toBe(0);
  });

  it.each(onOwnPorts)('%s, however much is open', async (url) => {
    expect(await endOf(open, url)).toMatch(/^(?:refused-address: |no url$)/);
    expect(await endOf(open, url.replace(/:\d+\/$/, `:${port}/`))).toMatch(/^(?:refused-address: |no url$)/);
    expect(connections).toBe(0);
  });
});

describe('a name', () => {
  const closedTo: AddressPolicy = { allowedNetworks: [], allowLoopback: false, forbiddenPorts: new Set() };
  const sendTo = async (
    answers: readonly string[][],
    policy = closedTo,
    timeoutMs = 300,
  ): Promise<{ readonly end: string; readonly asked: number }> => {
    let asked = 0;
    const ask = (): Promise<{ address: string; family: number }[]> => {
      const answer = answers[Math.min(asked, answers.length - 1)] ?? [];
      asked += 1;
      return Promise.resolve(answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
    };
    const connect = pinnedConnector({ policy, timeoutMs, authorities: undefined, ask });
    const agent = new Agent({ connect });
    const end = await agent
      .request({ origin: `http://rebind.example:${port}`, path: '/', method: 'POST' })
      .then(({ statusCode }) => String(statusCode), attemptErrorOf);
    await agent.destroy();
    return { end, asked };
  };

  it('that changes its address between the check and the connection is connected to where it was checked', async () => {
    const { end, asked } = await sendTo([['192.0.2.1', '203.0.113.7'], ['127.0.0.1']]);
    expect([end, asked]).toEqual(['refused-address: reserved', 1]);
    const public_ = await sendTo([['2606:4700:ffff:ffff::1'], ['127.0.0.1'], ['::1']]);
    expect(public_.asked).toBe(1);
    expect(connections).toBe(0);
  });

  it('is connected to at the very address that was checked, and is looked up by nobody else', async () => {
    const before = connections;
    // The system knows no such name.
    const policy = { ...closedTo, allowLoopback: true };
    const { end, asked } = await sendTo([['127.0.0.1'], ['127.0.0.2']], policy, 30_000);
    expect([end, asked, connections - before]).toEqual(['connection-lost', 1, 1]);
    connections = before;
  });

  it('with addresses of both kinds is connected to at its public ones alone', async () => {
    const { end } = await sendTo([['127.0.0.1', '::1', '10.0.0.1', '2606:4700:ffff:ffff::1']]);
    expect(end).not.toMatch(/^refused-address/);
    expect(connections).toBe(0);
  });

  it('without any address is refused', async () => {
    expect((await sendTo([[]])).end).toBe('refused-address: no address');
  });
});

it('sees a connection where one is allowed: the listener is there', async () => {
  const sender = senderOf({ WEBHOOK_ALLOW_LOOPBACK: 'true' });
  await sender.send({ url: `http://127.0.0.1:${port}/`, headers: {}, body: '{}' });
  await sender.onApplicationShutdown();
  expect(connections).toBeGreaterThan(0);
});
