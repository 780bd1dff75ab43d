import { readFileSync } from 'node:fs';
import { bundles } from '@halyard/service/bundles';
import { pathToFileURL } from 'node:url';

/** esbuild names each file before its lines, as a comment or as what a CommonJS module is wrapped in. */
const FILE = /^(?:\/\/ | {2}")((?:node_modules|apps|libs)\/[^"]+?)(?:"\(|$)/;

const folder = pathToFileURL(`${bundles.folder}/`).href;
const root = new URL('..', folder).href;
const placesOf = new Map<string, readonly Place[]>();

/** A line of a file that tsc built or npm installed. */
interface Place {
  readonly url: string;
  /** From zero. */
  readonly lineNumber: number;
}

/** The place of each line of a bundle. */
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

/** Where it stands by itself what ran as part of a bundle. */
export function unbundled(place: Place): Place {
  if (!place.url.startsWith(folder)) return place;
  const places = placesOf.get(place.url) ?? read(place.url);
  placesOf.set(place.url, places);
  return places[place.lineNumber] ?? place;
}
