import type { Logger } from '@halyard/observability';

type Close = () => unknown;

/**
 * Collects things that are opened, and closes them in the opposite order. If one fails to close, the others are still
 * closed.
 */
export class Lifetime {
  private readonly closes: Close[] = [];
  private closing: Promise<void> | undefined;

  /**
   * Runs `open` with a lifetime of its own. If `open` fails, everything that it opened is closed, and failures to close
   * are logged. It must not fail while something is still being opened. @throws the error of `open`
   */
  static async allOrNothing<Opened>(
    logger: Pick<Logger, 'warn'>,
    open: (lifetime: Lifetime) => Promise<Opened>,
  ): Promise<Opened> {
    const lifetime = new Lifetime();
    try {
      return await open(lifetime);
    } catch (error) {
      await lifetime.close().catch(({ errors }: AggregateError) => {
        for (const err of errors as unknown[]) logger.warn({ err }, 'a failed start left something open');
      });
      throw error;
    }
  }

  onClose(close: Close): void {
    this.closes.push(close);
  }

  /**
   * Closes everything, once. A second call returns the same promise.
   * @throws AggregateError of all failures, after everything was tried
   */
  close(): Promise<void> {
    this.closing ??= this.closeAll();
    return this.closing;
  }

  private async closeAll(): Promise<void> {
    const errors: unknown[] = [];
    for (const close of this.closes.reverse()) {
      try {
        await close();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, 'not everything could be closed');
  }
}
