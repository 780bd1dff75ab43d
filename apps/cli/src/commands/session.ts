import { type Command, Option } from 'commander';
import type { Context } from '../context.js';
import type { PersonLoginOptions } from '../login/person-login.js';
import { examples, optionsOf, url } from '../options.js';

export function addSession(program: Command, context: Context): void {
  const login = program
    .command('login')
    .description('Log in, and keep what the suite gave in a profile that only you can read')
    .option('--key', 'log in as an application, with KEY:SECRET on standard input')
    .option('--device', 'log in as a person, with a code that you type in on another device')
    .option('--no-browser', 'log in as a person, at an address that is only printed')
    .addOption(
      new Option('--url <url>', 'address of the suite; by default that of the suite in this folder').argParser(url),
    )
    .option('--ca <file>', 'certificate of the authority to trust, PEM')
    .addHelpText(
      'after',
      examples(
        'halyard login',
        'halyard login --device --url https://localhost:8443 --ca .data/tls/ca.pem --profile shop',
        'printf "$KEY:$SECRET" | halyard login --key',
      ),
    );
  login.action(async () => {
    const options = optionsOf<PersonLoginOptions & { readonly key?: boolean }>(login);
    if (options.key) await (await import('../login/key-login.js')).loginByKey(context, options);
    else await (await import('../login/person-login.js')).loginAsPerson(context, options);
  });

  const logout = program
    .command('logout')
    .description('Forget a profile')
    .addHelpText('after', examples('halyard logout --profile shop'));
  logout.action(async () => {
    const { logout: forget } = await import('../login/logout.command.js');
    await forget(context, optionsOf(logout));
  });

  const token = program
    .command('token')
    .description('Print an access token for commands of your own, like those that --dry-run and --curl print')
    .addHelpText(
      'after',
      `${examples('halyard token', 'export HALYARD_TOKEN=$(halyard token)').trimEnd()}
\nIn a clone, or where the package is installed: export HALYARD_TOKEN=$(npx --no halyard token)`,
    );
  token.action(async () => {
    const { printToken } = await import('../login/token.command.js');
    await printToken(context, optionsOf(token));
  });

  const whoami = program
    .command('whoami')
    .description('Print who is logged in, and what they may do')
    .addHelpText('after', examples('halyard whoami --json'));
  whoami.action(async () => {
    const { whoami: say } = await import('../login/whoami.command.js');
    await say(context, optionsOf(whoami));
  });
}
