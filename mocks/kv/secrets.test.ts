import { expect, test } from 'vitest'
import { withoutSecrets } from './secrets.js'

// MONITOR and SLOWLOG of Redis 7.0 redact the same words, except that SLOWLOG redacts all words of ACL
// SETUSER.
test.each([
  ['AUTH PW', 'AUTH *'],
  ['auth ada PW', 'auth * *'],
  ['HELLO 3 AUTH ada PW SETNAME me', 'HELLO 3 AUTH * * SETNAME me'],
  ['HELLO 3 SETNAME me', 'HELLO 3 SETNAME me'],
  ['MIGRATE h 1 auth 0 10 AUTH PW', 'MIGRATE h 1 auth 0 10 AUTH *'],
  ['MIGRATE h 1 k 0 10 COPY AUTH2 ada PW', 'MIGRATE h 1 k 0 10 COPY AUTH2 * *'],
  ['acl setuser ada on >PW <PW #PW !PW ~* +get', 'acl setuser ada on * * * * ~* +get'],
  ['ACL RESTTOKEN ada PW', 'ACL RESTTOKEN ada *'],
  ['ACL GETUSER >ada', 'ACL GETUSER >ada'],
  ['CONFIG SET maxmemory 0 requirepass PW', 'CONFIG SET maxmemory 0 requirepass *'],
  ['CONFIG GET requirepass', 'CONFIG GET requirepass'],
  ['SET AUTH >PW', 'SET AUTH >PW'],
  ['constructor a', 'constructor a'],
])('%s is shown as %s', (command, shown) => {
  expect(withoutSecrets(command.split(' '))).toEqual(
    shown.split(' ').map((word) => (word === '*' ? '(redacted)' : word)),
  )
})
