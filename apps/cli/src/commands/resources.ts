import type { Command } from 'commander';
import { Argument, Option } from 'commander';
import { type CommonOptions, type Context, withApi } from '../context.js';
import { wrongUsage } from '../exit-codes.js';
import type { Filter, ListRoute, Noun } from '../nouns/noun.js';
import { writes } from '../nouns/table.js';
import type { ShowOptions } from '../output/print.js';
import type { WriteOptions } from '../resource/write.js';
import { collect, collectOf, examples, extentOptions, fieldsOption, optionsOf, writeOptions } from '../options.js';

type ListOptions = WriteOptions & Readonly<Record<string, unknown>>;

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const camel = (name: string): string => name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Default values of filters, by kind of resource. */
const usualValues: Readonly<Record<string, Readonly<Record<string, string>>>> = { requests: { by: 'application' } };

/** The document's rule for ids says nothing of what the filter does. */
const BARE_RULE = 'A UUID.';

function filterOption({ name, about, values, isRepeated }: Filter, usual?: string): Option {
  const own = kebab(name).replaceAll('-', ' ');
  const words = about === BARE_RULE ? `only with this ${own}` : (about ?? `filter by ${own}`);
  const option = new Option(`--${kebab(name)} <${isRepeated ? 'value' : name}>`, words);
  if (values) option.choices(values);
  if (isRepeated) option.argParser(values ? collectOf(values) : collect);
  if (usual !== undefined) option.default(usual);
  return option;
}

/** Adds each option once, even if several lists of the kind have it. */
function addOptions(command: Command, options: readonly Option[]): void {
  for (const option of options) {
    if (!command.options.some(({ long }) => long === option.long)) command.addOption(option);
  }
}

const ownerOptions = (lists: readonly ListRoute[]): Option[] =>
  lists.flatMap(({ of }) =>
    of === undefined ? [] : [new Option(`--${of} <id>`, `those of this ${of.replaceAll('-', ' ')}`)],
  );

const usualList = (lists: readonly ListRoute[]): ListRoute | undefined =>
  lists.find(({ of }) => of === undefined) ?? lists.find(({ of }) => of === 'account');

/** The owner of the resources in examples, if a command must name it. */
const exampleOwner = (lists: readonly ListRoute[]): string =>
  usualList(lists) ? '' : ` --${lists[0]?.of ?? ''} 0195b3a0-…`;

function listOf({ name, lists }: Noun, options: ListOptions): { readonly list: ListRoute; readonly owner?: string } {
  const owned = lists.flatMap((list) => {
    const owner = list.of === undefined ? undefined : options[camel(list.of)];
    return typeof owner === 'string' ? [{ list, owner }] : [];
  });
  if (owned.length > 1) throw wrongUsage(`${name} belong to one resource: give one of these options`);
  const usual = usualList(lists);
  const found = owned[0] ?? (usual && { list: usual });
  if (found) return found;
  throw wrongUsage(`${name} belong to a resource: ${lists.map(({ of }) => `--${of ?? ''} ID`).join(' or ')}`);
}

function queryOf(list: Pick<ListRoute, 'filters'>, all: readonly Filter[], options: ListOptions) {
  const given = all.filter(({ name }) => options[name] !== undefined);
  const foreign = given.find(({ name }) => !list.filters.some((each) => each.name === name));
  if (foreign) throw wrongUsage(`--${kebab(foreign.name)} is no filter of this list`);
  return Object.fromEntries(given.map(({ name }) => [name, options[name] as string | readonly string[]]));
}

class NounCommands {
  constructor(
    private readonly context: Context,
    private readonly noun: Noun,
    private readonly command: Command,
  ) {}

  add(): void {
    const { item, lists } = this.noun;
    if (lists.length > 0) {
      this.addList();
      this.addCreate();
    }
    if (item) this.addItem(item);
  }

