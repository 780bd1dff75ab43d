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

export type TimelineKind = keyof typeof kinds;

/** The kinds, each in words for people. */
export const timelineKinds: Readonly<Record<string, string>> = kinds;
