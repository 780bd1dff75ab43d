import { readFileSync } from 'node:fs';
import { bundles } from '@halyard/service/bundles';
import { pathToFileURL } from 'node:url';

/** esbuild names each file before its lines, in a comment or in the wrapper of a CommonJS module. */
const FILE = /^(?:\/\/ | {2}")((?:node_modules|apps|libs)\/[^"]+?)(?:"\(|$)/;

const folder = pathToFileURL(`${bundles.folder}/`).href;
const root = new URL('..', folder).href;
const placesOf = new Map<string, readonly Place[]>();

/** A line of a file from tsc or of an npm package. */
interface Place {
  readonly url: string;
  /** From zero. */
  readonly lineNumber: number;
}

/** The place from which each line of a bundle comes. */
function read(url: string): readonly Place[] {
  let file = { url, from: 0 };
  return readFileSync(new URL(url), 'utf8')
    .split('\n')
    .map((line, at) => {
      const named = FILE.exec(line)?.[1];
      if (named !== undefined) file = { url: `${root}${named}`, from: at + 1 };
      return { url: file.url, lineNumber: at - file.from };
    });
}

/** The original place of code that ran as part of a bundle. */
export function unbundled(place: Place): Place {
  if (!place.url.startsWith(folder)) return place;
  const places = placesOf.get(place.url) ?? read(place.url);
  placesOf.set(place.url, places);
  return places[place.lineNumber] ?? place;
}
