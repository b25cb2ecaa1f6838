/** Two donors, by their keys. */
export type DonorPair = { readonly key: Buffer; readonly other: Buffer }

/**
 * Donors that a charity's team merged. `keys[i]` belongs to the person `people[i]`, who is one of the person's own keys;
 * a donor that wasn't merged is absent.
 */
export type DonorGroups = { readonly keys: readonly Buffer[]; readonly people: readonly Buffer[] }

const hex = (key: Buffer): string => key.toString('hex')

/** Groups donors so that both donors of each pair are one person: the smallest key of the group. */
export function groupDonors(pairs: readonly DonorPair[]): DonorGroups {
  const groups = new Map<string, Set<string>>()
  for (const pair of pairs) {
    const [key, other] = [hex(pair.key), hex(pair.other)]
    if (key === other) continue
    const joined = new Set([...(groups.get(key) ?? [key]), ...(groups.get(other) ?? [other])])
    for (const member of joined) groups.set(member, joined)
  }
  const entries = [...groups].map(([key, members]): [Buffer, Buffer] => [
    Buffer.from(key, 'hex'),
    Buffer.from([...members].toSorted()[0] ?? key, 'hex'),
  ])
  return { keys: entries.map(([key]) => key), people: entries.map(([, person]) => person) }
}

/** Returns the person of a donor: the donor itself unless it was merged. */
export function personOfDonor({ keys, people }: DonorGroups, key: Buffer): Buffer {
  const index = keys.findIndex((member) => member.equals(key))
  return people[index] ?? key
}

/** Returns the keys of these people: their own, and those of the donors that were merged with them. */
export const keysOfPeople = ({ keys, people }: DonorGroups, of: readonly Buffer[]): Buffer[] => {
  if (keys.length === 0) return [...of]
  const wanted = new Set(of.map(hex))
  const members = keys.filter((_, index) => wanted.has(hex(people[index] ?? Buffer.alloc(0))))
  return [...new Map([...of, ...members].map((key) => [hex(key), key])).values()]
}
