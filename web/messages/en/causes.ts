/** What a fundraiser is for, as it is chosen and as it is looked for. */
export const causes = {
  'cause.water': 'Water',
  'cause.food': 'Food',
  'cause.mosque': 'Mosques',
  'cause.community': 'Community',
  'cause.education': 'Education',
  'cause.women': 'Women',
  'cause.orphans': 'Orphans',
  'cause.refugees': 'Refugees',
  'cause.emergency': 'Emergency relief',
  'cause.health': 'Health',
  'cause.creative': 'Creative',
  'cause.qurbani': 'Qurbani',
} as const
