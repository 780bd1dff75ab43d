// Reports what is outdated, what has advisories if the registry tells, and what the lock file lacks.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

interface LockEntry {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const npm = (...args: string[]): unknown => {
  const { stdout } = spawnSync('npm', [...args, '--json'], { encoding: 'utf8' });
  try {
    return JSON.parse(stdout);
  } catch {
    return undefined;
  }
};

const section = (title: string, lines: readonly string[]): void => {
  console.log(`\n${title}`);
  for (const line of lines) console.log(`  ${line}`);
};

const outdated = (): string[] => {
  const rows = npm('outdated') as Record<string, { current?: string; latest: string }> | undefined;
  if (!rows) return ['the registry did not answer'];
  return Object.entries(rows).map(([name, { current, latest }]) => `${name} ${current ?? 'missing'} -> ${latest}`);
};

const advisories = (): string[] => {
  const report = npm('audit') as
    | {
        vulnerabilities?: Record<
          string,
          { severity: string; range: string; via: readonly (string | { title: string })[] }
        >;
      }
    | undefined;
  if (!report?.vulnerabilities) return ['the registry offers no advisories'];
  return Object.entries(report.vulnerabilities).map(([name, { severity, range, via }]) => {
    const titles = via.map((cause) => (typeof cause === 'string' ? `through ${cause}` : cause.title));
    return `${severity} ${name} ${range}: ${titles.join('; ')}`;
  });
};

/** npm can leave platform packages out of the lock file; a later `npm ci` on that platform then breaks. */
const lockGaps = (): string[] => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, LockEntry> };
  const hasEntry = (parent: string, name: string): boolean => {
    for (let at = parent; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
      if (packages[`${at === '' ? '' : `${at}/`}node_modules/${name}`]) return true;
      if (at === '' || !at.includes('/node_modules/')) return packages[`node_modules/${name}`] !== undefined;
    }
  };
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !hasEntry(path, name))
      .map((name) => `${path || 'the project'} wants ${name}, which has no entry`),
  );
};

section('Outdated', outdated());
section('Advisories', advisories());
const gaps = lockGaps();
section('Incomplete in package-lock.json', gaps);
process.exitCode = gaps.length > 0 ? 1 : 0;
