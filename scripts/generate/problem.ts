// A problem in a file, and what to do about it.

export interface Problem {
  readonly file: string
  readonly line: number
  readonly message: string
}

/** `file:line: message`, the form that editors and CI logs turn into links. */
export const printed = ({ file, line, message }: Problem): string => `${file}:${line}: ${message}`

export const problemsOf =
  (file: string) =>
  (line: number, message: string): Problem => ({ file, line, message })
