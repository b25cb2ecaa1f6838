import { expect, test } from 'vitest'
import { agoText } from './when.ts'

const now = new Date('2026-11-20T12:00:00Z')
const ago = (seconds: number, locale: 'en' | 'ar' = 'en') =>
  agoText(new Date(now.getTime() - seconds * 1000), now, locale)

test('elapsed time is formatted in both languages', () => {
  expect([ago(5), ago(60), ago(7200), ago(86_400), ago(3 * 86_400)]).toEqual([
    'now',
    '1 minute ago',
    '2 hours ago',
    'yesterday',
    '3 days ago',
  ])
  expect(ago(7200, 'ar')).toBe('قبل ساعتين')
  expect(ago(-30)).toBe('now')
})
