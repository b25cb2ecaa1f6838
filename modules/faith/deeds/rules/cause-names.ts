import type { Category } from '#modules/causes/campaigns/rules/category.ts'

/** Names of causes in Deeds (S1 §2.1); causes with the same name count as one. */
export const causeNames: Readonly<Record<Category, string>> = {
  water: 'Food/Water',
  food: 'Food/Water',
  mosque: 'Mosque/Community',
  community: 'Mosque/Community',
  education: 'Education',
  women: 'Women',
  orphans: 'Orphans',
  refugees: 'Refugee',
  emergency: 'Emergency Relief',
  health: 'Health',
  creative: 'Creative',
  qurbani: 'Qurbani',
}

export const isEmergencyCause = (category: Category): boolean => category === 'emergency' || category === 'refugees'
