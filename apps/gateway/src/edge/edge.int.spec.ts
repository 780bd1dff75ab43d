import { DAY_MS } from '@halyard/core';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as tlsConnect } from 'node:tls';
import { created } from '@halyard/contracts';
import { listening } from '@halyard/service/listening';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FakeServices } from '../../test/fakes.js';
import { GatewayFixture, withDataDir } from '../../test/gateway-fixture.js';
import { gatewayService } from '../gateway.module.js';
import { serverCertificate } from './certificates.js';
import { portOf } from './listen.js';

const now = new Date('2026-03-10T12:00:00.000Z');
const daysLater = (days: number): Date => new Date(now.getTime() + days * DAY_MS);

describe('the certificate of the local authority', () => {
  it('is for this machine alone, and signed by an authority that clients can trust', () =>
    withDataDir(async (dataDir) => {
      const { certificate, authorityFile } = await serverCertificate(dataDir, now);
      const [server, authority] = [certificate, await readFile(authorityFile)].map((pem) => new X509Certificate(pem));
      expect(server?.subjectAltName).toBe('DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1');
      expect(authority?.ca).toBe(true);
      expect(server?.ca).toBe(false);
      expect(authority && server?.verify(authority.publicKey)).toBe(true);
      expect(authority && server?.checkIssued(authority)).toBe(true);
    }));

  it('lies in files that only their owner reads', () =>
    withDataDir(async (dataDir) => {
      await serverCertificate(dataDir, now);
      const folder = join(dataDir, 'tls');
      const files = await readdir(folder);
      expect(files.sort()).toEqual(['ca.key', 'ca.pem', 'server.key', 'server.pem']);
      const modes = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).mode & 0o777));
      expect(new Set(modes)).toEqual(new Set([0o600]));
    }));

  it('stays while it is good, and is renewed by the same authority before it expires', () =>
    withDataDir(async (dataDir) => {
      const first = await serverCertificate(dataDir, now);
      expect(await serverCertificate(dataDir, daysLater(360))).toEqual(first);
      const renewed = await serverCertificate(dataDir, daysLater(380));
      expect(renewed.certificate).not.toBe(first.certificate);
      const authority = new X509Certificate(await readFile(first.authorityFile));
      expect(new X509Certificate(renewed.certificate).verify(authority.publicKey)).toBe(true);
    }));

  it('is made anew with the authority when that is about to expire, or half of it is lost', () =>
    withDataDir(async (dataDir) => {
      const first = await serverCertificate(dataDir, now);
      const later = await serverCertificate(dataDir, daysLater(3_640));
      const authority = new X509Certificate(await readFile(later.authorityFile));
      expect(new X509Certificate(later.certificate).verify(authority.publicKey)).toBe(true);
      expect(new X509Certificate(first.certificate).verify(authority.publicKey)).toBe(false);
      await rm(join(dataDir, 'tls', 'server.key'));
      const again = await serverCertificate(dataDir, daysLater(3_640));
      expect(new X509Certificate(again.certificate).verify(authority.publicKey)).toBe(true);
    }));

  it('that can not be read fails the start, and is not overwritten', () =>
    withDataDir(async (dataDir) => {
      const { authorityFile } = await serverCertificate(dataDir, now);
      const before = await readFile(authorityFile);
      await rm(join(dataDir, 'tls', 'ca.key'));
      await mkdir(join(dataDir, 'tls', 'ca.key'));
      await expect(serverCertificate(dataDir, now)).rejects.toMatchObject({ code: 'EISDIR' });
      expect(await readFile(authorityFile)).toEqual(before);
    }));
});

