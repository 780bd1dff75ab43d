import { Url } from '@halyard/config';

/** Settings of the program that verifies what was derived. */
export class VerifyConfig {
  /**
   * URL of the scratch database in which the program computes everything anew, with a user who may create schemas there.
   * Without it the program starts a Postgres of its own in the folder `verify` of `DATA_DIR`; the container has none.
   */
  @Url(['postgres', 'postgresql'], { optional: true })
  readonly verifyDatabaseUrl?: string;
}
