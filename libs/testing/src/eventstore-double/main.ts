import { startEventStoreDouble, unknownOptions } from './index.js';

/**
 * Runs the double as a program: `main.js [port] [file]`. It prints its address, and ends with SIGTERM or SIGINT. Like
 * the server, it does not start if the environment has an unknown variable with the server's prefix.
 */
const unknown = unknownOptions(process.env);
if (unknown.length > 0) {
  console.error(unknown.map((option) => `The option ${option} is not a known option.`).join('\n'));
  process.exit(1);
}
const [port = '0', file] = process.argv.slice(2);
const double = await startEventStoreDouble({ port: Number(port), file });
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void double.close());
console.log(`EventStoreDB double: ${double.connectionString}`);
