import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { atAnswerEnd } from './answer-end.js';

const answer = (): ServerResponse => new ServerResponse(new IncomingMessage(new Socket()));

describe('the end of an answer', () => {
  it('is told to all who wait for it, in their order, by one listener', () => {
    const response = answer();
    const told: number[] = [];
    for (let one = 0; one < 20; one += 1) atAnswerEnd(response, () => told.push(one));
    expect(response.listenerCount('close')).toBe(1);
    response.emit('close');
    expect(told).toEqual(Array.from({ length: 20 }, (_, one) => one));
  });

  it('is told at once when it is over', () => {
    const response = answer();
    Object.defineProperty(response, 'closed', { value: true });
    let isTold = false;
    atAnswerEnd(response, () => (isTold = true));
    expect(isTold).toBe(true);
  });
});
