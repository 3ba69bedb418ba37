// Explains blocked scenarios of the key-value interface by an option that is missing or wrong.

import type { RecordedExchange, Report } from '../../../conformance/report/report.js'
import { counted } from '../../../conformance/report/counted.js'

/** Returns sentences about options that would let blocked scenarios run. */
export function optionHints(
  { scenarios }: Pick<Report, 'scenarios'>,
  { maxRequestSize }: { readonly maxRequestSize: number | undefined },
): readonly string[] {
  const blocking = scenarios
    .filter((each) => each.interface === 'kv' && each.verdict === 'blocked' && !each.expected)
    .flatMap(({ findings: [first], exchanges }) => exchanges[first?.exchange ?? -1] ?? [])
  return maxRequestSize === undefined ? sizeHint(blocking.filter(isTooLarge)) : []
}

function sizeHint(refused: readonly RecordedExchange[]): readonly string[] {
  const [smallest] = refused.toSorted((one, other) => sizeOf(one) - sizeOf(other))
  if (smallest === undefined) return []
  const these = counted(refused.length, 'scenario is', 'scenarios are')
  return [
    `${these} blocked because the target refuses a large request, the smallest with ${sizeOf(smallest)} bytes (${answerOf(smallest)}): declare its limit with --kv-max-request-size N`,
  ]
}

/** The least size of a large request in bytes. */
const LARGE = 1_000

const isTooLarge = (exchange: RecordedExchange): boolean => {
  const { status = 0, body = '' } = exchange.response ?? {}
  const isSizeError =
    /\b(size|length|exceed\w*|too (large|long|big))\b/i.test(body) &&
    !/\b(daily|monthly|quota|requests? limit)\b/i.test(body)
  return (
    sizeOf(exchange) >= LARGE &&
    ([413, 414, 431].includes(status) || (status >= 400 && isSizeError))
  )
}

const sizeOf = ({ request: { body, bodyBase64 = '', cut, target } }: RecordedExchange): number =>
  Math.max(
    cut?.bytes ?? Buffer.byteLength(body ?? bodyBase64, body === undefined ? 'base64' : 'utf8'),
    target.length,
  )

const answerOf = ({ response }: RecordedExchange): string =>
  `status ${response?.status}, ${(response?.body ?? '').replaceAll(/\s+/g, ' ').slice(0, LONGEST)}`

/** The longest response in a sentence, in characters. */
const LONGEST = 80
