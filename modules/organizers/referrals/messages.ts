import type { Catalogue, Locale } from '#shared/text.ts'

/** The words of this module's file. */
export const referralsMessages: Readonly<Record<Locale, Catalogue>> = {
  en: {
    'csv-date': 'Date',
    'csv-donor': 'Donor',
    'csv-amount': 'Amount',
    'csv-currency': 'Currency',
    'csv-frequency': 'How often',
    'csv-code': 'Referral code',
    'csv-anonymous': 'Anonymous',
    'csv-onetime': 'Once',
    'csv-day': 'Daily',
    'csv-week': 'Weekly',
    'csv-month': 'Monthly',
  },
  ar: {
    'csv-date': 'التاريخ',
    'csv-donor': 'المتبرع',
    'csv-amount': 'المبلغ',
    'csv-currency': 'العملة',
    'csv-frequency': 'التكرار',
    'csv-code': 'رمز الإحالة',
    'csv-anonymous': 'فاعل خير',
    'csv-onetime': 'مرة واحدة',
    'csv-day': 'يوميًا',
    'csv-week': 'أسبوعيًا',
    'csv-month': 'شهريًا',
  },
}
