import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Bundles } from './bundles.js';

describe('a program and its bundle', () => {
  let root: string;
  let program: string;
  let bundles: Bundles;

  const write = (file: string, atSeconds: number): void => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '');
    utimesSync(file, atSeconds, atSeconds);
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'halyard-bundles-'));
    program = join(root, 'apps', 'auth', 'dist', 'main.js');
    bundles = new Bundles(root);
    write(program, 10);
    write(join(root, 'libs', 'core', 'dist', '.tsbuildinfo'), 10);
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('has a name of its own beside the others', () => {
    expect(bundles.of(program)).toBe(join(root, 'dist', 'apps-auth-dist-main.js'));
  });

  it('is a module of JavaScript, whatever the program is written in', () => {
    expect(bundles.of(join(root, 'tools', 'seed.ts'))).toBe(join(root, 'dist', 'tools-seed.js'));
  });

  it('runs as it was built where there is no bundle', () => {
    expect(bundles.quickest(program)).toBe(program);
  });

  it('runs as a bundle that is newer than all that was built', () => {
    write(bundles.of(program), 11);
    expect(bundles.quickest(program)).toBe(bundles.of(program));
  });

  it('runs as it was built once something was built after its bundle', () => {
    write(bundles.of(program), 11);
    write(join(root, 'apps', 'auth', 'dist', '.tsbuildinfo'), 12);
    expect(bundles.quickest(program)).toBe(program);
  });

  it('runs as a bundle where nothing tells of a build', () => {
    rmSync(join(root, 'libs', 'core', 'dist', '.tsbuildinfo'));
    write(bundles.of(program), 9);
    expect(bundles.quickest(program)).toBe(bundles.of(program));
  });
});
