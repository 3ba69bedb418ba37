// The report as programs read it: format 1, held to spec/report.schema.json.

import type { MakeReporter } from './reporter.js'

export const json: MakeReporter = (write) => ({
  end: (report) => write(`${JSON.stringify(report, null, 2)}\n`),
})
