// Reports what the survey of a target found, and that the target still serves afterwards.

import type { Dialect } from '#generated/dialects.js'
import type { TestedInterface } from '../core/interface.js'
import type { StageOptions, TargetEndpoint } from '../core/options.js'
import { watchedTarget } from '../core/run/outage.js'
import { probeOf, sendOnce } from '../core/preflight.js'
import { surveyed } from '../core/run/surveying.js'
import { startSink } from '../sink/sink.js'
import type { Lack, Survey } from '../survey/survey.js'
import { openTarget } from '../wire/target.js'
import { checksAbout, type Check } from './check.js'

/** Surveys one interface on connections of its own. A message of the survey of a queue goes to `sink`. */
export async function surveyOfEndpoint(
  of: TestedInterface,
  { url, token, target: given }: TargetEndpoint,
  options: Pick<StageOptions, 'pace' | 'signal' | 'sink' | 'timeoutMs'> & {
    readonly dialect: Dialect
  },
): Promise<Survey> {
  const target = given ?? openTarget(url)
  const sink = of.name === 'queue' ? await startSink(options.sink) : undefined
  try {
    const opened = { ...(sink && { sink }) }
    return await surveyed({ of, target: watchedTarget(target), token, opened }, options)
  } finally {
    await sink?.close()
    if (given === undefined) target.close()
  }
}

/** Returns a warning about what a target lacks, and a problem if the target changed meanwhile. */
export function surveyChecks(
  { name, surveyor }: TestedInterface,
  { lacks, risky, problem: change }: Survey,
): readonly Check[] {
  const { fine, warning, problem } = checksAbout(name)
  if (surveyor === undefined) return []
  if (change !== undefined) return [problem(`it changed during harmless requests: ${change}`)]
  // A target may lack many commands, or many parts of a queue.
  const many = lacks.filter(({ feature }) => /^(command|part) /.test(feature))
  const others = lacks.filter((lack) => !many.includes(lack))
  return [
    ...(lacks.length === 0 && risky.length === 0 ? [fine(complete[name])] : []),
    ...others.map((lack) => warning(`lacks ${lack.name} (${foundBy(lack)})`)),
    ...(many.length > 0
      ? [warning(`lacks ${many.map((lack) => lack.name).join(', ')} (${foundBy(many[0]!)})`)]
      : []),
    ...risky.map((feature) =>
      warning(
        `not tried: POST /${feature.split(' ')[1]}, whose command it runs by path. A run opens it last`,
      ),
    ),
  ]
}

const complete = {
  kv: 'it has every request form, format and command that the scenarios use',
  queue: 'it has every part that harmless requests show',
} as const

const foundBy = ({ exchange: { request, status, failure } }: Lack): string =>
  `${request.method} ${request.target}: ${failure ?? `status ${status}`}`

/** Returns a problem if a target no longer answers its first request. */
export async function stillServes(
  of: TestedInterface,
  endpoint: TargetEndpoint,
  { timeoutMs = 10_000, signal }: Pick<StageOptions, 'timeoutMs' | 'signal'>,
): Promise<readonly Check[]> {
  const { failure } = await sendOnce(endpoint, probeOf(of, endpoint.token), timeoutMs, signal)
  return failure === undefined
    ? []
    : [checksAbout(of.name).problem(`it no longer answers after these checks: ${failure}`)]
}
