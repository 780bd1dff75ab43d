// Makes the files that follow from others and are not in git: node tools/derived.ts [what...]
// It makes nothing anew that is newer than what it follows from.
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { derivedFiles } from './derived-files.ts';

interface DerivationRule {
  /** Patterns, from the root of the repository, of the files from which the derived files are made. */
  readonly from: readonly string[];
  /** The text of each file. It loads what it needs when it is called, because most builds make nothing. */
  readonly make: () => Promise<readonly string[]>;
}

type What = keyof typeof derivedFiles;

const root = join(import.meta.dirname, '..');
const document = (): object => JSON.parse(readFileSync(join(root, 'docs', 'openapi.json'), 'utf8')) as object;

const rules: Readonly<Record<What, DerivationRule>> = {
  'client-types': {
    from: ['docs/openapi.json', 'tools/client/*.ts'],
    make: async () => [await (await import('./client/types.ts')).clientTypes(document())],
  },
  'command-line': {
    from: ['docs/openapi.json', 'tools/command-line/*.ts'],
    make: async () => {
      const [{ commandLineTable }, { membersTable }] = await Promise.all([
        import('./command-line/table.ts'),
        import('./command-line/members.ts'),
      ]);
      return [commandLineTable(document()), membersTable(document())];
    },
  },
  // The gateway reads these files while it runs. They are made of the rules of requests, as the compiler has built them.
  gateway: {
    from: ['{apps,libs}/*/dist/.tsbuildinfo', 'tools/{derived,forms/*,redaction/*,openapi/handlers}.ts'],
    make: async () => {
      const forms = (await import('./forms/document.ts')).formsDocument();
      const redaction = (await import('./redaction/document.ts')).requestRules();
      return [JSON.stringify(forms), JSON.stringify(redaction)];
    },
  },
};

const writtenAt = (file: string): number => (existsSync(file) ? statSync(file).mtimeMs : 0);

/** Replaces the file in one step, because a compiler or a starting gateway may be reading it. */
function write(file: string, text: string): void {
  const fresh = `${file}.${process.pid}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(fresh, text);
  renameSync(fresh, file);
}

async function derive(what: What): Promise<void> {
  const files = derivedFiles[what].map((file) => join(root, file));
  const { from, make } = rules[what];
  const newest = Math.max(...globSync(from, { cwd: root }).map((file) => writtenAt(join(root, file))));
  if (Math.min(...files.map(writtenAt)) >= newest) return;
  const texts = await make();
  files.forEach((file, at) => write(file, texts[at] ?? ''));
}

const isKnown = (what: string): what is What => what in rules;

for (const what of process.argv.slice(2)) {
  if (!isKnown(what)) throw new Error(`${what} is none of ${Object.keys(rules).join(', ')}`);
  await derive(what);
}
