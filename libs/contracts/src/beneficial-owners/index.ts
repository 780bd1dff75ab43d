export * from './beneficial-owners.js';
export { beneficialOwnerResources as resources, beneficialOwnerRoutes as routes } from './beneficial-owners.js';
