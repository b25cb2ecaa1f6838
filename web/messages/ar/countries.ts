import type { Catalogue } from '#shared/text.ts'

export const countries = {
  'countries.title': 'بلدك',
  'countries.lead':
    'يحدد بلدك المزايا الضريبية التي تظهر لك: Gift Aid في المملكة المتحدة، والإيصالات الضريبية في الولايات المتحدة وكندا.',
  'countries.choose': 'البلد',
  'countries.detect': 'تحديده تلقائيًا',
  'countries.submit': 'حفظ',
} as const satisfies Catalogue
