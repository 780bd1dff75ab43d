import { readFileSync } from 'node:fs';
import { enableCompileCache, SourceMap, type SourceMapPayload } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Every program imports this before anything else. It imports nothing of ours, so that Node can also run it as source.

const maps = new Map<string, SourceMap | undefined>();

function readMap(url: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(url)}.map`, 'utf8')) as SourceMapPayload);
  } catch {
    return undefined;
  }
}

function mapOf(url: string): SourceMap | undefined {
  if (!maps.has(url)) maps.set(url, readMap(url));
  return maps.get(url);
}

interface Frame extends NodeJS.CallSite {
  toString(): string;
}

/**
 * Writes a stack frame as V8 does, but with its place in our source if a source map tells it. For a frame in a package,
 * it names only the file.
 */
export function frameOf(frame: Frame): string {
  const [url, line, column] = [frame.getFileName(), frame.getLineNumber(), frame.getColumnNumber()];
  const text = frame.toString();
  if (!url?.startsWith('file:') || url.includes('/node_modules/') || line === null || column === null) return text;
  const origin = mapOf(url)?.findOrigin(line, column);
  if (!origin || !('fileName' in origin) || !origin.fileName) return text;
  const file = new URL(origin.fileName, url).href;
  const place = file.includes('/node_modules/') ? file : `${file}:${origin.lineNumber}:${origin.columnNumber}`;
  return text.replace(`${url}:${line}:${column}`, () => place);
}

// Makes stack traces name our sources. A map is read when a stack trace first needs it. Node's own support would read
// the maps of all modules, and measure their lines, at every start.
Error.prepareStackTrace = (error, frames) => {
  const lines = frames.map((frame) => `\n    at ${frameOf(frame)}`);
  return `${Error.prototype.toString.call(error)}${lines.join('')}`;
};

// Caches V8's compiled code from one start to the next. The folder may be deleted, or not writable.
enableCompileCache(join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'halyard-modules'));
