import { expect, test } from 'vitest'
import { translate } from '#shared/text.ts'
import { catalogueOf } from '#shared/texts/catalogue.ts'
import type { Translate } from '#web/lib/text.tsx'
import { timeLeft } from './time-left.ts'

const [open, paused, closed] = [1, 2, 3]
test.each([
  ['open for days', open, 12, '12 days left', 'بقي 12 يومًا'],
  ['on its last day', open, 1, 'Last day', 'اليوم الأخير'],
  ['past its end', open, 0, 'Ended', 'انتهت'],
  ['closed before its end', closed, 12, 'Ended', 'انتهت'],
  ['closed without an end', closed, null, 'Ended', 'انتهت'],
  ['paused', paused, 12, 'Paused', 'متوقفة مؤقتًا'],
  ['paused past its end', paused, 0, 'Ended', 'انتهت'],
  ['open without an end', open, null, null, null],
])('a fundraiser %s says so [S1 §9]', (_, status, daysLeft, english, arabic) => {
  expect(
    timeLeft(((key, params) => translate(catalogueOf('causes/campaigns', 'en'), 'en', key, params)) as Translate, {
      status: status!,
      daysLeft,
    }),
  ).toBe(english)
  expect(
    timeLeft(((key, params) => translate(catalogueOf('causes/campaigns', 'ar'), 'ar', key, params)) as Translate, {
      status: status!,
      daysLeft,
    }),
  ).toBe(arabic)
})
