import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceRoutes } from '@halyard/contracts';
import { servicePrincipal, startTestService, type TestService } from '@halyard/testing';
import { consoleService } from '../../src/console.module.js';
import { AuthorizationServerDouble, ISSUER, newPerson, type Person } from './authorization-server-double.js';
import { HOST, Visitor } from './visitor.js';

/** Files of pages, as `npm run bundle` names them. */
const files = {
  'manifest.json': JSON.stringify({ script: 'main-1.js', style: 'style-1.css', icon: 'icon-1.svg' }),
  'main-1.js': 'plain',
  'main-1.js.br': 'compressed',
  'secret.txt': 'no file of a page',
};

/** The console beside a double of the authorization server. */
export class ConsoleApp {
  private constructor(
    readonly service: TestService,
    readonly auth: AuthorizationServerDouble,
    private readonly assetsDir: string,
  ) {}

  static async start(env: Readonly<Record<string, string>> = {}): Promise<ConsoleApp> {
    const assetsDir = await mkdtemp(join(tmpdir(), 'halyard-console-'));
    for (const [name, content] of Object.entries(files)) await writeFile(join(assetsDir, name), content);
    const service = await startTestService(consoleService, {
      env: { PUBLIC_BASE_URL: ISSUER, CONSOLE_ASSETS_DIR: assetsDir, ...env },
    });
    const auth = await AuthorizationServerDouble.beside(service.services, service.clock);
    return new ConsoleApp(service, auth, assetsDir);
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await rm(this.assetsDir, { recursive: true });
  }

  visitor(host?: string): Visitor {
    return new Visitor(this.service, host);
  }

  /** A browser in which somebody has logged in. */
  async loggedIn(person: Person = newPerson()): Promise<Visitor> {
    const visitor = this.visitor();
    const { location } = await visitor.get('/console/login');
    await visitor.get(await this.auth.allow(location, person));
    return visitor;
  }

  /** Asks, as a gateway does, whether a request of a page goes on to the API. */
  admit(
    { cookie }: Visitor,
    { method = 'GET', path = '/customers', ...headers }: Readonly<Record<string, string>> = {},
    ended?: string,
  ): ReturnType<TestService['call']> {
    const { admitConsoleRequest } = serviceRoutes;
    return this.service.call(admitConsoleRequest.method, admitConsoleRequest.path, {
      principal: servicePrincipal('gateway'),
      body: { method, path, origin: `https://${HOST}`, headers: { cookie, ...headers }, ended },
    });
  }
}
