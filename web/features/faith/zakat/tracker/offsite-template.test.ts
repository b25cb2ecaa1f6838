import { expect, test } from 'vitest'
import { readOffsiteCsv } from '#modules/faith/zakat/rules/tracking/read-offsite-csv.ts'
import { localDate } from '#shared/calendar.ts'
import { locales } from '#shared/texts/locales.ts'
import { offsiteTemplate } from './offsite-template.ts'

test.each(locales)('the template can be imported as it is: %s', (locale) => {
  const today = localDate('2026-11-20')
  const { entries, refusals } = readOffsiteCsv(offsiteTemplate(locale, today), today)
  expect(refusals).toEqual([])
  expect(entries.map(({ amount }) => amount.currency)).toEqual(['GBP', 'USD'])
})
