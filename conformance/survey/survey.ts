// What a target has and lacks, as a survey before the run found it. Scenarios leave out what it lacks.

import type { RuleId } from '#generated/rules.js'
import type { Exchange } from '../wire/exchange.js'
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

/** The parts of the queue that have a request of their own. */
export type QueuePart =
  | 'publish'
  | 'groups'
  | 'dlq'
  | 'restart'
  | 'resume'
  | 'callback'
  | 'runs'
  | 'logs'
  | 'notify'
  | 'flow-control'

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
}

/** Finds the features of one interface with harmless requests. */
export interface Surveyor {
  /** Returns what the target lacks. Sends nothing that changes it, apart from keys that it deletes. */
  find(asking: Asking): Promise<readonly Lack[]>
  /** Returns the features that a request needs. */
  featuresOf(request: RequestSpec): readonly Feature[]
  /** Returns what a request could harm at a target: a connection, a process, other requests. */
  harmOf(request: RequestSpec): string | undefined
}

/** How a surveyor sends requests. Neither function rejects. */
export interface Asking {
  readonly send: (request: RequestSpec) => Promise<Exchange>
  /** Opens an event stream, and sends `during` when it has begun. Closes it at the first event. */
  readonly open: (request: RequestSpec) => Promise<Opened>
  /** A unique name of letters, digits and hyphens for keys and channels. */
  readonly id: string
}

/** A stream that was opened. */
export interface Opened {
  readonly exchange: Exchange
  close(): void
}

export type Survey = ReturnType<typeof surveyOf>

/** Returns a survey with questions about what the target has. Everything not found lacking is there. */
export function surveyOf(lacks: readonly Lack[], surveyor?: Pick<Surveyor, 'featuresOf'>) {
  const lacking = new Map<string, Lack>(lacks.map((lack) => [lack.feature, lack]))
  const has = (feature: Feature): boolean => !lacking.has(feature)
  return {
    lacks,
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
      lacks.length === 0
        ? undefined
        : surveyor
            ?.featuresOf(request)
            .map((feature) => lacking.get(feature))
            .find((lack) => lack !== undefined),
  }
}
