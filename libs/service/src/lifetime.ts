import type { Logger } from '@halyard/observability';

type Close = () => unknown;

/** What was opened, in order; closed in the opposite order, each even when another fails. */
export class Lifetime {
  private readonly closes: Close[] = [];
  private closing: Promise<void> | undefined;

  /**
   * What `open` makes on a lifetime of its own. When it fails, what it had opened is closed; what could not be closed is
   * logged. It must not fail while something of it is still opening.
   *
   * @throws what `open` threw
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
   * Closes everything, once: a second call gives the same promise.
   *
   * @throws AggregateError of what failed, after everything was tried
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
