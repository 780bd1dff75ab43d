/** Exit codes (docs/how-to/follow-events.md). */
export const exits = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const;

/** Ends the command with a message and without a stack. */
export class CommandFailure extends Error {
  override readonly name = 'Failure';

  constructor(
    message: string,
    readonly exitCode: number = exits.failed,
  ) {
    super(message);
  }
}
