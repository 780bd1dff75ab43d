const kinds = {
  request: 'Request',
  state: 'State',
  posting: 'Posting',
  limit: 'Limit',
  bank: 'Bank',
  event: 'Event',
  delivery: 'Webhook',
  dropped: 'Dropped',
} as const;

/** What an entry of a payment's timeline tells of. */
export type TimelineKind = keyof typeof kinds;

/** The same as people read it, by kind. */
export const timelineKinds: Readonly<Record<string, string>> = kinds;
