// Packs the evidence of all failures. The page unpacks the evidence of a failure when it is opened.

import { deflateRawSync } from 'node:zlib'
import type { RecordedExchange, ScenarioResult } from '../../report.js'
import { cut } from '../../clip.js'
import { bodyOf } from '../failure.js'
import { relevantExchange } from '../relevant-exchange.js'
import { longestFinding } from './failures.js'
import { markup, type Markup } from './markup.js'

/** The most characters of all packed evidence. */
const mostPacked = 250_000

/** The longest bodies in characters, the best first. The first that fits is used. */
const longestBodies = [8_000, 2_000, 400, 50]

/** The longest request target and header value in characters. */
const longestLine = 2_000

/** A script longer than this many bodies is left out, because a cut script would be wrong. */
const bodiesInScript = 5

/**
 * Returns the evidence as base64 of deflated JSON. `parts` are pieces of markup, each stored once.
 * `evidence` lists the pieces of each result.
 */
export const packed = (results: readonly ScenarioResult[]): string =>
  packedPieces(
    longestBodies.map((longest) => () => results.map((result) => piecesOf(result, longest))),
    mostPacked,
  )

/**
 * Packs lists of pieces. Each of `attempts` returns all lists, the longest first. The result is the
 * first that has at most `most` characters, or else the last.
 */
export function packedPieces(
  attempts: readonly (() => readonly (readonly Markup[])[])[],
  most: number,
): string {
  let text = ''
  for (const attempt of attempts) {
    text = pack(attempt())
    if (text.length <= most) break
  }
  return text
}

function pack(lists: readonly (readonly Markup[])[]): string {
  const indexes = new Map<string, number>()
  const indexOf = (piece: Markup) => {
    const index = indexes.get(piece.markup) ?? indexes.size
    indexes.set(piece.markup, index)
    return index
  }
  const evidence = lists.map((pieces) => pieces.map(indexOf))
  const json = JSON.stringify({ parts: [...indexes.keys()], evidence })
  return deflateRawSync(json, { level: 9 }).toString('base64')
}

function piecesOf(result: ScenarioResult, longest: number): readonly Markup[] {
  const { exchanges, findings, repro } = result
  const messages = findings.map(({ message }) => markup`<samp>${cut(message, longest)}</samp>`)
  const isWhole = (findings[0]?.message.length ?? 0) <= longestFinding
  const shown = relevantExchange(result)
  const others = exchanges.filter((each) => each !== shown?.exchange)
  return [
    ...(isWhole ? messages.slice(1) : messages),
    ...(shown === undefined
      ? []
      : [
          markup`<h4>${shown.isRelevant ? 'Exchange' : 'Last exchange'}</h4>`,
          ...exchangePieces(shown.exchange, true, longest),
        ]),
    ...(others.length === 0
      ? []
      : folded(
          `${others.length} other exchange${others.length > 1 ? 's' : ''}, in order`,
          others.flatMap((exchange) => exchangePieces(exchange, false, longest)),
        )),
    ...(repro === undefined ? [] : scriptPieces(repro, longest * bodiesInScript)),
  ]
}

export function exchangePieces(
  exchange: RecordedExchange,
  isOpen: boolean,
  longest: number,
): readonly Markup[] {
  const { request, response, failure, closed, durationMs } = exchange
  const first = `${request.method} ${cut(request.target, longestLine)}`
  const status = response === undefined ? (failure ?? 'no response') : `HTTP ${response.status}`
  const streamed = closed === true && ', a stream that the suite closed'
  return [
    markup`<details class="exchange"${isOpen && markup` open`}><summary><code>${cut(first, 160)}</code> <span class="quiet">${request.body?.slice(0, 80)}</span> → ${status}${streamed}`,
    markup` <span class="quiet">${Math.ceil(durationMs)} ms</span></summary><div class="pair">`,
    markup`<div><h5>Sent</h5><pre class="sent">${message(first, request, longest)}</pre></div>`,
    markup`<div><h5>Received</h5><pre class="received">${response === undefined ? status : message(status, response, longest)}</pre></div></div></details>`,
  ]
}

/** Formats a message as in HTTP: first line, headers, body. */
const message = (
  first: string,
  of: RecordedExchange['request'] | NonNullable<RecordedExchange['response']>,
  longest: number,
): Markup =>
  markup`<b>${first}</b>\n<i>${of.headers.map(([name, value]) => `${name}: ${cut(value, longestLine)}\n`)}</i>\n${bodyOf(of, longest)}`

/** The command that runs the scenario again is the last line. */
function scriptPieces(repro: string, longest: number): readonly Markup[] {
  const [, again] = /(?:^|\n)(npx [^\n]*)$/.exec(repro) ?? []
  const requests = repro.slice(0, repro.length - (again?.length ?? 0)).trimEnd()
  const script =
    requests.length > longest
      ? markup`<p class="quiet">The requests are too long for this page. The JSON report has them.</p>`
      : commands(requests)
  return [
    ...(again === undefined ? [] : [markup`<h4>Repeat the scenario</h4>`, commands(again)]),
    ...(requests === '' ? [] : folded('Repeat its requests with curl', [script])),
  ]
}

const folded = (summary: string, pieces: readonly Markup[]) => [
  markup`<details class="others"><summary>${summary}</summary>`,
  ...pieces,
  markup`</details>`,
]

const commands = (text: string) =>
  markup`<div class="commands"><button type="button" class="copy">Copy</button><pre class="repro">${text}</pre></div>`
