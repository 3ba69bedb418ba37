// The handler between the HTTP server and Prism.

import { parse as parseQuery } from 'node:querystring'
import type { Dialect } from '#generated/dialects.js'
import { json, splitTarget, type Handler, type Request, type Response } from '../http/message.js'
import { viewOf } from '../large-buffers.js'
import { Refusal } from '../http/refusal.js'
import { parseJson } from '../json-text.js'
import { checkPercentSigns } from '../kv/target.js'
import { documentOf } from './document.js'
import { createPrism, type ExampleResponse, type Choice, type PrismOperation } from './engine.js'
import { router } from './route.js'

/** Differences between the interfaces that Prism does not handle. */
interface Manners {
  readonly checkTarget: (target: string) => void
  /** Returns the error text for a reason. */
  readonly worded: (reason: string) => string
  readonly unauthorized: string
}

const manners: Readonly<Record<'kv' | 'queue', Manners>> = {
  kv: {
    checkTarget: checkPercentSigns,
    worded: (reason) => reason.replace(/^(ERR )?/, 'ERR '),
    unauthorized: 'WRONGPASS invalid or missing auth token',
  },
  queue: {
    // The target is not checked, because a destination may contain any percent signs.
    checkTarget: () => {},
    worded: (reason) => reason,
    unauthorized: 'the token is missing',
  },
}

const JSON_TYPE = 'application/json'
const BYTES = 'application/octet-stream'
const EVENTS = 'text/event-stream'

/** Creates the handler of an interface. Rejects if Prism is not installed. */
export async function prismHandler(of: 'kv' | 'queue', dialect: Dialect): Promise<Handler> {
  const document = documentOf(of, dialect)
  const prism = await createPrism(document)
  const route = router(document, prism.operations)
  const { checkTarget, worded } = manners[of]
  const formatHeader = `${dialect.headerPrefix}Response-Format`.toLowerCase()

  return async (request) => {
    await request.receive?.()
    const { headers, method, target } = request
    try {
      checkTarget(target)
      const { path, query } = splitTarget(target)
      const { operation, path: encoded } = route(method, path)
      const input = {
        url: { path: encoded, query: parseQuery(query) },
        ...content(operation, request),
      }
      // The array is new for each request, because Prism changes it.
      const mediaTypes = [
        ...(headers[formatHeader] === 'resp2' ? [BYTES] : []),
        JSON_TYPE,
        ...(headers['accept']?.includes(EVENTS) ? [EVENTS] : []),
      ]
      const choice = { ...choiceOf(headers['prefer']), mediaTypes }
      const answer = await prism.ask(operation, input, choice)
      return answer.violations.length === 0 ? shown(answer) : refused(answer, manners[of])
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return json(error.status, { error: worded(error.message) }, error.headers)
    }
  }
}

/**
 * Returns the body and headers that Prism validates. The body of a JSON operation is validated as
 * JSON, whatever its Content-Type.
 */
function content({ request }: PrismOperation, { headers, body }: Request) {
  const mediaTypes = request?.body?.contents?.map(({ mediaType }) => mediaType) ?? []
  const isJson = mediaTypes.length === 1 && mediaTypes[0] === JSON_TYPE && body.length > 0
  return {
    headers: { ...headers, accept: undefined, 'content-type': isJson ? JSON_TYPE : undefined },
    body: isJson ? jsonIn(body) : undefined,
  }
}

function jsonIn(body: Uint8Array): unknown {
  try {
    return parseJson(viewOf(body).toString())
  } catch (error) {
    throw new Refusal(400, `the body is not valid JSON: ${(error as Error).message}`)
  }
}

/** Parses the `Prefer` header: `code=400`, `example=integer` or `dynamic=true`. */
function choiceOf(prefer = ''): Omit<Choice, 'mediaTypes'> {
  const { code, example, dynamic } = Object.fromEntries(
    prefer.split(/[,;] */).map((each) => each.trim().split('=')),
  ) as Readonly<Record<string, string | undefined>>
  return {
    ...(code !== undefined && { code: Number(code) }),
    ...(example !== undefined && { exampleKey: example }),
    dynamic: dynamic === 'true',
  }
}

/** Returns an example of the OpenAPI document as a response. */
const shown = ({ status, headers, body }: ExampleResponse): Response => {
  const { 'Content-type': mediaType, ...others } = headers
  if (body === undefined) return { status, headers: others }
  return {
    status,
    headers: { ...others, 'content-type': mediaType ?? JSON_TYPE },
    body: typeof body === 'string' && mediaType !== JSON_TYPE ? body : JSON.stringify(body),
  }
}

/**
 * Returns the response to an invalid request. The example of Prism is not used, because Prism would
 * always use the first.
 */
function refused(
  { status, violations }: ExampleResponse,
  { worded, unauthorized }: Manners,
): Response {
  if (status === 401) return json(401, { error: unauthorized })
  // The message asks for an event stream, because the client did not accept one.
  if (status === 406) return json(400, { error: worded(`expected the header Accept: ${EVENTS}`) })
  return json(status, { error: worded(violations.join('; ')) })
}
