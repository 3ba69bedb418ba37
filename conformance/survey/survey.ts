// The survey of a target: the features that it has and lacks. Scenarios leave out those that it lacks.

import type { Dialect } from '#generated/dialects.js'
import type { RuleId } from '#generated/rules.js'
import type { Exchange } from '../wire/exchange.js'
import type { EventStream } from '../wire/stream.js'
import type { RequestSpec } from '../wire/target.js'

/** The request forms of the key-value interface. `path-body` is a body as the last argument of a path. */
export type WayIn =
  | 'body'
  | 'path'
  | 'path-body'
  | 'pipeline'
  | 'multi-exec'
  | 'publish'
  | 'subscribe'
  | 'monitor'
  | 'info'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT'

export type Format = 'base64' | 'resp2'

/** The ways to send a token, and the kinds of token beside the Standard token. */
export type TokenKind = 'query' | 'acl'

/** The parts of the queue that harmless requests show. `start` is the start of workflow runs. */
export type QueuePart =
  | 'dlq'
  | 'runs'
  | 'logs'
  | 'notify'
  | 'publish'
  | 'entry'
  | 'restart'
  | 'resume'
  | 'callback'
  | 'flow-control'
  | 'start'

/** A part of an interface that a target may lack: a kind and a name. */
export type Feature =
  | `way-in ${WayIn}`
  | `method ${Method}`
  | `format ${Format}`
  | `token ${TokenKind}`
  | `command ${string}`
  | `part ${QueuePart}`

/** A feature that the target lacks. */
export interface Lack {
  readonly feature: Feature
  /** The feature in a sentence after "the target lacks". */
  readonly name: string
  /** The rules that demand the feature. None for a feature that the contract leaves open. */
  readonly rules: readonly RuleId[]
  /** The request that found it, and its response. */
  readonly exchange: Exchange
  /** True for a means of setups, which no scenario observes. */
  readonly isMeans?: true
}

/** Finds the features of one interface with harmless requests. */
export interface Surveyor {
  /** Finds what the target lacks, and leaves the target as it was. */
  find(asking: Asking): Promise<Found>
  /** Finds what only a request shows that could harm the target. Called when nothing else is to be judged. */
  findRisky?(asking: Asking, risky: readonly Feature[]): Promise<readonly Lack[]>
  /** Returns the first wrong response to harmless requests that write and read, or undefined. */
  check?(asking: Asking): Promise<Exchange | undefined>
  /** Returns the features that a request needs. */
  featuresOf(request: RequestSpec): readonly Feature[]
  /** Returns what in a request could harm a connection, the target or other requests. */
  harmOf(request: RequestSpec): Harm | undefined
}

/** The part of a request that could harm a target. */
export interface Harm {
  readonly what: string
  /** Requests with a higher rank are sent later. */
  readonly rank: number
}

export interface Found {
  readonly lacks: readonly Lack[]
  /** The features that may be lacking, and that no harmless request shows. */
  readonly risky?: readonly Feature[]
  /** Describes how the target changed during the survey, such as a target that went down. */
  readonly problem?: string
}

/** Functions that send requests with the full token, each with a time limit. They never reject. */
export interface Asking {
  readonly send: (request: RequestSpec) => Promise<Exchange>
  /** Sends a request without the token. */
  readonly sendPlain: (request: RequestSpec) => Promise<Exchange>
  /** Opens an event stream, and resolves when its response has begun. */
  readonly open: (request: RequestSpec) => Promise<EventStream>
  readonly token: string
  readonly dialect: Dialect
  /** A URL that takes deliveries, for a target that sends them. */
  readonly destination?: string | undefined
  /** A unique name of letters, digits and hyphens for keys, channels and events. */
  readonly id: string
}

export type Survey = ReturnType<typeof surveyOf>

/** The survey of a target that lacks nothing, as far as is known. */
export const completeSurvey = (): Survey => surveyOf({ lacks: [] })

/** Returns a survey with questions about what the target has. Everything not found lacking is there. */
export function surveyOf({ lacks, risky = [], problem }: Found, surveyor?: Surveyor) {
  const byFeature = new Map<Feature, Lack>(lacks.map((lack) => [lack.feature, lack]))
  const has = (feature: Feature): boolean => !byFeature.has(feature)
  const neededBy = (request: RequestSpec): readonly Feature[] =>
    lacks.length + risky.length === 0 ? [] : (surveyor?.featuresOf(request) ?? [])
  return {
    lacks,
    risky,
    problem,
    has: {
      wayIn: (way: WayIn) => has(`way-in ${way}`),
      method: (method: Method) => has(`method ${method}`),
      format: (format: Format) => has(`format ${format}`),
      token: (kind: TokenKind) => has(`token ${kind}`),
      /** `name` is the name of a command in upper case. */
      command: (name: string) => has(`command ${name}`),
      part: (part: QueuePart) => has(`part ${part}`),
    },
    /** Returns the first feature that a request needs and the target lacks, or undefined. */
    lackFor: (request: RequestSpec): Lack | undefined =>
      neededBy(request)
        .map((feature) => byFeature.get(feature))
        .find((lack) => lack !== undefined),
    /** Returns the lack that violates a rule by itself, or undefined. */
    violationOf: (rule: RuleId): Lack | undefined =>
      lacks.find(({ rules }) => rules.includes(rule)),
    /** Returns what in a request could harm the target, or undefined. */
    harmOf: (request: RequestSpec): Harm | undefined =>
      surveyor?.harmOf(request) ??
      neededBy(request)
        .filter((feature) => risky.includes(feature))
        .map((feature) => ({ what: feature.split(' ')[1] ?? '', rank: riskyRank }))[0],
  }
}

/** The rank of requests that need a feature which only risky requests show. */
export const riskyRank = 3
