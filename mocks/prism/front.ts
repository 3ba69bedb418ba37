// Between our server and Prism: what Prism cannot read is read here, what it cannot say is said here.

import { parse as parseQuery } from 'node:querystring'
import type { Dialect } from '#generated/dialects.js'
import {
  viewOf,
  json,
  splitTarget,
  type Handler,
  type Request,
  type Response,
} from '../http/message.js'
import { Refusal } from '../http/refusal.js'
import { parseJson } from '../json-text.js'
import { checkPercentSigns } from '../kv/target.js'
import { documentOf } from './document.js'
import { createPrism, type Answer, type Choice, type Operation } from './engine.js'
import { router } from './route.js'

/** In what an interface differs from the other where Prism does not see it. */
interface Manners {
  readonly checkTarget: (target: string) => void
  /** The text of a refusal, from the reason for it. */
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
    // Behind the prefix of a publish stands somebody else's URL, percent signs and all.
    checkTarget: () => {},
    worded: (reason) => reason,
    unauthorized: 'the token is missing',
  },
}

const JSON_TYPE = 'application/json'
const BYTES = 'application/octet-stream'
const EVENTS = 'text/event-stream'

/** The interface as Prism answers it. Rejects where Prism is not installed. */
export async function prismHandler(of: 'kv' | 'queue', dialect: Dialect): Promise<Handler> {
  const document = documentOf(of, dialect)
  const prism = await createPrism(document)
  const route = router(document, prism.operations)
  const { checkTarget, worded } = manners[of]
  const formatHeader = `${dialect.headerPrefix}Response-Format`.toLowerCase()

  return async (request) => {
    const { headers, method, target } = request
    const wantsBytes = headers[formatHeader] === 'resp2'
    try {
      checkTarget(target)
      const { path, query } = splitTarget(target)
      const asked = route(method, path)
      const answer = await prism.ask({
        ...asked,
        ...content(asked.operation, request),
        query: parseQuery(query),
        mediaTypes: [
          ...(wantsBytes ? [BYTES] : []),
          JSON_TYPE,
          ...(headers['accept']?.includes(EVENTS) ? [EVENTS] : []),
        ],
        choice: choiceOf(headers['prefer']),
      })
      return answer.violations.length === 0 ? shown(answer) : refused(answer, manners[of])
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return json(error.status, { error: worded(error.message) }, error.headers)
    }
  }
}

/**
 * The body as Prism is to validate it, and the headers with it. Where the document wants JSON it is
 * JSON whatever its Content-Type says; any other body may be anything.
 */
function content({ request }: Operation, { headers, body }: Request) {
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

/** Prism's own `Prefer` header: `code=400`, `example=integer`, `dynamic=true`. */
function choiceOf(prefer = ''): Choice {
  const { code, example, dynamic } = Object.fromEntries(
    prefer.split(/[,;] */).map((each) => each.trim().split('=')),
  ) as Readonly<Record<string, string | undefined>>
  return {
    ...(code !== undefined && { code: Number(code) }),
    ...(example !== undefined && { exampleKey: example }),
    dynamic: dynamic === 'true',
  }
}

/** The example as it stands in the document. */
const shown = ({ status, headers, body }: Answer): Response => {
  const { 'Content-type': mediaType, ...others } = headers
  if (body === undefined) return { status, headers: others }
  return {
    status,
    headers: { ...others, 'content-type': mediaType ?? JSON_TYPE },
    body: typeof body === 'string' && mediaType !== JSON_TYPE ? body : JSON.stringify(body),
  }
}

/**
 * What Prism finds wrong with the request, as its own answer would be the document's first example
 * of a refusal.
 */
function refused({ status, violations }: Answer, { worded, unauthorized }: Manners): Response {
  if (status === 401) return json(401, { error: unauthorized })
  // The JSON that everything else is answered in is not what an event stream has.
  if (status === 406) return json(400, { error: worded(`expected the header Accept: ${EVENTS}`) })
  return json(status, { error: worded(violations.join('; ')) })
}
