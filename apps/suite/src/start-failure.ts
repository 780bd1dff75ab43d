/** The message is a single line that says what the user has to do. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}
