import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CpuProfile } from './profile-summary.ts';

const FOLDER = join('.data', 'profile');

/** Stores profiles for a viewer, such as a browser's developer tools. @returns the files */
export async function keepProfiles(name: string, profiles: ReadonlyMap<number, CpuProfile>): Promise<string[]> {
  await mkdir(FOLDER, { recursive: true });
  return Promise.all(
    [...profiles].map(async ([pid, profile]) => {
      const file = join(FOLDER, `${name}-${pid}.cpuprofile`);
      await writeFile(file, JSON.stringify(profile));
      return file;
    }),
  );
}
