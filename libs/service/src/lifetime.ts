type Close = () => unknown;

/** What was opened, in order; closed in the opposite order, each even when another fails. */
export class Lifetime {
  private readonly closes: Close[] = [];
  private closing: Promise<void> | undefined;

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
