import { type Command, Option } from 'commander';
import type { Context } from '../context.js';
import type { PersonLoginOptions } from '../login/person-login.js';
import { examples, optionsOf, url } from '../options.js';

export function addSession(program: Command, context: Context): void {
  const login = program
    .command('login')
    .description('Log in, and keep what the suite gave in a profile that only you can read')
    .option('--key', 'as an application: KEY:SECRET on standard input')
    .option('--device', 'as a person, by a code that is typed in on another device')
    .option('--no-browser', 'as a person, at an address that is printed and not opened')
    .addOption(new Option('--url <url>', 'where the suite is; that of this folder by default').argParser(url))
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

  const whoami = program
    .command('whoami')
    .description('Print who is logged in, and what they may do')
    .addHelpText('after', examples('halyard whoami --json'));
  whoami.action(async () => {
    const { whoami: say } = await import('../login/whoami.command.js');
    await say(context, optionsOf(whoami));
  });
}
