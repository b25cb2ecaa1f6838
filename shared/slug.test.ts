import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanSlug, numberedSlug, slugKey } from './slug.ts'

test.each([
  ['content-2', '  Save   the  Children!! ', 'save-the-children'],
  ['content-2', '--Zakat 2025--', 'zakat-2025'],
  ['content-2', 'Qur’an School', 'quran-school'],
  ['content-2', '100% Water', '100-water'],
  ['content-2', 'foo_bar', 'foobar'],
  ['content-2', '../../etc/passwd', 'etcpasswd'],
  ['content-2', 'a - b', 'a---b'],
  ['content-2', 'foo--bar', 'foo--bar'],
  ['content-2', 'Café für Alle', 'caf-fr-alle'],
  ['content-2', 'İstanbul', 'istanbul'],
  ['content-2', 'زكاة', 'untitled-campaign-k3x9pq'],
  ['content-2', '-', 'untitled-campaign-k3x9pq'],
  ['content-2', '', 'untitled-campaign-k3x9pq'],
  ['content-2', 'Ramadan\u00a030 Nights', 'ramadan-30-nights'],
])('%s: "%s" has the slug %s [S2 §5]', (_, title, slug) => {
  expect(cleanSlug(title, 'k3x9pq')).toBe(slug)
})

test('a slug has only ASCII letters, digits and hyphens, and cleaning is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (title) => {
      const slug = cleanSlug(title, 'abc123')
      expect(slug).toMatch(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/)
      expect(cleanSlug(slug, 'zzzzzz')).toBe(slug)
    }),
  )
})

test('slugs that differ only in hyphens are equal, and a collision takes the next number', () => {
  expect(slugKey('foo--bar')).toBe(slugKey('foo-bar'))
  expect([1, 2, 3].map((n) => numberedSlug('clean-water', n))).toEqual([
    'clean-water',
    'clean-water-2',
    'clean-water-3',
  ])
})
