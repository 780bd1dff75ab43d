import { Api } from './api/api.js';
import { type Environment, profileFile, readProfile } from './profile/profile.js';

/** What a command needs from its environment. */
export interface Context {
  readonly env: Environment;
  /** Prints a line of the result on standard output. */
  readonly print: (line: string) => void;
  /** Prints a line about the command on standard error, so that piped output stays clean. */
  readonly note: (line: string) => void;
  /** Aborted when the command is to end: by Ctrl-C, or by whoever runs it. */
  readonly signal: AbortSignal;
}

/** Options of every command. */
export interface CommonOptions {
  readonly profile?: string;
  readonly connection?: string;
  readonly json?: boolean;
}

/** Signs in, does the work, and closes the connection in any case. */
export async function withApi<Result>(
  { env }: Context,
  { profile, connection }: CommonOptions,
  work: (api: Api) => Promise<Result>,
): Promise<Result> {
  const api = await Api.open(await readProfile(connection ?? profileFile(profile, env)));
  try {
    return await work(api);
  } finally {
    api.close();
  }
}
