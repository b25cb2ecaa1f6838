import type { LocalDate } from '#shared/calendar.ts'
import type { Locale } from '#shared/text.ts'

/** Returns an example of the importable CSV file, with headings in the donor's language. */
export function offsiteTemplate(locale: Locale, today: LocalDate): string {
  const rows =
    locale === 'ar'
      ? [
          ['التاريخ', 'المبلغ', 'العملة', 'ملاحظة'],
          [today, '250.00', 'GBP', 'المسجد'],
          [today, '40.50', 'USD', 'جمعية'],
        ]
      : [
          ['date', 'amount', 'currency', 'note'],
          [today, '250.00', 'GBP', 'Mosque'],
          [today, '40.50', 'USD', 'Charity'],
        ]
  return rows.map((row) => row.join(',')).join('\n')
}
