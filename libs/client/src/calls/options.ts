/** A request or its answer for logs and metrics, without the body. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  /** From 1. */
  readonly attempt: number;
}

export interface ReceivedResponse extends SentRequest {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly durationMs: number;
}

export interface TransportOptions {
  /** The address of the suite. No request goes elsewhere. */
  readonly baseUrl: string;
  readonly fetch?: typeof globalThis.fetch;
  /** Limits a call including its repeats. 60,000 by default. */
  readonly timeoutMs?: number;
  /** Changes the address of each link before it is followed. */
  readonly links?: (href: string) => string;
  readonly onRequest?: (request: SentRequest) => void;
  readonly onResponse?: (response: ReceivedResponse) => void;
}
