// Formats workflow commands of GitHub Actions, and disables them in other output.

import { printable, printableLines } from '../../core/printable.js'

export interface Annotation {
  readonly kind: 'error' | 'warning'
  readonly title: string
  readonly message: string
}

export const annotationCommand = ({ kind, title, message }: Annotation): string =>
  `::${kind} title=${property(printable(title))}::${data(printableLines(message))}\n`

/** Escapes text after the second `::`. */
const data = (text: string) =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/** Returns the line that disables workflow commands until `commandsOn` with the same secret. */
export const commandsOff = (secret: string): string => `::stop-commands::${secret}\n`

export const commandsOn = (secret: string): string => `::${secret}::\n`
