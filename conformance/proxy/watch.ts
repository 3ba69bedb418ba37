// What one exchange on its way means: which answer of the documents it is, and whether it has the
// shape of that. Only what is judged is copied, and no more of it than has room.

import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { Interface } from '#generated/rules.js'
import { headerOf, mediaTypeOf, type HeaderLines } from '../exchange.js'
import { operationOf } from '../operation.js'
import { answerOf, answersTo, problemsOf } from '../schema.js'
import type { Breach, Ledger } from './ledger.js'
import type { Secrets } from './secrets.js'
import type { Watcher } from './tunnel.js'

export interface WatchOptions {
  readonly interface: Interface
  /** The path of the target's URL, which every request target begins with; often empty. */
  readonly basePath: string
  /** The most bytes of a body that are kept to be judged. */
  readonly mostBytes: number
  readonly ledger: Ledger
  readonly secrets: Secrets
  readonly onBroken: (breach: Breach) => void
}

/** The control routes of our own mock are no part of an interface, though a command by path has them. */
const isControl = (path: string) => /^\/__mock(\/|\?|$)/.test(path)

export function watching(options: WatchOptions): Watcher {
  const { interface: of, basePath, mostBytes, ledger, secrets } = options

  return {
    request({ method, target }, headers) {
      const startedAt = performance.now()
      ledger.request()
      secrets.learn(of, target, headers)
      const isInside = target.startsWith(basePath) && !isControl(target.slice(basePath.length))
      const path = target.slice(isInside ? basePath.length : 0)
      const operation = isInside ? operationOf(of, method, path) : undefined
      const sent = copyOf(mostBytes)
      const received = copyOf(mostBytes)
      let head: { readonly status: number; readonly headers: HeaderLines } | undefined
      let documented: ReturnType<typeof answerOf>

      function judge() {
        if (operation === undefined || head === undefined || !documented?.validate) return
        if (!received.whole) return ledger.unjudged(`an answer has more than ${mostBytes} bytes`)
        const decoded = decode(
          received.bytes(),
          headerOf({ ...head, body: none }, 'content-encoding'),
          mostBytes,
        )
        if ('obstacle' in decoded) return ledger.unjudged(decoded.obstacle)
        const { body } = decoded
        const problems = problemsOf(operation, { ...head, body }, documented.validate)
        if (problems.length === 0) return ledger.conforming(documented.rule)
        const breach: Breach = {
          ...{ interface: of, rule: documented.rule, problems, whole: sent.whole },
          exchange: {
            request: { method, target, headers, body: sent.bytes() },
            ...{ ...head, body },
            durationMs: Math.round((performance.now() - startedAt) * 1000) / 1000,
          },
        }
        ledger.broken(operation, breach)
        options.onBroken(breach)
      }

      return {
        requestBody: (bytes) => sent.add(bytes),
        answer(status, headers) {
          head = { status, headers }
          const answer = { ...head, body: none }
          documented = operation && answerOf(operation, answer)
          const answers = operation && answersTo(operation, status)
          // Where the document gives a status no shape, any answer will do.
          if (operation && answers && (documented || Object.keys(answers).length === 0))
            ledger.documented(operation, status, documented?.rule)
          else
            ledger.undocumented({
              ...{
                interface: of,
                method,
                path: operation?.path ?? withoutQuery(secrets.visible(path)),
                status,
              },
              mediaType: mediaTypeOf(answer) ?? '',
            })
        },
        answerBody(bytes) {
          if (documented?.validate) received.add(bytes)
        },
        end: judge,
        broken(why) {
          if (head === undefined) ledger.unjudged(`no answer: ${why}`)
          else if (documented?.validate) ledger.unjudged(`an answer was not whole: ${why}`)
        },
      }
    },
    unreadable: (why) => ledger.unjudged(`a connection could not be read on: ${why}`),
  }
}

const none = Buffer.alloc(0)

const withoutQuery = (target: string) => target.split('?', 1)[0] ?? ''

/** A copy of bytes that come piece by piece: whole, or nothing of it. */
function copyOf(most: number) {
  let chunks: Buffer[] = []
  let size = 0
  return {
    add(bytes: Buffer) {
      size += bytes.length
      if (size <= most) chunks.push(bytes)
      else chunks = []
    },
    get whole() {
      return size <= most
    },
    bytes: () => Buffer.concat(chunks),
  }
}

type Decode = (body: Buffer, options: { maxOutputLength: number }) => Buffer
const decoders: Readonly<Record<string, Decode>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  identity: (body) => body,
}

/** A body without its content coding, or why that cannot be had. */
function decode(
  body: Buffer,
  codings: string | undefined,
  maxOutputLength: number,
): { readonly body: Buffer } | { readonly obstacle: string } {
  const names = (codings ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
  try {
    const decoded = names
      .filter((name) => name !== '')
      .reduceRight((bytes, name) => decoders[name]!(bytes, { maxOutputLength }), body)
    return { body: decoded }
  } catch {
    return { obstacle: `the content coding ${codings} of an answer cannot be undone` }
  }
}
