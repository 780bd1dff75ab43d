import { readFileSync, statSync } from 'node:fs';
import { ConfigError } from '@halyard/config';
import { isRoutingNumber } from '@halyard/core';

/** Specification, sandbox simulation rules. */
const TEST_BANK: readonly [string, string] = ['222222226', 'SANDBOX TEST BANK'];
const UNNAMED = 'UNNAMED BANK';

const BYTES_MAX = 8 * 1024 * 1024;
const LINE = /^(\d{9}),([^\p{C}"]{1,100})$/u;

/**
 * Names of banks by routing number, from a file with lines of `routing number,name`. Operators bring the file, since
 * the Federal Reserve's own list may not be distributed with a program.
 */
export class BankDirectory {
  private constructor(private readonly names: ReadonlyMap<string, string>) {}

  /** @throws ConfigError naming the malformed line */
  static read(file: string | undefined): BankDirectory {
    return new BankDirectory(new Map([...(file === undefined ? [] : namesIn(textOf(file))), TEST_BANK]));
  }

  nameOf(routingNumber: string): string {
    return this.names.get(routingNumber) ?? UNNAMED;
  }
}

const refused = (why: string): ConfigError => new ConfigError([`BANK_DIRECTORY_FILE ${why}`]);

function textOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile()) throw refused('must be a file');
  if (found.size > BYTES_MAX) throw refused('must have 8 MiB at the most');
  return readFileSync(file, 'utf8');
}

function namesIn(text: string): [string, string][] {
  return text.split(/\r?\n/).flatMap((line, at): [string, string][] => {
    if (line.trim() === '') return [];
    const [, routingNumber, name = ''] = LINE.exec(line) ?? [];
    if (!isRoutingNumber(routingNumber) || name.trim() === '') {
      throw refused(`has no routing number and name of a bank in line ${at + 1}`);
    }
    return [[routingNumber, name.trim()]];
  });
}
