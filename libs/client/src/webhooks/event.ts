import type { Link } from '../api/hal.js';

/** What a webhook tells of an event. */
export interface WebhookEvent {
  readonly id: string;
  readonly topic: string;
  readonly resourceId: string;
  readonly timestamp: string;
  readonly created: string;
  readonly correlationId?: string;
  /** Its number in the subscription; events of a stream have none. */
  readonly sequence?: number;
  readonly replayId?: string;
  readonly _links: { readonly [relation: string]: Link };
}
