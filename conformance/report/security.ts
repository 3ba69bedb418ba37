// The rules that keep strangers out: they are judged first, and their violations are shown first.

/** Returns true for a rule about tokens and what they allow. */
export const isOfSecurity = (rule: string): boolean => /^(kv|queue)\.authentication\./.test(rule)
