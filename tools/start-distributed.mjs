// Runs every service in processes of its own, over Kafka:
// npm run start:distributed [-- --replicas transfers=2,gateway=2]
import '../libs/service/dist/prelude.js';
import { join } from 'node:path';
import { bundles } from '../libs/service/dist/bundles.js';

await import(bundles.quickest(join(import.meta.dirname, '..', 'apps/suite/dist/distributed/main.js')));
