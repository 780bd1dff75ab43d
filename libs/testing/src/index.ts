export type { TestDatabase } from './test-database.js';
export { createTestDatabase } from './test-database.js';
