import { describe, expect, test } from 'vitest'
import { type SocialName, socialNames } from './page-content.ts'
import { readPixelId, readSocialLink, readUploadedPath, socialLinkFault } from './page-links.ts'

describe('a social link (pages-5)', () => {
  test.each<[SocialName, string, string]>([
    ['facebook', 'https://facebook.com/umeed', 'https://facebook.com/umeed'],
    ['twitter', 'https://x.com/umeed', 'https://x.com/umeed'],
    ['twitter', 'https://twitter.com/umeed', 'https://twitter.com/umeed'],
    ['instagram', 'https://www.instagram.com/umeed/', 'https://www.instagram.com/umeed/'],
    ['youtube', 'https://youtube.com/@umeed', 'https://youtube.com/@umeed'],
    ['linkedin', 'https://uk.linkedin.com/company/umeed?a=b#c', 'https://uk.linkedin.com/company/umeed?a=b#c'],
    ['twitter', '  HTTPS://X.com:443/umeed ', 'https://x.com/umeed'],
    ['twitter', 'https://x.com./umeed', 'https://x.com./umeed'],
    ['website', 'https://umeed.example', 'https://umeed.example/'],
    ['website', 'https://1ummah.example/', 'https://1ummah.example/'],
    ['website', 'https://umeed.web3/', 'https://umeed.web3/'],
  ])('of %s is accepted: %s', (name, typed, link) => {
    expect(readSocialLink(name, typed)).toBe(link)
  })

  test.each<[SocialName, string]>([
    ['twitter', 'https://facebook.com/umeed'],
    ['twitter', 'https://notx.com/umeed'],
    ['twitter', 'https://x.com.umeed.example'],
    ['youtube', 'https://youtu.be/abcdefghijk'],
    ['website', 'http://umeed.example'],
    ['website', 'umeed.example'],
    ['website', 'mailto:salam@umeed.example'],
    ['website', 'https://me@umeed.example'],
    ['website', 'https://:secret@umeed.example'],
    ['website', 'https://umeed.example:8443'],
    ['website', 'https://192.0.2.1/'],
    ['website', 'https://192.0.2.1./'],
    ['website', 'https://[2001:db8::1]/'],
    ['website', 'https://localhost/'],
    ['website', 'https://umeed.'],
  ])('of %s is refused: %s', (name, typed) => {
    expect(readSocialLink(name, typed)).toBeUndefined()
  })

  test('can be empty', () => {
    for (const name of socialNames) expect([readSocialLink(name, ''), readSocialLink(name, ' \n')]).toEqual(['', ''])
  })

  test('has at most 200 characters, as typed and as stored', () => {
    const withLength = (length: number, start = 'https://x.com/') => start + 'a'.repeat(length - start.length)
    expect(readSocialLink('twitter', `  ${withLength(200)}  `)).toBe(withLength(200))
    expect(readSocialLink('twitter', withLength(201))).toBeUndefined()
    // Stored without the port, in 200 characters.
    expect(readSocialLink('twitter', withLength(204, 'https://x.com:443/'))).toBeUndefined()
    // Stored with escapes, in more than 200 characters.
    expect(readSocialLink('twitter', withLength(200, 'https://x.com/أمل'))).toBeUndefined()
  })

  test('that is refused has a fault with the host of its network', () => {
    expect(socialNames.map(socialLinkFault)).toEqual([
      { code: 'website-link-invalid' },
      ...['facebook.com', 'x.com', 'instagram.com', 'youtube.com', 'linkedin.com'].map((host) => ({
        code: 'social-link-invalid',
        params: { host },
      })),
    ])
  })
})

test('the id of a pixel has 6 to 20 digits of any script, or is empty', () => {
  expect(['', ' ', '123456', '1'.repeat(20), ' 123 456 ', '١٢٣٤٥٦'].map(readPixelId)).toEqual([
    '',
    '',
    '123456',
    '1'.repeat(20),
    '123456',
    '123456',
  ])
  for (const typed of ['12345', '1'.repeat(21), 'a123456', '123456a', 'pixel'])
    expect(readPixelId(typed)).toBeUndefined()
})

describe('an uploaded picture (pages-3)', () => {
  const id = '0190c0de-0000-7000-8000-000000000001'
  const read = (typed: string) => readUploadedPath(typed, 'https://give.example')

  test('is given by its id or its address on our origin', () => {
    for (const typed of [
      id,
      ` ${id}\n`,
      `/media/${id}.webp`,
      `https://give.example/media/${id}.webp`,
      `https://give.example:443/media/${id}.webp?w=480#a`,
    ])
      expect(read(typed), typed).toBe(id)
  })

  test('can be none', () => {
    expect([read(''), read('  ')]).toEqual(['', ''])
  })

  test.each([
    `x${id}`,
    `${id}0`,
    id.toUpperCase(),
    id.replaceAll('-', ''),
    `/media/${id}.png`,
    `/media/${id}`,
    `/media/${id}.webp.exe`,
    `/a/media/${id}.webp`,
    `http://give.example/media/${id}.webp`,
    `https://give.example:8443/media/${id}.webp`,
    `https://evil.example/media/${id}.webp`,
    `//evil.example/media/${id}.webp`,
    'https://[',
  ])('is refused at any other address: %s', (typed) => {
    expect(read(typed)).toBeUndefined()
  })
})
