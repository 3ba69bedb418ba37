// Requests of the page to the control routes of its own server.

/** A failed request. The message is the text of the server. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export interface Service {
  readonly url: string
  readonly token: string
}

/** The interfaces of the mock, with their tokens. */
export interface Session {
  readonly token: string
  readonly dialect: { readonly name: string; readonly headerPrefix: string }
  /** The hosts outside this machine that the queue may call. */
  readonly allowDestinations: readonly string[]
  /** The options of the command that started the mock, if one did, without its ports and its clock. */
  readonly commandLine?: readonly string[]
  readonly kv?: Service & { readonly readOnlyToken: string }
  readonly queue?: Service
}

let token = ''

/** The token of an isolated space, and the name of its query parameter. */
interface SpaceToken {
  readonly token: string
  readonly tokenKey: string
}

let ofSpace: SpaceToken | undefined

/** Sends the later requests to a space, or to the mock itself. */
export function sendTo(space: SpaceToken | undefined): void {
  ofSpace = space
}

/** Returns the address of a control route for links and event streams, which send no headers. */
export function addressOf(route: string): string {
  if (ofSpace === undefined) return route
  const query = `${ofSpace.tokenKey}=${encodeURIComponent(ofSpace.token)}`
  return `${route}${route.includes('?') ? '&' : '?'}${query}`
}

/** Reads the session. Later changes carry its token. */
export async function openSession(): Promise<Session> {
  const session = await get<Session>('console/session')
  token = session.token
  return session
}

/** Reads a control route, for example `clock`. Rejects with an `ApiError`. */
export const get = <T>(route: string): Promise<T> => send<T>('GET', route)

/** Reads a control route of the mock itself, also while the page shows a space. */
export const getOfMock = <T>(route: string): Promise<T> => send<T>('GET', route, undefined, false)

/** Sends a change to a control route. Rejects with an `ApiError`. */
export const post = <T = unknown>(route: string, input: object): Promise<T> =>
  send<T>('POST', route, input)

export const remove = <T = unknown>(route: string): Promise<T> => send<T>('DELETE', route)

async function send<T>(
  method: string,
  route: string,
  input?: object,
  mayChoose = true,
): Promise<T> {
  const isChange = method !== 'GET'
  const space = mayChoose ? ofSpace : undefined
  const headers = {
    ...(isChange && { 'mock-console-token': token }),
    ...(space && { authorization: `Bearer ${space.token}` }),
  }
  const response = await fetch(route, {
    method,
    cache: 'no-store',
    headers,
    ...(input && { body: JSON.stringify(input) }),
  }).catch(() => {
    throw new ApiError(0, 'The mock does not respond. Is it still running?')
  })
  const body = parsed(`${method} ${route} ${JSON.stringify(input)}`, await response.text())
  if (!response.ok) throw new ApiError(response.status, body.error ?? `HTTP ${response.status}`)
  return body as T
}

interface Answered {
  readonly error?: string
}

/** The last response to each of the latest requests. */
const answers = new Map<string, { readonly text: string; readonly value: Answered }>()

/** The maximum number of responses, and of characters of one, that are kept. */
const [MOST_ANSWERS, LONGEST_ANSWER] = [60, 1_000_000]

/**
 * Parses a response. Returns the same object for the same response, so that views need not render
 * again if nothing has changed.
 */
function parsed(request: string, text: string): Answered {
  const last = answers.get(request)
  const value = last?.text === text ? last.value : (JSON.parse(text) as Answered)
  answers.delete(request)
  if (text.length <= LONGEST_ANSWER) answers.set(request, { text, value })
  if (answers.size > MOST_ANSWERS) answers.delete(answers.keys().next().value!)
  return value
}

/** Runs an operation of the queue, for example `GET /v2/schedules`. Rejects if its status is not 2xx. */
export async function operation<T>(
  method: string,
  target: string,
  request: { readonly headers?: Record<string, string>; readonly body?: string } = {},
): Promise<T> {
  const { status, body } = await post<{ status: number; body: unknown }>('queue/request', {
    method,
    target,
    ...request,
  })
  if (status < 300) return body as T
  const { error } = (body ?? {}) as { readonly error?: string }
  throw new ApiError(status, error ?? `${method} ${target} got HTTP ${status}`)
}

/** A word of a command: text, or bytes that are not UTF-8. */
export type Word = string | { readonly base64: string }

export type Reply = { readonly result: unknown } | { readonly error: string }

/** Runs commands in order. The strings in the replies are base64 with `base64`. */
export async function commands(
  list: readonly (readonly Word[])[],
  { base64 = false } = {},
): Promise<readonly Reply[]> {
  return (await post<{ replies: Reply[] }>('kv/commands', { commands: list, base64 })).replies
}

/** Runs one command and returns its result. Rejects with an `ApiError` for an error reply. */
export async function command<T>(...words: readonly Word[]): Promise<T> {
  const [reply] = await commands([words])
  if (reply && 'result' in reply) return reply.result as T
  throw new ApiError(400, reply?.error ?? 'no reply')
}
