export const cards = {
  'cards.title': 'Cards',
} as const
