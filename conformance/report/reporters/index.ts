// The reporters that can write to a file, by name.

import { badge } from './badge.js'
import { github } from './github.js'
import { html } from './html.js'
import { junit } from './junit.js'
import { markdown } from './markdown.js'
import type { MakeReporter } from './reporter.js'
import { tap } from './tap.js'
import type { Report } from '../report.js'

/** Writes the whole report as JSON (format 1, spec/report.schema.json). */
const json: MakeReporter = (write) => ({
  end: (report) => write(`${JSON.stringify(report, null, 2)}\n`),
})

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

/** Returns a report as text. */
export function written(make: MakeReporter, report: Report): string {
  let text = ''
  make((words) => (text += words)).end(report)
  return text
}
