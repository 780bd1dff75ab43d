/** The suite can't start as things are. The message is a single line that says what to do. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}
