// What one exchange on its way means: which answer of the documents it is, and whether it has the
// shape of that. Only what is judged is copied, and no more of it than has room.

import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { Operation } from '#generated/kv.schemas.js'
import type { Interface, RuleId } from '#generated/rules.js'
import { headerOf, mediaTypeOf, type HeaderLines, type Message } from '../exchange.js'
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

/** What says of itself that it is JSON: `json` returns `application/json`. */
export const mediaTypeRule: RuleId = 'kv.response-format.json-content-type'
const json = 'application/json'

/**
 * Why an answer of no documented media type breaks that rule, or nothing: where no JSON was asked for,
 * and of a stream, which the documents do not tell of under every method.
 */
function mediaTypeProblem(
  operation: Operation,
  asked: HeaderLines,
  answer: Message & { readonly status: number },
): string | undefined {
  const answers = answersTo(operation, answer.status) ?? {}
  const mediaType = mediaTypeOf(answer) ?? 'none'
  const isForResp2 = asked.some(
    ([name, value]) => /response-format$/i.test(name) && value === 'resp2',
  )
  if (!Object.hasOwn(answers, json) || isForResp2 || mediaType === 'text/event-stream')
    return undefined
  const { method, path } = operation
  return `${method} ${path} answered ${answer.status}: expected the media type ${json}, got ${mediaType}`
}

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
      let misnamed: string | undefined
      const isJudged = () => misnamed !== undefined || documented?.validate !== undefined

      function judge() {
        if (operation === undefined || head === undefined || !isJudged()) return
        if (!received.whole) return ledger.unjudged(`an answer has more than ${mostBytes} bytes`)
        const decoded = decode(
          received.bytes(),
          headerOf({ ...head, body: none }, 'content-encoding'),
          mostBytes,
        )
        if ('obstacle' in decoded) return ledger.unjudged(decoded.obstacle)
        const { body } = decoded
        if (of === 'kv' && misnamed === undefined) ledger.conforming(mediaTypeRule)
        const { rule, problems } =
          documented?.validate === undefined
            ? { rule: mediaTypeRule, problems: [misnamed ?? ''] }
            : {
                rule: documented.rule,
                problems: problemsOf(operation, { ...head, body }, documented.validate),
              }
        if (problems.length === 0) return ledger.conforming(rule)
        const breach: Breach = {
          ...{ interface: of, rule, problems, whole: sent.whole },
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
        answer(status, answered) {
          head = { status, headers: answered }
          const answer = { ...head, body: none }
          documented = operation && answerOf(operation, answer)
          const answers = operation && answersTo(operation, status)
          if (of === 'kv' && operation && !documented)
            misnamed = mediaTypeProblem(operation, headers, answer)
          // Where the document gives a status no shape, any answer will do.
          const isOpen = answers !== undefined && Object.keys(answers).length === 0
          if (operation && (documented || misnamed !== undefined || isOpen))
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
          if (isJudged()) received.add(bytes)
        },
        end: judge,
        broken(why) {
          if (head === undefined) ledger.unjudged(`no answer: ${why}`)
          else if (isJudged()) ledger.unjudged(`an answer was not whole: ${why}`)
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
