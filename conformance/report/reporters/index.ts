// The reporters that can write to a file, by name.

import { printableJson } from '../../core/printable.js'
import { badge } from './badge.js'
import { ctrf } from './ctrf.js'
import { github } from './github.js'
import { html } from './html.js'
import { junit } from './junit.js'
import { markdown } from './markdown.js'
import { tap } from './tap.js'
import type { Report } from '../report.js'

/** Returns the whole report as JSON (format 1, spec/report.schema.json). */
const json = (report: Report): string => `${printableJson(JSON.stringify(report, null, 2))}\n`

export const reporters = {
  json,
  junit,
  html,
  markdown,
  ctrf,
  tap,
  github,
  badge,
} as const satisfies Readonly<Record<string, (report: Report) => string>>

export type ReporterName = keyof typeof reporters
