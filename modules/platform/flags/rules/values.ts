/** All feature flags with their allowed values. An empty list: a text in one of the formats below. */
export const flagValues = {
  'zakat-variant': ['maximize', 'default'],
  'zakat-selector-on-scheduled-giving': ['on', 'off'],
  'zakat-home': ['on', 'off'],
  'dhul-hijjah-referrals': ['on', 'off'],
  'share-could-raise': [],
  'zakat-policy-url': [],
} as const

/** Formats of text values. Pages show nothing for an empty value. */
const forms: Readonly<Partial<Record<keyof typeof flagValues, { readonly pattern: RegExp; readonly text: string }>>> = {
  'share-could-raise': {
    pattern: /^(\s*\d{1,9}(\.\d{1,3})? [A-Z]{3} \| \S.{2,199})?$/,
    text: 'an amount, a currency and a source, such as "77 USD | Average of our shares in 1447"',
  },
  'zakat-policy-url': {
    pattern: /^(https:\/\/[^\s"'<>]+)?$/,
    text: 'a URL such as https://give.example.org/our-zakat-policy',
  },
}

/** Returns the error of a flag's value, with `name` as the operator knows the flag; undefined if it is valid. */
export function describeInvalidFlag(key: string, value: string, name = key): string | undefined {
  if (!Object.hasOwn(flagValues, key))
    return `${name} is not a flag; the flags are ${Object.keys(flagValues).join(', ')}`
  const values: readonly string[] = flagValues[key as keyof typeof flagValues]
  const form = forms[key as keyof typeof flagValues]
  if (form && !form.pattern.test(value)) return `${name} must be ${form.text}`
  return values.length === 0 || values.includes(value) ? undefined : `${name} must be ${values.join(' or ')}`
}
