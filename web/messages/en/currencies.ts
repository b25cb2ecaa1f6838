export const currencies = {
  'currencies.lead':
    'Amounts are shown in it as well, at the rate of the day. What you give stays in the currency of the fundraiser.',
  'currencies.choose': 'Show amounts in',
  'currencies.submit': 'Save',
  'currencies.title': 'Currency',
} as const
