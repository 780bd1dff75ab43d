import type { Type } from '@nestjs/common';
import { type Fault, FAULTS_MAX } from '@halyard/core';
import { escapePointer } from '../pointers.js';
import { fieldsOf } from './fields.js';
import { isGiven, isJsonObject, type PlainBody } from './plain-body.js';
import { classesOf } from './schema.js';
import { KnownNames } from './similar-names.js';

/**
 * The members that an object may have, each with its own members. Undefined stands for an object that may have any
 * members.
 */
export interface Members {
  readonly [name: string]: Members | undefined;
}

/** How members are judged that the class of a body does not know. */
export interface MemberRules {
  /** The class that the route declares. It may have variants. */
  readonly dto: Type<object>;
  /** Whether every unknown member is refused. If not, only misspelt ones are (`Prefer: handling=strict`, RFC 7240). */
  readonly isStrict: boolean;
  /**
   * The members of the resource that the route answers. They are accepted, because clients send back what they have
   * read.
   */
  readonly answered: Members;
  /** Whether a known member at the wrong level is refused. */
  readonly atItsLevel: boolean;
}

/** Names that published clients send, although no route reads them (reference facts). They don't count as misspelt. */
const otherSpellings: ReadonlySet<string> = new Set(['address3', 'verified']);

const judged = new WeakMap<object, MemberRules>();

/** Sets the rules by which the members of a body are judged when it is read. */
export function judgeMembers(body: unknown, judging: MemberRules): void {
  if (isJsonObject(body)) judged.set(body, judging);
}

/** Finds the faults of a body's unknown members (decisions, "members that nobody knows"; ADR 32). */
export function unknownMembers(body: unknown): Fault[] {
  const judging = isJsonObject(body) ? judged.get(body) : undefined;
  return judging ? new Judge(judging).faultsOf(body as PlainBody) : [];
}

const known = new WeakMap<Type<object>, Members>();

/** The members of all classes that a body may have. */
function membersOf(dto: Type<object>): Members {
  let members = known.get(dto);
  if (!members) {
    const all: Record<string, Members | undefined> = {};
    for (const { name, nested } of classesOf(dto).flatMap(fieldsOf)) {
      all[name] = nested ? { ...all[name], ...membersOf(nested) } : all[name];
    }
    members = all;
    known.set(dto, members);
  }
  return members;
}

class Judge {
  private readonly faults: Fault[] = [];

  constructor(private readonly judging: MemberRules) {}

  faultsOf(body: PlainBody): Fault[] {
    const { dto, answered } = this.judging;
    this.judge(body, membersOf(dto), answered, []);
    return this.faults;
  }

  private judge(object: PlainBody, members: Members, answered: Members | undefined, path: readonly string[]): void {
    for (const name of Object.keys(object)) {
      const place = [...path, name];
      if (Object.hasOwn(members, name)) this.judgeWithin(object[name], members[name], answered?.[name], place);
      else if (!isAnswered(name, answered)) this.judgeUnknown(name, object, members, place);
    }
  }

  private judgeWithin(
    value: unknown,
    members: Members | undefined,
    answered: Members | undefined,
    path: string[],
  ): void {
    if (!members) return;
    if (isJsonObject(value)) this.judge(value, members, answered, path);
    else if (Array.isArray(value)) {
      value.forEach((item: unknown, index) => this.judgeWithin(item, members, answered, [...path, String(index)]));
    }
  }

  private judgeUnknown(name: string, object: PlainBody, members: Members, place: readonly string[]): void {
    if (otherSpellings.has(name)) return;
    // An answer shows this many faults, and counts the others. Those need neither a pointer nor a suggestion.
    const isTold = this.faults.length < FAULTS_MAX;
    const meant = isTold ? this.meantBy(name, object, members) : undefined;
    if (meant === undefined && !this.judging.isStrict) return;
    this.faults.push({ code: 'Unknown', message: messageOf(meant, members), path: isTold ? pointerTo(place) : '' });
  }

  private meantBy(name: string, object: PlainBody, members: Members): string | undefined {
    const here = namesOf(members).meantBy(name, (member) => !isGiven(object[member]));
    return here ?? (this.judging.atItsLevel ? elsewhere(name, membersOf(this.judging.dto)) : undefined);
  }
}

const messageOf = (meant: string | undefined, members: Members): string =>
  `Unknown. ${meant === undefined ? `Known here: ${Object.keys(members).join(', ')}.` : `Did you mean \`${meant}\`?`}`;

const pointerTo = (place: readonly string[]): string => place.map((key) => `/${escapePointer(key)}`).join('');

const names = new WeakMap<Members, KnownNames>();

function namesOf(members: Members): KnownNames {
  let known = names.get(members);
  if (!known) names.set(members, (known = new KnownNames(Object.keys(members))));
  return known;
}

/** Members that every answer may have, besides those of its resource. */
const ofAnswers: ReadonlySet<string> = new Set(['_embedded', '_templates', '_forms']);

const isAnswered = (name: string, answered: Members | undefined): boolean =>
  answered !== undefined && (Object.hasOwn(answered, name) || ofAnswers.has(name));

/** The first place at which each member is known, such as `_links/source` for `source`. */
function placesOf(members: Members, path: readonly string[] = []): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  for (const [member, within] of Object.entries(members)) {
    const place = [...path, member];
    for (const [name, at] of [[member, place.join('/')] as const, ...(within ? placesOf(within, place) : [])]) {
      if (!places.has(name)) places.set(name, at);
    }
  }
  return places;
}

const everywhere = new WeakMap<Members, ReadonlyMap<string, string>>();

function elsewhere(name: string, members: Members): string | undefined {
  let places = everywhere.get(members);
  if (!places) everywhere.set(members, (places = placesOf(members)));
  return places.get(name);
}
