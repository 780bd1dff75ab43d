export { OneRuntime as default } from './one-world.mjs';
