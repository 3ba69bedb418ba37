// Writes workflow commands that GitHub Actions shows as annotations.

import type { RuleId } from '#generated/rules.js'
import { failedRule, type Report, type ScenarioResult } from '../report.js'
import { changedFailures, type ChangedFailure } from '../expectations.js'
import { shownDifference } from '../run-specific.js'
import { problemsOf, type Problem } from '../unjudged.js'
import { evidenceLines, unexpected } from './failure.js'
import { annotationCommand, type Annotation } from './workflow-command.js'

/** The most annotations of one kind that GitHub shows per step. */
const mostOfAKind = 10

/** The longest message in characters that GitHub shows in full. */
const longestMessage = 4000

/** Returns the annotations of a run and of its failures. */
export const github = (report: Report): string =>
  printed(report, (kind) => (kind === 'error' ? problemsOf(report).map(annotationOf) : []))

/**
 * Returns the annotations of failures only, for a command that writes `others` annotations of errors
 * about its run.
 */
export const failureAnnotations = (report: Report, others: number): string =>
  printed(report, () => [], others)

const printed = (
  report: Report,
  first: (kind: Annotation['kind']) => readonly Annotation[],
  others = 0,
): string =>
  (['error', 'warning'] as const)
    .flatMap((kind) =>
      shown(
        [
          ...first(kind),
          ...annotationsOf(kind, report),
          ...(kind === 'warning' ? changedFailures(report).map(changeOf) : []),
        ],
        Math.max(1, mostOfAKind - (kind === 'error' ? others : 0)),
      ),
    )
    .map(annotationCommand)
    .join('')

function changeOf({ id, ...changed }: ChangedFailure): Annotation {
  const { before, after } = shownDifference(changed.before, changed.after)
  return {
    kind: 'warning',
    title: `${id} (known failure that changed)`,
    message: cut(`It fails in another way than listed.\nlisted    ${before}\nnow       ${after}`),
  }
}

const annotationOf = ({ message }: Problem): Annotation => ({
  kind: 'error',
  title: 'svc-contract',
  message: cut(message),
})

/**
 * Returns one annotation for each rule, because one mistake of a server often fails several
 * scenarios.
 */
function annotationsOf(kind: Annotation['kind'], { scenarios }: Report): readonly Annotation[] {
  const failures = new Map<RuleId, ScenarioResult[]>()
  for (const failure of unexpected(scenarios)) {
    if ((failure.verdict === 'blocked' ? 'warning' : 'error') !== kind) continue
    const rule = failedRule(failure)
    failures.set(rule, [...(failures.get(rule) ?? []), failure])
  }
  return [...failures].map(([rule, [first, ...more]]) => ({
    kind,
    title: `${rule} (${first!.verdict})`,
    message: cut(
      [
        first!.title,
        ...evidenceLines(first!),
        ...(more.length === 0 ? [] : ['', `${more.length} more of this rule, see the report.`]),
      ].join('\n'),
    ),
  }))
}

/** Returns at most `most` annotations. The last one lists all others. */
function shown(annotations: readonly Annotation[], most: number): readonly Annotation[] {
  if (annotations.length <= most) return annotations
  const rest = annotations.slice(most - 1)
  return [
    ...annotations.slice(0, most - 1),
    {
      kind: rest[0]!.kind,
      title: `${rest.length} more rules`,
      message: rest.map(({ title }) => title).join('\n'),
    },
  ]
}

const cut = (text: string) =>
  text.length > longestMessage ? `${text.slice(0, longestMessage)}…` : text
