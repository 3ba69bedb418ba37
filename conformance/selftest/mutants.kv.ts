// Wrong key-value servers made of distortions and places.

import type { RuleId } from '#generated/rules.js'
import { distorted, type Distortion } from '../../mocks/faults/kv/boundary.js'
import { distortions as namedDistortions } from '../../mocks/faults/kv/distortions.js'
import { where as namedPlaces, type Where } from '../../mocks/faults/kv/where.js'
import type { Handler, Request, Response } from '../../mocks/http/message.js'
import { startKv } from '../../mocks/index.js'
import type { Kv } from '../../mocks/kv/kv.js'
import { kvHandler } from '../../mocks/kv/server.js'
import type { Dimension } from '../core/law.js'
import { scenarios } from '../index.js'
import * as dimensions from '../kv/dimensions.js'
import { judgeKv, kvMaxRequestSize } from './judge.js'
import type { Judged, Mutant, Mutants, Place } from './mutants.js'

const distortions: Readonly<Record<string, Distortion>> = namedDistortions
const where: Readonly<Record<string, Readonly<Record<string, Where>>>> = namedPlaces

export const tables: Readonly<Record<string, Dimension>> = {
  ...dimensions,
} as unknown as Readonly<Record<string, Dimension>>

const places: readonly Place[] = Object.entries(where).flatMap(([dimension, values]) =>
  Object.keys(values).map((value) => ({ dimension, value })),
)

const fits = (distortion: string, of: readonly Place[]): boolean => {
  const { only = {} } = distortions[distortion]!
  return of.every(({ dimension, value }) => only[dimension]?.includes(value) ?? true)
}

const ofArguments: readonly RuleId[] = [
  ...([
    'kv.body.string-arguments',
    'kv.body.number-arguments',
    'kv.envelope.result-string',
  ] as const),
  ...(['kv.path.command-and-arguments', 'kv.path.text-body-is-last-argument'] as const),
  ...(['kv.path.json-body-is-last-argument', 'kv.path.binary-body-is-last-argument'] as const),
  ...(['kv.path.query-options-follow-body', 'kv.pipeline.array-of-commands'] as const),
  ...(['kv.transaction.array-of-commands', 'kv.commands.wire-protocol'] as const),
]

const ofTexts: readonly RuleId[] = [
  ...(['kv.envelope.result-string', 'kv.envelope.result-array', 'kv.base64.strings'] as const),
  ...([
    'kv.base64.strings-in-arrays',
    'kv.base64.ok-status-plain',
    'kv.base64.only-strings',
  ] as const),
  ...(['kv.utf8.replacement-character', 'kv.utf8.base64-keeps-bytes'] as const),
]

const resp2: readonly RuleId[] = [
  ...(['kv.response-format.resp2-raw-reply', 'kv.response-format.resp2-bulk-reply'] as const),
  ...(['kv.response-format.resp2-status-reply', 'kv.transaction.always-json'] as const),
]

/** The rules that may name the cause: those of the distortion, and those of its places. */
function rulesOf({ distortion, places }: Mutant): readonly RuleId[] {
  const { rules = [], command, result, only, format } = distortions[distortion]!
  return [
    ...rules,
    ...(command === undefined ? [] : ofArguments),
    ...(result === undefined ? [] : ofTexts),
    ...(only?.['format']?.includes('resp2') || places.some(({ value }) => value === 'resp2')
      ? resp2
      : []),
    ...(only?.['format']?.includes('base64') ? ofTexts : []),
    ...(format === undefined
      ? []
      : [
          ...ofTexts,
          ...resp2,
          'kv.response-format.json-content-type' as const,
          'kv.response-format.resp2-content-type' as const,
        ]),
    ...places.flatMap(({ dimension, value }) => tables[dimension]?.values[value]?.rule ?? []),
    ...places.flatMap(({ dimension, value }) => ofPlace(dimension, value)),
    // Each of these places is every request of some ways in.
    ...(places.some(({ value }) => ['POST', 'with its length', 'Standard'].includes(value))
      ? ofArguments
      : []),
  ]
}

/** The rules of a place that its tables do not name. */
function ofPlace(dimension: string, value: string): readonly RuleId[] {
  if (dimension === 'size')
    return ['kv.body.string-arguments', 'kv.path.text-body-is-last-argument']
  return value === 'invalid UTF-8'
    ? ['kv.path.binary-body-is-last-argument', 'kv.utf8.replacement-character']
    : []
}

/** The laws whose requests the places describe. */
const isLaw = new Set(
  scenarios.filter(({ id }) => /\/(same-reply|refusal-does-nothing)$/.test(id)).map(({ id }) => id),
)

const tokens = { token: 'a-standard-token', readOnlyToken: 'a-read-only-token' }

/** Starts a correct server beside a wrong one, which shows which responses are wrong. */
async function startCorrect() {
  let handler: Handler | undefined
  const apply = (kv: Kv): Kv => {
    handler = kvHandler(kv)
    return kv
  }
  const faults = [{ id: 'correct', name: 'only observes', breaks: [], apply }]
  const mock = await startKv({ faults, ...tokens, limits: { requestBytes: kvMaxRequestSize } })
  let wrong = 0
  return {
    /** The number of responses of the wrong server that differ from those of the correct one. */
    get wrong() {
      return wrong
    },
    beside:
      (own: Handler): Handler =>
      async (request) => {
        const [given, right] = await Promise.all([own(request), handler!(request)])
        if (seen(request, given) !== seen(request, right)) wrong += 1
        return given
      },
    close: async () => mock.close(),
  }
}

/** Returns what a client sees of a response, without the events of a stream. */
function seen({ method }: Request, { status, headers, body = '' }: Response): string {
  if (method === 'HEAD') return String(status)
  if (typeof body === 'object' && Symbol.asyncIterator in body) return `${status} events`
  return `${status} ${String(headers['content-type'])} ${Buffer.from(body).toString('latin1')}`
}

async function judgeMutant(mutant: Mutant): Promise<Judged> {
  const conditions = mutant.places.map(({ dimension, value }) => where[dimension]![value]!)
  const fault = distorted('mutant', conditions, distortions[mutant.distortion]!)
  const correct = await startCorrect()
  const report = await judgeKv({
    fault: { ...fault, interface: 'kv' },
    unwired: true,
    embedded: true,
    tokens,
    beside: correct.beside,
    judges: ({ id }) => isLaw.has(id),
  })
  await correct.close()
  const violated = [
    ...new Set(
      report.scenarios.filter((each) => each.verdict === 'violated').map(({ rule }) => rule),
    ),
  ] as RuleId[]
  const isBlocked = report.scenarios.some((each) => each.verdict === 'blocked')
  const right = rulesOf(mutant)
  return {
    verdict:
      violated.length > 0
        ? 'violated'
        : correct.wrong === 0
          ? 'unreached'
          : isBlocked
            ? 'blocked'
            : 'green',
    rank: violated.findIndex((rule) => right.includes(rule)) + 1,
    violated,
  }
}

export const kvMutants: Mutants = {
  kinds: [{ distortions: Object.keys(distortions), places, fits }],
  judge: judgeMutant,
}
