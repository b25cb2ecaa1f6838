export const currencies = {
  'currencies.title': 'Currency',
} as const
