export * from './people.js';
export * from './roles.js';
export { peopleResources as resources, peopleRoutes as routes } from './people.js';
