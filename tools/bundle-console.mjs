// Bundles the pages of the console: scripts that every browser of the last two years runs, a style sheet and an icon,
// each under a name that says what is in it, and each compressed once, here.
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const root = join(import.meta.dirname, '..');
const shared = ['return-codes.ts', 'settlement-days.ts', 'timeline-kinds.ts'].map((name) => `libs/core/src/${name}`);
const sources = ['apps/console/web', 'libs/client/src', ...shared].map((path) => join(root, path));

/** When a file, or the newest one in a folder, was written. */
const writtenMs = (path) => {
  const stats = statSync(path);
  return stats.isDirectory()
    ? Math.max(...readdirSync(path).map((name) => writtenMs(join(path, name))))
    : stats.mtimeMs;
};

/** Whether the pages in a folder are newer than their sources. */
export function hasPages(folder) {
  const manifest = statSync(join(folder, 'manifest.json'), { throwIfNoEntry: false });
  return manifest !== undefined && Math.max(...sources.map(writtenMs)) <= manifest.mtimeMs;
}

export async function makePages(folder) {
  const { build } = await import('esbuild');
  const web = join(root, 'apps', 'console', 'web');
  const { outputFiles, metafile } = await build({
    entryPoints: ['main.tsx', 'style.css', 'icon.svg'].map((name) => join(web, name)),
    outdir: folder,
    entryNames: '[name].[hash]',
    chunkNames: 'chunk.[hash]',
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2023',
    jsx: 'automatic',
    conditions: ['@halyard/source'],
    loader: { '.svg': 'copy' },
    define: { 'process.env.NODE_ENV': '"production"' },
    minify: true,
    metafile: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
  mkdirSync(folder, { recursive: true });
  for (const { path, contents } of outputFiles) {
    const file = join(folder, basename(path));
    writeFileSync(file, contents);
    writeFileSync(`${file}.br`, compressed(contents));
  }
  const nameOf = (entry) => {
    const [path] = Object.entries(metafile.outputs).find(([, { entryPoint = '' }]) => entryPoint.endsWith(entry)) ?? [];
    return basename(path ?? findCopied(outputFiles, entry));
  };
  const manifest = { script: nameOf('main.tsx'), style: nameOf('style.css'), icon: nameOf('icon.svg') };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
}

const findCopied = (files, entry) => files.find(({ path }) => path.endsWith(entry.slice(entry.lastIndexOf('.'))))?.path;

const compressed = (contents) =>
  brotliCompressSync(contents, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: contents.length },
  });
