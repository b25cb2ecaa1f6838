export const countries = {
  'countries.title': 'Your country',
  'countries.lead':
    'It decides which tax benefits you see: Gift Aid in the United Kingdom, tax receipts in the United States and Canada.',
  'countries.choose': 'Country',
  'countries.detect': 'Detect it automatically',
  'countries.submit': 'Save',
} as const
