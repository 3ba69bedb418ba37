// A problem in a file, with an explanation of what to do.

export interface Problem {
  readonly file: string
  readonly line: number
  readonly message: string
}

/** Returns `file:line: message`. Editors and CI logs show this format as a link. */
export const printed = ({ file, line, message }: Problem): string => `${file}:${line}: ${message}`

export const problemsOf =
  (file: string) =>
  (line: number, message: string): Problem => ({ file, line, message })
