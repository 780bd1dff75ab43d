/**
 * A generator of clients, and the commands that try it in a folder of its own. The versions are pinned here. For Python
 * they are pinned in the requirements files beside this one.
 */
export interface Generator {
  readonly name: string;
  /** Programs that must be installed, as the commands that print their versions. */
  readonly needs?: readonly string[];
  /** Python packages, as the name of their requirements file. */
  readonly python?: string;
  /** Packages from npm. */
  readonly npm?: readonly string[];
  /** Makes the client of `$DOCUMENT`. */
  readonly generate: string;
  /** Fetches the client's dependencies. */
  readonly fetch?: string;
  readonly check: string;
  /** A program from `programs/` that makes the calls, and the place where it is put. */
  readonly program: readonly [file: string, place: string];
  readonly run: string;
  /** Whether `npm test` tries the generator as well. */
  readonly isUsual?: true;
}

const NO_TESTS = 'apiTests=false,modelTests=false';

/** openapi-generator is a Java program, which its Python package contains. */
const ofOpenApiGenerator = (language: string, options: string) => ({
  name: `openapi-generator for ${language}`,
  python: 'openapi-generator.txt',
  generate: `openapi-generator-cli generate -i $DOCUMENT -g ${language} --global-property ${NO_TESTS} ${options}`,
});

/** @param strictness compiler options that the code satisfies, besides `--strict` */
const ofTypescript = (strictness: string) => ({
  check: `tsc --noEmit --strict ${strictness} --target es2024 --module esnext --moduleResolution bundler \
--lib es2024,dom,dom.iterable --typeRoots $PACKAGES/@types --types node calls.ts`,
  run: `esbuild calls.ts --bundle --platform=node --format=esm --log-level=warning --outfile=calls.mjs && \
NODE_EXTRA_CA_CERTS=$CA node calls.mjs`,
});
const STRICT = '--noImplicitReturns --noFallthroughCasesInSwitch --noPropertyAccessFromIndexSignature';
const STRICTER = `${STRICT} --noUncheckedIndexedAccess --noImplicitOverride --noUnusedLocals --noUnusedParameters`;

/**
 * Modules of openapi-python-client that are wrong whatever the document says. The generator forgets an import if a body
 * has several media types and no optional parameter. It also reads a stream of events as one text.
 */
const WRONG_MODULES = [
  'auth/(create|revoke|introspect)_token',
  'funding_sources/(select_linked_account|log_in_to_institution|link_funding_source|answer_institution)',
  'webhooks/stream_(events|requests)',
].join('|');

export const generators: readonly Generator[] = [
  {
    name: 'openapi-python-client',
    python: 'openapi-python-client.txt',
    generate:
      'openapi-python-client generate --path $DOCUMENT --meta none --config $HERE/openapi-python-client.yaml --output-path halyard_api',
    check: `mypy --strict calls.py halyard_api --exclude 'api/(${WRONG_MODULES})\\.py$'`,
    program: ['openapi-python-client.py', 'calls.py'],
    run: 'python calls.py',
    isUsual: true,
  },
  {
    ...ofOpenApiGenerator('python', '-o .'),
    needs: ['java -version'],
    // The generated settings say how strictly mypy checks.
    check: 'mypy openapi_client',
    program: ['openapi-generator.py', 'calls.py'],
    run: 'python calls.py',
  },
  {
    ...ofOpenApiGenerator('go', '-o . --git-host example.com --git-user-id halyard --git-repo-id client'),
    needs: ['java -version', 'go version'],
    fetch: 'go mod tidy',
    check: 'go vet ./...',
    program: ['main.go', 'calls/main.go'],
    run: 'go build -o main ./calls && SSL_CERT_FILE=$CA ./main',
  },
  {
    ...ofOpenApiGenerator('java', '-o .'),
    needs: ['java -version', 'mvn --version'],
    fetch: 'mvn --quiet --batch-mode dependency:build-classpath -Dmdep.outputFile=classpath',
    check: 'mvn --quiet --batch-mode compile',
    program: ['Calls.java', 'src/main/java/Calls.java'],
    run: 'java -cp target/classes:$(cat classpath) Calls',
  },
  {
    ...ofOpenApiGenerator('typescript-fetch', '-o client'),
    needs: ['java -version'],
    ...ofTypescript(STRICT),
    program: ['typescript-fetch.fixture.ts', 'calls.ts'],
  },
  {
    name: 'orval',
    npm: ['orval@8.38.0', 'typescript@5.9.3'],
    generate: 'orval --input $DOCUMENT --output client/client.ts --client fetch',
    ...ofTypescript(`${STRICTER} --exactOptionalPropertyTypes`),
    program: ['orval.fixture.ts', 'calls.ts'],
  },
  {
    name: '@hey-api/openapi-ts',
    npm: ['@hey-api/openapi-ts@0.99.0', 'typescript@5.9.3'],
    generate: 'openapi-ts --input $DOCUMENT --output client',
    ...ofTypescript(STRICTER),
    program: ['hey-api.fixture.ts', 'calls.ts'],
  },
  {
    name: 'openapi-typescript',
    npm: ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3'],
    generate: 'openapi-typescript $DOCUMENT --output client/schema.ts',
    ...ofTypescript(`${STRICTER} --exactOptionalPropertyTypes`),
    program: ['openapi-typescript.fixture.ts', 'calls.ts'],
  },
];
