// Writes what the gateway reads of the rules of requests while it runs: the fields of HAL-FORMS, and what the log of
// requests shows of bodies and queries. Every build runs it; it does nothing if the files are newer than the build.
import { existsSync, globSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const gateway = join(root, 'apps', 'gateway', 'dist');
const forms = join(gateway, 'forms.json');
const redaction = join(gateway, 'redaction.json');

/** Files of the build, and the tools that read the rules from them. */
const made = globSync(['{apps,libs}/*/dist/.tsbuildinfo', 'tools/{derived,forms/*,redaction/*,openapi/handlers}.ts'], {
  cwd: root,
});

const writtenAt = (file: string): number => (existsSync(file) ? statSync(file).mtimeMs : 0);

/** Replaces the file in one step, because a starting gateway may be reading it. */
function write(file: string, content: object): void {
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, JSON.stringify(content));
  renameSync(fresh, file);
}

const newest = Math.max(...made.map((file) => writtenAt(join(root, file))));
if (Math.min(writtenAt(forms), writtenAt(redaction)) < newest) {
  const [{ formsDocument }, { requestRules }] = await Promise.all([
    import('./forms/document.ts'),
    import('./redaction/document.ts'),
  ]);
  write(forms, formsDocument());
  write(redaction, requestRules());
}
