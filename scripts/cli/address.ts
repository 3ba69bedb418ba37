// Explains why the command cannot listen on an address.

const problems: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken; choose another port, or 0 for a free one',
  EADDRNOTAVAIL: 'is not an address of this machine',
  EACCES: 'needs privileges; choose a port from 1024 up',
  ENOTFOUND: 'has a host that cannot be found',
}

/** Returns the problem with the address. Returns undefined if the error has another cause. */
export function addressProblem(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '' } = error as NodeJS.ErrnoException
  return Object.hasOwn(problems, code) ? problems[code] : addressProblem(error.cause)
}
