/** Every switch with the values it may have; none named: any text. */
export const flagValues = {
  'zakat-variant': ['maximize', 'default'],
  'zakat-selector-on-scheduled-giving': ['on', 'off'],
  'zakat-home': ['on', 'off'],
  'dhul-hijjah-referrals': ['on', 'off'],
  'share-could-raise': [],
  'zakat-policy-url': [],
} as const

/** What is wrong with a switch called `name` to whoever sets it, in a sentence; undefined: nothing. */
export function wrongFlag(key: string, value: string, name = key): string | undefined {
  if (!Object.hasOwn(flagValues, key)) return `${name} is no flag: there are ${Object.keys(flagValues).join(', ')}`
  const values: readonly string[] = flagValues[key as keyof typeof flagValues]
  return values.length === 0 || values.includes(value) ? undefined : `${name} must be ${values.join(' or ')}`
}
