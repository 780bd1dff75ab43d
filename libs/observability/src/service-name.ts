/** The name of the service that a module runs in. */
export const SERVICE_NAME = Symbol('SERVICE_NAME');
