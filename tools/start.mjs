// The whole suite in one process, on the embedded default.
import '../libs/service/dist/prelude.js';

await import('../apps/suite/dist/main.js');