  private addList(): void {
    const { name, lists } = this.noun;
    const filters = lists.flatMap((list) => list.filters);
    const about = (usualList(lists) ?? lists[0])?.about ?? `List ${name}`;
    const command = extentOptions(this.command.command('list').alias('ls').description(about));
    const usual = usualValues[name] ?? {};
    addOptions(command, [
      fieldsOption(),
      ...ownerOptions(lists),
      ...filters.map((filter) => filterOption(filter, usual[filter.name])),
    ]);
    command.addHelpText('after', examples(`halyard ${name} list${exampleOwner(lists)} --all --json`));
    this.does<ListOptions>(command, async (options) => {
      const { list, owner } = listOf(this.noun, options);
      const query = queryOf(list, filters, options);
      await withApi(this.context, options, async (api) => {
        const { filtered, placeOf } = await import('../resource/place.js');
        const { printAnswer } = await import('../output/print.js');
        const { requireFields } = await import('../output/fields.js');
        const wanted = options.limit ?? (options.all ? list.pageMax : undefined);
        const size =
          list.pageMax === undefined || wanted === undefined ? {} : { limit: String(Math.min(wanted, list.pageMax)) };
        const path = placeOf(list.path, owner ?? api.profile.accountId);
        await requireFields(options.fields, api.routeOf(path));
        await printAnswer(this.context, api, await api.get(filtered(path, { ...query, ...size })), options);
      });
    });
  }

  private addCreate(): void {
    const { name, lists } = this.noun;
    const creating = lists.filter(({ creates }) => creates !== undefined);
    const about = creating[0]?.creates;
    // A list that the document offers no POST for may still have a form.
    const added = this.command.command('create', { hidden: about === undefined });
    const command = writeOptions(added.description(about ?? `Create one of ${name}`));
    addOptions(command, [fieldsOption(), ...ownerOptions(creating.length > 0 ? creating : lists)]);
    const given = creating.some(({ takesFile }) => takesFile) ? '--set file=@FILE' : '--file body.json';
    command.addHelpText(
      'after',
      examples(...['--form', given].map((how) => `halyard ${name} create${exampleOwner(lists)} ${how}`)),
    );
    this.does<ListOptions>(command, async (options) => {
      const { list, owner } = listOf(this.noun, options);
      await withApi(this.context, options, async (api) => {
        const { placeOf } = await import('../resource/place.js');
        const { createAt } = await import('../resource/do.js');
        await createAt(this.context, api, placeOf(list.path, owner ?? api.profile.accountId), options);
      });
    });
  }

  private addItem({ path, about, filters }: NonNullable<Noun['item']>): void {
    const { name, relations } = this.noun;
    const isNamed = path.includes('{');
    const id = (command: Command): Command =>
      isNamed ? command.addArgument(new Argument('<id>', 'id or address')) : command;
    if (!this.has('get')) {
      const get = id(this.command.command('get')).description(about);
      addOptions(get, [fieldsOption(), ...filters.map((filter) => filterOption(filter))]);
      get.addHelpText('after', examples(`halyard ${name} get${isNamed ? ' 0195b3a0-…' : ''} --json`));
      this.does<ListOptions>(get, async (options, [given = '']) => {
        const query = queryOf({ filters }, filters, options);
        await withApi(this.context, options, async (api) => {
          const { filtered, placeOf } = await import('../resource/place.js');
          const { getAt } = await import('../resource/get.js');
          await getAt(this.context, api, filtered(isNamed ? placeOf(path, given) : path, query), [], options);
        });
      });
    }
    for (const relation of relations) {
      if (this.has(relation)) continue;
      const command = extentOptions(
        writeOptions(id(this.command.command(relation)).description(relationText(relation))),
      ).addOption(fieldsOption());
      if (relation === 'remove') command.alias('rm');
      this.does<WriteOptions>(command, (options, [given = '']) =>
        withApi(this.context, options, async (api) => {
          const { placeOf } = await import('../resource/place.js');
          const { doAt } = await import('../resource/do.js');
          await doAt(this.context, api, isNamed ? placeOf(path, given) : path, relation, options);
        }),
      );
    }
  }

  private has(verb: string): boolean {
    return this.command.commands.some((each) => each.name() === verb);
  }

  private does<Options extends CommonOptions>(
    command: Command,
    action: (options: Options, given: readonly string[]) => Promise<void>,
  ): void {
    command.action(() => action(optionsOf<Options>(command), command.args));
  }
}

