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
import { complain } from './complain.js'
import { clockFor, embeddedMock } from './test/embedded-mock.js'
import { interruption } from './signals.js'
import { endingOfError, exit } from './test/exit.js'
import { options as testOptions, targetGroups, targetOptions } from './test/options.js'
import { providerOf } from './test/provider.js'
import { settingsOf, type TestSettings } from './test/settings.js'
import { sinkProblem } from './test/sink.js'
import { read, type Verb } from './verb.js'

const output = { json: { about: 'print JSON' } } as const
const options = { ...targetOptions, ...output }

export const verb: Verb = {
  summary: 'checks before a run that the target can be tested',
  positionals: '[PATTERN…]',
  options,
  groups: { ...targetGroups, Output: output },
  async run(args) {
    const { values, positionals } = read(args, options, { verb: 'test', options: testOptions })
    const settings = settingsOf(values, positionals)
    try {
      const diagnosis = await diagnosisOf(settings, interruption())
      const findings = { settings, diagnosis }
      console.log(
        values.json === true
          ? printableJson(JSON.stringify(jsonOf(findings), null, 2))
          : printableLines(textOf(findings)),
      )
      return canJudge(diagnosis) ? exit.fine : exit.couldNotJudge
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
}

async function diagnosisOf(settings: TestSettings, signal: AbortSignal): Promise<Diagnosis> {
  const { values, named, timeoutMs } = settings
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
    await target.close()
  }
}

const canJudge = ({ checks, outlook }: Diagnosis) =>
  !checks.some(isProblem) && (outlook?.judged ?? []).length > 0

const jsonOf = ({ settings, diagnosis: { checks, outlook } }: Findings) => ({
  checks,
  ...(outlook && {
    provider: outlook.provider,
    time: outlook.time,
    abilities: outlook.abilities,
    lacks: outlook.lacks,
    scenarios: { selected: settings.scenarios.length, judged: outlook.judged.length },
    unjudged: outlook.unjudged,
  }),
})

const marks = { fine: '✓', warning: '!', problem: '✗' } as const

const textOf = ({ settings, diagnosis: { checks, outlook } }: Findings): string =>
  [
    ...(settings.named === undefined ? ['No target given: this is the embedded mock.', ''] : []),
    ...(['kv', 'queue', 'sink', 'provider'] as const).flatMap((about) =>
      checks.filter((check) => check.about === about).map(checkLine),
    ),
    ...(outlook === undefined ? [] : ['', ...outlookLines(outlook, settings)]),
  ].join('\n')

const checkLine = ({ about, outcome, message }: Check, index: number) =>
  `${marks[outcome]} ${(index === 0 ? about : '').padEnd(9)}${message}`

function outlookLines(outlook: Outlook, { scenarios }: TestSettings): readonly string[] {
  const { there, missing } = outlook.abilities
  const { judged, unjudged, provider, time, lacks } = outlook
  const hasKv = scenarios.some((scenario) => scenario.interface === 'kv')
  const fewer =
    lacks.length > 0
      ? ', fewer because of what the target lacks'
      : hasKv
        ? ', fewer if the target lacks commands'
        : ''
  // Without aclUser, scenarios create users with ACL SETUSER.
  return [
    `Provider   ${provider}, ${time} time`,
    `  arranges      ${there.join(', ') || 'nothing'}`,
    `  does not      ${missing.filter((name) => name !== 'aclUser').join(', ') || '-'}`,
    ...(provider === 'protocol' && there.includes('runs')
      ? ['  not tried     runs: if the target has no workflow runs, pass --provider none']
      : []),
    `Scenarios  ${judged.length} of ${scenarios.length} can be judged${fewer}`,
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
