// How a line of output is a command to the runner of GitHub Actions, and how it is kept from being one.

/** What is shown beside a run. */
export interface Annotation {
  readonly kind: 'error' | 'warning'
  readonly title: string
  readonly message: string
}

/** The line that makes an annotation. */
export const annotationCommand = ({ kind, title, message }: Annotation): string =>
  `::${kind} title=${property(title)}::${data(message)}\n`

/** Text after the second `::`, of which only line ends and what escapes them are special. */
const data = (text: string) =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

/** The value of a property, which would also end at these. */
const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/** From this line on nothing printed is a command, until `commandsOn` with the same secret. */
export const commandsOff = (secret: string): string => `::stop-commands::${secret}\n`

export const commandsOn = (secret: string): string => `::${secret}::\n`
