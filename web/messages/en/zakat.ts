export const zakat = {
  'zakat.poor': 'The poor (al-fuqara)',
  'zakat.needy': 'The needy (al-masakin)',
  'zakat.collectors': 'Those who collect and hand it out (al-amilin)',
  'zakat.hearts': 'Those whose hearts are to be reconciled (al-mu’allafah qulubuhum)',
  'zakat.bondage': 'Freeing people from bondage (ar-riqab)',
  'zakat.debt': 'Those in debt (al-gharimin)',
  'zakat.cause': 'In the cause of Allah (fi sabilillah)',
  'zakat.travellers': 'Travellers in need (ibn as-sabil)',
  'zakat.source': 'The eight kinds of people whom zakat is for: Qur’an, at-Tawbah 9:60.',
} as const
