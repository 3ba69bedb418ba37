// Why an address cannot be listened on, where that is for the user to mend.

const problems: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken; choose another port, or 0 for a free one',
  EADDRNOTAVAIL: 'is no address of this machine',
  EACCES: 'needs privileges; choose a port from 1024 up',
  ENOTFOUND: 'has a host that cannot be found',
}

/** What is wrong with the address, or undefined where the error is about something else. */
export function addressProblem(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '' } = error as NodeJS.ErrnoException
  return Object.hasOwn(problems, code) ? problems[code] : addressProblem(error.cause)
}
