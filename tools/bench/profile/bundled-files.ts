import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { bundles } from '@halyard/service/bundles';
import { pathToFileURL } from 'node:url';

/** A place as the inspector names it, counted from zero, in a file that ran or in the source that it was made from. */
export interface Place {
  readonly url: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
}

const folder = pathToFileURL(`${bundles.folder}/`).href;
const maps = new Map<string, SourceMap>();

function mapOf(url: string): SourceMap {
  const map =
    maps.get(url) ?? new SourceMap(JSON.parse(readFileSync(new URL(`${url}.map`), 'utf8')) as SourceMapPayload);
  maps.set(url, map);
  return map;
}

/** The source of code that ran as part of a bundle. For a package, only the file is known. */
export function unbundled(place: Place): Place {
  if (!place.url.startsWith(folder)) return place;
  const origin = mapOf(place.url).findOrigin(place.lineNumber + 1, place.columnNumber + 1);
  if (!('fileName' in origin) || !origin.fileName) return place;
  return {
    url: new URL(origin.fileName, place.url).href,
    lineNumber: origin.lineNumber - 1,
    columnNumber: origin.columnNumber - 1,
  };
}
