// Validates the exchanges of a proxy. Copies only the bodies that are validated, up to a limit.

import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { Operation } from '#generated/kv.schemas.js'
import type { Interface, RuleId } from '#generated/rules.js'
import { headerOf, mediaTypeOf, type HeaderLines, type HttpMessage } from '../wire/exchange.js'
import { gathered } from '../wire/gathered.js'
import { structureProblem } from '../wire/json-structure.js'
import { operationOf } from '../wire/operation.js'
import { answerOf, answersTo, problemsOf } from '../wire/schema.js'
import type { Breach, Ledger } from './ledger.js'
import type { Secrets } from './secrets.js'
import { clientClosed, targetClosed, type Watcher } from './tunnel.js'

export interface WatchOptions {
  readonly interface: Interface
  /** The path of the target's URL, often empty. Every request target begins with this path. */
  readonly basePath: string
  readonly mostBytes: number
  readonly ledger: Ledger
  readonly secrets: Secrets
  readonly onBroken: (breach: Breach) => void
  /** Returns the time in milliseconds. */
  readonly now?: () => number
}

/** Control routes of the mock look like a command by path. */
const isControl = (path: string) => /^\/__mock(\/|\?|$)/.test(path)

export const mediaTypeRule: RuleId = 'kv.response-format.json-content-type'
const json = 'application/json'

/**
 * Returns the problem with a media type, if any. RESP2 responses and streams may have other media
 * types.
 */
function mediaTypeProblem(
  operation: Operation,
  requestHeaders: HeaderLines,
  answer: HttpMessage & { readonly status: number },
): string | undefined {
  const answers = answersTo(operation, answer.status) ?? {}
  const mediaType = mediaTypeOf(answer) ?? 'none'
  const isForResp2 = requestHeaders.some(
    ([name, value]) => /response-format$/i.test(name) && value === 'resp2',
  )
  if (!Object.hasOwn(answers, json) || isForResp2 || mediaType === 'text/event-stream')
    return undefined
  const { method, path } = operation
  return `${method} ${path} answered ${answer.status}: expected the media type ${json}, got ${mediaType}`
}

/**
 * Copies bodies of at most `mostBytes` each and `mostKept` together. Never copies a part of a body.
 */
function copies(mostBytes: number) {
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
          dropped = 'came while too many bytes were in flight'
        if (dropped !== undefined) return drop()
        copy.add(bytes)
        kept += bytes.length
      },
      /** The reason why there is no copy, or undefined. */
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
  const { now = () => performance.now() } = options
  const copyOf = copies(mostBytes)

  return {
    request({ method, target }, headers) {
      const startedAt = now()
      /** The time of the last bytes of the request. */
      let sentAt = startedAt
      let leftAt: number | undefined
      ledger.request()
      secrets.learn(of, target, headers)
      const isInside = target.startsWith(basePath) && !isControl(target.slice(basePath.length))
      const path = target.slice(isInside ? basePath.length : 0)
      const operation = isInside ? operationOf(of, method, path) : undefined
      const sent = copyOf()
      const received = copyOf()
      let head: { readonly status: number; readonly headers: HeaderLines } | undefined
      let documented: ReturnType<typeof answerOf>
      let mediaProblem: string | undefined
      const release = () => [sent, received].forEach((copy) => copy.drop())
      const isJudged = () => mediaProblem !== undefined || documented?.validate !== undefined

      function judge() {
        if (operation === undefined || head === undefined || !isJudged()) return
        if (received.dropped !== undefined) return ledger.unjudged(`an answer ${received.dropped}`)
        const coding = headerOf({ ...head, body: none }, 'content-encoding')
        const decoded = decode(received.bytes(), coding, mostBytes)
        if ('obstacle' in decoded) return ledger.unjudged(decoded.obstacle)
        const { body } = decoded
        const tooMuch = documented?.validate && structureProblem(body)
        if (tooMuch !== undefined) return ledger.unjudged(`an answer is not validated: ${tooMuch}`)
        if (of === 'kv' && mediaProblem === undefined) ledger.conforming(mediaTypeRule)
        const { rule, problems } =
          documented?.validate === undefined
            ? { rule: mediaTypeRule, problems: [mediaProblem ?? ''] }
            : {
                rule: documented.rule,
                problems: problemsOf(operation, { ...head, body }, documented.validate),
              }
        if (problems.length === 0) return ledger.conforming(rule)
        const request = { method, target, headers, body: sent.bytes() }
        const breach: Breach = {
          interface: of,
          rule,
          problems,
          whole: sent.dropped === undefined && isEvidence(request),
          exchange: {
            request: { ...request, ...evidence(request) },
            status: head.status,
            ...evidence({ ...head, body }),
            durationMs: Math.round((now() - startedAt) * 1000) / 1000,
          },
        }
        if (ledger.broken(operation, breach)) options.onBroken(breach)
      }

      return {
        requestBody(bytes) {
          sentAt = now()
          sent.add(bytes)
        },
        answer(status, answered) {
          head = { status, headers: answered }
          const answer = { ...head, body: none }
          documented = operation && answerOf(operation, answer)
          const answers = operation && answersTo(operation, status)
          if (of === 'kv' && operation && !documented)
            mediaProblem = mediaTypeProblem(operation, headers, answer)
          // A status without a documented response allows every response.
          const isOpen = answers !== undefined && Object.keys(answers).length === 0
          if (operation && (documented || mediaProblem !== undefined || isOpen))
            ledger.documented(operation, status, documented?.rule)
          else
            ledger.undocumented({
              interface: of,
              method,
              status,
              mediaType: mediaTypeOf(answer) ?? '',
              path: operation?.path ?? withoutQuery(secrets.visible(path)),
            })
        },
        answerBody(bytes) {
          if (isJudged()) received.add(bytes)
        },
        left: () => (leftAt = now()),
        end() {
          judge()
          release()
        },
        broken(why) {
          if (head === undefined || isJudged()) {
            const what = head === undefined ? 'no answer' : 'an answer was incomplete'
            const isEarly = why === clientClosed && (leftAt ?? now()) - sentAt < patienceMs
            if (isEarly) ledger.excused(`${what}: ${why}`)
            else ledger.unjudged(`${what}: ${why}${why === clientClosed ? afterPatience : ''}`)
            if (head !== undefined && why === targetClosed) ledger.incomplete()
          }
          release()
        },
      }
    },
    unreadable: (why, by) =>
      ledger[by === 'client' ? 'excused' : 'unjudged'](
        `the rest of a connection could not be read: ${why}`,
      ),
    unreachable: () => ledger.unreachable(of),
  }
}

/** A client that leaves within these milliseconds has not waited for the target. */
const patienceMs = 1_000
const afterPatience = ` after waiting for ${patienceMs / 1_000} s or more`

/** The most bytes of all bodies that are being copied. Further bodies are not validated. */
const mostKept = 128 * 1024 * 1024

/**
 * The most headers and the most body bytes that are stored of an exchange that violates the
 * contract.
 */
const mostEvidence = { headers: 100, bytes: 64 * 1024 }

const isEvidence = ({ headers, body }: HttpMessage) =>
  headers.length <= mostEvidence.headers && body.length <= mostEvidence.bytes

const evidence = ({ headers, body }: HttpMessage): HttpMessage => ({
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

/** The most encodings of one body, because each decoding may take as long as the first. */
const mostCodings = 2

/** Returns the decoded body, or the reason why it cannot be decoded. */
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
  const obstacle = `an answer with the content coding ${(codings ?? '').slice(0, 40)} cannot be decoded`
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
