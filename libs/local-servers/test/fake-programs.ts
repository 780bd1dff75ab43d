import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from '@jest/globals';

/** Gives each test its own folder, whose `bin` contains the only programs that can be found. */
export class FakePrograms {
  root = '';

  constructor() {
    const environment = { PATH: process.env['PATH'], JAVA_HOME: process.env['JAVA_HOME'] };
    beforeEach(() => {
      this.root = mkdtempSync(join(tmpdir(), 'halyard-programs-'));
      mkdirSync(join(this.root, 'bin'));
      process.env['PATH'] = join(this.root, 'bin');
      process.env['JAVA_HOME'] = this.root;
    });
    afterEach(() => {
      process.env['PATH'] = environment.PATH;
      process.env['JAVA_HOME'] = environment.JAVA_HOME;
      if (environment.JAVA_HOME === undefined) delete process.env['JAVA_HOME'];
      rmSync(this.root, { recursive: true });
    });
  }

  add(name: string, script: string): void {
    const file = join(this.root, 'bin', name);
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
  }

  remove(name: string): void {
    rmSync(join(this.root, 'bin', name));
  }
}
