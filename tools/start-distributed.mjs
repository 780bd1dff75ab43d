// Every service as processes of its own, over Kafka: npm run start:distributed [-- --replicas transfers=2,gateway=2]
import '../libs/service/dist/prelude.js';

await import('../apps/suite/dist/distributed/main.js');
