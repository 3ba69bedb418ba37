// What one exchange on its way means: which answer of the documents it is, and whether it has the
// shape of that. Only what is judged is copied, and no more of it than has room.

import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { Operation } from '#generated/kv.schemas.js'
import type { Interface, RuleId } from '#generated/rules.js'
import { headerOf, mediaTypeOf, type HeaderLines, type Message } from '../wire/exchange.js'
import { gathered } from '../wire/gathered.js'
import { structureProblem } from '../wire/json-structure.js'
import { operationOf } from '../wire/operation.js'
import { answerOf, answersTo, problemsOf } from '../wire/schema.js'
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
  /** Hears of those that the ledger has room for. */
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

/** Makes copies of bytes that come piece by piece, each of `mostBytes` at most: whole, or nothing of it. */
function copies(mostBytes: number) {
  /** Bytes of bodies that are kept of the exchanges under way. */
  let kept = 0

  return () => {
    let copy: ReturnType<typeof gathered> | undefined = gathered()
    let dropped: string | undefined
    const drop = () => {
      kept -= copy?.length ?? 0
      copy = undefined
    }
    return {
      add(bytes: Buffer) {
        if (copy === undefined) return
        if (copy.length + bytes.length > mostBytes) dropped = `has more than ${mostBytes} bytes`
        else if (kept + bytes.length > mostKept)
          dropped = 'came while too many bytes were under way'
        if (dropped !== undefined) return drop()
        copy.add(bytes)
        kept += bytes.length
      },
      /** Why nothing of it is kept; undefined where all of it is. */
      get dropped() {
        return dropped
      },
      bytes: () => Buffer.from(copy?.bytes ?? none),
      drop,
    }
  }
}

export function watching(options: WatchOptions): Watcher {
  const { interface: of, basePath, mostBytes, ledger, secrets } = options
  const copyOf = copies(mostBytes)

  return {
    request({ method, target }, headers) {
      const startedAt = performance.now()
      ledger.request()
      secrets.learn(of, target, headers)
      const isInside = target.startsWith(basePath) && !isControl(target.slice(basePath.length))
      const path = target.slice(isInside ? basePath.length : 0)
      const operation = isInside ? operationOf(of, method, path) : undefined
      const sent = copyOf()
      const received = copyOf()
      let head: { readonly status: number; readonly headers: HeaderLines } | undefined
      let documented: ReturnType<typeof answerOf>
      let misnamed: string | undefined
      const release = () => [sent, received].forEach((copy) => copy.drop())
      const isJudged = () => misnamed !== undefined || documented?.validate !== undefined

      function judge() {
        if (operation === undefined || head === undefined || !isJudged()) return
        if (received.dropped !== undefined) return ledger.unjudged(`an answer ${received.dropped}`)
        const coding = headerOf({ ...head, body: none }, 'content-encoding')
        const decoded = decode(received.bytes(), coding, mostBytes)
        if ('obstacle' in decoded) return ledger.unjudged(decoded.obstacle)
        const { body } = decoded
        const tooMuch = documented?.validate && structureProblem(body)
        if (tooMuch !== undefined) return ledger.unjudged(`an answer is not checked: ${tooMuch}`)
        if (of === 'kv' && misnamed === undefined) ledger.conforming(mediaTypeRule)
        const { rule, problems } =
          documented?.validate === undefined
            ? { rule: mediaTypeRule, problems: [misnamed ?? ''] }
            : {
                rule: documented.rule,
                problems: problemsOf(operation, { ...head, body }, documented.validate),
              }
        if (problems.length === 0) return ledger.conforming(rule)
        const request = { method, target, headers, body: sent.bytes() }
        const breach: Breach = {
          ...{ interface: of, rule, problems },
          whole: sent.dropped === undefined && isEvidence(request),
          exchange: {
            request: { ...request, ...evidence(request) },
            ...{ status: head.status, ...evidence({ ...head, body }) },
            durationMs: Math.round((performance.now() - startedAt) * 1000) / 1000,
          },
        }
        if (ledger.broken(operation, breach)) options.onBroken(breach)
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
              ...{ interface: of, method, status, mediaType: mediaTypeOf(answer) ?? '' },
              path: operation?.path ?? withoutQuery(secrets.visible(path)),
            })
        },
        answerBody(bytes) {
          if (isJudged()) received.add(bytes)
        },
        end() {
          judge()
          release()
        },
        broken(why) {
          if (head === undefined) ledger.unjudged(`no answer: ${why}`)
          else if (isJudged()) ledger.unjudged(`an answer was not whole: ${why}`)
          release()
        },
      }
    },
    unreadable: (why) => ledger.unjudged(`a connection could not be read on: ${why}`),
  }
}

/** The most bytes of bodies that are kept of all exchanges under way; beyond, some are not judged. */
const mostKept = 128 * 1024 * 1024

/** What is kept of an exchange that breaks the contract: so many headers, and no longer body. */
const mostEvidence = { headers: 100, bytes: 64 * 1024 }

const isEvidence = ({ headers, body }: Message) =>
  headers.length <= mostEvidence.headers && body.length <= mostEvidence.bytes

const evidence = ({ headers, body }: Message): Message => ({
  headers: headers.slice(0, mostEvidence.headers),
  body: body.length > mostEvidence.bytes ? Buffer.from(`<${body.length} bytes>`) : body,
})

const none = Buffer.alloc(0)

const withoutQuery = (target: string) => target.split('?', 1)[0] ?? ''

type Decode = (body: Buffer, options: { maxOutputLength: number }) => Buffer
const decoders: Readonly<Record<string, Decode>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  identity: (body) => body,
}

/** A body may be coded more than once, but each time costs as much as undoing the first. */
const mostCodings = 2

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
    .filter((name) => name !== '')
  const obstacle = `the content coding ${(codings ?? '').slice(0, 40)} of an answer cannot be undone`
  if (names.length > mostCodings) return { obstacle }
  try {
    const decoded = names.reduceRight(
      (bytes, name) => decoders[name]!(bytes, { maxOutputLength }),
      body,
    )
    return { body: decoded }
  } catch {
    return { obstacle }
  }
}
