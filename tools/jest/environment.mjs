export { OneEnvironment as default } from './one-world.mjs';
