import { expect, test } from 'vitest'
import { reasonForReview } from './needs-review.ts'

test.each([
  ['see https://example.org/help', 'link'],
  ['look at www.example.org', 'link'],
  ['give at mosque-fund.com instead', 'link'],
  ['موقعنا example.online للتبرع', 'link'],
  ['ht\u200btps://evil.example', 'link'],
  ['ｈｔｔｐｓ：//evil', 'link'],
  ['wa.me/4477', 'link'],
  ['write to amina@example.test', 'contact'],
  ['follow @givehere', 'contact'],
  ['راسلني واتساب', 'contact'],
  ['call 0300 123 4567', 'number'],
  ['٠٣٠٠١٢٣٤٥٦٧', 'number'],
  ['IBAN GB29 NWBK 6016 1331 9268 19', 'number'],
])('%s is reviewed first: %s', (words, reason) => {
  expect(reasonForReview(words)).toBe(reason)
})

test.each([
  'May Allah accept it.May it grow.',
  'For my father, 1950-2021.',
  'Given on 12.03.2026 for 11 wells, £1,250.00 in all',
  'تقبّل الله منّا ومنكم',
  'In memory of my mum <3 and dad :)',
  '<script>alert(1)</script>',
  'Qur’an 2:261',
])('%s is public at once', (words) => {
  expect(reasonForReview(words)).toBeUndefined()
})
