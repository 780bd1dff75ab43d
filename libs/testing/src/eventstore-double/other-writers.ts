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

/** An event that the server writes about itself. */
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

/** Makes events of other users of the server. Some are in streams with names like ours. */
export const foreignEvent = (turn: number): Foreign => (foreign[turn % foreign.length] ?? statistics)();
