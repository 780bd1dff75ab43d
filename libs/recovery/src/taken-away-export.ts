import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { StoringService } from '@halyard/contracts';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import type { RecoverySource } from './recovery-source.js';
import type { TakenAwayList } from './taken-away-list.js';

export interface ListedService {
  readonly name: StoringService;
  readonly source: RecoverySource;
  readonly dataSource: DataSource;
}

const cursors = z.record(z.string(), z.string());
type Cursors = z.infer<typeof cursors>;

/**
 * Adds to the list what services took away since the last round. A file beside the list says how far it has come. If
 * that file is lost, or the list is, all entries are added anew.
 */
export class TakenAwayExport {
  constructor(
    private readonly services: readonly ListedService[],
    private readonly list: TakenAwayList,
  ) {}

  /** @returns how many entries were added */
  async round(): Promise<number> {
    let count = 0;
    for (const service of this.services) count += await this.export(service);
    return count;
  }

  private async export({ name, source, dataSource }: ListedService): Promise<number> {
    let count = 0;
    for (;;) {
      const known = this.cursors();
      const { entries, next } = await source.list(dataSource, known[name]);
      this.list.append(entries);
      if (known[name] !== next) this.store({ ...known, [name]: next });
      if (entries.length === 0) return count;
      count += entries.length;
    }
  }

  private get file(): string {
    return `${this.list.file}.cursors`;
  }

  private cursors(): Cursors {
    if (!existsSync(this.list.file) || !existsSync(this.file)) return {};
    try {
      return cursors.parse(JSON.parse(readFileSync(this.file, 'utf8')));
    } catch {
      return {};
    }
  }

  /** Writes the file whole or not at all. Without a list there is nothing to be ahead of. */
  private store(known: Cursors): void {
    if (!existsSync(this.list.file)) return;
    writeFileSync(`${this.file}.new`, JSON.stringify(known), { mode: 0o600 });
    renameSync(`${this.file}.new`, this.file);
  }
}
