// The control routes of intercepts. They list, add and remove intercepts while a server runs.

import { inspect } from 'node:util'
import type { ControlRoutes } from '../control.js'
import { didYouMean } from '../did-you-mean.js'
import { Refusal } from '../http/refusal.js'
import type { Intercept, Intercepts } from './intercept.js'
import type { InterceptTarget } from './match.js'

/** The intercepts of a target, and a function that adds one. */
export interface InterceptPort {
  readonly on: InterceptTarget
  readonly intercepts: Pick<Intercepts<never>, 'list' | 'remove' | 'clear'>
  readonly intercept: (match: object) => Intercept
}

type Input = Readonly<Record<string, unknown>>

/** The fields of an effect. */
const EFFECTS = ['reply', 'delay', 'cut']

/** `persist` is the function in code. In JSON, `times` has its meaning. */
const hintFor = (field: string): string =>
  field === 'persist' ? ' (did you mean "times": "always"?)' : didYouMean(field, FIELDS)

const FIELDS = ['on', 'match', ...EFFECTS, 'times', 'chance', 'seed']

export const interceptControls = (ports: readonly InterceptPort[]): ControlRoutes => {
  const list = () => ports.flatMap(({ intercepts }) => intercepts.list())
  return {
    'GET /intercepts': () => ({ intercepts: list() }),

    /**
     * Adds an intercept: `{"on": "queue", "match": {"path": "/v2/publish/*"}, "reply": {"status": 503},
     * "times": 2}`. `times` is a number or `"always"`, and `cut` is `drop`, `reset` or `corrupt`.
     */
    'POST /intercepts'({ input }) {
      const unknown = Object.keys(input).find((name) => !FIELDS.includes(name))
      if (unknown !== undefined)
        throw new Refusal(
          400,
          `there is no field "${unknown}"${hintFor(unknown)}: expected some of ${FIELDS.join(', ')}`,
        )
      const port = ports.find(({ on }) => on === input['on'])
      if (port === undefined)
        throw new Refusal(
          400,
          `on: expected ${ports.map(({ on }) => on).join(' or ')}, got ${JSON.stringify(input['on'])}`,
        )
      const added: Intercept[] = []
      try {
        const intercept = port.intercept(objectIn(input, 'match'))
        added.push(intercept)
        configure(intercept, input)
        if (EFFECTS.every((name) => input[name] === undefined))
          throw new RangeError(
            `the intercept has no effect: expected one of the fields ${EFFECTS.join(', ')}`,
          )
        return { id: intercept.id }
      } catch (error) {
        added.forEach((intercept) => intercept.remove())
        if (error instanceof TypeError || error instanceof RangeError)
          throw new Refusal(400, error.message)
        throw error
      }
    },

    /** Removes the intercept `?id=kv-3`, or all intercepts. */
    'DELETE /intercepts'({ query }) {
      const id = query.get('id')
      if (id === null) ports.forEach(({ intercepts }) => intercepts.clear())
      else if (!ports.some(({ intercepts }) => intercepts.remove(id)))
        throw new Refusal(
          404,
          `there is no intercept ${id}: GET /__mock/intercepts lists the active ones`,
        )
      return { intercepts: list() }
    },
  }
}

/**
 * Throws an Error that lists the intercepts that wait for a request or a delivery, with the last near miss
 * of each. One that acts always waits until it has acted once.
 */
export function assertIntercepted(ports: readonly InterceptPort[]): void {
  const pending = ports
    .flatMap(({ intercepts }) => intercepts.list())
    .filter(({ calls, left }) => left !== null || calls === 0)
  if (pending.length === 0) return
  const lines = pending.map(({ id, match, calls, left, nearMiss }) => {
    const wanted = left === null ? '' : ` of ${calls + left}`
    const near = nearMiss === undefined ? '' : `; near miss: ${nearMiss}`
    return `  ${id} of ${inspect(match)} acted ${calls}${wanted} times${near}`
  })
  throw new Error(['intercepts still wait for a request or a delivery:', ...lines].join('\n'))
}

function configure(intercept: Intercept, input: Input): void {
  const { delay, cut, times, chance, seed } = input
  if (input['reply'] !== undefined) {
    const { status, body, headers = {}, ...others } = objectIn(input, 'reply')
    const options = { ...others, headers: headers as Record<string, string> }
    intercept.reply(status as number, body, options)
  }
  if (delay !== undefined) intercept.delay(delay as number | string)
  if (cut !== undefined) {
    if (cut !== 'drop' && cut !== 'reset' && cut !== 'corrupt')
      throw new RangeError(`cut: expected drop, reset or corrupt, got ${JSON.stringify(cut)}`)
    intercept[cut]()
  }
  if (times === 'always') intercept.persist()
  else if (typeof times === 'string')
    throw new RangeError(`times: expected a number or "always", got ${JSON.stringify(times)}`)
  else if (times !== undefined) intercept.times(times as number)
  if (chance !== undefined) intercept.chance(chance as number, seed as number | undefined)
}

function objectIn(input: Input, name: string): Input {
  const value = input[name] ?? {}
  if (typeof value === 'object' && !Array.isArray(value)) return value as Input
  throw new Refusal(400, `${name}: expected an object, got ${JSON.stringify(value)}`)
}
