/** Every switch with the values it may have; none named: any text. */
export const flagValues = {
  'zakat-variant': ['maximize', 'default'],
  'zakat-selector-on-scheduled-giving': ['on', 'off'],
  'zakat-home': ['on', 'off'],
  'dhul-hijjah-referrals': ['on', 'off'],
  'share-could-raise': [],
  'zakat-policy-url': [],
} as const
