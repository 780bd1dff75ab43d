import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { WAIT_MS } from '@halyard/testing/patience';
import { pythonEnvironment } from '../../../src/python-environment.js';
import type { Generator } from './generators.js';

const root = join(import.meta.dirname, '..', '..', '..', '..', '..');
const packages = join(root, 'node_modules');
const OUTPUT_MAX = 20_000;

interface Outcome {
  /** The output of a command that failed; undefined if it succeeded. */
  readonly failure: string | undefined;
  readonly printed: string;
}

/** A folder in which a client is generated. Its path has all the programs for that. */
export class Workshop {
  private readonly folder = mkdtempSync(join(tmpdir(), 'halyard-generated-'));
  private path = [join(packages, '.bin'), process.env['PATH'] ?? ''];
  /** Why the generator can't be tried here. */
  readonly missing: string | undefined;

  constructor(private readonly generator: Generator) {
    this.missing = this.install();
  }

  private install(): string | undefined {
    const { needs = [], python, npm } = this.generator;
    const absent = needs.find((command) => this.run(command).failure !== undefined);
    if (absent !== undefined) return `there is no ${absent.split(' ')[0]}`;
    if (python !== undefined) {
      const environment = pythonEnvironment(join(import.meta.dirname, python));
      if ('missing' in environment) return environment.missing;
      this.path.unshift(environment.programs);
    }
    if (npm === undefined) return undefined;
    writeFileSync(join(this.folder, 'package.json'), '{ "type": "module" }');
    this.path.unshift(join(this.folder, 'node_modules', '.bin'));
    return reasonIn(this.run(`npm install --no-audit --no-fund ${npm.join(' ')}`).failure);
  }

  /** Puts the program that makes the calls beside the client. */
  addProgram(): void {
    const [file, place] = this.generator.program;
    mkdirSync(dirname(join(this.folder, place)), { recursive: true });
    cpSync(join(import.meta.dirname, 'programs', file), join(this.folder, place));
  }

  /** @param command a shell command */
  run(command: string, environment: Readonly<Record<string, string>> = {}): Outcome {
    const { status, stdout, stderr, error } = spawnSync(command, {
      shell: true,
      cwd: this.folder,
      env: {
        ...process.env,
        PATH: this.path.join(delimiter),
        HERE: import.meta.dirname,
        DOCUMENT: join(root, 'docs', 'openapi.json'),
        PACKAGES: packages,
        ...environment,
      },
      encoding: 'utf8',
      maxBuffer: Infinity,
      timeout: WAIT_MS * 4,
    });
    const said = `${error?.message ?? ''}${stdout}${stderr}`.slice(-OUTPUT_MAX);
    return { failure: status === 0 ? undefined : `${command}\n${said}`, printed: stdout };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

/** The line of a failure that gives the reason. */
export function reasonIn(failure: string | undefined): string | undefined {
  const lines = failure?.trim().split('\n');
  return lines?.find((line) => /\berror\b/i.test(line)) ?? lines?.at(-1);
}
