// The types of replies in RESP3. They are added to the reply after the command has run, so that RESP2 and
// HTTP do not pay for them.

import { Typed, type Command, type Reply, type ReplyError, type Resp3Type } from '../reply.js'
import { hasKeyword } from './words.js'

/** Returns a reply with its types of RESP3. `command` is the command that was replied to. */
export type Shape = (reply: Reply, command: Command) => Reply

/** Applies a function to an array. Returns any other reply, such as an error, unchanged. */
const arrays =
  (change: (replies: readonly Reply[], command: Command) => Reply): Shape =>
  (reply, command) =>
    Array.isArray(reply) ? change(reply as readonly Reply[], command) : reply

const strings =
  (type: Resp3Type): Shape =>
  (reply) =>
    typeof reply === 'string' ? new Typed(type, reply) : reply

const double = strings('double')
const verbatim = strings('verbatim')

const list = (element: Shape): Shape =>
  arrays((replies, command) => replies.map((reply) => element(reply, command)))

const set = (element: Shape = (reply) => reply): Shape =>
  arrays((replies, command) => new Typed('set', list(element)(replies, command)))

/** Shapes the elements at some positions. A negative position counts from the end. */
const elements = (shapes: Readonly<Record<number, Shape>>): Shape =>
  arrays((replies, command) =>
    replies.map(
      (reply, at) => (shapes[at] ?? shapes[at - replies.length])?.(reply, command) ?? reply,
    ),
  )

/** Returns a map. `fields` shapes the values of some keys, and `other` those of all other keys. */
const map = (fields: Readonly<Record<string, Shape>> = {}, other?: Shape): Shape => {
  const shapes = new Map<Reply, Shape>(Object.entries(fields))
  return arrays((replies, command) => {
    const shaped = replies.map((reply, at) => {
      if (at % 2 === 0) return reply
      return (shapes.get(replies[at - 1]!) ?? other)?.(reply, command) ?? reply
    })
    return new Typed('map', shaped)
  })
}

/** Returns an array of pairs for an array in which keys and values alternate. */
const pairs = (value: Shape = (reply) => reply): Shape =>
  arrays((replies, command) =>
    replies.flatMap((reply, at) =>
      at % 2 === 0 ? [[reply, value(replies[at + 1]!, command)]] : [],
    ),
  )

/** Shapes the reply only if the command has a keyword at a position of its options. */
const withKeyword =
  (keyword: string, optionsAt: (command: Command) => number, shape: Shape): Shape =>
  (reply, command) =>
    hasKeyword(command.slice(optionsAt(command)), keyword) ? shape(reply, command) : reply

const scored = (optionsAt: (command: Command) => number) =>
  withKeyword('WITHSCORES', optionsAt, pairs(double))

const coordinates = list(double)

const keySpecification = map({
  flags: set(),
  begin_search: map({ spec: map() }),
  find_keys: map({ spec: map() }),
})

/** The description of a command in COMMAND INFO. The last element describes the subcommands. */
const description: Shape = (reply, command) =>
  elements({ 2: set(), 6: set(), 7: set(), 8: set(keySpecification), 9: subcommands })(
    reply,
    command,
  )

/** In Redis, the subcommands are an array, but without subcommands an empty set. */
const subcommands = arrays((replies, command) =>
  replies.length === 0 ? new Typed('set', []) : list(description)(replies, command),
)

/** The documentation of a command in COMMAND DOCS. */
const documentation: Shape = (reply, command) =>
  map({ subcommands: map({}, documentation) })(reply, command)

/** The shapes that the facts of commands name. */
const shapes = {
  map: map(),
  maps: list(map()),
  set: set(),
  double,
  doubles: list(double),
  verbatim,
  /** Positions of GEOPOS. */
  positions: list(coordinates),
  /** Members with their positions, if the search has WITHCOORD. */
  located: list(elements({ [-1]: coordinates })),
  /** Ranges of sorted sets with WITHSCORES. */
  range: scored(() => 4),
  drawnMembers: scored(() => 3),
  /** Combinations of as many sorted sets as the first word says. */
  combined: scored(([, count]) => 2 + Number(count)),
  drawnFields: withKeyword('WITHVALUES', () => 3, pairs()),
  /** The reply to ZPOPMIN, which is flat unless the command has a count. */
  popped: (reply, command) =>
    command.length > 2 ? pairs(double)(reply, command) : elements({ 1: double })(reply, command),
  poppedFrom: elements({ 1: list(elements({ 1: double })) }),
  /** The key, a member and its score. */
  poppedOne: elements({ 2: double }),
  rankAndScore: elements({ 1: double }),
  /** The entries of streams by key. */
  streams: arrays((replies) => new Typed('map', (replies as readonly Reply[][]).flat())),
  streamInfo: map({ groups: list(map({ consumers: list(map()) })) }),
  user: map({ flags: set(), selectors: list(map()) }),
  aclLog: list(map({ 'age-seconds': double })),
  libraries: list(map({ functions: list(map({ flags: set() })) })),
  functionStats: map({ running_script: map(), engines: map({}, map()) }),
  histograms: map({}, map({ histogram_usec: map() })),
  descriptions: list(description),
  documentations: map({}, documentation),
  touchedKeys: list(elements({ 1: set() })),
} satisfies Readonly<Record<string, Shape>>

/** Gives a reply the types that RESP3 has for the command. */
export const shaped = (
  info: { readonly shape?: Shape | undefined } | ReplyError,
  reply: Reply,
  command: Command,
): Reply => ('shape' in info ? (info.shape?.(reply, command) ?? reply) : reply)

export type ShapeName = keyof typeof shapes

export const shapeOf = (name: ShapeName | undefined): Shape | undefined => name && shapes[name]
