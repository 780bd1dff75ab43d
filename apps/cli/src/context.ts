import { Api } from './api/api.js';
import { type Environment, profileFile, readProfile } from './profile/profile.js';

/** What a command has of the world around it. */
export interface Context {
  readonly env: Environment;
  /** A line of what was asked for, on standard output. */
  readonly print: (line: string) => void;
  /** A line about it, on standard error: what is piped on stays clean. */
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

/** Signs in, does something, and lets go whatever comes of it. */
export async function withApi<Result>(
  { env }: Context,
  { profile, connection }: CommonOptions,
  work: (api: Api) => Promise<Result>,
): Promise<Result> {
  const api = await Api.open(await readProfile(connection ?? profileFile(profile, env)));
  try {
    return await work(api);
  } finally {
    await api.close();
  }
}
