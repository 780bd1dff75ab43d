import { existsSync } from 'node:fs';
import { StartFailure } from '../start-failure.js';
import { HalClient } from './hal-client.js';

/** Acts for the account in the data folder's `demo.json`. @throws StartFailure if no suite answers */
export async function clientOfRunningSuite(demoFile: string): Promise<HalClient> {
  try {
    const client = await HalClient.fromFile(demoFile);
    await client.accessToken();
    return client;
  } catch (cause) {
    const what = existsSync(demoFile) ? `The suite of ${demoFile} does not answer` : `${demoFile} does not exist`;
    const reason = cause instanceof Error && existsSync(demoFile) ? ` (${cause.message})` : '';
    throw new StartFailure(`${what}${reason}: start the suite with npm start first, or set DATA_DIR to its folder.`, {
      cause,
    });
  }
}