function relationText(relation: string): string {
  const words = relation.replaceAll('-', ' ');
  if (!writes.includes(relation)) return `Print its ${words}`;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}, if its state allows that`;
}

/** The kinds that have shorter names here than in the API. */
const shortNames: Readonly<Record<string, string>> = { 'idempotency-keys': 'keys' };

function nounText([first = '', ...rest]: readonly string[]): string {
  if (first !== 'operations') return `Work with ${first.replaceAll('-', ' ')}`;
  if (rest.length === 0) return 'Work as an operator of the suite';
  return `Work with ${rest.join(' ').replaceAll('-', ' ')} as an operator`;
}

/**
 * Returns the command for the words, and creates missing ones. Returns undefined if a word is not on the command line:
 * then nothing below it is needed.
 */
function commandOf(program: Command, words: readonly string[], line: ReadonlySet<string>): Command | undefined {
  let command = program;
  for (const [at, word] of words.entries()) {
    const description = nounText(words.slice(0, at + 1));
    command = command.commands.find((each) => each.name() === word) ?? command.command(word).description(description);
    if (!line.has(word)) return undefined;
  }
  return command;
}

/** Whether the words begin with a special command that has no commands below it. */
function hasSpecial(program: Command, words: readonly string[]): boolean {
  let command: Command | undefined = program;
  for (const word of words) {
    command = command.commands.find((each) => each.name() === word);
    if (!command) return false;
    if (command.commands.length === 0) return true;
  }
  return false;
}

/**
 * Adds the commands of all kinds of resources. A kind that the command line does not mention gets only its name, which
 * takes a tenth of the time.
 */
export function addResources(
  program: Command,
  context: Context,
  nouns: readonly Noun[],
  line: ReadonlySet<string>,
): void {
  const named = nouns.map((noun) => ({ ...noun, name: shortNames[noun.name] ?? noun.name }));
  // A special command already has the name of such a kind, and says more.
  const special = new Set(named.filter(({ name }) => hasSpecial(program, name.split(' '))));
  for (const noun of named) {
    if (special.has(noun)) continue;
    const command = commandOf(program, noun.name.split(' '), line);
    if (command) new NounCommands(context, noun, command).add();
  }
}

/** Adds commands that work for resources of any kind. */
export function addGeneric(program: Command, context: Context): void {
  const get = program
    .command('get')
    .description('Read a resource by its path or id, and follow links from there')
    .argument('<path-or-id>', 'path, address or id')
    .argument('[rel...]', 'links to follow')
    .addHelpText('after', examples('halyard get /customers', 'halyard get 0195b3a0-… payment --json'));
  extentOptions(get.addOption(fieldsOption())).action((place: string, relations: string[]) => {
    const options = optionsOf<ShowOptions>(get);
    return withApi(context, options, async (api) => {
      const { getAt, pathOf } = await import('../resource/get.js');
      await getAt(context, api, await pathOf(api, place), relations, options);
    });
  });

  const act = program
    .command('do')
    .description('Do what a resource offers: send one of its forms, or follow one of its links')
    .argument('<path-or-id>', 'path, address or id')
    .argument('<template>', 'name of the form or link')
    .addHelpText('after', examples('halyard do 0195b3a0-… cancel', 'halyard do /customers default --form'));
  extentOptions(writeOptions(act))
    .addOption(fieldsOption())
    .action((place: string, name: string) => {
      const options = optionsOf<WriteOptions>(act);
      return withApi(context, options, async (api) => {
        const { doAt } = await import('../resource/do.js');
        const { pathOf } = await import('../resource/get.js');
        await doAt(context, api, await pathOf(api, place), name, options);
      });
    });

  const call = program
    .command('api')
    .description('Send any request')
    .addArgument(new Argument('<method>', 'method').choices(['GET', 'POST', 'DELETE']))
    .argument('<path>', 'path or address')
    .option('--file <file>', 'the body as JSON, - for standard input')
    .option('--dry-run', 'print the request as curl and send nothing')
    .option('--idempotency-key <key>', 'a key under which a repeat has no second effect')
    .option('--accept <type>', 'media type of the answer')
    .addHelpText(
      'after',
      examples('halyard api GET /customers --json', 'halyard api POST /customers --file body.json'),
    );
  call.action(async (method: 'GET' | 'POST' | 'DELETE', path: string) => {
    const { send } = await import('../resource/send.js');
    await send(context, method, path, optionsOf(call));
  });
}
