// doctor: checks before a run that the target can be tested, and lists the parts that cannot be
// tested.

import {
  diagnose,
  isProblem,
  type Check,
  type Diagnosis,
  type Outlook,
} from '../../conformance/doctor/doctor.js'
import { printableJson, printableLines } from '../../conformance/core/printable.js'
import type { Report } from '../../conformance/index.js'
import { complain } from './complain.js'
import { withConfig } from './config.js'
import { planOfRun } from './plan.js'
import { servedFor } from './test/serve.js'
import { clockFor, embeddedMock } from './test/embedded-mock.js'
import { interruptible } from './signals.js'
import { endingOfError, exit } from './test/exit.js'
import { options as testOptions, targetGroups, targetOptions } from './test/options.js'
import { providerOf } from './test/provider.js'
import { settingsOf, type TestSettings } from './test/settings.js'
import { sinkProblem } from './test/sink.js'
import { configOption, read, type Verb } from './verb.js'

const output = { json: { about: 'print JSON' } } as const
const options = { ...targetOptions, ...output, ...configOption }

export const verb: Verb = {
  summary: 'checks before a run that the target can be tested',
  positionals: '[PATTERN…]',
  options,
  groups: { ...targetGroups, Output: output, Configuration: configOption },
  async run(args) {
    const { values: given, positionals } = read(args, options, {
      verb: 'test',
      options: testOptions,
    })
    const values = withConfig('test', testOptions, given, options)
    const settings = settingsOf(values, positionals)
    try {
      const findings = await interruptible(async (signal) => {
        const diagnosis = await diagnosisOf(settings, signal)
        return { settings, diagnosis, costs: await costsOf(settings, diagnosis, signal) }
      })
      console.log(
        values.json === true
          ? printableJson(JSON.stringify(jsonOf(findings), null, 2))
          : printableLines(textOf(findings)),
      )
      return canJudge(findings.diagnosis) ? exit.fine : exit.couldNotJudge
    } catch (error) {
      const { code, because } = endingOfError(error)
      because.forEach(complain)
      return code
    }
  },
}

interface Findings {
  readonly settings: TestSettings
  readonly diagnosis: Diagnosis
  /** The lacks of the target, with the number of scenarios that leave each out. */
  readonly costs: NonNullable<Report['lacks']>
}

/** Counts the scenarios that leave out what the target lacks, in a run against a separate mock. */
async function costsOf(
  settings: TestSettings,
  { outlook }: Diagnosis,
  signal: AbortSignal,
): Promise<Findings['costs']> {
  const surveys = outlook?.surveys ?? {}
  if (Object.values(surveys).every(({ lacks }) => lacks.length === 0)) return []
  const { report } = await planOfRun(settings, signal, surveys)
  return report.lacks ?? []
}

async function diagnosisOf(settings: TestSettings, signal: AbortSignal): Promise<Diagnosis> {
  const { values, named, timeoutMs } = settings
  const served = await servedFor(settings, signal)
  const target = named ?? (await embeddedMock(settings.dialect, values, clockFor(values)))
  try {
    const diagnosis = await diagnose({
      ...settings,
      ...(target.kv && { kv: target.kv }),
      ...(target.queue && { queue: target.queue }),
      provider: () => providerOf(values, target, { timeoutMs, signal }),
      signal,
    }).catch((error: unknown) => {
      throw sinkProblem(settings.sink, error) ?? error
    })
    signal.throwIfAborted()
    return diagnosis
  } finally {
    await served?.close()
    await target.close()
  }
}

const canJudge = ({ checks, outlook }: Diagnosis) =>
  !checks.some(isProblem) && (outlook?.judged ?? []).length > 0

const jsonOf = ({ settings, costs, diagnosis: { checks, outlook } }: Findings) => ({
  checks,
  ...(outlook && {
    provider: outlook.provider,
    time: outlook.time,
    abilities: outlook.abilities,
    lacks: costs,
    scenarios: { selected: settings.scenarios.length, judged: outlook.judged.length },
    unjudged: outlook.unjudged,
  }),
})

const marks = { fine: '✓', warning: '!', problem: '✗' } as const

const textOf = ({ settings, costs, diagnosis: { checks, outlook } }: Findings): string =>
  [
    ...(settings.named === undefined ? ['No target given: this is the embedded mock.', ''] : []),
    ...(['kv', 'queue', 'sink', 'provider'] as const).flatMap((about) =>
      checks.filter((check) => check.about === about).map(checkLine),
    ),
    ...(outlook === undefined ? [] : ['', ...outlookLines(outlook, settings, costs)]),
  ].join('\n')

const checkLine = ({ about, outcome, message }: Check, index: number) =>
  `${marks[outcome]} ${(index === 0 ? about : '').padEnd(9)}${message}`

function outlookLines(
  outlook: Outlook,
  { scenarios }: TestSettings,
  costs: Findings['costs'],
): readonly string[] {
  const { there, missing } = outlook.abilities
  const { judged, unjudged, provider, time } = outlook
  const sum = (of: 'scenarios' | 'parts') => costs.reduce((total, each) => total + each[of], 0)
  // Without aclUser, scenarios create users with ACL SETUSER.
  return [
    `Provider   ${provider}, ${time} time`,
    `  arranges      ${there.join(', ') || 'nothing'}`,
    `  does not      ${missing.filter((name) => name !== 'aclUser').join(', ') || '-'}`,
    ...(provider === 'protocol' && there.includes('runs')
      ? ['  not tried     runs: if the target has no workflow runs, pass --provider none']
      : []),
    `Scenarios  ${judged.length - sum('scenarios')} of ${scenarios.length} can be judged`,
    ...(costs.length === 0
      ? []
      : [
          `  ${sum('scenarios')} will not, and ${sum('parts')} in part: the target lacks what they use`,
        ]),
    ...unjudged.flatMap(({ reason, scenarios: { length }, rules }) => [
      `  ${length} will not: ${reason}`,
      ...(rules.length === 0 ? [] : [`    no other judges ${shortList(rules)}`]),
    ]),
  ]
}

/** The most ids of a list in one line. */
const MOST_IDS = 12

function shortList(ids: readonly string[]): string {
  const more = ids.length - MOST_IDS
  return more <= 0 ? ids.join(', ') : `${ids.slice(0, MOST_IDS).join(', ')} and ${more} more rules`
}
