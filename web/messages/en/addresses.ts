export const addresses = {
  'addresses.title': 'Addresses',
} as const
