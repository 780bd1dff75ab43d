import type { Environment } from '@halyard/config';
import { usingInstallation } from './installation-databases.js';
import { prepareDatabases } from './restored-services.js';

/**
 * Makes data that was restored by other means than ours fit to be served. No process of the installation may run.
 *
 * @returns lines for people
 */
export const finishRestore = (env: Environment): Promise<readonly string[]> =>
  usingInstallation(env, (installation) => prepareDatabases(env, installation));
