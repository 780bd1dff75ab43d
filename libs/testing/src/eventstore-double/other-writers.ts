import type { ProposedEvent } from './events.js';

export interface Foreign {
  readonly stream: string;
  readonly event: ProposedEvent;
}

const event = (type: string, contentType: string, data: Uint8Array): ProposedEvent => ({
  id: crypto.randomUUID(),
  properties: [
    ['type', type],
    ['content-type', contentType],
  ],
  data,
  customMetadata: Buffer.alloc(0),
});

/** The server's event about itself. */
export const statistics = (): Foreign => ({
  stream: '$stats-127.0.0.1:2113',
  event: event('$statsCollected', 'application/json', Buffer.from('{}')),
});

const foreign: readonly (() => Foreign)[] = [
  () => ({
    stream: 'payment-7',
    event: event('OrderPaid', 'application/json', Buffer.from('{"amount":1}')),
  }),
  () => ({
    stream: 'balance-7',
    event: event('OrderPaid', 'application/octet-stream', Buffer.from([0xff, 0x00])),
  }),
  () => ({ stream: 'halyard-payment-7', event: event('', 'application/json', Buffer.alloc(0)) }),
];

/** Events of other users of the server, some of them in streams that are named like ours. */
export const foreignEvent = (turn: number): Foreign => (foreign[turn % foreign.length] ?? statistics)();
