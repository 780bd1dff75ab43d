import { setTimeout as sleep } from 'node:timers/promises';
import type { SessionUse, SharedSession } from '@halyard/persistence';
import type { Position } from '../event-store.js';

const RECONNECT_MS = 250;
const SIGN_OF_LIFE_MS = 15_000;

/**
 * Listens for how far the log is committed. Postgres delivers a notification after its commit, in commit order; what was
 * missed while the session was away is asked for once there is another.
 */
export class HeadListener {
  private readonly closing = new AbortController();
  private running: Promise<void> | undefined;
  private readonly hear = (head: string): void => this.tell(BigInt(head));

  constructor(
    private readonly shared: SharedSession,
    private readonly tell: (head: Position) => void,
  ) {}

  /** Listens from the first call on, and again whenever the session was lost. */
  start(): void {
    this.running ??= this.run();
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.closing;
    let lost = new AbortController();
    const use = this.shared.join(() => lost.abort());
    while (!signal.aborted) {
      lost = new AbortController();
      const over = AbortSignal.any([signal, lost.signal]);
      // A store that is away does not fail its subscriptions: they go on once it is back.
      await this.listen(use, over).catch(() => undefined);
      await sleep(RECONNECT_MS, undefined, { signal }).catch(() => undefined);
    }
    await use.leave();
  }

  /** Ends when the session is lost or the listener closed. */
  private async listen(use: SessionUse, over: AbortSignal): Promise<void> {
    const session = await use.session();
    const [log] = await session.query<{ oid: number }>(`SELECT 'events'::regclass::oid AS oid`);
    const channel = `events_${log?.oid}`;
    await session.listen(channel, this.hear);
    while (!over.aborted) {
      const [newest] = await session.query<{ head: string }>('SELECT coalesce(max(position), 0) AS head FROM events');
      this.tell(BigInt(newest?.head ?? 0));
      // A connection that only listens does not notice when its server vanishes.
      await sleep(SIGN_OF_LIFE_MS, undefined, { signal: over, ref: false }).catch(() => undefined);
    }
    session.unlisten(channel, this.hear);
  }
}
