// Reads the request form and the commands of a key-value request, as far as the contract defines them.

import type { RequestSpec } from '../wire/target.js'

/** The endpoints with a name of their own. Every other path is a command. */
const endpoints = ['pipeline', 'multi-exec', 'publish', 'subscribe', 'monitor', 'info'] as const

export type Endpoint = (typeof endpoints)[number]

type Request = Pick<RequestSpec, 'target' | 'body'>

/** Returns the endpoint of a request, `body` for the root, and `path` for a command by path. */
export function formOf({ target }: Pick<Request, 'target'>): Endpoint | 'body' | 'path' {
  const [first = ''] = segmentsOf(target)
  return first === '' ? 'body' : (endpoints.find((each) => each === first) ?? 'path')
}

/**
 * Returns the commands of a request, each as its name in upper case and its arguments. Returns undefined
 * for a body that is no command or list of commands.
 */
export function commandsIn(request: Request): readonly (readonly string[])[] | undefined {
  const form = formOf(request)
  if (form === 'path') return [named(segmentsOf(request.target).map(decoded))]
  if (form !== 'body' && form !== 'pipeline' && form !== 'multi-exec') return []
  const json = parsed(request.body ?? '')
  const list = form === 'body' ? [json] : json
  return isCommandList(list) ? list.map((command) => named(command.map(String))) : undefined
}

const isCommandList = (value: unknown): value is readonly (readonly unknown[])[] =>
  Array.isArray(value) && value.every((each) => Array.isArray(each) && isCommand(each))

const isCommand = ([name, ...args]: readonly unknown[]): boolean =>
  typeof name === 'string' &&
  args.every((arg) => typeof arg === 'string' || typeof arg === 'number')

const named = ([name = '', ...args]: readonly string[]) => [name.toUpperCase(), ...args]

const segmentsOf = (target: string): readonly string[] =>
  (target.split('?', 1)[0] ?? '').split('/').slice(1)

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function parsed(body: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString()) as unknown
  } catch {
    return undefined
  }
}
