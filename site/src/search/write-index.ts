// Makes the index of the search from what tools/docs.ts writes beside it.
import MiniSearch from 'minisearch';
import { readFileSync, writeFileSync } from 'node:fs';
import { rules } from './rules.ts';

const index = new MiniSearch(rules);
index.addAll(JSON.parse(readFileSync(new URL('documents.json', import.meta.url), 'utf8')));
writeFileSync(new URL('index.json', import.meta.url), JSON.stringify(index));
