// The report as GitHub Actions shows it beside a run: workflow commands that become annotations.

import type { RuleId } from '#generated/rules.js'
import type { Report, ScenarioResult } from '../report.js'
import { evidenceLines, unexpected } from './failure.js'
import type { MakeReporter } from './reporter.js'

/** Of one step GitHub shows no more annotations of a kind than these. */
const mostOfAKind = 10

/** Enough of a failure to know it; GitHub cuts what is much longer. */
const longestMessage = 4000

type Kind = 'error' | 'warning'

interface Annotation {
  readonly kind: Kind
  readonly title: string
  readonly message: string
}

export const github: MakeReporter = (write) => ({
  end(report) {
    for (const kind of ['error', 'warning'] as const)
      for (const annotation of shown(annotationsOf(kind, report))) write(command(annotation))
  },
})

/** One for each rule, since a mistake of a server seldom shows in one scenario only. */
function annotationsOf(kind: Kind, { scenarios }: Report): readonly Annotation[] {
  const failures = new Map<RuleId, ScenarioResult[]>()
  for (const failure of unexpected(scenarios)) {
    if ((failure.verdict === 'blocked' ? 'warning' : 'error') !== kind) continue
    failures.set(failure.rule, [...(failures.get(failure.rule) ?? []), failure])
  }
  return [...failures].map(([rule, [first, ...more]]) => ({
    kind,
    title: `${rule} (${first!.verdict})`,
    message: [
      first!.title,
      ...evidenceLines(first!),
      ...(more.length === 0 ? [] : ['', `${more.length} more of this rule, see the report.`]),
    ].join('\n'),
  }))
}

/** As many as are shown, the last one telling of those that would not be. */
function shown(annotations: readonly Annotation[]): readonly Annotation[] {
  if (annotations.length <= mostOfAKind) return annotations
  const rest = annotations.slice(mostOfAKind - 1)
  return [
    ...annotations.slice(0, mostOfAKind - 1),
    {
      kind: rest[0]!.kind,
      title: `${rest.length} more rules`,
      message: rest.map(({ title }) => title).join('\n'),
    },
  ]
}

const command = ({ kind, title, message }: Annotation) =>
  `::${kind} title=${property(title)}::${data(cut(message))}\n`

const cut = (text: string) =>
  text.length > longestMessage ? `${text.slice(0, longestMessage)}…` : text

/** Text after the second `::`, of which only line ends and what escapes them are special. */
const data = (text: string) =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

/** The value of a property, which would also end at these. */
const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/** From this line on nothing printed is a command, until `commandsOn` with the same secret. */
export const commandsOff = (secret: string): string => `::stop-commands::${secret}\n`

export const commandsOn = (secret: string): string => `::${secret}::\n`
