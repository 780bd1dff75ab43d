import type { Template } from '@halyard/client';
import type { Command } from 'commander';
import type { Api } from '../api/api.js';
import { type CommonOptions, type Context, withApi } from '../context.js';
import { creatingShapes, shapesOf } from '../form/shape.js';
import type { Noun } from '../nouns/noun.js';
import { returnCodes } from '../nouns/table.js';
import { filtered, placeOf } from '../resource/place.js';
import { fieldNamesOf, triggerTopics } from '../trigger/trigger.command.js';
import { optionsAt, type TypedLine, typedOf } from './typed.js';

/** How long the suite may take: the user waits for it while typing. */
const PATIENCE_MS = 1_000;
const IDS = '25';

/** Values to complete for options whose parser does not list them, by option name. */
const knownValues: Readonly<Record<string, readonly string[]>> = { return: returnCodes };

/** Options whose name is not the kind of resource that they take. */
const kinds: Readonly<Record<string, string>> = { source: 'funding-source' };

class Completion {
  constructor(
    private readonly context: Context,
    private readonly nouns: readonly Noun[],
    private readonly typed: TypedLine,
  ) {}

  async words(): Promise<readonly string[]> {
    const { valueOf, current, command, path, operands } = this.typed;
    if (valueOf) return this.valuesOf(valueOf.attributeName(), valueOf.argChoices);
    if (current.startsWith('-')) return [...optionsAt(command).flatMap(({ long }) => long ?? []), '--help'];
    if (operands.length > 0 && !command.registeredArguments.at(-1)?.variadic) return [];
    const visible = command.createHelp().visibleCommands(command);
    const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
    const topics = path.join(' ') === 'trigger' ? triggerTopics : [];
    const takesId = command.registeredArguments.some((argument) => argument.name() === 'id');
    const ids = takesId ? await this.idsOf(this.noun) : [];
    return [...visible.flatMap((child) => [child.name(), ...child.aliases()]), ...choices, ...topics, ...ids];
  }

  /** The command's kind of resource. */
  private get noun(): Noun | undefined {
    const name = this.typed.path.slice(0, -1).join(' ');
    return this.nouns.find((noun) => noun.name === name);
  }

  private async valuesOf(name: string, choices: readonly string[] = []): Promise<readonly string[]> {
    if (name === 'set') return this.fields();
    if (name === 'fields') return this.members();
    if (name === 'topic') return triggerTopics;
    const kind = kinds[name] ?? name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const ids = await this.idsOf(this.nouns.find((noun) => noun.name === `${kind}s`));
    return [...choices, ...(knownValues[name] ?? []), ...ids];
  }

  /** Ids of the account's newest resources of a kind. */
  private async idsOf(noun: Noun | undefined): Promise<readonly string[]> {
    const list = noun?.lists.find(({ of }) => of === undefined || of === 'account');
    if (!list) return [];
    return this.ask(async (api) => {
      const path = filtered(
        placeOf(list.path, api.profile.accountId),
        list.pageMax === undefined ? {} : { limit: IDS },
      );
      const { _embedded: embedded = {} } = await api.get(path);
      return Object.values(embedded)
        .flat()
        .flatMap(({ id }) => id ?? []);
    });
  }

  /** The fields to send, each as `name=`. After `name=`, the values of a field that has only a few. */
  private async fields(): Promise<readonly string[]> {
    const { path, operands } = this.typed;
    const [first = ''] = operands;
    if (path.join(' ') === 'trigger') return fieldNamesOf(first).map((name) => `${name}=`);
    const shapes = await this.ask((api) => this.shapes(api, path.at(-1) ?? '', first));
    return shapes
      .flatMap(({ properties = [] }) => properties)
      .flatMap(({ name, options }) => {
        const values = options?.inline ?? [];
        return this.typed.current.startsWith(`${name}=`)
          ? values.map((value) => `${name}=${valueIn(value)}`)
          : [`${name}=`];
      });
  }

  /** The members of the noun's resources, after the ones that are typed already. */
  private async members(): Promise<readonly string[]> {
    const path = this.noun?.item?.path ?? this.noun?.lists[0]?.path;
    const { memberNamesAt } = await import('../output/fields.js');
    const names = path === undefined ? [] : ((await memberNamesAt(path)) ?? []);
    const { current } = this.typed;
    const before = current.slice(0, current.lastIndexOf(',') + 1);
    return names.map((name) => `${before}${name.replace(/\.\*$/, '')}`);
  }

  private async shapes(api: Api, verb: string, first: string): Promise<readonly Template[]> {
    const { noun } = this;
    if (verb !== 'create')
      return noun?.item ? shapesOf((await api.forms(placeOf(noun.item.path, first)))._templates ?? {}, verb) : [];
    const owned = noun?.lists.find(({ of }) => of !== undefined && this.typed.options.has(of));
    const list = owned ?? noun?.lists.find(({ of }) => of === undefined || of === 'account');
    if (!list) return [];
    const owner = this.typed.options.get(list.of ?? '') ?? api.profile.accountId;
    return creatingShapes((await api.forms(placeOf(list.path, owner)))._templates ?? {});
  }

  private ask<Found>(work: (api: Api) => Promise<readonly Found[]>): Promise<readonly Found[]> {
    const { profile, connection } = Object.fromEntries(this.typed.options) as CommonOptions;
    const options = {
      timeout: PATIENCE_MS,
      ...(profile !== undefined && { profile }),
      ...(connection !== undefined && { connection }),
    };
    // Completion offers nothing if nobody is logged in, or the suite can't be reached.
    return withApi(this.context, options, work).catch(() => []);
  }
}

const valueIn = (option: unknown): string =>
  String(typeof option === 'object' && option !== null && 'value' in option ? option.value : option);

/** Prints the words that may stand at the cursor, one a line. */
export async function complete(
  context: Context,
  program: Command,
  nouns: readonly Noun[],
  line: string,
): Promise<void> {
  const typed = typedOf(program, line);
  const words = await new Completion(context, nouns, typed).words();
  for (const word of new Set(words)) if (word.startsWith(typed.current)) context.print(word);
}
