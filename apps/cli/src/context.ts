import type { Api } from './api/api.js';
import { type Env, findProfile } from './profile/profile.js';

/** Asks the user at the terminal. */
export type Ask = (question: string, options?: { readonly isSecret?: boolean }) => Promise<string>;

/** Everything that a command needs from its environment. */
export interface Context {
  readonly env: Env;
  /** Prints a line of the result on standard output. */
  readonly print: (line: string) => void;
  /** Prints a line about the command on standard error, so that piped output stays clean. */
  readonly note: (line: string) => void;
  /** The width of the terminal that shows the result; absent if the result goes elsewhere. */
  readonly columns?: number;
  readonly readInput: () => Promise<string>;
  /** Absent without a terminal, so that nothing waits for an input that can't come. */
  readonly ask?: Ask;
  /** Aborted when the command is to end: by Ctrl-C, or by its caller. */
  readonly signal: AbortSignal;
}

export interface CommonOptions {
  readonly profile?: string;
  readonly connection?: string;
  readonly json?: boolean;
  /** Milliseconds. */
  readonly timeout?: number;
}

/** Opens the API as the chosen profile's user, and does the work. */
export async function withApi<Result>(
  { env, signal, note }: Context,
  options: CommonOptions,
  work: (api: Api) => Promise<Result>,
): Promise<Result> {
  const profile = await findProfile(options, env);
  const { Api } = await import('./api/api.js');
  const { retryTeller } = await import('./output/retry-teller.js');
  const api = await Api.open(profile, env, signal, options.timeout, retryTeller(note, options));
  try {
    return await work(api);
  } finally {
    api.close();
  }
}
