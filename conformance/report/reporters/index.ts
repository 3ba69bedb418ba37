// The reports that can be written to a file, by the names they are asked for.

import { badge } from './badge.js'
import { github } from './github.js'
import { html } from './html.js'
import { json } from './json.js'
import { junit } from './junit.js'
import { markdown } from './markdown.js'
import type { MakeReporter } from './reporter.js'
import { tap } from './tap.js'
import type { Report } from '../report.js'

export const reporters = {
  json,
  junit,
  html,
  markdown,
  tap,
  github,
  badge,
} as const satisfies Readonly<Record<string, MakeReporter>>

export type ReporterName = keyof typeof reporters

/** The whole text of one report. */
export function written(make: MakeReporter, report: Report): string {
  let text = ''
  make((words) => (text += words)).end(report)
  return text
}
