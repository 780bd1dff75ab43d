/** A file can't be restored. The message says why; nothing was written. */
export class BackupUnusable extends Error {
  override readonly name = 'BackupUnusable';
}
