// Imported first by programs that run once: an error that ends one is said in a sentence where its cause is outside.
import { explain } from '@halyard/service';

process.on('uncaughtException', (error) => {
  console.error(`halyard: ${explain(error)}`);
  process.exit(1);
});
