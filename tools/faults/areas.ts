import { globSync, readFileSync } from 'node:fs';
import { sep } from 'node:path';
import { derivedSources } from '../derived-files.ts';

/** The areas from which faults are drawn, in the order of the draw, each with the folders of its sources. */
const FOLDERS = {
  ledger: ['apps/transfers/src/balance', 'apps/transfers/src/ledger', 'apps/transfers/src/payment'],
  transfers: ['apps/transfers/src'],
  gateway: ['apps/gateway/src'],
  auth: ['apps/auth/src'],
  customers: ['apps/customers/src'],
  'funding sources': ['apps/funding-sources/src'],
  webhooks: ['apps/webhooks/src'],
  'console pages': ['apps/console/web'],
  'command line': ['apps/cli/src'],
  client: ['libs/client/src'],
  'console server': ['apps/console/src'],
} as const;

export type Area = keyof typeof FOLDERS;

export const AREAS = Object.keys(FOLDERS) as Area[];

export interface Source {
  readonly area: Area;
  /** Relative to the root of the repository, with slashes. */
  readonly file: string;
  readonly text: string;
}

/** Whether a file runs in production and is written by hand. A migration that has run never changes (ADR 63). */
const isProduction = (file: string): boolean =>
  !/\.(spec|behaviour|fixture|d)\.tsx?$|\/migrations\//.test(file) && !derivedSources.includes(file);

/** The area of a file: the first whose folder holds it, so that the ledger's folders are not also those of transfers. */
const areaOf = (file: string): Area | undefined =>
  AREAS.find((area) => FOLDERS[area].some((folder) => file.startsWith(`${folder}/`)));

/** The production sources of all areas, below the root of the repository. */
export function readSources(root: string): Source[] {
  return globSync('{apps,libs}/*/{src,web}/**/*.{ts,tsx}', { cwd: root })
    .map((path) => path.split(sep).join('/'))
    .filter(isProduction)
    .sort()
    .flatMap((file) => {
      const area = areaOf(file);
      return area === undefined ? [] : [{ area, file, text: readFileSync(`${root}/${file}`, 'utf8') }];
    });
}
