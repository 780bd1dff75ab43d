import { ConfigError, type Environment } from '@halyard/config';
import { lookAtDatabase } from './database/look.js';
import { type Subject, subjects } from './faults/fault.js';
import type { Finding } from './finding.js';
import { type ExaminedInstallation, openInstallation } from './installation.js';
import { lookAtBackup } from './machine/backup.js';
import { lookAtCertificates } from './machine/certificates.js';
import { lookAtClock } from './machine/clock.js';
import { lookAtDisk } from './machine/disk.js';
import type { NotLooked, Report } from './report.js';
import { lookAtBroker } from './servers/broker.js';
import { lookAtDocuments } from './servers/documents.js';
import { lookAtMail } from './servers/mail.js';
import { lookAtStore } from './servers/store.js';
import { lookAtAddresses } from './settings/addresses.js';
import { filesOpenToOthers, lookAtMasterKeys } from './settings/keys.js';
import { lookAtSettings } from './settings/settings.js';

/** Finds faults of a subject; undefined if the installation has nothing of the kind, or it needs a database. */
type Look = (
  installation: ExaminedInstallation,
  skip: (because: string) => void,
) => Promise<readonly Finding[] | undefined> | readonly Finding[] | undefined;

const looks: Readonly<Record<Exclude<Subject, 'settings'>, Look>> = {
  keys: async ({ keyFindings, dataDir, databases, keys }) => [
    ...keyFindings,
    ...filesOpenToOthers(dataDir),
    ...(await lookAtMasterKeys(databases, keys)),
  ],
  addresses: lookAtAddresses,
  database: lookAtDatabase,
  broker: lookAtBroker,
  store: lookAtStore,
  clock: lookAtClock,
  disk: lookAtDisk,
  certificates: lookAtCertificates,
  mail: lookAtMail,
  documents: lookAtDocuments,
  backup: lookAtBackup,
};

/** Subjects that can't be looked at without a database. */
const inDatabases: ReadonlySet<Subject> = new Set(['database', 'store', 'clock']);

const BAD_SETTINGS = 'the settings are not usable';

/** Looks at everything that an installation needs. It writes nothing, and starts nothing. */
export async function examine(env: Environment): Promise<Report> {
  const ofSettings = lookAtSettings(env);
  let installation: ExaminedInstallation;
  try {
    installation = await openInstallation(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const notLooked = subjects.slice(1).map((subject) => ({ subject, because: BAD_SETTINGS }));
    return { status: 'wrong', findings: ofSettings, notLooked };
  }
  try {
    const { findings, notLooked, hasFailed } = await lookAround(installation);
    const all = [...ofSettings, ...findings];
    const isBlind = hasFailed || !installation.isThere;
    return { status: all.length > 0 ? 'wrong' : isBlind ? 'not-looked' : 'ok', findings: all, notLooked };
  } finally {
    await installation.databases.close();
  }
}

interface Examination {
  readonly findings: readonly Finding[];
  readonly notLooked: readonly NotLooked[];
  /** Whether doctor itself has failed. */
  readonly hasFailed: boolean;
}

async function lookAround(installation: ExaminedInstallation): Promise<Examination> {
  const findings: Finding[] = [];
  const notLooked: NotLooked[] = [];
  let hasFailed = false;
  for (const subject of subjects) {
    if (subject === 'settings') continue;
    const skip = (because: string): void => void notLooked.push({ subject, because });
    if (inDatabases.has(subject) && installation.databases.notLooked) skip(installation.databases.notLooked);
    try {
      findings.push(...((await looks[subject](installation, skip)) ?? []));
    } catch (error) {
      const isOfSettings = error instanceof ConfigError;
      skip(isOfSettings ? BAD_SETTINGS : `doctor failed there (${error instanceof Error ? error.name : 'unknown'})`);
      hasFailed ||= !isOfSettings;
    }
  }
  return { findings, notLooked, hasFailed };
}
