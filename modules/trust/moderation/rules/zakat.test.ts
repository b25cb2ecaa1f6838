import { expect, test } from 'vitest'
import { checkExpiry, checkZakatRequest, zakatCategories } from './zakat.ts'

const request = {
  categories: ['poor', 'needy'],
  note: 'Food for families below the poverty line.',
  links: ['https://umeed.example/report.pdf'],
}

test('has the eight categories of Qur’an 9:60, each once', () => {
  expect(new Set(zakatCategories).size).toBe(8)
})

test('a request names its recipients and how they are known', () => {
  expect(checkZakatRequest(request)).toEqual({})
  expect(checkZakatRequest({ categories: [], note: ' ', links: [] })).toEqual({
    categories: { code: 'zakat-category-missing' },
    note: { code: 'zakat-note-missing' },
  })
  expect(checkZakatRequest({ ...request, categories: ['poor', 'friends'] })).toHaveProperty('categories')
  expect(checkZakatRequest({ ...request, note: 'م'.repeat(4001) })).toHaveProperty('note')
})

test('evidence is a public web page without scripts or hidden targets', () => {
  for (const link of [
    'http://umeed.example',
    'javascript:alert(1)',
    'https://a@umeed.example',
    'https://localhost',
    'umeed.example',
    `https://umeed.example/${'a'.repeat(500)}`,
  ])
    expect(checkZakatRequest({ ...request, links: [link] }), link).toHaveProperty('links')
  expect(
    checkZakatRequest({ ...request, links: Array.from({ length: 11 }, () => 'https://umeed.example') }),
  ).toHaveProperty('links')
})

test('a verification lasts between one month and two years', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const inDays = (days: number) => checkExpiry(new Date(now.getTime() + days * 86_400_000), now)
  expect([inDays(30), inDays(365), inDays(730)]).toEqual([undefined, undefined, undefined])
  for (const days of [-1, 0, 20, 740]) expect(inDays(days)).toMatchObject({ code: 'zakat-expiry-invalid' })
})
