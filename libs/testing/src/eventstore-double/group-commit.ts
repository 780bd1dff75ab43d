import { setTimeout as sleep } from 'node:timers/promises';

/** A timer takes whole milliseconds; the server was measured at 0.9 one append at a time. */
const COMMIT_MS = 1;

/** The disk of a server: appends that come during a write are written together, next. */
export class GroupCommit {
  private writing: Promise<void> = Promise.resolve();
  private next: Promise<void> | undefined;

  /** Resolves once all earlier appends are on the disk. */
  committed(): Promise<void> {
    this.next ??= this.writing.then(() => {
      this.next = undefined;
      this.writing = sleep(COMMIT_MS);
      return this.writing;
    });
    return this.next;
  }
}
