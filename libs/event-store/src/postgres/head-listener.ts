import { keepRunning } from '@halyard/background';
import { pause } from '@halyard/core';
import type { SessionUse, SharedSession } from '@halyard/persistence';
import type { Position } from '../event-store.js';

const RECONNECT_MS = { first: 100, max: 1_000 };
const SIGN_OF_LIFE_MS = 15_000;
/** How often a standby is asked: it sends no notifications. */
const STANDBY_MS = 1_000;

/**
 * Listens for how far the log is committed. Postgres sends notifications after the commit, in the order of commits.
 * When a session was lost, the next one reads what was missed.
 */
export class HeadListener {
  private readonly closing = new AbortController();
  private running: Promise<void> | undefined;
  private readonly hear = (head: string): void => this.tell(BigInt(head));

  constructor(
    private readonly shared: SharedSession,
    private readonly tell: (head: Position) => void,
  ) {}

  /** Begins to listen at the first call. After a lost session, it listens again by itself. */
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
    const listen = (onProgress: () => void): Promise<void> => {
      lost = new AbortController();
      return this.listen(use, lost.signal, onProgress);
    };
    // Subscriptions don't fail while the store is away: they continue once it is back.
    await keepRunning(listen, { signal, backoff: RECONNECT_MS, onFailure: () => undefined });
    await use.leave();
  }

  /** Listens until the listener is closed. Rejects if the session is lost. */
  private async listen(use: SessionUse, lost: AbortSignal, onProgress: () => void): Promise<void> {
    const over = AbortSignal.any([this.closing.signal, lost]);
    const session = await use.session();
    const [log] = await session.query<{ oid: number; isStandby: boolean }>(
      `SELECT 'events'::regclass::oid AS oid, pg_is_in_recovery() AS "isStandby"`,
    );
    const channel = `events_${log?.oid}`;
    const isStandby = log?.isStandby === true;
    if (!isStandby) await session.listen(channel, this.hear);
    while (!over.aborted) {
      const [newest] = await session.query<{ head: string }>('SELECT coalesce(max(position), 0) AS head FROM events');
      this.tell(BigInt(newest?.head ?? 0));
      onProgress();
      // Asks from time to time: a connection that only listens does not notice when its server vanishes.
      await pause(isStandby ? STANDBY_MS : SIGN_OF_LIFE_MS, over);
    }
    session.unlisten(channel, this.hear);
    lost.throwIfAborted();
  }
}
