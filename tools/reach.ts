// Counts the files that files reach by their imports, by app and lib: npm run reach -- FILE...
import { reachOf } from './reach/reach.ts';

const files = reachOf(process.argv.slice(2));
const byProject = Map.groupBy(files, (file) => file.split('/').slice(0, 2).join('/'));
for (const [project, { length }] of byProject) console.log(`${String(length).padStart(5)} ${project}`);
console.log(`${String(files.length).padStart(5)} files`);
