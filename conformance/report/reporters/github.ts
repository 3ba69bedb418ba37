// Writes workflow commands that GitHub Actions shows as annotations.

import type { RuleId } from '#generated/rules.js'
import type { Report, ScenarioResult } from '../report.js'
import { evidenceLines, unexpected } from './failure.js'
import { annotationCommand, type Annotation } from './workflow-command.js'

/** The most annotations of one kind that GitHub shows per step. */
const mostOfAKind = 10

/** The longest message in characters that GitHub shows in full. */
const longestMessage = 4000

export const github = (report: Report): string =>
  (['error', 'warning'] as const)
    .flatMap((kind) => shown(annotationsOf(kind, report)))
    .map(annotationCommand)
    .join('')

/**
 * Returns one annotation for each rule, because one mistake of a server often fails several
 * scenarios.
 */
function annotationsOf(kind: Annotation['kind'], { scenarios }: Report): readonly Annotation[] {
  const failures = new Map<RuleId, ScenarioResult[]>()
  for (const failure of unexpected(scenarios)) {
    if ((failure.verdict === 'blocked' ? 'warning' : 'error') !== kind) continue
    failures.set(failure.rule, [...(failures.get(failure.rule) ?? []), failure])
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

/** Returns the annotations that GitHub shows. The last one lists all others. */
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

const cut = (text: string) =>
  text.length > longestMessage ? `${text.slice(0, longestMessage)}…` : text
