import type { Log } from './log.js';
import { TailSession } from './tail-session.js';

export interface TailConnectionOptions {
  readonly url: string;
  readonly log: Log;
  readonly onOpen?: (session: TailSession) => Promise<void>;
  /** Whoever used the session asks for another. */
  readonly onLost: () => void;
}

/** One session, opened when it is first asked for and again after it was lost. */
export class TailConnection {
  private opening: Promise<TailSession> | undefined;

  constructor(private readonly options: TailConnectionOptions) {}

  /** @throws whatever `pg` throws when the server cannot be reached; the next call tries again */
  session(): Promise<TailSession> {
    this.opening ??= this.open();
    return this.opening;
  }

  async close(): Promise<void> {
    const session = await this.opening?.catch(() => undefined);
    this.opening = undefined;
    await session?.close();
  }

  private async open(): Promise<TailSession> {
    try {
      const session = await TailSession.open(this.options.url, (error) => this.lost(error));
      await this.options.onOpen?.(session);
      return session;
    } catch (error) {
      this.opening = undefined;
      throw error;
    }
  }

  private lost(error?: Error): void {
    this.options.log.warn({ err: error }, 'the bus lost its connection');
    this.opening = undefined;
    this.options.onLost();
  }
}
