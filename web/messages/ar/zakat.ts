import type { Catalogue } from '#shared/text.ts'

export const zakat = {
  'zakat.poor': 'الفقراء',
  'zakat.needy': 'المساكين',
  'zakat.collectors': 'العاملون عليها',
  'zakat.hearts': 'المؤلفة قلوبهم',
  'zakat.bondage': 'في الرقاب',
  'zakat.debt': 'الغارمون',
  'zakat.cause': 'في سبيل الله',
  'zakat.travellers': 'ابن السبيل',
  'zakat.source': 'الأصناف الثمانية التي تُصرف لها الزكاة: القرآن الكريم، سورة التوبة، الآية 60.',
} satisfies Catalogue
