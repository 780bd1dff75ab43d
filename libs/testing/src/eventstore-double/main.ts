import { startEventStoreDouble } from './index.js';

/** The double as a program: `main.js [port] [file]`. It prints where it listens, and ends with SIGTERM or SIGINT. */
const [port = '0', file] = process.argv.slice(2);
const double = await startEventStoreDouble({ port: Number(port), file });
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void double.close());
console.log(`EventStoreDB double: ${double.connectionString}`);
