import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it, jest } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { Pipelining } from './pipelining.js';

type Hook = (
  request: { raw: Pick<IncomingMessage, 'socket'> },
  reply: { raw: ServerResponse },
  done: () => void,
) => void;

describe('the requests of one connection', () => {
  it('are read no further while 32 of them wait for their turn', () => {
    const hooks: Hook[] = [];
    new Pipelining().install({ addHook: (_: string, hook: Hook) => hooks.push(hook) } as unknown as FastifyInstance);
    const socket = new Socket();
    const [pause, resume] = [jest.spyOn(socket, 'pause'), jest.spyOn(socket, 'resume')];
    const begun: ServerResponse[] = [];
    const send = (): void => {
      const response = new EventEmitter() as ServerResponse;
      hooks[0]?.({ raw: { socket } }, { raw: response }, () => begun.push(response));
    };
    for (let sent = 0; sent < 1 + 31; sent += 1) send();
    expect(pause).not.toHaveBeenCalled();
    send();
    expect(pause).toHaveBeenCalledTimes(1);
    expect([begun.length, resume.mock.calls.length]).toEqual([1, 0]);
    begun[0]?.emit('close');
    expect([begun.length, resume.mock.calls.length]).toEqual([2, 1]);
  });
});
