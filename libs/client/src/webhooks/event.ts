import type { Link } from '../api/hal.js';

export interface WebhookEvent {
  readonly id: string;
  readonly topic: string;
  readonly resourceId: string;
  readonly timestamp: string;
  readonly created: string;
  readonly correlationId?: string;
  /** The event's number in the subscription; events of a stream have none. */
  readonly sequence?: number;
  readonly replayId?: string;
  readonly _links: { readonly [relation: string]: Link };
}
