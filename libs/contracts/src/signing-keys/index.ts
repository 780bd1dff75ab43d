export * from './signing-keys.js';
export { signingKeyResources as resources, signingKeyRoutes as routes } from './signing-keys.js';
