import fs from 'node:fs'
import { expect, test } from 'vitest'
import { dateTimeFormat, displayNames, numberFormat } from './formats.ts'

test('a format is created once for its language and options', () => {
  const options = { style: 'currency', currency: 'USD' } as const
  expect(numberFormat('en', options)).toBe(numberFormat('en', { ...options }))
  expect(numberFormat('en', options)).not.toBe(numberFormat('ar', options))
  expect(numberFormat('en', options)).not.toBe(numberFormat('en', { style: 'currency', currency: 'GBP' }))
  expect(displayNames('ar', { type: 'language' }).of('en')).toBe('الإنجليزية')
})

test('an unknown time zone is refused each time', () => {
  for (const _ of [1, 2]) expect(() => dateTimeFormat('en', { timeZone: 'Nowhere/Never' })).toThrow(RangeError)
})

test('keeps a limited number of formats', () => {
  const first = numberFormat('en', { minimumFractionDigits: 0, maximumSignificantDigits: 1 })
  for (let index = 0; index < 1100; index++) numberFormat(`en-x-a${index}`)
  expect(numberFormat('en', { minimumFractionDigits: 0, maximumSignificantDigits: 1 })).not.toBe(first)
})

test('no other file creates a format, because pages would create it for each rendering', () => {
  const files = fs
    .globSync('{shared,modules,server,web}/**/*.{ts,tsx}')
    .filter((file) => !/\.test\.tsx?$/.test(file) && file !== 'shared/formats.ts')
  expect(files.length).toBeGreaterThan(1000)
  const creating = files.filter((file) =>
    /new Intl\.(Collator|DateTimeFormat|DisplayNames|DurationFormat|ListFormat|NumberFormat|PluralRules|RelativeTimeFormat|Segmenter)\b|\.toLocale(Date|Time)?String\(/.test(
      fs.readFileSync(file, 'utf8'),
    ),
  )
  expect(creating).toEqual([])
})
