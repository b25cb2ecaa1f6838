import { expect, test } from 'vitest'
import { parseShareFigure, shareFileName, shareImageUrl, shareLinks, shareVersion } from './share.ts'

test('a claim without a source, an amount or a currency is ignored [S1 §9]', () => {
  for (const setting of [
    '',
    '77 USD',
    '77 USD |',
    '77 USD | ',
    '77 XXX | our shares',
    'USD 77 | our shares',
    '-1 USD | our shares',
    '7.755 USD | our shares',
    '77 USD | A figure of this demo, not measured',
    '77 USD | None',
    '77 USD | n/a',
  ])
    expect(parseShareFigure(setting), setting).toBeUndefined()
  expect(parseShareFigure('77 USD | Average of our shares in 1447')).toMatchObject({
    amount: { amount: 7700n, currency: 'USD' },
    source: 'Average of our shares in 1447',
  })
})

test('titles and URLs can’t break out of a link', () => {
  for (const link of Object.values(shareLinks('https://give.example/campaign/a&b', 'Wells & "wheat" #1\r\nBcc: x'))) {
    expect(link).not.toMatch(/["\s#]/)
    expect(() => new URL(link)).not.toThrow()
  }
})

const data = {
  slug: 'clean-water',
  name: 'Clean water',
  category: 'water',
  coverId: null,
  organizationName: 'Hope for All',
}

test('an image to share has a new URL exactly when its content changes', () => {
  const others = [
    { slug: 'other' },
    { name: 'Clean water.' },
    { category: 'food' },
    { coverId: '019a9f3c-0000-7000-8000-000000000001' },
    { coverId: '019a9f3c-0000-7000-8000-000000000002' },
    { organizationName: 'Hope' },
    { name: 'Clean', organizationName: 'water' },
  ].map((over) => shareVersion({ ...data, ...over }))
  expect(new Set([...others, shareVersion(data)]).size).toBe(others.length + 1)
  expect(shareVersion({ ...data })).toBe(shareVersion(data))
})

test('photographs are JPEG and artwork is PNG, in the URL and file name', () => {
  const plain = shareImageUrl('story', data)
  const covered = shareImageUrl('post', { ...data, slug: 'آبار', coverId: '019a9f3c-0000-7000-8000-000000000001' })
  expect(plain).toMatch(/^\/share\/clean-water\/story\.png\?v=\w+$/)
  expect(covered).toMatch(/^\/share\/%D8%A2%D8%A8%D8%A7%D8%B1\/post\.jpg\?v=\w+$/)
  expect([shareFileName('a', 'story', plain), shareFileName('a', 'post', covered)]).toEqual([
    'a-story.png',
    'a-post.jpg',
  ])
})
