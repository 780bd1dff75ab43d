import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { type Replicas, REPLICAS_USAGE, replicasOf } from './replicas.js';
import { StartFailure } from './start-failure.js';

export interface StartOptions {
  /** Whether the data folder is moved aside first. */
  readonly isFresh: boolean;
}

export interface DistributedOptions extends StartOptions {
  readonly replicas: Replicas;
}

const FRESH = { type: 'boolean', default: false } as const;
const FRESH_USAGE = '--fresh moves the data folder aside and starts over';

/** Reads the arguments of `npm start --`. @throws StartFailure that says what they can be */
export function startOptions(args: readonly string[]): StartOptions {
  const { fresh } = valuesOf(args, { fresh: FRESH }, FRESH_USAGE);
  return { isFresh: fresh };
}

/** Reads the arguments of `npm run start:distributed --`. @throws StartFailure that says what they can be */
export function distributedOptions(args: readonly string[]): DistributedOptions {
  const options = { fresh: FRESH, replicas: { type: 'string', default: '' } } as const;
  const { fresh, replicas } = valuesOf(args, options, `${FRESH_USAGE}; ${REPLICAS_USAGE}`);
  return { isFresh: fresh, replicas: replicasOf(replicas) };
}

function valuesOf<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (cause) {
    throw new StartFailure(usage, { cause });
  }
}