describe('the listeners', () => {
  let dataDir: string;
  let secured: GatewayFixture;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'gateway-'));
    secured = await GatewayFixture.start({ TLS: 'on', DATA_DIR: dataDir });
  });
  afterAll(async () => {
    await secured.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const read = async (outgoing: ReturnType<typeof request>): Promise<IncomingMessage> => {
    const [incoming] = (await once(outgoing.end(), 'response')) as [IncomingMessage];
    incoming.resume();
    return incoming;
  };

  it('serve HTTPS of 1.2 and newer, and send plain HTTP there', async () => {
    const { baseUrl, redirectUrl = '', authorityFile = '' } = secured.addresses;
    const ca = await readFile(authorityFile);

    const secure = await read(secureRequest(`${baseUrl}/customers`, { ca }));
    expect([secure.statusCode, secure.headers['x-request-id']?.length]).toEqual([401, 36]);

    const port = new URL(baseUrl).port;
    const plain = await read(request(`${redirectUrl}/customers?limit=1`, { method: 'POST' }));
    expect([plain.statusCode, plain.headers.location]).toEqual([302, `https://localhost:${port}/customers?limit=1`]);
    expect([plain.headers['x-request-id']?.length, plain.headers['access-control-allow-origin']]).toEqual([36, '*']);

    const versions = { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    const old = tlsConnect({ port: Number(port), host: '127.0.0.1', ca, ...versions });
    await expect(once(old, 'secureConnect')).rejects.toMatchObject({ code: 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION' });
    const recent = tlsConnect({ port: Number(port), host: '127.0.0.1', ca, maxVersion: 'TLSv1.2' });
    await once(recent, 'secureConnect');
    recent.destroy();

    const weak = [
      'ECDHE-ECDSA-AES128-SHA256',
      'ECDHE-ECDSA-AES256-SHA384',
      'ECDHE-ECDSA-AES128-SHA',
      'AES128-GCM-SHA256',
    ];
    for (const ciphers of weak) {
      const socket = tlsConnect({ port: Number(port), host: '127.0.0.1', ca, maxVersion: 'TLSv1.2', ciphers });
      await expect(once(socket, 'secureConnect')).rejects.toMatchObject({
        code: expect.stringContaining('ALERT_HANDSHAKE_FAILURE'),
      });
    }
  });

  it.each([
    [{ host: 'api.example.com:8080' }, /^https:\/\/api\.example\.com:\d+\/x$/],
    [{ host: '[::1]:8080' }, /^https:\/\/\[::1\]:\d+\/x$/],
    [{ host: 'evil"><x' }, /^https:\/\/localhost:\d+\/x$/],
    [{ host: '1.2.3.256' }, /^https:\/\/localhost:\d+\/x$/],
    [{ host: 'x'.repeat(300) }, /^https:\/\/localhost:\d+\/x$/],
  ])('send %j to the same host', async (headers, expected) => {
    const { statusCode, headers: answered } = await read(request(`${secured.addresses.redirectUrl}/x`, { headers }));
    expect([statusCode, answered.location]).toEqual([302, expect.stringMatching(expected)]);
  });

  it.each(['PORT', 'HTTPS_PORT'])('say in one line that a port is taken, and by which setting: %s', (setting) =>
    withDataDir(async (dataDir) => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const settings = { TLS: 'on', DATA_DIR: dataDir, [setting]: String(portOf(other)) };
      const message = `Port ${portOf(other)} is in use: set ${setting} to another one.`;
      await expect(GatewayFixture.start(settings)).rejects.toMatchObject({ message });
      other.close();
    }),
  );

  describe('behind a proxy', () => {
    const services = new FakeServices();
    services.respond = ({ operation }) => ({ status: 201, body: created('customer', operation.id) });
    const gateways = new Map<string, GatewayFixture>();
    afterAll(async () => {
      for (const gateway of gateways.values()) await gateway.stop();
    });

    /** Started once for the same settings. */
    const gatewayWith = async (settings: Record<string, string>): Promise<GatewayFixture> => {
      const key = JSON.stringify(settings);
      const gateway = gateways.get(key) ?? (await GatewayFixture.start(settings, services));
      gateways.set(key, gateway);
      return gateway;
    };
    const located = async (settings: Record<string, string>, headers: Record<string, string>) => {
      const gateway = await gatewayWith(settings);
      const { status, headers: answered } = await gateway.send('POST', '/customers', { body: {}, headers });
      return [status, String(answered['location']).replace(/[\da-f-]{36}$/, '<id>')];
    };
    const forwarded = { host: 'inner', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'api.example.com' };

    const FORWARDED_HOSTS = 'api.example.com, API.example.com:8443';
    const from = (host: string) => ({ ...forwarded, 'x-forwarded-host': host });

    it.each([
      ['127.0.0.1', forwarded, 201, 'https://api.example.com/customers/<id>'],
      ['10.0.0.0/8, 127.0.0.0/8', forwarded, 201, 'https://api.example.com/customers/<id>'],
      ['127.0.0.1', from('spoofed, api.example.com'), 201, 'https://api.example.com/customers/<id>'],
      ['127.0.0.1', from('Api.Example.com:8443'), 201, 'https://api.example.com:8443/customers/<id>'],
      ['127.0.0.1', from('api.example.com, spoofed'), 201, 'https://inner/customers/<id>'],
      ['127.0.0.1', from('api.example.com:444'), 201, 'https://inner/customers/<id>'],
      ['127.0.0.1', from('api.example.com.'), 201, 'https://inner/customers/<id>'],
      ['127.0.0.1', from('a"b'), 201, 'https://inner/customers/<id>'],
      ['127.0.0.1', from(''), 201, 'https://inner/customers/<id>'],
      ['10.0.0.0/8', forwarded, 201, 'http://inner/customers/<id>'],
      ['::1', forwarded, 201, 'http://inner/customers/<id>'],
      ['127.0.0.1', { ...forwarded, 'x-forwarded-proto': 'http' }, 302, 'https://api.example.com/customers'],
      ['127.0.0.1', { ...from('spoofed'), 'x-forwarded-proto': 'http' }, 302, 'https://inner/customers'],
    ])('that is one of %s, %j: %i %s', async (trustedProxies, headers, status, location) => {
      const settings = { TRUSTED_PROXIES: trustedProxies, FORWARDED_HOSTS };
      expect(await located(settings, headers)).toEqual([status, location]);
    });

    it('names no host unless one is configured, and none that is no host can be', async () => {
      expect(await located({ TRUSTED_PROXIES: '127.0.0.1' }, forwarded)).toEqual([201, 'https://inner/customers/<id>']);
      for (const FORWARDED_HOSTS of ['https://api.example.com', 'api.example.com/x', '1.2.3.256'])
        expect(() => gatewayService.config({ FORWARDED_HOSTS })).toThrow('FORWARDED_HOSTS must be names');
    });

    it('believes nobody unless proxies are named', async () => {
      expect(await located({}, forwarded)).toEqual([201, 'http://inner/customers/<id>']);
    });
  });

  describe('that share their ports', () => {
    it('serve side by side, and one serves on when the other stops', async () => {
      const first = await GatewayFixture.start({ SHARED_PORTS: 'true' });
      const port = new URL(first.addresses.baseUrl).port;
      const second = await GatewayFixture.start({ SHARED_PORTS: 'true', PORT: port });
      await first.drain(10_000);
      await first.stop();
      const { statusCode } = await read(request(`${second.addresses.baseUrl}/customers`));
      await second.stop();
      expect(statusCode).toBe(401);
    });

    it('do so only when each of them was told to', async () => {
      const first = await GatewayFixture.start({ SHARED_PORTS: 'true' });
      const port = new URL(first.addresses.baseUrl).port;
      await expect(GatewayFixture.start({ PORT: port })).rejects.toThrow('set PORT');
      await first.stop();
    });

    it('say in one line that the platform can not do it', async () => {
      const refuses = () => Promise.reject(Object.assign(new Error('listen ENOTSUP'), { code: 'ENOTSUP' }));
      await expect(listening('PORT', 8080, refuses)).rejects.toMatchObject({
        name: 'ConfigError',
        message: expect.stringContaining('SHARED_PORTS must be false'),
      });
    });
  });
});
