// Maps from keys to sets. Empty sets are removed.

export function addTo(sets: Map<string, Set<string>>, key: string, member: string): void {
  const set = sets.get(key)
  if (set) set.add(member)
  else sets.set(key, new Set([member]))
}

export function removeFrom(sets: Map<string, Set<string>>, key: string, member: string): void {
  const set = sets.get(key)
  set?.delete(member)
  if (set?.size === 0) sets.delete(key)
}
