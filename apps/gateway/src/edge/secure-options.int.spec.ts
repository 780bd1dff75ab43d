import { once } from 'node:events';
import { createServer } from 'node:https';
import { connect } from 'node:net';
import { duplexPair } from 'node:stream';
import { connect as tlsConnect } from 'node:tls';
import { describe, expect, it } from '@jest/globals';
import { withDataDir } from '../../test/gateway-fixture.js';
import { gatewayService } from '../gateway.module.js';
import { serverCertificate } from './certificates.js';
import { portOf } from './listen.js';
import { OwnAnswers } from './own-answers.js';
import { secureOptions } from './secure-options.js';
import { Pipelining } from './pipelining.js';

describe('a connection over which nobody speaks TLS', () => {
  it('is let go after half a minute', () => {
    expect(secureOptions('', '').handshakeTimeout).toBe(30_000);
  });

  it.each([
    ['says nothing', ''],
    ['stops in the middle of the handshake', '\x16\x03\x01\x02\x00\x01'],
  ])('and is closed without a word when it %s', (_, bytes) =>
    withDataDir(async (dataDir) => {
      const { certificate, key } = await serverCertificate(dataDir, new Date());
      const own = new OwnAnswers(gatewayService.config({}), new Pipelining());
      const server = createServer(secureOptions(certificate, key, 20)).on('clientError', own.unreadable);
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const socket = connect(portOf(server), '127.0.0.1');
      socket.write(bytes);
      expect(await socket.toArray()).toEqual([]);
      server.close();
    }),
  );

  it('and is closed without a word when its handshake comes too late', () =>
    withDataDir(async (dataDir) => {
      const { certificate, key } = await serverCertificate(dataDir, new Date());
      const own = new OwnAnswers(gatewayService.config({}), new Pipelining());
      const server = createServer(secureOptions(certificate, key, 20)).on('clientError', own.unreadable);
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const [near, far] = duplexPair();
      const client = tlsConnect({ socket: near, rejectUnauthorized: false });
      const answered = client.toArray().catch(() => []);
      const socket = connect(portOf(server), '127.0.0.1').on('error', () => far.destroy());
      socket.pipe(far);
      await once(server, 'tlsClientError');
      far.pipe(socket);
      expect(await answered).toEqual([]);
      server.close();
    }));
});
