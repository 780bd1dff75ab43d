import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { earlierReleases } from '../releases.ts';
import { version } from '../version.ts';
import { root, textOf, yamlOf } from './support/yaml.ts';

const versioned = z.object({ version: z.string() });
const versionIn = (file: string): string => versioned.parse(JSON.parse(textOf(file))).version;
const lockSchema = versioned.extend({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) });

const numbersOf = (release: string): readonly number[] => release.split('.').map(Number);
const isBefore = (earlier: string, later: string): boolean => {
  const [before, after] = [numbersOf(earlier), numbersOf(later)];
  const place = before.findIndex((number, index) => number !== after[index]);
  return place !== -1 && (before[place] ?? 0) < (after[place] ?? 0);
};

describe('the version of this build', () => {
  it('is that of each package, so also of the command line, the typed client and the site', () => {
    const packages = globSync(['{apps,libs}/*/package.json', 'site/package.json'], { cwd: root });
    expect(packages.length).toBeGreaterThan(25);
    expect(packages.filter((file) => versionIn(file) !== version)).toEqual([]);
  });

  it.each(['package-lock.json', 'site/package-lock.json'])('is in %s', (file) => {
    const lock = lockSchema.parse(JSON.parse(textOf(file)));
    const ours = Object.entries(lock.packages).filter(([path]) => !path.includes('node_modules'));
    expect([lock.version, ...ours.map(([, entry]) => entry.version)].filter((it) => it !== version)).toEqual([]);
  });

  it.each(['docs/openapi.json', 'docs/asyncapi.json'])('is in %s', (file) => {
    const { info } = z.object({ info: versioned }).parse(JSON.parse(textOf(file)));
    expect(info.version).toBe(version);
  });

  it('is that of the chart and of the application that the chart installs', () => {
    expect(yamlOf('deploy/helm/halyard/Chart.yaml')).toMatchObject({ version, appVersion: version });
  });

  it('is on the label of the image, where nobody gives another', () => {
    const dockerfile = textOf('deploy/Dockerfile');
    expect(dockerfile).toContain('org.opencontainers.image.version="${VERSION}"');
    expect(/^ARG VERSION=(.*)$/m.exec(dockerfile)?.[1]).toBe(version);
  });
});

describe('releases', () => {
  const versions = [...earlierReleases.map((release) => release.version), version];

  it('are listed in their order, each once', () => {
    expect(versions.slice(1).filter((later, index) => !isBefore(versions[index] ?? '', later))).toEqual([]);
  });

  it('each have notes in CHANGELOG.md, the latest first', () => {
    const noted = [...textOf('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(noted).toEqual(versions.toReversed());
  });

  it('each have notes that say whether one can go back to the release before', () => {
    const notes = textOf('CHANGELOG.md')
      .split(/^## .+$/m)
      .slice(1, -1);
    expect(notes.filter((text) => !text.trimStart().startsWith('Going back: '))).toEqual([]);
  });

  const git = (...args: readonly string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  const isThere = (commit: string): boolean =>
    existsSync(join(root, '.git')) && git('cat-file', '-e', `${commit}^{commit}`).status === 0;

  it.each(earlierReleases)('$version is commit $commit, where the history has it', ({ version: released, commit }) => {
    const manifest = isThere(commit)
      ? git('show', `${commit}:package.json`).stdout
      : JSON.stringify({ version: released });
    expect(versioned.parse(JSON.parse(manifest)).version).toBe(released);
  });
});
