/** Every switch with its allowed values; if none are listed, it is a text in the format below. */
export const flagValues = {
  'zakat-variant': ['maximize', 'default'],
  'zakat-selector-on-scheduled-giving': ['on', 'off'],
  'zakat-home': ['on', 'off'],
  'dhul-hijjah-referrals': ['on', 'off'],
  'share-could-raise': [],
  'zakat-policy-url': [],
} as const

/** Formats of text values: a value in another format would not be shown anywhere. Empty: nothing is shown. */
const forms: Readonly<Partial<Record<keyof typeof flagValues, { readonly pattern: RegExp; readonly said: string }>>> = {
  'share-could-raise': {
    pattern: /^(\s*\d{1,9}(\.\d{1,3})? [A-Z]{3} \| \S.{2,199})?$/,
    said: 'an amount, a currency and how that is known, such as "77 USD | Average of our shares in 1447"',
  },
  'zakat-policy-url': {
    pattern: /^(https:\/\/[^\s"'<>]+)?$/,
    said: 'an address such as https://give.example.org/our-zakat-policy',
  },
}

/** Explains what is wrong with a value of a switch that the operator calls `name`; undefined if it is valid. */
export function describeInvalidFlag(key: string, value: string, name = key): string | undefined {
  if (!Object.hasOwn(flagValues, key)) return `${name} is not a flag; flags are ${Object.keys(flagValues).join(', ')}`
  const values: readonly string[] = flagValues[key as keyof typeof flagValues]
  const form = forms[key as keyof typeof flagValues]
  if (form && !form.pattern.test(value)) return `${name} must be ${form.said}`
  return values.length === 0 || values.includes(value) ? undefined : `${name} must be ${values.join(' or ')}`
}
